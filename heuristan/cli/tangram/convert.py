"""``heuristan convert``."""

import re
from collections.abc import Iterable
from contextlib import ExitStack
from itertools import chain, count, islice
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, TextIO

import click

from heuristan.cli.kit.failing import INTERRUPTED, fail, plain_failures, refuse_overwriting, write, writing
from heuristan.cli.tangram.sheets import SHEET_HELP, check_sheet, write_sheet
from heuristan.tangram.outlines.writing.forms import FORMS, form_of

if TYPE_CHECKING:
    from heuristan.tangram.outlines.writing.forms import Form
    from heuristan.tangram.puzzle.drawing import Refusal
    from heuristan.tangram.puzzle.puzzle import Puzzle

STANDARD_OUTPUT = "-"
NOT_ALL_WRITTEN = 1
LONGEST_NAME = 100


@click.command(
    epilog="Exit status: 0 all written, 1 some not, 2 the command or a file could not be used, 130 interrupted."
)
@click.argument("source", metavar="A")
@click.argument("target", metavar="B")
@click.option("--format", "form", type=click.Choice(tuple(FORMS)), help="What to write; guessed from the ending of B.")
@click.option(
    "--scale",
    type=click.FloatRange(1e-6, 1e6),
    metavar="LENGTH",
    help="Length of a small leg in B.  [default: as in A; 100 in SVG]",
)
@click.option("--set", "pieces", metavar="NAME|FILE", help="The set of pieces.  [default: as A says]")
@click.option("--sheet", type=click.Path(path_type=Path, dir_okay=False), help=SHEET_HELP)
def convert(
    source: str, target: str, form: str | None, scale: float | None, pieces: str | None, sheet: Path | None
) -> None:
    """Read outlines in any format and write them in another.

    A is what 'heuristan solve' takes. B is a file (.yaml .geojson .geojsonl .wkt .svg), a folder, which gets a file for
    each outline, or - for standard output. Several outlines go into one file as GeoJSON or WKT, into a folder
    as YAML or SVG.

    \b
    heuristan convert swan swan.svg                          a silhouette
    heuristan convert drawing.svg drawing.yaml               the exact lengths behind it
    heuristan convert t7.fig t7.geojsonl --scale 1           a feature a line, the small leg 1
    heuristan convert many.geojsonl pictures --format svg    a file each
    heuristan convert page.png out.geojson --sheet seen.png  what was recognised, over the picture
    heuristan convert swan - --format wkt
    """  # noqa: D301
    path = None if target == STANDARD_OUTPUT else Path(target)
    name = _format_for(target, path, form)
    if name == "yaml" and scale is not None:
        fail("--scale has no say in YAML, where the small leg is 1; leave it out, or write another format")
    _refuse_overwriting(source, path, pieces)
    check_sheet(sheet, (source, pieces or ""), (path,))
    with plain_failures():
        from heuristan.tangram.outlines.piece_sets import read_piece_set
        from heuristan.tangram.outlines.reading import read_outlines

        write_sheet(sheet, (source,))
        found = read_outlines(source, read_piece_set(pieces) if pieces else None)
        first = list(islice(found, 2))
        many = len(first) > 1
        place = _place_for(source, path, name, many)
        raise SystemExit(_Run(FORMS[name], scale, place, many).over(chain(first, found)))


def _format_for(target: str, path: Path | None, form: str | None) -> str:
    """The format asked for, else the one that the target's ending stands for."""
    guessed = None if path is None or path.is_dir() else form_of(path)
    chosen = form or guessed
    if chosen is None:
        fail(f"{target}: which format? End the name in .{', .'.join(FORMS)}, or say which with --format")
    return chosen


def _refuse_overwriting(source: str, path: Path | None, pieces: str | None) -> None:
    refuse_overwriting(reads=(source, pieces or ""), writes=(path,))
    if path is not None and path.is_dir() and path.resolve() == Path(source).resolve():
        fail(f"{path}: the folder is read as well, and its files would be lost; choose another folder")


