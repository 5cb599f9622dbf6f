"""Archives of compiled modules: run by the Python that is to read them, so nothing of heuristan is imported here."""

import re
from importlib.util import MAGIC_NUMBER, source_hash
from marshal import dumps
from pathlib import PurePosixPath
from sys import implementation
from types import CodeType
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

KEPT_WHOLE = ("heuristan/", "pyodide/", "_pyodide/")
"""Modules of which people read docstrings and numbers of lines, or Python itself does."""
UNUSED_BY_PAGE = re.compile(
    r"(_pydatetime|_pyio|_pyrepl|bdb|cProfile|compileall|ctypes|doctest|filecmp|fileinput|ftplib|http/(cookiejar|server)|"
    r"imaplib|logging/(config|handlers)|mailbox|modulefinder|multiprocessing|optparse|pdb|pickletools|plistlib|poplib|"
    r"profile|pstats|pyclbr|pydoc|pydoc_data|smtplib|socketserver|sqlite3|statistics|symtable|trace|unittest|wave|wsgiref|"
    r"xml/(dom|sax)|xmlrpc)\b|encodings/(big5|cp(?!437)|euc|gb|hp|hz|iso|johab|koi8|kz|mac|palmos|ptcp|shift|tis)"
)
"""Modules of the standard library that nothing in a browser needs."""
READ = "heuristan/"
"""Modules whose sources and docstrings learners read."""
UNUSED_BY_LESSONS = "jedi/third_party/django-stubs/"
WHEN = (1980, 1, 1, 0, 0, 0)
UNCHECKED = (1).to_bytes(4, "little")
"""Says that a compiled module fits the source beside it."""


def compile_for_page(source: str, target: str) -> None:
    """Write an archive again with every module compiled; what is no module stays as it is.

    Of others' modules nothing is kept that only people read. Docstrings of heuristan stay: some are answers. Nothing is
    compressed: that takes a Python for browsers several times as long as the one that asked for it.

    Args:
        source: the archive.
        target: the archive that is written.
    """
    with ZipFile(source) as given, ZipFile(target, "w") as made:
        for info in given.infolist():
            if UNUSED_BY_PAGE.match(info.filename):
                continue
            data = given.read(info)
            if info.filename.endswith(".py"):
                is_whole = info.filename.startswith(KEPT_WHOLE)
                code = compile(data, info.filename, "exec", dont_inherit=True, optimize=0 if is_whole else 2)
                data = MAGIC_NUMBER + bytes(12) + dumps(code if is_whole else _without_lines(code))
                info.filename = f"{info.filename}c"
            made.writestr(info, data, ZIP_STORED)


def _without_lines(code: CodeType) -> CodeType:
    """Return code without the numbers of its lines, which only tracebacks show."""
    inner = (_without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    whole, rest = divmod(len(code.co_code) // 2, 8)
    nowhere = b"\xff" * whole + bytes([0xF8 | rest - 1] if rest else [])  # as Python notes code that has no line
    return code.replace(co_linetable=nowhere, co_consts=tuple(inner))


def compile_for_lessons(source: str, target: str) -> None:
    """Write an archive again with every module compiled; what is no module stays as it is.

    Args:
        source: the archive.
        target: the archive that is written.
    """
    with ZipFile(source) as given, ZipFile(target, "w") as made:
        for name in given.namelist():
            if name.startswith(UNUSED_BY_LESSONS):
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
