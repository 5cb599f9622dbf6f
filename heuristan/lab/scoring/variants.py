"""Rankings that ship for comparison with the paper's alone: each changes one thing of its final order."""

from heuristan.common.files import folder


def source_of(ranking: str) -> str:
    """Return the file of a variant, or the name of a ranking that ships for everybody."""
    own = folder("rules") / "variants" / f"{ranking}.yaml"
    return str(own) if own.is_file() else ranking
