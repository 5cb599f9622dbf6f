"""Makes what the package index shows: the README with links that lead somewhere, and the addresses of the project.

Links in the README are relative, so that they work in a checkout. Away from it they are made absolute with the address
of the repository, the line ``repository`` of pyproject.toml. While that is empty, links become their words and pictures
are left out, so that nothing that is shown is dead.
"""

import re
from pathlib import Path
from typing import Any

try:
    from hatchling.metadata.plugin.interface import MetadataHookInterface
except ImportError:  # only building needs it; tests call `description` alone
    MetadataHookInterface = object

PICTURE = re.compile(r"^!\[([^\]]*)\]\((?!https?:)([^)\s]+)\)\n*", re.MULTILINE)
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:|#)([^)\s]+)\)")


class CustomMetadataHook(MetadataHookInterface):  # type: ignore[misc,unused-ignore]
    """Fills in the fields that pyproject.toml calls dynamic."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the description that the index shows, and the addresses."""
        repository = str(self.config.get("repository", ""))
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": description(text, repository)}
        metadata["urls"] = addresses(repository)


def description(readme: str, repository: str) -> str:
    """Return the README with links that work everywhere.

    Args:
        readme: its text in the checkout.
        repository: the address of the repository; empty if it has none.
    """
    if not repository:
        return LINK.sub(r"\1", PICTURE.sub("", readme))
    shown = PICTURE.sub(rf"![\1]({repository}/raw/main/\2)\n\n", readme)
    return LINK.sub(rf"[\1]({repository}/blob/main/\2)", shown)


def addresses(repository: str) -> dict[str, str]:
    """Return the addresses of the project; none if the repository has none."""
    if not repository:
        return {}
    pages = {"Source": "", "Documentation": "/blob/main/docs/README.md", "Issues": "/issues"}
    return {name: repository + page for name, page in (pages | {"Changes": "/blob/main/CHANGELOG.md"}).items()}
