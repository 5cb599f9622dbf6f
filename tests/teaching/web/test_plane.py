"""The geometry of the play table, tested alone by Node."""

import os
import subprocess
from pathlib import Path
from shutil import which

import pytest

HERE = Path(__file__).parent
MODULES = HERE.parents[2] / "heuristan" / "teaching" / "web" / "page"


@pytest.mark.slow
@pytest.mark.skipif(not which("node"), reason="the geometry of the page is tested with Node")
def test_laws_of_the_plane() -> None:
    seed = {"SEED": "1"} if os.environ.get("CI") else {}
    command = ["node", "--test", str(HERE / "plane.test.mjs")]
    environment = {**os.environ, "MODULES": str(MODULES), **seed}
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert not ended.returncode, ended.stdout
