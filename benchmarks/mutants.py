"""Measures how strong the tests are: breaks the core in many small ways, and counts which of them the tests find.

    python benchmarks/mutants.py FOLDER [--seed N] [--count N] [--package heuristan/tangram] [--only N ...]

FOLDER is scratch: a copy of the checkout is made there, its tests run once with a probe at each place that is drawn (so
it is known which tests come by, and what each costs), and then once for each mutant: the tests that come by, those of
the same room first, the cheapest first, until one fails or their processor time is used up. What stands in FOLDER is
not done again, so a run that was interrupted goes on. At the end: how many were found, and what survived.

A mutant changes one expression or takes out one statement: a comparison, arithmetic, "and" or "or", a condition, a
number, what is returned, a call. Kernels are left alone, as numba keeps compiled ones. A place that runs while modules
are imported, or once for many tests, comes with all tests of its room.
"""

import argparse
import ast
import copy
import json
import os
import resource
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

TOP = Path(__file__).resolve().parent.parent
SECONDS = 60.0
"""Processor time of the tests that are run for a mutant, at most."""
FIRST = 6.0
"""Processor time of the tests that are run before the others: nearly every mutant is found by one of them."""
LONGEST = 240
"""Processor time after which a mutant is in an endless loop."""

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.LShift: ast.RShift,
    ast.RShift: ast.LShift, ast.Pow: ast.Mult,
}  # fmt: skip


class Site(NamedTuple):
    """A place and what is done to it."""

    path: str
    line: int
    what: str
    span: tuple[int, int, int, int]
    """First and last line (from 1) and column (in bytes) of the text that is replaced."""
    text: str
    statement: int
    """The line of the innermost statement before which a probe can stand; 0 in the body of a module or class."""


