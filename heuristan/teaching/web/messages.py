"""What requests may say, and how answers are written.

A request says everything that its answer depends on: the puzzle, the ranking, and the moves made so far. Its values are
bounded, and checked before anything is computed of them. Nothing in it is the name of a file.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from heuristan.common.quoting import readable
from heuristan.tangram.expert.ranking import DEFAULT
from heuristan.tangram.verification.judging.case import MOST_MEASURED

MOST_RINGS = 60
MOST_VERTICES = 400
"""Maximum number of vertices of a ring."""
MOST_OF_A_PIECE = MOST_MEASURED
"""Maximum number of vertices of a piece that is laid; those that ship have four."""
MOST_MOVES = 400
LONGEST_RANKING = 64 * 1024
"""Maximum number of characters of a ranking."""
LONGEST_RULES = 16 * 1024
"""Maximum number of characters of rules in CLIPS notation."""


def _printable(text: str) -> str:
    if not text.isprintable() or not text.strip():
        raise ValueError("write a text on one line")
    return text


class Model(BaseModel):
    """A value of a request; what it does not know, it refuses."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


def _finite(value: dict[str, Any]) -> dict[str, Any]:
    try:
        json.dumps(value, allow_nan=False)
    except ValueError:
        raise ValueError("NaN and Infinity are no numbers of JSON; write a number") from None
    return value


FreeObject: TypeAlias = Annotated[dict[str, Any], AfterValidator(_finite)]
"""An object whose fields are not known; how deep it nests is checked before it is read."""


def _exactly_one(*names: str, words: str) -> Any:
    """Return what refuses a value that has none of some fields, or several, in some words."""

    def check(self: Model) -> Model:
        if sum(getattr(self, name) is not None for name in names) != 1:
            raise ValueError(words)
        return self

    return model_validator(mode="after")(check)


Number: TypeAlias = Annotated[float, Field(ge=-1e9, le=1e9)]
Spot: TypeAlias = tuple[Number, Number]
Ring: TypeAlias = Annotated[tuple[Spot, ...], Field(min_length=3, max_length=MOST_VERTICES)]
Word: TypeAlias = Annotated[str, Field(min_length=1, max_length=80), AfterValidator(_printable)]
Count: TypeAlias = Annotated[int, Field(ge=1, le=10_000)]
Cases: TypeAlias = Annotated[int, Field(ge=0, le=10_000)]
"""A number of puzzles."""
Line: TypeAlias = Annotated[int, Field(ge=0, le=999)]
"""The place of a rule in the ranking, from 0, as films count them."""


def _of_a_piece(ring: tuple[Spot, ...]) -> tuple[Spot, ...]:
    if len(ring) > MOST_OF_A_PIECE:
        raise ValueError(f"a piece has {len(ring)} vertices; write it with at most {MOST_OF_A_PIECE}")
    return ring


class Laid(Model):
    """A piece where it lies."""

    piece: Word | None = None
    """Its name, like 'square'; null if that is to be found."""
    vertices: Annotated[
        tuple[Spot, ...],
        Field(min_length=3),
        AfterValidator(_of_a_piece),
    ]


Pieces: TypeAlias = Annotated[tuple[Laid, ...], Field(max_length=100)]


class PuzzleGiven(Model):
    """A puzzle, in one of four ways: `shape`, `rings`, `laid` or `feature`."""

    shape: Word | None = None
    """The name of a shape of the gallery."""
    rings: Annotated[tuple[Ring, ...], Field(min_length=1, max_length=MOST_RINGS)] | None = None
    """The rings of an outline in any unit; one within another is a hole."""
    laid: Annotated[Pieces, Field(min_length=1)] | None = None
    """Pieces; the outline is what they cover."""
    feature: FreeObject | None = None
    """A feature of GeoJSON, as /api/read and /api/puzzle return it."""
    name: Word = "outline"
    """The title of an outline by rings or pieces."""
    pieces: Word | None = None
    """The set of pieces that ships; the seven tans if not given."""
    sets: Annotated[int, Field(ge=1, le=100)] | None = None
    """Found from the outline if not given."""
    y_down: bool = False
    """Whether y grows downwards in `rings` and `laid`, as on a screen."""

    _is_one = _exactly_one(
        "shape", "rings", "laid", "feature", words="a puzzle is one of 'shape', 'rings', 'laid' and 'feature'"
    )


