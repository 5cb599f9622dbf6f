"""Archives of compiled modules: run by the Python that is to read them, so nothing of heuristan is imported here."""

from importlib._bootstrap_external import _code_to_timestamp_pyc  # type: ignore[import-not-found]
from types import CodeType
from zipfile import ZIP_DEFLATED, ZipFile

KEPT_WHOLE = ("heuristan/", "pyodide/", "_pyodide/")
UNUSED = tuple(
    "_pyrepl antigravity bdb cProfile cmd code codeop ctypes curses doctest ensurepip ftplib idlelib imaplib mailbox "
    "multiprocessing netrc nntplib optparse pdb pickletools poplib profile pstats pty pyclbr pydoc pydoc_data rlcompleter "
    "smtplib socketserver sqlite3 statistics tabnanny this tkinter trace turtle unittest venv webbrowser wsgiref xmlrpc "
    "zipapp".split()
)
"""Modules of the standard library that nothing in a browser needs."""


def compile_archive(source: str, target: str) -> None:
    """Write an archive again with every module compiled; what is no module stays as it is.

    Of others' modules nothing is kept that only people read. Docstrings of heuristan stay: some are answers.

    Args:
        source: the archive.
        target: the archive that is written.
    """
    with ZipFile(source) as given, ZipFile(target, "w", ZIP_DEFLATED, compresslevel=9) as made:
        for info in given.infolist():
            if info.filename.split("/")[0].removesuffix(".py") in UNUSED:
                continue
            data = given.read(info)
            if info.filename.endswith(".py"):
                is_whole = info.filename.startswith(KEPT_WHOLE)
                code = compile(data, info.filename, "exec", dont_inherit=True, optimize=0 if is_whole else 2)
                data = bytes(_code_to_timestamp_pyc(code if is_whole else _without_lines(code), 0, 0))
                info.filename = f"{info.filename}c"
            made.writestr(info, data, ZIP_DEFLATED)


def _without_lines(code: CodeType) -> CodeType:
    """Return code without the numbers of its lines, which only tracebacks show."""
    inner = (_without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=tuple(inner))
