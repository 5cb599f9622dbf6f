"""The command line: the only part that prints, reads arguments, or exits."""

from typing import Any, ClassVar

import click

from heuristan.cli.failing import INTERRUPTED
from heuristan.version import __version__


class LazyGroup(click.Group):
    """A group whose commands are imported when they are named, so that ``--help`` stays quick."""

    home: ClassVar[str] = "heuristan.cli"
    """The package with a module for each command, which holds the command under the same name."""
    commands_and_summaries: ClassVar[dict[str, str]] = {
        "solve": "Solve outlines: explain, draw or write the result.",
        "hint": "Say where one piece goes, or which one to take back.",
        "verify": "Check results, whatever made them, and say what is wrong.",
        "compare": "Set the solvers side by side: status, effort, seconds, memory.",
        "step": "Choose the matches yourself, step by step.",
        "convert": "Read outlines in any format and write them in another.",
        "generate": "Make outlines at random, from a seed.",
        "lab": "Try rankings on thousands of outlines, report, find better ones.",
        "show": "Draw and explain a recorded trace, without solving again.",
        "rankings": "List the rankings, and how each differs from the default.",
        "shapes": "List the shapes that ship with heuristan.",
        "edgematching": "Edge-matching puzzles by convex relaxation, and by search.",
        "sliding": "Sliding tiles: the 8-puzzle, the 15-puzzle and larger, planned and solved optimally.",
        "jigsaw": "Jigsaw puzzles from pictures of their pieces.",
    }

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(self.commands_and_summaries)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: ARG002
        if name not in self.commands_and_summaries:
            return None
        from importlib import import_module

        command: click.Command = getattr(import_module(f"{self.home}.{name}"), name)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. Ctrl-C that it does not answer itself has a status of its own: 1 would be an answer."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("heuristan: interrupted", err=True)
            raise SystemExit(INTERRUPTED) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(self.commands_and_summaries.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        from difflib import get_close_matches

        name = args[0]
        if name not in self.commands_and_summaries and not name.startswith("-"):
            close = get_close_matches(name, self.commands_and_summaries, n=1, cutoff=0.4)
            guess = f"did you mean '{close[0]}'?" if close else f"there are {', '.join(self.commands_and_summaries)}"
            raise click.UsageError(f"there is no command '{name}'; {guess}", ctx)
        return super().resolve_command(ctx, args)


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog="Begin with:  heuristan solve convex-square --output square.png",
)
@click.version_option(__version__, prog_name="heuristan")
def app() -> None:
    """Tangram puzzles solved by ranked rules, after Deutsch and Hayes (1972), and by exhaustive search.

    An outline is taken apart piece by piece: the most reliable rule that finds a match extracts it. Every step is
    explained and can be drawn. The exact solver (solve --solver exact) finds all solutions, or proves that there is
    none.
    """


def main() -> None:
    """Run the command line."""
    try:
        app()
    except OSError as fault:  # a full disk under standard output, say; each file has its own message
        click.echo(f"heuristan: the output cannot be written ({fault.strerror or fault})", err=True)
        raise SystemExit(2) from None
