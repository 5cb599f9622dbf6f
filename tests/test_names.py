"""Names of files: each is used once in its system, so that it can be told which one is meant.

Doors have the names that Python and the rooms give them, and a command's file that of its verb.
"""

from collections import defaultdict

from shared.places import TOP

DOORS = ("__init__.py", "__main__.py", "offers.py")
SYSTEM = dict.fromkeys(("tangram", "pictures", "teaching", "lab"), "tangram")
"""The rooms that are one system; every other room is one by itself."""


def test_a_file_name_is_used_once_in_its_system() -> None:
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for path in sorted((TOP / "heuristan").rglob("*.py")):
        place = path.relative_to(TOP / "heuristan")
        if path.name not in DOORS and "commands" not in place.parts:
            found[SYSTEM.get(place.parts[0], place.parts[0]), path.name].append(place.as_posix())
    twice = {name: places for (_, name), places in found.items() if len(places) > 1}
    assert not twice, "two files have one name: rename one"
