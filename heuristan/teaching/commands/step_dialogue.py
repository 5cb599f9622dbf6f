"""What `heuristan step` does with its lines: reads, answers and prints them, and keeps its files up to date."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from heuristan.cli.echoing import echo
from heuristan.cli.failing import fail, write
from heuristan.common.faults import InputError
from heuristan.common.files import read_text, real, records_of, standard_input, write_whole
from heuristan.common.svg.png import to_png
from heuristan.tangram.expert.production.clips_notation import NotationFault
from heuristan.tangram.render.solution import solution_svg
from heuristan.tangram.trace.lines import dumps
from heuristan.teaching.stepping import ChoiceError, Session
from heuristan.teaching.stepping.dialogue import answer, drives, next_words, read
from heuristan.teaching.stepping.session_words import SessionWords
from heuristan.teaching.stepping.shell import Shell
from heuristan.teaching.stepping.shell_commands import CommandError, Typed, defined_in, file_named, is_open

PROMPT = "> "
LONGEST_LINE = 4096
"""Maximum length of a line of a lesson, in bytes."""
LARGEST_FILE = 64 << 20
"""Maximum size of a file of facts or rules, in bytes."""


class Dialogue:
    """Does what is typed, answers, and keeps the files up to date."""

    def __init__(self, session: Session, reads: tuple[str, ...], trace: Path | None, picture: Path | None) -> None:
        self._shell = Shell(session, self._say)
        self._reads = reads
        self._trace = trace
        self._picture = picture
        self._dribble: Path | None = None
        """The file that everything typed and answered is written to as well."""
        self._in_files: Mapping[str, Callable[[Typed], str]] = {
            "save": self._save,
            "save-facts": self._save_facts,
            "load-facts": partial(self._taken_in, take_in=self._shell.load),
            "load": partial(self._taken_in, take_in=lambda text: "\n".join(defined_in(self._shell, text))),
            "dribble": self._set_dribble,
        }
        """The commands that read or write files."""

    @property
    def session(self) -> Session:
        """Where the session is."""
        return self._shell.session

    def hold(self) -> None:
        """Answer every line until the session is ended."""
        self._keep()
        words = SessionWords(self.session)
        self._say(*words.opening(), "", *words.now())
        begun = ""
        for line in self._lines():
            self._note(f"{PROMPT}{line}")
            text = f"{begun}\n{line}" if begun else line
            begun = text if line.strip() and is_open(text) else ""
            if not begun and not self._answers(text):
                break
        if begun:
            self._answers(begun)
        if self._trace is not None:
            self._say(f"What was done is in {self._trace}.")

    def _lines(self) -> Iterator[str]:
        """Yield the lines that are typed or piped in; print what is piped, so that a session reads the same."""
        if sys.stdin.isatty():
            with suppress(ImportError):  # where there is no readline, there are no arrow keys and no completion
                import readline

                readline.set_completer_delims(" ")
                readline.set_completer(lambda _, state: self._completed(readline.get_line_buffer(), state))
                readline.parse_and_bind("tab: complete")
            with suppress(EOFError):
                while True:
                    yield input(PROMPT)
            echo()
            return
        for number, line in records_of(standard_input(), LONGEST_LINE):
            if line is None:
                fail(f"standard input:{number}: the line is longer than {LONGEST_LINE} bytes; write a command a line")
            text = line.decode("utf-8", errors="replace").rstrip("\r\n")
            echo(f"{PROMPT}{text}")
            yield text

    def _completed(self, line: str, state: int) -> str | None:
        """Return one of the words that may end a line, by its place among them; None beyond the last."""
        words = next_words(self._shell, line)
        return f"{words[state]} " if state < len(words) else None

    def _answers(self, text: str) -> bool:
        """Answer what was typed; return whether the session goes on."""
        before, command = self.session, None
        try:
            command = read(text)
            if command is not None and command.name == "quit":
                return False
            if command is not None:
                self._do(command)
        except (CommandError, ChoiceError, InputError) as fault:
            self._say(str(fault))
        except KeyboardInterrupt:
            if command is None or not drives(command):
                raise
            self._say("Interrupted: nothing of it was done.")
        if self.session is not before:
            self._keep()
        return True

    def _do(self, command: Typed) -> None:
        """Do what a command says, and answer."""
        if command.name in self._in_files:
            self._say(self._in_files[command.name](command))
            return
        before, told = self.session, answer(self._shell, command)
        if self.session is before and told.svg:
            self._draw(told.svg)
        self._say(*told.in_short_first)

    def _say(self, *paragraphs: str) -> None:
        """Print paragraphs."""
        for paragraph in paragraphs:
            echo(paragraph)
            self._note(paragraph)

    def _note(self, text: str) -> None:
        """Write what was printed or typed to the file that was asked for."""
        if self._dribble is not None:
            try:
                with self._dribble.open("a", encoding="utf-8") as file:
                    file.write(f"{text}\n")
            except OSError as fault:
                self._dribble = None
                echo(f"nothing more can be written there ({fault.strerror}); 'dribble' is off")

    def _keep(self) -> None:
        """Write the trace and the picture."""
        if self._trace is not None:
            write(self._trace, dumps(self.session.trace))
        if self._picture is not None:
            self._draw(solution_svg(self.session.trace))

    def _draw(self, svg: str) -> None:
        """Write a picture, if one was asked for: of the session, or of an answer until something is done."""
        if self._picture is not None:
            write(self._picture, to_png(svg) if self._picture.suffix.lower() == ".png" else svg)

    def _save(self, command: Typed) -> str:
        """Write the trace to a file."""
        name = file_named(command)
        fault = self._put(name, dumps(self.session.trace))
        return fault or f"What was done so far is in {name}; 'heuristan show {name} --explain' explains it."

    def _save_facts(self, command: Typed) -> str:
        """Write the working memory."""
        name = file_named(command)
        fault = self._put(name, self._shell.live.system.save_facts())
        return fault or f"The facts are in {name}; what rules derive from them is not, and comes again."

    def _put(self, name: str, text: str) -> str:
        """Write a file; return what is wrong, if it cannot be written: that does not end the session."""
        path = Path(name)
        kept = {real(source) for source in self._reads if os.path.isfile(source)}
        kept |= {real(each) for each in (self._picture, self._trace, self._dribble) if each is not None}
        try:
            if real(path) in kept:
                return f"{path} is used already and would be lost; save under another name"
            write_whole(path, text.encode())
        except (OSError, ValueError) as fault:
            why = getattr(fault, "strerror", None) or "no file can have this name"
            return f"{path} cannot be written ({why}); save under another name"
        return ""

    def _taken_in(self, command: Typed, take_in: Callable[[str], str]) -> str:
        """Take in what stands in a file."""
        name = file_named(command)
        text = read_text(Path(name), LARGEST_FILE, "give the facts or rules alone", "facts or rules")
        try:
            return take_in(text)
        except NotationFault as fault:
            raise InputError(f"{name}:{fault.line}: {fault.words}") from fault

    def _set_dribble(self, command: Typed) -> str:
        """Begin or end to write everything to a file."""
        if not command.rest:
            ended, self._dribble = self._dribble, None
            return f"What was typed and answered is in {ended}." if ended else "Nothing is written; name a file."
        name = file_named(command)
        fault = self._put(name, "")
        if not fault:
            self._dribble = Path(name)
        return fault or f"What is typed and answered from now on is written to {name}; 'dribble' ends that."
