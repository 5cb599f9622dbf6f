"""``heuristan step``."""

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from heuristan.cli.commands import command
from heuristan.cli.echoing import echo
from heuristan.cli.failing import INTERRUPTED, NOT_ALL, check_place, fail, refuse_overwriting, write
from heuristan.cli.options import file_option
from heuristan.tangram.commands.options import figure_option, outlines_of, set_option, the_one

if TYPE_CHECKING:
    from heuristan.teaching.stepping import Session
    from heuristan.teaching.stepping.dialogue import Command

PROMPT = "> "

LONGEST_LINE = 4096
"""Maximum length of a line of a lesson, in bytes."""


@command(ok="the puzzle is solved in the end", otherwise="it is not")
@click.argument("outline")
@click.option("--ranking", help="Name or file of the ranking whose rules offer matches.")
@figure_option
@set_option
@file_option("--trace", "File for the trace of the session, for 'show'; it is written after every step.")
@file_option(
    "--picture", "File (.svg or .png) for what is left and the numbered matches; it is written again after every step."
)
def step(
    outline: str,
    ranking: str | None,
    figure: int | None,
    pieces: str | None,
    trace: Path | None,
    picture: Path | None,
) -> None:
    """Choose the matches yourself, step by step.

    OUTLINE is what 'heuristan solve' takes. At every step each rule says which matches it offers; take one by its
    number, name the rule to apply, take steps back, or ask the ranking to go on. Ask what is known and why: 'facts',
    'agenda', 'why', 'why not 5 square at 3', 'how', 'what if 7 first'. 'help' lists the commands. They are read from
    standard input, so that a lesson can be a file: heuristan step lamp < lesson.txt

    \b
    heuristan step lamp                                        # on a terminal
    heuristan step lamp --picture now.svg --trace mine.jsonl   # ... with a picture beside it
    heuristan show mine.jsonl --output mine.svg                # what was done, as any other run
    """  # noqa: D301
    if picture is not None and picture.suffix.lower() not in (".svg", ".png"):
        fail(f"{picture}: the picture is written as SVG or PNG; end its name in .svg or .png")
    if outline == "-":
        fail("the commands are read from standard input, so the outline cannot be; give a file or the name of a shape")
    reads = (outline, ranking or "", pieces or "")
    refuse_overwriting(reads=reads, writes=(trace, picture))
    for path in filter(None, (trace, picture)):
        check_place(path)
    session = _begun(outline, ranking, figure, pieces)
    dialogue = _Dialogue(session, reads, trace, picture)
    try:
        dialogue.hold()
    except KeyboardInterrupt:
        kept = f"; what was done is in {trace}" if trace else ""
        echo(f"\nheuristan: interrupted{kept}", err=True)
        raise SystemExit(INTERRUPTED) from None
    raise SystemExit(0 if dialogue.session.status == "solved" else NOT_ALL)


def _begun(outline: str, ranking: str | None, figure: int | None, pieces: str | None) -> "Session":
    from heuristan.tangram.expert.ranking import DEFAULT
    from heuristan.tangram.expert.ranking_file import read_ranking
    from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle
    from heuristan.teaching.stepping import Session

    rules = read_ranking(ranking or DEFAULT)
    puzzle = the_one(outlines_of([outline], pieces), outline, figure, "a session is on")
    if not isinstance(puzzle, Puzzle):
        fail(puzzle.message)
    try:
        return Session.begun(puzzle, rules)
    except OutlineError as fault:
        fail(str(fault))


def _lines(dialogue: "_Dialogue") -> Iterator[str]:
    """Yield the lines that are typed or piped in; print what is piped, so that a session reads the same."""
    if sys.stdin.isatty():
        with suppress(ImportError):  # where there is no readline, there are no arrow keys and no completion
            import readline

            readline.set_completer_delims(" ")
            readline.set_completer(lambda _, state: dialogue.completed(readline.get_line_buffer(), state))
            readline.parse_and_bind("tab: complete")
        with suppress(EOFError):
            while True:
                yield input(PROMPT)
        echo()
        return
    from heuristan.common.files import records_of, standard_input

    for number, line in records_of(standard_input(), LONGEST_LINE):
        if line is None:
            fail(f"standard input:{number}: the line is longer than {LONGEST_LINE} bytes; write a command a line")
        text = line.decode("utf-8", errors="replace").rstrip("\r\n")
        echo(f"{PROMPT}{text}")
        yield text


class _Dialogue:
    """Does what is typed, answers, and keeps the files up to date."""

    def __init__(self, session: "Session", reads: tuple[str, ...], trace: Path | None, picture: Path | None) -> None:
        self.session = session
        self.reads = reads
        self.trace = trace
        self.picture = picture

    def hold(self) -> None:
        """Answer every line until the session is ended."""
        from heuristan.teaching.stepping.dialogue import CommandError, parsed
        from heuristan.teaching.stepping.offered import ChoiceError
        from heuristan.teaching.stepping.session_words import SessionWords

        self.keep()
        words = SessionWords(self.session)
        _say(*words.opening(), "", *words.now())
        for line in _lines(self):
            try:
                command = parsed(line)
                if command is not None and command.name == "quit":
                    break
                if command is not None:
                    self.do(command)
            except (CommandError, ChoiceError) as fault:
                _say(str(fault))
        if self.trace is not None:
            _say(f"What was done is in {self.trace}.")

    def completed(self, line: str, state: int) -> str | None:
        """Return one of the words that may end a line, by its place among them; None beyond the last."""
        from heuristan.teaching.stepping.dialogue import next_words

        words = next_words(self.session, line)
        return f"{words[state]} " if state < len(words) else None

    def do(self, command: "Command") -> None:
        from heuristan.teaching.stepping.dialogue import answer

        if command.name == "save":
            _say(self.saved(command.file))
            return
        answered = answer(self.session, command)
        is_changed = answered.session is not self.session
        self.session = answered.session
        if is_changed:
            self.keep()
        elif answered.svg:
            self.draw(answered.svg)
        _say(*answered.paragraphs)

    def keep(self) -> None:
        """Write the trace and the picture."""
        if self.trace is not None:
            write(self.trace, self.written)
        if self.picture is not None:
            from heuristan.teaching.stepping.session_pictures import session_svg

            self.draw(session_svg(self.session))

    def draw(self, svg: str) -> None:
        """Write a picture, if one was asked for: of the session, or of an answer until something is done."""
        if self.picture is not None:
            from heuristan.common.svg.png import to_png

            write(self.picture, to_png(svg) if self.picture.suffix.lower() == ".png" else svg)

    @property
    def written(self) -> str:
        from heuristan.tangram.trace.lines import dumps

        return dumps(self.session.trace)

    def saved(self, name: str) -> str:
        """Write the trace to a file, and return the answer; a file that cannot be written does not end the session."""
        from heuristan.common.files import real, write_whole

        path = Path(name)
        kept = {real(source) for source in self.reads if os.path.isfile(source)}
        if self.picture is not None:
            kept.add(real(self.picture))
        try:
            if real(path) in kept:
                return f"{path} is used already and would be lost; save under another name"
            write_whole(path, self.written.encode())
        except (OSError, ValueError) as fault:
            why = getattr(fault, "strerror", None) or "no file can have this name"
            return f"{path} cannot be written ({why}); save under another name"
        return f"What was done so far is in {path}; 'heuristan show {path} --explain' explains it."


def _say(*paragraphs: str) -> None:
    for paragraph in paragraphs:
        echo(paragraph)
