"""What may become of a puzzle, of whatever kind."""

from typing import Literal, TypeAlias, get_args

Status: TypeAlias = Literal["solved", "not-solved", "unsolvable", "limit", "refused"]
"""`not-solved`: a method gave up, which proves nothing; `unsolvable`: proven."""

STATUSES: tuple[Status, ...] = get_args(Status)
