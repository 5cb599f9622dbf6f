"""The tables of pages that come from the program: commands, events, rules, evidence, shapes, columns of results."""

import ast
import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import starmap
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import atlas_page
import click
import composites_page
import engine_page
import exact_page
import man_page
import ways_page
from marked import DOCS, block, table, with_tables

from heuristan.cli import app
from heuristan.lab.schema import RUN
from heuristan.lab.schema import TABLES as COLUMNS
from heuristan.tangram.expert.evidence import EVIDENCE, Evidence
from heuristan.tangram.expert.preferences import PREFERENCES
from heuristan.tangram.expert.ranking import RankedRule
from heuristan.tangram.expert.ranking_entries import catalogue
from heuristan.tangram.outlines.reading import shape_names
from heuristan.tangram.outlines.shape import ShapeFile
from heuristan.tangram.solving import program as program_page
from heuristan.tangram.trace import events as trace

MAKER = "every_table.py"
"""As the marks on pages name this module."""
PROGRAM = ("solve_all", "solve_outline", "solve_puzzle", "try_readings", "_run_rules", "_judged")
"""The functions of the page that is the program which the architecture shows."""
QUOTES = '"""'
ARGUMENTS = re.compile(r'\n\n    Args:.*?"""', re.DOTALL)
NAMES = {
    trace.Spot: "point",
    float: "number",
    int: "integer",
    str: "string",
    bool: "boolean",
}


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
    """Return a type hint as TypeScript writes the values of JSON."""
    if hint in NAMES:
        return NAMES[hint]
    arguments = get_args(hint)
    if get_origin(hint) is Literal:
        return " or ".join(f'`"{word}"`' for word in arguments)
    if get_origin(hint) is tuple:
        if arguments[-1] is Ellipsis:
            return f"{holds(arguments[0])}[]"
        return f"[{', '.join(map(holds, arguments))}]"
    if type(None) in arguments:
        return f"{holds(arguments[0])} or null"
    return f"`{hint.__name__}`"


def paper_rules() -> str:
    """Return a section on each rule of the paper."""
    return "\n".join(section_of(rule) for rule in catalogue().values() if rule.note.startswith("Section "))


def section_of(rule: RankedRule) -> str:
    """Return what a rule asks and accepts, with a place for its film, which only the site shows."""
    grades = " or ".join(f"`{asked}`" for asked in (rule.three_sided, rule.four_sided) if asked)
    words = f"`{rule.name}`: {rule.kind}s, {grades}. {rule.note}"
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
    """Return the names of all commands."""
    return ", ".join(f"`{name}`" for name, _, _ in every_command()) + ".\n"


def options() -> str:
    """Return a section on each command, with its options."""
    return "\n".join(starmap(section_on_command, every_command()))


def every_command(
    group: click.Group = app, context: click.Context | None = None, before: str = "heuristan"
) -> Iterator[tuple[str, click.Command, click.Context]]:
    """Yield each command in a group, however deep: its whole name, itself, and the context that it is called in."""
    context = context or click.Context(group, **group.context_settings)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        # click keeps the help option that it makes first, so its names must be known by then
        within = click.Context(command, parent=context, **command.context_settings)
        if isinstance(command, click.Group):
            yield from every_command(command, within, f"{before} {name}")
        else:
            yield f"{before} {name}", command, within


def section_on_command(name: str, command: click.Command, context: click.Context) -> str:
    """Return how a command is called, what it does, and its options."""
    usage = " ".join(command.collect_usage_pieces(context))
    return f"### `{name}`\n\n`{usage}`: {command.get_short_help_str(200)}\n\n{table_of_options(command)}"


def table_of_options(command: click.Command) -> str:
    """Return the options of a command; nothing if it has none."""
    listed = [each for each in command.params if isinstance(each, click.Option) and not each.hidden]
    rows = [(f"`{f'{each.opts[0]} {value_of(each)}'.strip()}`", each.help or "") for each in listed]
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
    return table(atlas_page.OF_GROUPS, (row for group in groups for row in atlas_page.rates(group)))


def columns() -> str:
    """Return a section on each table of a results file, with its columns."""
    return "\n".join(map(section_on, COLUMNS))


def section_on(name: str) -> str:
    """Return a section on one table, without the columns of a run where `results` has them."""
    kept = COLUMNS[name]
    shared = RUN if name != "results" and set(RUN) <= set(kept.columns) else ()
    rows = ((f"`{each.name}`", each.type, each.meaning) for each in kept.columns if each not in shared)
    besides = f" {', '.join(f'`{each.name}`' for each in shared)} are as in `results`." if shared else ""
    return f"### `{name}`\n\n{kept.meaning}{besides}\n\n{table(('column', 'type', 'meaning'), rows)}"


def program() -> str:
    """Return the central functions of the page that is the program, with the first lines of their docstrings."""
    source = "\n\n\n".join(inspect.getsource(getattr(program_page, name)).rstrip() for name in PROGRAM)
    return f"```py\n{ARGUMENTS.sub(QUOTES, source).rstrip()}\n```\n"


TABLES: Mapping[str, Callable[[], str]] = {
    "commands": commands,
    "options": options,
    "columns": columns,
    "composites": lambda: table(composites_page.COLUMNS, composites_page.rows()),
    "events": events,
    "values": values,
    "rules": rules,
    "paper_rules": paper_rules,
    "preferences": preferences,
    "evidence": evidence,
    "shapes": shapes,
    "savings": savings,
    "paradoxes": paradoxes,
    "impossible": impossible,
    "facts": facts,
    "firings": firings,
    "atlas_rankings": lambda: table(atlas_page.OF_RANKINGS, atlas_page.everyone()),
    "atlas_vertices": lambda: atlas("all", "vertices"),
    "atlas_others": lambda: atlas("symmetry", "solutions"),
    "program": program,
    "atlas_alone": lambda: table(atlas_page.OF_SOLVERS, atlas_page.alone()),
    "ways": lambda: table(ways_page.COLUMNS, ways_page.rows()),
}
"""Each by its name in the mark of a page, or in that of the site alone (`<!-- site: table NAME -->`)."""


def made_again(page: str) -> str:
    """Return the text of a page with its tables as they are now."""
    return with_tables(page, MAKER, TABLES)


def pages() -> dict[Path, str]:
    """Return the pages that hold tables, and their text."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(DOCS.rglob("*.md"))}
    return {path: text for path, text in texts.items() if block(MAKER).search(text)}


def stale() -> list[Path]:
    """Return the pages whose tables are not up to date, and the manual page if it is not."""
    found = [path for path, text in pages().items() if made_again(text) != text]
    manual = man_page.FILE.read_text(encoding="utf-8") if man_page.FILE.exists() else ""
    return [*found, *([man_page.FILE] if manual != man_page.man_page(every_command()) else [])]


def make() -> None:
    """Make all tables and the manual page again."""
    for path in stale():
        is_manual = path == man_page.FILE
        text = man_page.man_page(every_command()) if is_manual else made_again(path.read_text(encoding="utf-8"))
        path.write_text(text, encoding="utf-8")
