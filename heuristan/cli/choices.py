"""Values that are one of some words."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click

from heuristan.cli.quiet import remark
from heuristan.common.faults import nearest

if TYPE_CHECKING:
    _Choice = click.Choice[str]
else:
    _Choice = click.Choice  # it has no type parameter before click 8.2


class Choice(_Choice):
    """One of some words; former words are still taken, and for others the nearest word is suggested."""

    def __init__(self, words: Iterable[str], former: Mapping[str, str] | None = None) -> None:
        """Make the type.

        Args:
            words: the words that can be chosen.
            former: for each former word the word of today.
        """
        super().__init__(tuple(words))
        self.former = dict(former or {})

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value in self.former:
            remark(f"heuristan: '{value}' is '{self.former[value]}' now; '{value}' still works")
            value = self.former[value]
        if value not in self.choices:
            self.fail(f"there is no {value!r}; {nearest(str(value), self.choices)}", param, ctx)
        return super().convert(value, param, ctx)