class RankingGiven(Model):
    """A ranking: the name of one that ships, or a text in YAML."""

    name: Word | None = None
    text: Annotated[str, Field(max_length=LONGEST_RANKING)] | None = None

    _is_one = _exactly_one("name", "text", words="a ranking is one of 'name' and 'text'")


class Take(Model):
    """Take a match, by its number among the offers or by its piece and ring."""

    do: Literal["take"]
    number: Count | None = None
    """From 1, in the order in which the film lists the offers."""
    piece: Word | None = None
    """The name of the piece or composite, as /api/step returns it."""
    ring: Ring | None = None
    """Its vertices in the coordinates of the film, from any of them on."""

    _is_one = _exactly_one("number", "ring", words="a match is taken by 'number', or by 'ring' and 'piece'")


class Apply(Model):
    """Apply a rule now, whatever stands above it."""

    do: Literal["rule"]
    line: Line


class Go(Model):
    """Let the ranking take steps."""

    do: Literal["go"]
    count: Count = 1


class Finish(Model):
    """Let the ranking go on until the puzzle is solved or no rule finds a match."""

    do: Literal["finish"]


class Back(Model):
    """Take back the last steps."""

    do: Literal["back"]
    count: Count = 1


Move: TypeAlias = Annotated[Take | Apply | Go | Finish | Back, Field(discriminator="do")]


class PuzzleRequest(Model):
    """A puzzle to be shown."""

    puzzle: PuzzleGiven


class AttemptsRequest(PuzzleRequest):
    """A ranking to be run on a puzzle as published, without undoing."""

    ranking: RankingGiven = RankingGiven(name=DEFAULT)


class Position(AttemptsRequest):
    """A puzzle, a ranking, rules of one's own, and everything done so far."""

    rules: Annotated[str, Field(max_length=LONGEST_RULES)] = Field(
        "", description="rules of one's own in CLIPS notation, which the engine has besides those of the ranking"
    )
    moves: Annotated[tuple[Move, ...], Field(max_length=MOST_MOVES)] = ()


class Why(Model):
    """Why a match is taken: the next one, the last one, or one by its number."""

    ask: Literal["why"]
    number: Count | None = None


class WhyNot(Model):
    """Why a rule takes nothing, or not a piece at a vertex."""

    ask: Literal["why-not"]
    line: Line
    piece: Word | None = None
    vertex: Annotated[int, Field(ge=0, le=99_999)] | None = None
    """Its number on the board."""


class How(Model):
    """How a step came about."""

    ask: Literal["how"]
    step: Count | None = None


class WhatIf(Model):
    """What a run would do if a rule stood first."""

    ask: Literal["what-if"]
    line: Line


class Agenda(Model):
    """The conflict set."""

    ask: Literal["agenda"]


class Firings(Model):
    """The rules that fired from the extraction before the last one on, as CLIPS prints them."""

    ask: Literal["firings"]


class Facts(Model):
    """The working memory, or the facts of one kind."""

    ask: Literal["facts"]
    kind: Word | None = None


class Check(Model):
    """Whether what is left can still be filled, and if not, how far to go back."""

    ask: Literal["check"]


Question: TypeAlias = Annotated[
    Why | WhyNot | How | WhatIf | Agenda | Firings | Facts | Check, Field(discriminator="ask")
]


class AskRequest(Position):
    """A question about a position."""

    question: Question


