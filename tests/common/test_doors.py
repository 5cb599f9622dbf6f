"""That the kit alone opens files of strangers and gives their text to a parser: it bounds size and depth."""

import ast
from collections.abc import Iterator

import pytest
from shared.places import TOP

OPENING = {"open", "read_text", "read_bytes"}
PARSING = {
    *("parse", "load", "loads", "safe_load", "load_all", "safe_load_all", "full_load", "unsafe_load", "JSONDecoder"),
    *("from_wkt", "from_wkb", "from_geojson", "ParserCreate", "fromstring", "iterparse", "literal_eval"),
    *("model_validate_json", "validate_json"),
}
LIBRARIES = {"json", "orjson", "yaml", "tomllib", "pickle", "marshal", "shapely", "expat", "ast"}
"""The names before AMBIGUOUS functions; other objects have methods of these names."""

AMBIGUOUS = {"load", "loads", "parse"}

KIT = ("common/files.py", "common/json_text.py", "common/plain_yaml.py")
BOUNDED = {
    "pictures/svg/document.py": "expat gives event after event, and is stopped",
    "teaching/web/answering.py": "the depth is checked before",
    "teaching/web/service/classroom.py": "the depth is checked before",
    "lab/census/census_runs.py": "a digest, block after block; rankings from the process that shares the work",
}
OWN = {
    "common/faults.py": "what pip wrote of the installation",
    "common/images/decoding.py": "limits from the process that started it",
    "common/kernels.py": "the code of the package",
    "common/memory.py": "what the system says of the process",
    "common/processes.py": "messages of a helper",
    "common/scratch.py": "a folder, to lock it",
    "common/web/bundle.py": "a file of the package",
    "tangram/api/facade.py": "what was written just before",
    "lab/generating.py": "what was written just before",
    "lab/recipes.py": "a package whose digest is checked, and what was written just before",
    "lab/reporting/findings.py": "a file of the package",
    "lab/reporting/queries.py": "a file of the package",
    "lab/reporting/full_report.py": "a file of the package",
    "lab/schema.py": "a file of the package",
    "lab/scoring/sentences.py": "a file of the package",
    "lab/searching/evaluating.py": "from the process that shares the work",
    "lab/tasks.py": "from the process that shares the work",
    "teaching/course/exam.py": "limits, and cells, from the process that started it",
    "teaching/course/lesson_files.py": "files of the package",
    "teaching/texts/translating.py": "a file of the package",
    "teaching/web/requested.py": "what was written just before, and a ranking of the package",
    "teaching/web/service/app.py": "a file of the package",
    "teaching/web/site/for_disk.py": "files of the package",
    "teaching/web/site/site_tools.py": "what Node and tools wrote of files of the package",
    "teaching/web/site/lessons.py": "files of the checkout, wheels that are checked, and what was written just before",
    "teaching/web/site/pyodide_files.py": "a file of the package, and files whose digests are checked",
    "teaching/web/site/python_bundle.py": "the code of the package and of libraries",
    "teaching/web/site/site_folder.py": "files of the package, and files whose digests are checked",
    "teaching/web/service/worker.py": "limits from the process that started it",
    "teaching/worksheets/typesetting.py": "a file of the package",
}
"""Modules that read what heuristan wrote itself."""


def readings_in(source: str) -> Iterator[int]:
    """Return the lines on which a file is opened for reading, or a text is parsed."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and reads(node):
            yield node.lineno


def reads(call: ast.Call) -> bool:
    """Return whether a file is opened or a text is parsed; functions of the kit are called by their names alone."""
    function = call.func
    if not isinstance(function, ast.Attribute):
        return getattr(function, "id", "") == "open" and not is_written(call)
    owner = getattr(function.value, "id", "")
    is_parser = function.attr in PARSING and (owner in LIBRARIES or function.attr not in AMBIGUOUS)
    return is_parser or (function.attr in OPENING and owner != "Store" and not is_written(call))


def is_written(call: ast.Call) -> bool:
    """Return whether a mode says that the file is written."""
    given = (*call.args, *(key.value for key in call.keywords))
    modes = {each.value for each in given if isinstance(each, ast.Constant)}
    return bool(modes & {"w", "wb", "a", "ab", "x", "xb"})


@pytest.mark.slow
def test_the_kit_alone_reads_what_strangers_wrote() -> None:
    package = TOP / "heuristan"
    found = {
        path.relative_to(package).as_posix(): lines
        for path in sorted(package.rglob("*.py"))
        if (lines := [*readings_in(path.read_text(encoding="utf-8"))])
    }
    others = {name: lines for name, lines in found.items() if name not in {*KIT, *BOUNDED, *OWN}}
    assert not others, f"{others}: read with common/files.py, and parse with common/json_text.py or plain_yaml.py"
    assert {*KIT, *BOUNDED, *OWN} <= {*found}, "a module that is excused reads nothing"


@pytest.mark.parametrize(
    "source",
    [
        "json.loads(a)",
        "p.read_text()",
        "open(a)",
        "p.open('rb')",
        "shapely.from_wkt(a)",
        "a.b.read_bytes()",
    ],
)
def test_readings_are_seen(source: str) -> None:
    assert [*readings_in(source)] == [1]


@pytest.mark.parametrize(
    "source", ["read_text(a, 9)", "p.open('w')", "trace.loads(a)", "read_json(a)", "json.dumps(a)"]
)
def test_others_are_not(source: str) -> None:
    assert not [*readings_in(source)]
