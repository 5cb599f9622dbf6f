"""``heuristan convert``."""

from collections.abc import Iterable, Sequence
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING

import click

from heuristan.cli.commands import command
from heuristan.cli.echoing import remark
from heuristan.cli.failing import INTERRUPTED, NOT_ALL, STANDARD_OUTPUT, fail, note, refuse_overwriting
from heuristan.cli.outputs import Folder, LateFile
from heuristan.cli.progress import track
from heuristan.cli.sources import files_of_pattern, peek
from heuristan.common.faults import unexpected_as
from heuristan.common.files import real
from heuristan.common.interrupting import undisturbed
from heuristan.common.words import plural
from heuristan.tangram.commands.outline_options import OUTLINE, outlines_of, set_option, sheet_option
from heuristan.tangram.outlines.formats import FORMS, form_of

if TYPE_CHECKING:
    from heuristan.tangram.outlines.formats import Form
    from heuristan.tangram.puzzle.drawing import Refusal
    from heuristan.tangram.puzzle.puzzle import Puzzle


@command(ok="all written", otherwise="some not")
@click.argument("sources", nargs=-1, type=OUTLINE, metavar="OUTLINE...")
@click.argument("target", metavar="TARGET")
@click.option("--format", "form", type=click.Choice(list(FORMS)), help="Format of TARGET.  [default: by its ending]")
@click.option(
    "--scale",
    type=click.FloatRange(1e-6, 1e6),
    metavar="LENGTH",
    help="Length of a small leg in TARGET.  [default: as it was read; 100 in SVG of a shape]",
)
@set_option
@sheet_option
def convert(
    sources: tuple[str, ...], target: str, form: str | None, scale: float | None, pieces: str | None, sheet: Path | None
) -> None:
    """Read outlines in any format and write them in another.

    OUTLINE is what 'heuristan solve' takes. TARGET is a file that ends in a word of --format (like .svg), a folder,
    which gets a file for each outline, or - for standard output. Several outlines go into one file as GeoJSON or WKT,
    else into a folder. An outline that cannot be read or written is reported, and the others are written.

    What was read from floats or a picture is written as it was read, in its own coordinates, so that the file gives the
    same puzzle, and results in the same place; in YAML its exact lengths are written, if it has some.

    \b
    heuristan convert swan swan.svg                          # a silhouette
    heuristan convert drawing.svg drawing.yaml               # the exact lengths behind it
    heuristan convert t7.fig t7.geojsonl --scale 1           # a feature per line, the small leg 1
    heuristan convert 'drawings/*.svg' many.geojsonl         # several into one file
    heuristan convert many.geojsonl silhouettes --format svg # one into several
    heuristan convert page.png out.geojson --sheet seen.png  # what was recognised, over the picture
    heuristan convert swan - --format wkt
    """  # noqa: D301
    if not sources:
        fail(f"{target}: where to? Give an outline and a file to write, like: heuristan convert {target} outline.svg")
    path = None if target == str(STANDARD_OUTPUT) else Path(target)
    name = _format_for(target, path, form)
    if scale is not None and isnan(scale):  # nan is in every range of click
        fail("--scale: nan is no length; write a number like 100")
    if name == "yaml" and scale is not None:
        fail("--scale has no meaning in YAML, where the small leg is 1; leave it out, or write another format")
    refuse_overwriting(reads=(*sources, pieces or ""), writes=(path, sheet))
    if path is not None and path.is_dir() and any(real(path) == real(each) for each in _files_read(sources)):
        fail(f"{path}: the folder is read as well, and its files would be lost; choose another folder")
    found, many = peek(outlines_of(sources, pieces, sheet=sheet))
    place = _place_for(sources, path, name, many)
    raise SystemExit(_Run(FORMS[name], scale, place, many).over(found))


def _format_for(target: str, path: Path | None, form: str | None) -> str:
    """Return the format asked for, else that of the target's ending; fail if there is neither."""
    guessed = None if path is None or path.is_dir() else form_of(path)
    chosen = form or guessed
    if chosen is None:
        fail(f"{target}: which format? End the name in .{', .'.join(FORMS)}, or say which with --format")
    return chosen


def _files_read(sources: Sequence[str]) -> list[Path]:
    return [Path(name) for source in sources for name in (source, *files_of_pattern(source))]


def _place_for(sources: Sequence[str], path: Path | None, name: str, many: bool) -> LateFile | Folder:
    """Return where the outlines go: into one file, or each into a file of its own."""
    if path is not None and path.is_dir():
        return Folder(path, f".{name}", _files_read(sources))
    if not many or FORMS[name].holds_many:
        form = FORMS[name]
        return LateFile(path, form.before, form.between, form.after) if many else LateFile(path, after="\n")
    if path is None or form_of(path) is not None:
        read = " ".join(sources)
        fail(
            f"{read}: there are several outlines, and a file of {name.upper()} holds one; "
            f"give a folder, like: heuristan convert {read} FOLDER --format {name}"
        )
    return Folder(path, f".{name}", _files_read(sources))


class _Run:
    """Writes outlines as they come, and counts them."""

    def __init__(self, form: "Form", scale: float | None, place: LateFile | Folder, many: bool) -> None:
        self.form = form
        self.scale = scale
        self.place = place
        self.many = many
        self.read = 0
        self.written = 0

    def over(self, outlines: "Iterable[Puzzle | Refusal]") -> int:
        """Write all outlines, and return the exit status."""
        try:
            with self.place:
                for _ in track(map(self.one, outlines), "outline", None, bool, "written", shown=self.many):
                    pass
        except KeyboardInterrupt:
            kept = f"; {self.written} of them are kept in {self.place.path}" if self.place.path else ""
            note(f"interrupted after {plural(self.read, 'outline')}{kept}")
            return INTERRUPTED
        if self.many:
            remark(f"{self.written} of {self.read} written")
        return NOT_ALL if self.written < self.read else 0

    def one(self, outline: "Puzzle | Refusal") -> bool:
        """Write an outline, or report why not; return whether it was written."""
        from heuristan.tangram.puzzle.drawing import Refusal
        from heuristan.tangram.puzzle.puzzle import OutlineError

        self.read += 1
        if isinstance(outline, Refusal):
            note(outline.message)
            return False
        try:
            with unexpected_as(OutlineError, OutlineError):
                text = self.form.text(outline, self.scale)
        except OutlineError as fault:
            note(f"{outline.id}: {fault}")
            return False
        with undisturbed(unless_again=True):
            self.place.put(outline.id, text.rstrip("\n"))
            self.written += 1
        return True
