"""``heuristan step``."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from heuristan.cli.commands import command
from heuristan.cli.echoing import echo
from heuristan.cli.failing import INTERRUPTED, NOT_ALL, check_place, fail, refuse_overwriting, write
from heuristan.cli.options import file_option
from heuristan.tangram.commands.outline_options import (
    OUTLINE,
    RANKING,
    figure_option,
    functions_option,
    outlines_of,
    set_option,
    the_one,
)

if TYPE_CHECKING:
    from heuristan.teaching.stepping import Session
    from heuristan.teaching.stepping.dialogue import Command
    from heuristan.teaching.stepping.typed_forms import Typed

PROMPT = "> "
T = TypeVar("T")

LONGEST_LINE = 4096
"""Maximum length of a line of a lesson, in bytes."""
LARGEST_FILE = 64 << 20
"""Maximum size of a file of facts or rules, in bytes."""


@command(ok="the puzzle is solved in the end", otherwise="it is not")
@click.argument("outline", type=OUTLINE)
@click.option("--ranking", type=RANKING, help="Name or file of the ranking whose rules offer matches.")
@functions_option
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
    'agenda', 'why', 'why not 5 square at 3', 'how', 'what if 7 first'. Or drive the engine as in the shell of CLIPS:
    'watch rules', 'run 10', 'assert', 'defrule'. 'help' lists the commands. They are read from standard input, so that
    a lesson can be a file: heuristan step lamp < lesson.txt

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
        from heuristan.teaching.stepping.shell import Shell

        self.shell = Shell(session, self.say)
        self.reads = reads
        self.trace = trace
        self.picture = picture
        self.dribble: Path | None = None
        """The file that everything typed and answered is written to as well."""

    @property
    def session(self) -> "Session":
        """Where the session is."""
        return self.shell.session

    def say(self, *paragraphs: str) -> None:
        """Print paragraphs."""
        for paragraph in paragraphs:
            echo(paragraph)
            self.note(paragraph)

    def note(self, text: str) -> None:
        """Write what was printed or typed to the file that was asked for."""
        if self.dribble is not None:
            try:
                with self.dribble.open("a", encoding="utf-8") as file:
                    file.write(f"{text}\n")
            except OSError as fault:
                self.dribble = None
                echo(f"nothing more can be written there ({fault.strerror}); 'dribble' is off")

    def hold(self) -> None:
        """Answer every line until the session is ended."""
        from heuristan.teaching.stepping.session_words import SessionWords
        from heuristan.teaching.stepping.typed_forms import is_open

        self.keep()
        words = SessionWords(self.session)
        self.say(*words.opening(), "", *words.now())
        begun = ""
        for line in _lines(self):
            self.note(f"{PROMPT}{line}")
            text = f"{begun}\n{line}" if begun else line
            begun = text if line.strip() and is_open(text) else ""
            if not begun and not self.answers(text):
                break
        if begun:
            self.answers(begun)
        if self.trace is not None:
            self.say(f"What was done is in {self.trace}.")

    def answers(self, text: str) -> bool:
        """Answer what was typed; return whether the session goes on."""
        from heuristan.common.faults import InputError
        from heuristan.teaching.stepping.conversation import drives, read
        from heuristan.teaching.stepping.dialogue import CommandError
        from heuristan.teaching.stepping.offered import ChoiceError
        from heuristan.teaching.stepping.typed_forms import TypedFault

        before, command = self.session, None
        try:
            command = read(text)
            if command is not None and command.name == "quit":
                return False
            if command is not None:
                self.do(command)
        except (CommandError, ChoiceError, TypedFault, InputError) as fault:
            self.say(str(fault))
            if self.session is not before:
                self.keep()
        except KeyboardInterrupt:
            if command is None or not drives(command):
                raise
            self.say("Interrupted: nothing of it was done.")
        return True

    def completed(self, line: str, state: int) -> str | None:
        """Return one of the words that may end a line, by its place among them; None beyond the last."""
        from heuristan.teaching.stepping.conversation import next_words

        words = next_words(self.shell, line)
        return f"{words[state]} " if state < len(words) else None

    def do(self, command: "Command | Typed") -> None:
        """Do what a command says, and answer."""
        from heuristan.teaching.stepping.conversation import answer
        from heuristan.teaching.stepping.typed_forms import Typed

        before = self.session
        if isinstance(command, Typed) and command.name in self.in_files:
            self.say(*self.in_files[command.name](command))
        elif command.name == "save" and not isinstance(command, Typed):
            self.say(self.saved(command.file))
        else:
            answered = answer(self.shell, command)
            if answered.session is before and answered.svg:
                self.draw(answered.svg)
            self.say(*answered.paragraphs)
        if self.session is not before:
            self.keep()

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

    # files

    def saved(self, name: str) -> str:
        """Write the trace to a file, and return the answer."""
        fault = self.put(name, self.written)
        return fault or f"What was done so far is in {name}; 'heuristan show {name} --explain' explains it."

    def put(self, name: str, text: str) -> str:
        """Write a file; return what is wrong, if it cannot be written: that does not end the session."""
        from heuristan.common.files import real, write_whole

        path = Path(name)
        kept = {real(source) for source in self.reads if os.path.isfile(source)}
        kept |= {real(each) for each in (self.picture, self.trace, self.dribble) if each is not None}
        try:
            if real(path) in kept:
                return f"{path} is used already and would be lost; save under another name"
            write_whole(path, text.encode())
        except (OSError, ValueError) as fault:
            why = getattr(fault, "strerror", None) or "no file can have this name"
            return f"{path} cannot be written ({why}); save under another name"
        return ""

    @property
    def in_files(self) -> "Mapping[str, Callable[[Typed], tuple[str, ...]]]":
        """The commands that read or write files."""
        from heuristan.teaching.stepping.shell_commands import defined_in

        return {
            "save-facts": self.save_facts,
            "load-facts": lambda command: (self.taken_in(command, self.shell.load),),
            "load": lambda command: self.taken_in(command, partial(defined_in, self.shell)),
            "dribble": self.set_dribble,
        }

    def save_facts(self, command: "Typed") -> tuple[str, ...]:
        """Write the working memory."""
        from heuristan.teaching.stepping.typed_forms import word_in

        name = word_in(command, "the name of a file")
        fault = self.put(name, self.shell.live.system.save_facts())
        return (fault or f"The facts are in {name}; what rules derive from them is not, and comes again.",)

    def taken_in(self, command: "Typed", take_in: Callable[[str], T]) -> T:
        """Take in what stands in a file."""
        from heuristan.common.faults import InputError
        from heuristan.tangram.expert.production.clips_notation import NotationFault

        text = self.text_in(command)
        try:
            return take_in(text)
        except NotationFault as fault:
            raise InputError(f"{command.rest[0]}:{fault.line}: {fault.words}") from fault

    def text_in(self, command: "Typed") -> str:
        """Return the text of the file that a command names.

        Raises:
            TypedFault: if it cannot be read.
        """
        from heuristan.common.faults import InputError
        from heuristan.common.files import read_text
        from heuristan.teaching.stepping.typed_forms import TypedFault, word_in

        path = Path(word_in(command, "the name of a file"))
        try:
            return read_text(path, LARGEST_FILE, "give the facts or rules alone", "facts or rules")
        except InputError as fault:
            raise TypedFault(str(fault)) from None

    def set_dribble(self, command: "Typed") -> tuple[str, ...]:
        """Begin or end to write everything to a file."""
        from heuristan.teaching.stepping.typed_forms import word_in

        if not command.rest:
            ended, self.dribble = self.dribble, None
            return (f"What was typed and answered is in {ended}." if ended else "Nothing is written; name a file.",)
        name = word_in(command, "the name of a file")
        fault = self.put(name, "")
        if fault:
            return (fault,)
        self.dribble = Path(name)
        return (f"What is typed and answered from now on is written to {name}; 'dribble' ends that.",)