def _place_for(source: str, path: Path | None, name: str, many: bool) -> "_File | _Folder":
    """Where the outlines go: into one file, or each into a file of its own."""
    if path is not None and path.is_dir():
        return _Folder(path, name)
    if not many or FORMS[name].holds_many:
        return _File(path, FORMS[name], many)
    if path is None or form_of(path) is not None:
        fail(
            f"{source}: there are several outlines, and a file of {name.upper()} holds one; "
            f"give a folder, like: heuristan convert {source} FOLDER --format {name}"
        )
    return _Folder(path, name)


class _Run:
    """Writes outlines as they come, and counts them."""

    def __init__(self, form: "Form", scale: float | None, place: "_File | _Folder", many: bool) -> None:
        self.form = form
        self.scale = scale
        self.place = place
        self.many = many
        self.read = 0
        self.written = 0

    def over(self, outlines: "Iterable[Puzzle | Refusal]") -> int:
        """Write all outlines; the exit status."""
        from heuristan.cli.kit.progress import track

        try:
            with self.place:
                for _ in track(map(self.one, outlines), "outlines", None, bool, "written", shown=self.many):
                    pass
        except KeyboardInterrupt:
            kept = f"; {self.written} are kept in {self.place.path}" if self.place.path else ""
            click.echo(f"heuristan: interrupted after {self.read} outlines{kept}", err=True)
            return INTERRUPTED
        if self.many:
            click.echo(f"{self.written} of {self.read} written", err=True)
        return NOT_ALL_WRITTEN if self.written < self.read else 0

    def one(self, outline: "Puzzle | Refusal") -> bool:
        """Write an outline, or say why not."""
        from heuristan.tangram.puzzle.drawing import Refusal
        from heuristan.tangram.puzzle.puzzle import OutlineError

        self.read += 1
        if isinstance(outline, Refusal):
            click.echo(f"heuristan: {outline.message}", err=True)
            return False
        try:
            text = self.form.text(outline, self.scale)
        except OutlineError as fault:
            click.echo(f"heuristan: {outline.id}: {fault}", err=True)
            return False
        self.place.put(outline.id, text)
        self.written += 1
        return True


class _File:
    """One file, or standard output, which is opened when there is something to write."""

    def __init__(self, path: Path | None, form: "Form", many: bool) -> None:
        self.path = path
        self._before, self._after = (form.before, form.after) if many else ("", "\n")
        self._between = form.between
        self._stack = ExitStack()
        self._stream: TextIO | None = None

    def __enter__(self) -> None:
        """Nothing is open yet."""

    def put(self, id: str, text: str) -> None:  # noqa: ARG002
        if self._stream is None:
            self._stream = self._stack.enter_context(writing(self.path))
            self._stack.callback(self._stream.write, self._after)
            self._stream.write(self._before + text.rstrip("\n"))
        else:
            self._stream.write(self._between + text)
        self._stream.flush()

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        """Close the text, whatever ended the work."""
        self._stack.__exit__(kind, fault, at)


class _Folder:
    """A folder with a file for each outline."""

    def __init__(self, path: Path, form: str) -> None:
        self.path = path
        self._form = form
        self._used: set[str] = set()

    def __enter__(self) -> None:
        try:
            self.path.mkdir(exist_ok=True)
        except OSError as fault:
            fail(f"{self.path}: cannot be made a folder ({fault.strerror or fault}); choose another place")

    def put(self, id: str, text: str) -> None:
        write(self.path / f"{self._name_for(id)}.{self._form}", text.rstrip("\n") + "\n")

    def _name_for(self, id: str) -> str:
        """A name that every system takes, and that no outline before has."""
        plain = re.sub(r"[^\w.-]+", "-", id, flags=re.ASCII)[:LONGEST_NAME].strip("-.") or "outline"
        names = chain([plain], (f"{plain}-{number}" for number in count(2)))
        name = next(name for name in names if name.lower() not in self._used)
        self._used.add(name.lower())
        return name

    def __exit__(self, *_: object) -> None:
        """Every file is whole."""
