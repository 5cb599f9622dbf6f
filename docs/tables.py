"""Makes the tables in these pages that come from the program: commands, events, rules, evidence, shapes.

Run `python docs/tables.py` after a change to any of them. With `--check` nothing is written: it names the pages that
are not up to date, and a test does the same.
"""

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import atlas_page
import click
import engine_page
import exact_page
import ways_page

from heuristan.cli import app
from heuristan.tangram.expert.evidence import EVIDENCE, Evidence
from heuristan.tangram.expert.preferences import PREFERENCES
from heuristan.tangram.expert.ranking import RankedRule
from heuristan.tangram.expert.ranking_file import catalogue
from heuristan.tangram.outlines.reading import shape_names
from heuristan.tangram.outlines.shape import ShapeFile
from heuristan.tangram.solving import program as program_page
from heuristan.tangram.trace import events as trace

HERE = Path(__file__).parent
NAMES = {
    trace.Spot: "point",
    float: "number",
    int: "whole number",
    str: "text",
    bool: "true or false",
}
BLOCK = re.compile(r"(<!-- table: (\w+), made by tables.py -->\n\n).*?(<!-- end of table -->)", re.DOTALL)


def table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table in Markdown."""
    lines = [list(columns), *map(list, rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)


def events() -> str:
    """Return every event of a trace, with what happened and its fields."""
    kinds = trace.Event.kinds.values()
    return table(
        ("event", "what happened", "fields"), ((f"`{k.__name__}`", first_line(k), fields_of(k)) for k in kinds)
    )


def values() -> str:
    """Return the values within events."""
    kinds = dict.fromkeys(kind for event in trace.Event.kinds.values() for kind in values_within(event))
    return table(("value", "what it is", "fields"), ((f"`{k.__name__}`", first_line(k), fields_of(k)) for k in kinds))


def values_within(kind: Any) -> Iterable[type]:
    """Yield the kinds of values that the fields of a kind hold, and those within them."""
    for field in fields(kind):
        hint = get_type_hints(kind)[field.name]
        for inner in (hint, *every_argument(hint)):
            if is_dataclass(inner) and isinstance(inner, type):
                yield inner
                yield from values_within(inner)


def every_argument(hint: Any) -> Iterable[Any]:
    for argument in get_args(hint):
        yield argument
        yield from every_argument(argument)


def first_line(kind: type) -> str:
    return (kind.__doc__ or "").strip().split("\n")[0]


def fields_of(kind: Any) -> str:
    """Return the fields of a kind with what they hold, and their docstrings."""
    hints, notes = get_type_hints(kind), notes_of(kind)
    described = []
    for field in fields(kind):
        note = notes.get(field.name, "").removesuffix(".").replace("None", "null")
        described.append(
            f"`{field.name}`: {holds(hints[field.name])}{f' ({note[0].lower()}{note[1:]})' if note else ''}"
        )
    return "; ".join(described)


def notes_of(kind: type) -> dict[str, str]:
    """Return the docstrings of the fields of a class, read from its source."""
    (tree,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(tree, ast.ClassDef)
    found = {}
    for above, below in zip(tree.body, tree.body[1:], strict=False):
        if isinstance(above, ast.AnnAssign) and isinstance(above.target, ast.Name) and isinstance(below, ast.Expr):
            assert isinstance(below.value, ast.Constant)
            found[above.target.id] = " ".join(str(below.value.value).split())
    return found


def holds(hint: Any) -> str:
    """Return a type hint in the words of JSON."""
    if hint in NAMES:
        return NAMES[hint]
    arguments = get_args(hint)
    if get_origin(hint) is Literal:
        return " or ".join(f'`"{word}"`' for word in arguments)
    if get_origin(hint) is tuple:
        if arguments[-1] is Ellipsis:
            return f"list of {plural(holds(arguments[0]))}"
        return f"[{', '.join(map(holds, arguments))}]"
    if type(None) in arguments:
        return f"{holds(arguments[0])}, or null"
    return f"`{hint.__name__}`"


def plural(words: str) -> str:
    if words.startswith("list"):
        return words.replace("list", "lists", 1)
    return words if words.startswith(("`", "[", "text")) else f"{words}s"


def paper_rules() -> str:
    """Return a section on each rule of the paper."""
    return "\n".join(section_of(rule) for rule in catalogue().values() if rule.note.startswith("Section "))


def section_of(rule: RankedRule) -> str:
    """Return what a rule asks and accepts, with a place for its film, which only the site shows."""
    grades = " or ".join(f"`{asked}`" for asked in (rule.three_sided, rule.four_sided) if asked)
    words = f"`{rule.name}` takes {rule.kind}s with the grades {grades}. {rule.note}"
    return f"### {rule.title}\n\n{words}\n\n<!-- site: film {rule.name} -->\n"


def rules() -> str:
    """Return the rules of the catalogue."""
    columns = ("rule", "title", "of", "three-sided", "four-sided", "besides")
    return table(columns, map(rule_row, catalogue().values()))


def rule_row(rule: RankedRule) -> tuple[str, ...]:
    besides = [f"`only: [{', '.join(sorted(rule.only))}]`"] if rule.only else []
    besides += [f"`last: [{', '.join(sorted(rule.last))}]`"] if rule.last else []
    besides += [f"`evidence: {rule.evidence}`"] if rule.evidence else []
    besides += [f"`prefer: {words_of(rule.prefer)}`"] if rule.prefer else []
    besides += ["`may-cross: true`"] if rule.may_cross else []
    grades = [f"`{asked}`" if asked else "" for asked in (rule.three_sided, rule.four_sided)]
    return (f"`{rule.name}`", rule.title, f"{rule.kind}s", *grades, ", ".join(besides))


def words_of(words: Sequence[str]) -> str:
    """Return one word, or several as a list, as a ranking file has them."""
    return words[0] if len(words) == 1 else f"[{', '.join(words)}]"


def preferences() -> str:
    """Return the preferences of rules."""
    return table(("`prefer`", "takes first"), ((f"`{each.name}`", each.meaning) for each in PREFERENCES.values()))


def evidence() -> str:
    """Return the kinds of evidence that rules can ask for."""
    columns = ("`evidence`", "holds of a match if", "the rule")
    return table(columns, map(evidence_row, EVIDENCE.values()))


def evidence_row(kind: Evidence) -> tuple[str, ...]:
    page = f"[{kind.name.replace('-', ' ')}](rules/README.md#{kind.name})"
    return f"`{kind.name}`", f"{kind.meaning} ({page})", "rules it out" if kind.refutes else "extracts it"


def shapes() -> str:
    """Return the shapes with what their files say, and the number of their solutions."""
    columns = ("name", "title", "vertices", "sets", "solutions", "difficulty")
    return table(columns, map(shape_row, map(exact_page.shape, shape_names())))


def shape_row(shape: ShapeFile) -> tuple[str, ...]:
    vertices, sets = len(shape.puzzle.boundary.vertices), shape.puzzle.sets
    return (
        f"`{shape.name}`",
        shape.title,
        str(vertices),
        str(sets),
        exact_page.solutions_of(shape.name),
        shape.difficulty,
    )


def by_solutions() -> str:
    """Return the shapes by the number of their solutions."""
    return table(("solutions", "shapes"), exact_page.by_solutions())


def savings() -> str:
    """Return what the choice of the vertex and the other ideas save."""
    return table(("all solutions, filling", *(f"`{name}`" for name in exact_page.COMPARED)), exact_page.savings())


def paradoxes() -> str:
    """Return pairs of figures, one of which seems to lack a piece."""
    return table(("name", "vertices", "solutions", "states"), exact_page.paradoxes())


def impossible() -> str:
    """Return outlines that the tans do not fill, and why."""
    return table(("name", "states", "depth", "simple reason"), exact_page.impossible())


def commands() -> str:
    """Return a section on each command, with its options."""
    return "\n".join(sections_of(app, click.Context(app, **app.context_settings)))


def sections_of(group: click.Group, context: click.Context, before: str = "heuristan ") -> Iterator[str]:
    """Yield a section on each command of a group."""
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        # click keeps the help option that it makes first, so its names must be known by then
        within = click.Context(command, parent=context, **command.context_settings)
        if isinstance(command, click.Group):
            yield from sections_of(command, within, f"{before}{name} ")
            continue
        usage = " ".join(command.collect_usage_pieces(within))
        yield f"### `{before}{name}`\n\n`{usage}`: {command.get_short_help_str(200)}\n\n{table_of_options(command)}"


def table_of_options(command: click.Command) -> str:
    """Return the options of a command; nothing if it has none."""
    options = [each for each in command.params if isinstance(each, click.Option) and not each.hidden]
    rows = [(f"`{f'{each.opts[0]} {value_of(each)}'.strip()}`", each.help or "") for each in options]
    return table(("option", "what it does"), rows) if rows else ""


def value_of(option: click.Option) -> str:
    """Return what is written after an option."""
    if option.is_flag:
        return ""
    choices = getattr(option.type, "choices", None)
    return " or ".join(map(str, choices)) if choices else option.metavar or option.type.name.split()[0].upper()


def facts() -> str:
    """Return the kinds of facts in the engine's working memory."""
    return table(("kind", "what it is", "asserted by", "read by"), engine_page.kinds())