def swapped(node: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """Yield the other expressions that may stand in the place of one."""
    if isinstance(node, ast.Compare):
        for i, operator in enumerate(node.ops):
            changed = copy.deepcopy(node)
            changed.ops[i] = COMPARISONS[type(operator)]()
            yield "comparison", changed
    elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        changed = copy.deepcopy(node)
        changed.op = ARITHMETIC[type(node.op)]()
        yield "arithmetic", changed
    elif isinstance(node, ast.BoolOp):
        changed = copy.deepcopy(node)
        changed.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield "boolean", changed
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "boolean", node.operand
    elif isinstance(node, ast.IfExp):
        yield "condition", ast.IfExp(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield "constant", ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield "constant", ast.Constant(node.value + 1)


def span_of(node: ast.expr | ast.stmt) -> tuple[int, int, int, int]:
    return node.lineno, node.col_offset, node.end_lineno or node.lineno, node.end_col_offset or 0


class Finder(ast.NodeVisitor):
    """Finds the places of one module."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.found: list[Site] = []
        self.statement = 0
        self.depth = 0

    def add(self, what: str, node: ast.expr | ast.stmt, text: str) -> None:
        self.found.append(Site(self.path, node.lineno, what, span_of(node), text, self.statement if self.depth else 0))

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.JoinedStr | ast.Import | ast.ImportFrom | ast.arguments):
            return  # the places in an f-string are not known; defaults and notes on types are not run
        if isinstance(node, ast.expr):
            for what, changed in swapped(node):
                self.add(what, node, f"({ast.unparse(ast.fix_missing_locations(changed))})")
        super().visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.depth += 1
        self.visit_body(node.body)
        self.depth -= 1

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value:
            self.visit(node.value)

    def visit_If(self, node: ast.If) -> None:
        if "TYPE_CHECKING" in ast.unparse(node.test):
            return
        self.add("condition", node.test, f"(not ({ast.unparse(node.test)}))")
        self.visit(node.test)
        self.visit_body(node.body)
        first = node.orelse[0] if node.orelse else None
        if isinstance(first, ast.If) and len(node.orelse) == 1 and first.col_offset == node.col_offset:
            self.visit_If(first)  # an "elif": no probe can stand before it
        else:
            self.visit_body(node.orelse)

    def visit_body(self, body: Iterable[ast.stmt]) -> None:
        before = self.statement
        for statement in body:
            self.statement = statement.lineno
            self.visit_statement(statement)
        self.statement = before

    def visit_statement(self, node: ast.stmt) -> None:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return  # a docstring
        if isinstance(node, ast.AugAssign | ast.Raise | ast.Continue | ast.Break | ast.Delete) or (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
        ):
            self.add("statement", node, "pass")
        if isinstance(node, ast.Return) and node.value and not is_none(node.value):
            self.add("return", node.value, "None")
        if isinstance(node, ast.AugAssign) and type(node.op) in ARITHMETIC:
            changed = copy.deepcopy(node)
            changed.op = ARITHMETIC[type(node.op)]()
            self.add("arithmetic", node, ast.unparse(changed))
        self.visit(node)

    def generic_visit(self, node: ast.AST) -> None:
        for _, value in ast.iter_fields(node):
            if isinstance(value, list) and value and all(isinstance(each, ast.stmt) for each in value):
                self.visit_body(value)
            elif isinstance(value, list):
                for each in value:
                    if isinstance(each, ast.AST):
                        self.visit(each)
            elif isinstance(value, ast.AST):
                self.visit(value)


def is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def is_kernel(path: Path) -> bool:
    return path.stem.endswith("kernel") or "compiled into functions" in path.read_text(encoding="utf-8")


def sites(top: Path, package: str) -> list[Site]:
    """Return every place of a package where something can be changed."""
    found = []
    for path in sorted((top / package).rglob("*.py")):
        if not is_kernel(path):
            finder = Finder(path.relative_to(top).as_posix())
            finder.visit_body(ast.parse(path.read_text(encoding="utf-8")).body)
            found += finder.found
    return found


def mutated(text: str, site: Site) -> str:
    """Return a module with a place changed."""
    lines = text.encode().splitlines(keepends=True)
    first, start, last, end = site.span
    before, after = lines[first - 1][:start], lines[last - 1][end:]
    lines[first - 1 : last] = [before + site.text.encode() + after]
    return b"".join(lines).decode()


PROBE = "import mutants_probe; mutants_probe.came_by({})\n"

PROBE_MODULE = '''"""Writes down which test comes by which place."""
import os

seen = set()


def came_by(number):
    if number not in seen:
        seen.add(number)
        line = f"{number} {os.environ.get('PYTEST_CURRENT_TEST', '').rpartition(' ')[0]}\\n"
        descriptor = os.open(os.environ["MUTANTS_HITS"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        os.write(descriptor, line.encode())
        os.close(descriptor)
'''


def probed(text: str, places: dict[int, int]) -> str:
    """Return a module with probes before lines, given the number of the place and the line."""
    lines = text.splitlines(keepends=True)
    for number, line in sorted(places.items(), key=lambda item: -item[1]):
        indent = lines[line - 1][: len(lines[line - 1]) - len(lines[line - 1].lstrip())]
        lines.insert(line - 1, indent + PROBE.format(number))
    return "".join(lines)


class Plugin:
    """Chooses and orders the tests of a run, and writes down what each costs."""

    def __init__(self, chosen: list[str] | None, costs: Path | None) -> None:
        self.places = {name: place for place, name in enumerate(chosen)} if chosen else None
        self.costs = costs

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self.places is not None:
            places = self.places
            items[:] = sorted((each for each in items if each.nodeid in places), key=lambda each: places[each.nodeid])

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        probe = sys.modules.get("mutants_probe")
        if probe:
            probe.seen.clear()
        start = processor_time()
        yield
        if self.costs:
            with self.costs.open("a", encoding="utf-8") as file:
                file.write(json.dumps([item.nodeid, round(processor_time() - start, 4)]) + "\n")


def processor_time() -> float:
    """Return the processor time of this process and of those that it started and that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def in_copy(place: Path, code: str, *arguments: str, limit: int | None = None) -> subprocess.CompletedProcess[str]:
    """Run the tests of a copy in a process of their own, with this module as the plugin's home."""
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(place), str(place.parent / "probe"), str(Path(__file__).parent)]),
        "MUTANTS_HITS": str(place.parent / "hits.txt"),
        "CI": "true",
        "PYTHONDONTWRITEBYTECODE": "1",
        "NUMBA_CACHE_DIR": str(place.parent / "numba"),
    }

    def limited() -> None:
        if limit:
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))

    script = f"import sys, pathlib, mutants, pytest; sys.exit(pytest.main(sys.argv[1:], plugins=[{code}]))"
    try:
        return subprocess.run(
            [sys.executable, "-c", script, *arguments],
            cwd=place, env=environment, preexec_fn=limited, capture_output=True, text=True, check=False,
            timeout=20 * limit if limit else None,
        )  # fmt: skip
    except subprocess.TimeoutExpired as late:
        return subprocess.CompletedProcess(late.cmd, -1, "", "late")


