"""Words in quotation marks that a page gives as the paper's are in the paper. Its scan does not come with heuristan."""

import os
import re
from pathlib import Path

import pytest
from shared.places import TOP

SCAN = os.environ.get("HEURISTAN_SCAN", "")
"""The text of the scan."""

DOCS, RULES = TOP / "docs", TOP / "rules"
PAGES = (
    DOCS / "paper.md",
    DOCS / "scoreboard.md",
    *(DOCS / "experiments").glob("*.md"),
    *RULES.glob("*.yaml"),
    *(RULES / "variants").glob("*.yaml"),
)
NOT_CODE = re.compile(r"```.*?```|`[^`]*`|<!--.*?-->", re.DOTALL)
QUOTED = re.compile(r'"([^"]+)"')


def plain(text: str) -> str:
    """Return words without line breaks, emphasis and the kind of quotation marks."""
    return " ".join(re.sub("[‘’]", "'", text.replace("*", "")).split())


def quotations(page: Path) -> list[str]:
    return [plain(found) for found in QUOTED.findall(NOT_CODE.sub("", page.read_text(encoding="utf-8")))]


def test_the_page_of_the_paper_quotes_it() -> None:
    assert len(quotations(DOCS / "paper.md")) > 20


@pytest.mark.skipif(not os.path.isfile(SCAN), reason="HEURISTAN_SCAN names no text of the paper")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_is_quoted_is_in_the_paper(page: Path) -> None:
    scan = plain(Path(SCAN).read_text(encoding="utf-8"))
    assert [words for words in quotations(page) if words.rstrip(".,;:") not in scan] == []
