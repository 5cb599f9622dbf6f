"""What is shared by the tests of pictures: each picture is read once, as many tests ask about the same page."""

from collections.abc import Iterator
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest
from shared.extras import is_installed

if TYPE_CHECKING:
    from heuristan.pictures.images.figure import Figure


@pytest.fixture(scope="session", autouse=True)
def _read_once(pytestconfig: pytest.Config) -> Iterator[None]:
    """Keep the figures of each picture that the reader of files sees; with --all each is read again."""
    if pytestconfig.option.all or not is_installed("opencv-python-headless"):
        yield
        return
    from heuristan.pictures.images import recognition

    read, kept = recognition.figures_on, dict[object, list["Figure"]]()

    def figures_on(image: Any) -> list["Figure"]:
        key = image.shape, sha256(image.tobytes()).digest()
        if key not in kept:
            kept[key] = read(image)
        return [*kept[key]]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recognition, "figures_on", figures_on)
        yield
