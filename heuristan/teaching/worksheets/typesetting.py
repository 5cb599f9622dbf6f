"""The PDF of a worksheet: its data handed over to typst, which sets `sheet.typ` without a network or a clock."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heuristan.common.faults import require
from heuristan.common.svg.text import COVERED, FOLDER

if TYPE_CHECKING:
    from types import ModuleType

TEMPLATE = Path(__file__).with_name("sheet.typ")


def require_typst() -> "ModuleType":
    """Return typst.

    Raises:
        MissingExtraError: if it is not installed.
    """
    return require("typst", "typst", "worksheet")


def pdf_of(sheet: Mapping[str, Any]) -> bytes:
    """Return a worksheet as a PDF; the same data gives the same bytes.

    Fonts of the system are looked at only where words have letters that the fonts that come along do not have.

    Args:
        sheet: the data that `sheet.typ` sets.

    Raises:
        MissingExtraError: if typst is not installed.
    """
    typst = require_typst()
    text = json.dumps(sheet, ensure_ascii=False, sort_keys=True)
    made = typst.compile(
        TEMPLATE.read_bytes(),
        format="pdf",
        font_paths=[str(FOLDER)],
        ignore_system_fonts=COVERED.fullmatch(text) is not None,
        sys_inputs={"sheet": text},
    )
    assert isinstance(made, bytes)
    return made