def make_copy(place: Path) -> None:
    """Copy the files of the checkout that git knows."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=TOP, capture_output=True, text=True, check=True).stdout
    for name in filter(None, names.split("\0")):
        if (TOP / name).is_file():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(TOP / name, place / name, follow_symlinks=False)


def probe_run(folder: Path, drawn: dict[int, Site], tests: list[str]) -> None:
    """Run all tests once with probes; make hits.txt and costs.jsonl."""
    place = folder / "probed"
    shutil.rmtree(place, ignore_errors=True)
    make_copy(place)
    (folder / "probe").mkdir(exist_ok=True)
    (folder / "probe" / "mutants_probe.py").write_text(PROBE_MODULE, encoding="utf-8")
    by_path = defaultdict[str, dict[int, int]](dict)
    for number, site in drawn.items():
        if site.statement:
            by_path[site.path][number] = site.statement
    for path, places in by_path.items():
        (place / path).write_text(probed((place / path).read_text(encoding="utf-8"), places), encoding="utf-8")
    costs = folder / "costs.jsonl"
    done = in_copy(place, f"mutants.Plugin(None, pathlib.Path({str(costs)!r}))", "-p", "no:cacheprovider", *tests)
    (folder / "probed.log").write_text(done.stdout + done.stderr, encoding="utf-8")
    (folder / "probed.done").write_text("", encoding="utf-8")


def rooms(path: str) -> Iterator[str]:
    """Yield the folders of tests of a module, the nearest first."""
    parts = Path(path).parent.parts[1:]
    for count in range(len(parts), 0, -1):
        yield "/".join(("tests", *parts[:count])) + "/"


class Known(NamedTuple):
    """Results of the run with probes."""

    hits: dict[int, set[str]]
    costs: dict[str, float]

    @classmethod
    def of(cls, folder: Path) -> "Known":
        hits = defaultdict[int, set[str]](set)
        for line in (folder / "hits.txt").read_text(encoding="utf-8").splitlines():
            number, _, test = line.partition(" ")
            hits[int(number)].add(test)
        rows = [json.loads(line) for line in (folder / "costs.jsonl").read_text(encoding="utf-8").splitlines()]
        log = (folder / "probed.log").read_text(encoding="utf-8").splitlines()
        failed = {line.partition(" ")[2].partition(" - ")[0] for line in log if line.startswith(("FAILED ", "ERROR "))}
        return cls(hits, {name: cost for name, cost in rows if name not in failed})

    def tests_for(self, number: int, site: Site) -> list[str]:
        """Return the tests that come by a place, else those of its room, in the order in which they are to run."""
        near = next((room for room in rooms(site.path) if any(name.startswith(room) for name in self.costs)), "tests/")
        came_by = [name for name in self.hits.get(number, ()) if name in self.costs]
        tests = came_by or [name for name in self.costs if name.startswith(near)]
        return sorted(tests, key=lambda name: (not name.startswith(near), self.costs[name]))


def within(tests: Iterable[str], costs: dict[str, float], seconds: float) -> list[str]:
    """Return the first tests that cost no more than so much together."""
    found, spent = [], 0.0
    for name in tests:
        if spent + costs[name] <= seconds:
            spent += costs[name]
            found.append(name)
    return found


def judge(folder: Path, site: Site, tests: list[str], costs: dict[str, float]) -> dict[str, Any]:
    """Run the tests against a mutant; say how it was found."""
    place = folder / "mutant"
    path = place / site.path
    usual = path.read_text(encoding="utf-8")
    changed = mutated(usual, site)
    spent, ran = 0.0, 0
    first = within(tests, costs, FIRST)[:60]
    others = within([name for name in tests if name not in set(first)], costs, SECONDS - FIRST)
    try:
        compile(changed, site.path, "exec")
        path.write_text(changed, encoding="utf-8")
        for chosen in filter(None, (first, others)):
            names = folder / "chosen.json"
            names.write_text(json.dumps(chosen), encoding="utf-8")
            code = f"mutants.Plugin(mutants.json.loads(pathlib.Path({str(names)!r}).read_text()), None)"
            files = sorted({name.partition("::")[0] for name in chosen})
            before = processor_time()
            done = in_copy(place, code, "-x", "-p", "no:cacheprovider", "--tb=line", "-rfE", *files, limit=LONGEST)
            spent, ran = spent + processor_time() - before, ran + len(chosen)
            if done.returncode not in (0, 5):
                found = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
                by = found[0][:200] if found else f"exit status {done.returncode}: {done.stderr[-200:]}"
                return {"found": True, "by": by, "seconds": round(spent, 1), "tests": ran}
    finally:
        path.write_text(usual, encoding="utf-8")
    return {"found": False, "by": "", "seconds": round(spent, 1), "tests": ran}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1972)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--package", default="heuristan/tangram")
    parser.add_argument("--only", type=int, nargs="*", help="Numbers of the mutants to run.")
    parser.add_argument("--tests", nargs="*", default=["tests"], help="The tests that may find a mutant.")
    told = parser.parse_args(arguments)
    folder = told.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    every = sites(TOP, told.package)
    drawn = dict(enumerate(Random(told.seed).sample(every, min(told.count, len(every)))))
    print(f"{len(every)} places, {len(drawn)} drawn with seed {told.seed}", flush=True)
    if not (folder / "probed.done").exists():
        probe_run(folder, drawn, told.tests)
    make_copy(folder / "mutant")  # anew: a run that was killed leaves a mutant there
    known, results = Known.of(folder), folder / "results.jsonl"
    old = [json.loads(line) for line in results.read_text().splitlines()] if results.exists() else []
    outcomes = {row["number"]: row for row in old}
    for number, site in drawn.items():
        if number in outcomes or (told.only is not None and number not in told.only):
            continue
        row = {"number": number, "place": f"{site.path}:{site.line}", "what": site.what, "text": site.text}
        row |= judge(folder, site, known.tests_for(number, site), known.costs)
        outcomes[number] = row
        with results.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        print(json.dumps(row), flush=True)
    survivors = [row for row in outcomes.values() if not row["found"]]
    print(f"{len(outcomes) - len(survivors)} of {len(outcomes)} found; survivors:")
    for row in survivors:
        print(f"  {row['number']}: {row['place']} {row['what']}: {row['text']} ({row['tests']} tests came by)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
