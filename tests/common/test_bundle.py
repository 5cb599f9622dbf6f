"""Modules of a front end as one script."""

import re
import subprocess
from importlib.resources import files
from shutil import which

import pytest

from heuristan.common.web.bundle import HERE, one_script, text_of

TEXTS = {
    "lengths": "const SIDE = 2;\nexport const area = () => SIDE * SIDE;\n",
    "words": "const SIDE = 'a side';\nexport async function said() {\n  return SIDE;\n}\nexport class Word {}\n",
    "door": 'import { said } from "./words.js";\nimport { area } from "./lengths.js";\n\nexport { area, said };\n',
    "late": "export function late() {\n  return 7;\n}\n",
    "app": 'import { area, said } from "./door.js";\n\nexport async function all(name) {\n'
    "  return [area(), await said(), (await import(`./${name}.js`)).late()];\n}\n",
}


def test_names_of_two_modules_may_be_the_same() -> None:
    if not which("node"):
        pytest.skip("this test needs Node")
    script = (
        one_script(["late", "app"], TEXTS.__getitem__)
        + '\nmodules.app.all("late").then((found) => console.log(...found));'
    )
    ran = subprocess.run(["node", "-e", f'"use strict";{script}'], capture_output=True, text=True, check=True)
    assert ran.stdout == "4 a side 7\n"


def test_a_module_comes_once_after_what_it_imports() -> None:
    script = one_script(["app"], TEXTS.__getitem__)
    assert re.findall(r"^modules\[\"(\w+)", script, re.MULTILINE) == ["words", "lengths", "door", "app"]


def test_nothing_is_left_of_modules_that_a_script_cannot_have() -> None:
    folders = HERE, files("heuristan.teaching.web") / "page"
    names = ["app", "play-table", "lay-board", "draw-board"]
    script = one_script(names, lambda name: text_of(f"{name}.js", folders))
    assert not re.search(r"^(import|export)\b|\bawait import\(", script, re.MULTILINE)