def firings() -> str:
    """Return the rules that fire for one outline."""
    return table(("step", "rules that fire, in order"), engine_page.firings())


def atlas(*groups: str) -> str:
    """Return what rankings solve of all snug tangrams, by groups of them."""
    columns = ("", "shapes", *(f"`{name}`" for name in atlas_page.RANKINGS))
    return table(columns, (row for group in groups for row in atlas_page.rates(group)))


def program() -> str:
    """Return the middle of the page that is the program, as it is."""
    source = inspect.getsource(program_page)
    first, end = source.index("def solve_all("), source.index("@dataclass(frozen=True)\nclass Tried")
    return f"```py\n{source[first:end].rstrip()}\n```\n"


TABLES: Mapping[str, Callable[[], str]] = {
    "commands": commands,
    "events": events,
    "values": values,
    "rules": rules,
    "paper_rules": paper_rules,
    "preferences": preferences,
    "evidence": evidence,
    "shapes": shapes,
    "by_solutions": by_solutions,
    "savings": savings,
    "paradoxes": paradoxes,
    "impossible": impossible,
    "facts": facts,
    "firings": firings,
    "atlas_rankings": lambda: table(("ranking", "shapes", "first attempt", "any"), atlas_page.everyone()),
    "atlas_vertices": lambda: atlas("all", "vertices"),
    "atlas_others": lambda: atlas("symmetry", "solutions"),
    "program": program,
    "ways": lambda: table(ways_page.COLUMNS, ways_page.rows()),
    "atlas_alone": lambda: table(("solved by", "shapes"), atlas_page.alone()),
}


def made_again(page: str) -> str:
    """Return the text of a page with its tables as they are now."""
    return BLOCK.sub(lambda block: f"{block[1]}{TABLES[block[2]]()}\n{block[3]}", page)


def pages() -> dict[Path, str]:
    """Return the pages that hold tables, and their text."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(HERE.rglob("*.md"))}
    return {path: text for path, text in texts.items() if BLOCK.search(text)}


def main() -> None:
    """Make all tables, or with --check say which pages are not up to date."""
    found = pages()
    stale = [path for path, text in found.items() if made_again(text) != text]
    if sys.argv[1:] == ["--check"]:
        sys.exit(f"not up to date: {', '.join(path.name for path in stale)}; run python docs/tables.py" if stale else 0)
    for path in stale:
        path.write_text(made_again(found[path]), encoding="utf-8")


if __name__ == "__main__":
    main()