Solver: TypeAlias = Literal["auto", "expert", "exact", "ford"]
"""auto: ranked rules, and with backtracking the exact search where these find no solution."""
Way: TypeAlias = Literal["published", "retry", "backtracking"]


class RunRequest(AttemptsRequest):
    """A whole run."""

    solver: Solver = "auto"
    way: Way = "backtracking"
    """For 'auto' and 'expert'."""
    want: Literal["first", "count"] = "first"
    """For 'exact' and 'ford'."""
    answers: bool = False
    """Whether the film has the offers, faults and facts of its scenes: slow."""


class HintRequest(PuzzleRequest):
    """A hint for pieces laid by hand."""

    laid: Pieces = ()
    reveal: Literal["vertex", "piece", "place"] = "vertex"


class JudgeRequest(PuzzleRequest):
    """Pieces laid by hand, to be judged."""

    laid: Pieces


class DifferenceRequest(Model):
    """How many puzzles two rankings solve: both, one of them alone, neither."""

    both: Cases
    only_first: Cases
    only_second: Cases
    neither: Cases

    @model_validator(mode="after")
    def _has_cases(self) -> "DifferenceRequest":
        if not self.both + self.only_first + self.only_second + self.neither:
            raise ValueError("a difference is of at least one puzzle")
        return self


class ReadRequest(Model):
    """A file to be read, which is the body of the request."""

    name: Word
    """The file's own name."""
    pieces: Word | None = None
    """The set of pieces that ships; the one that the file names if not given."""


class ExportRequest(Position):
    """A file to take away: of what was done by hand, of a whole run, or of the puzzle or ranking."""

    what: Literal["trace", "result", "player", "explanation", "picture", "filmstrip", "outline", "ranking"]
    form: Literal["geojson", "svg", "wkt", "yaml"] = "geojson"
    """The format of an outline."""
    run: bool = False
    """Whether the ranking runs from the start, instead of `moves`."""
    solver: Solver = "auto"
    way: Way = "backtracking"


MOST_ON_A_SHEET = 24
"""Maximum number of puzzles of a worksheet."""


class WorksheetRequest(Model):
    """A worksheet of shapes that ship."""

    shapes: Annotated[tuple[Word, ...], Field(min_length=1, max_length=MOST_ON_A_SHEET)]
    language: Literal["en", "de", "fr", "es", "zh"] = "en"
    paper: Literal["a4", "letter"] = "a4"
    hints: bool = False
    """Whether the first piece of each solution is shown in its place."""
    solutions: bool = True
    """Whether the solutions stand on the last pages."""


REQUESTS: Mapping[str, type[Model]] = {
    "ranking": RankingGiven,
    "puzzle": PuzzleRequest,
    "step": Position,
    "inspect": Position,
    "ask": AskRequest,
    "run": RunRequest,
    "hint": HintRequest,
    "judge": JudgeRequest,
    "export": ExportRequest,
    "attempts": AttemptsRequest,
    "difference": DifferenceRequest,
    "worksheet": WorksheetRequest,
}
"""Everything that is asked in JSON, with the form of the request."""

JSON = "application/json"
LONGEST = 400
"""Maximum number of letters of a message about the form of a request."""


def as_json(value: Any) -> bytes:
    """Return a value as the data of an answer."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def in_words(words: str, line: int | None = None) -> bytes:
    """Return the data of an answer that says why there is no other; of a ranking also the line that is at fault."""
    return as_json({"message": readable(words)} | ({"line": line} if line is not None else {}))


def misread_in_words(errors: Sequence[Mapping[str, Any]]) -> bytes:
    """Return the data of an answer that says the first thing that is wrong with the form of a request."""
    first = errors[0]
    where = ".".join(str(part)[:40] for part in first["loc"] if part != "body")
    words = first["msg"].removeprefix("Value error, ")
    return in_words(" ".join(readable(f"{where}: {words}" if where else str(words)).split())[:LONGEST])
