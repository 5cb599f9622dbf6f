"""Archives of what lessons need, compiled: run by the Python that is to read them, as `compiled_archive` is.

Learners read docstrings and sources of heuristan, so these stay.
"""

from importlib.util import MAGIC_NUMBER, source_hash
from marshal import dumps
from pathlib import PurePosixPath
from sys import implementation
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

READ = "heuristan/"
"""Modules whose sources are kept."""
UNUSED = "jedi/third_party/django-stubs/"
WHEN = (1980, 1, 1, 0, 0, 0)
UNCHECKED = (1).to_bytes(4, "little")
"""Says that a compiled module fits the source beside it."""


def compile_archive(source: str, target: str) -> None:
    """Write an archive again with every module compiled; what is no module stays as it is.

    Args:
        source: the archive.
        target: the archive that is written.
    """
    with ZipFile(source) as given, ZipFile(target, "w") as made:
        for name in given.namelist():
            if name.startswith(UNUSED):
                continue
            data = given.read(name)
            if not name.endswith(".py"):
                made.writestr(ZipInfo(name, WHEN), data, ZIP_DEFLATED)
                continue
            code = dumps(compile(data, name, "exec", dont_inherit=True))
            if name.startswith(READ):
                made.writestr(ZipInfo(name, WHEN), data, ZIP_DEFLATED)
                path = PurePosixPath(name)
                name = f"{path.parent}/__pycache__/{path.stem}.{implementation.cache_tag}.pyc"
                code = MAGIC_NUMBER + UNCHECKED + source_hash(data) + code
            else:
                name, code = f"{name}c", MAGIC_NUMBER + bytes(12) + code
            made.writestr(ZipInfo(name, WHEN), code, ZIP_DEFLATED)
