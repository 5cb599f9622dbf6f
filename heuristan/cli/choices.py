"""Values that are one of some words."""

from typing import TYPE_CHECKING, Any

import click

from heuristan.common.faults import nearest

if TYPE_CHECKING:
    _Choice = click.Choice[str]
else:
    _Choice = click.Choice  # it has no type parameter before click 8.2


class Choice(_Choice):
    """One of some words; for other words the nearest is suggested."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value not in self.choices:
            self.fail(f"there is no {value!r}; {nearest(str(value), self.choices)}", param, ctx)
        return super().convert(value, param, ctx)
