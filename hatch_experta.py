"""Puts experta into the wheel, as it is.

The metadata of experta 1.9.4 asks for exactly frozendict 1.2 and schema 0.6.7, so whoever installs it can have no later
ones, though it runs with them. So it is needed to build heuristan, where nothing else is installed, and heuristan
itself asks for any version of these two.
"""

from importlib.metadata import distribution
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PLACE = "heuristan/data/libraries"
"""Folder in the wheel, from which heuristan/tangram/expert/experta_shim.py imports it."""


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg,misc,unused-ignore]
    """Adds the modules of experta to what the wheel holds."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Add them, also for an editable installation."""
        found = distribution("experta")
        modules = {
            str(found.locate_file(file)): f"{PLACE}/{file}" for file in found.files or () if file.suffix == ".py"
        }
        build_data["force_include"] |= modules
        build_data["force_include_editable"] = modules
