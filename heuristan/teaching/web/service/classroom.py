"""A class at the page: its pupils, what they solved, its tasks. All is in memory alone, and gone when the server ends.

`Classroom` knows of no request; what may be asked of it, and `answer`, stand below it. A pupil is known by a secret
that only the own browser has, a teacher by a token that only the terminal shows. What pupils report is believed, of
themselves alone.
"""

import csv
import io
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import compare_digest
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias
from unicodedata import normalize

from pydantic import Field, TypeAdapter

from heuristan.common.json_text import check_depth
from heuristan.common.quoting import as_cell, readable, shown
from heuristan.teaching.web.messages import Model, Word

MOST_PUPILS = 60
MOST_TASKS = 20
MOST_RANKINGS = 5
"""Maximum number of rankings that are kept of a pupil: those that were reported last."""


class ClassError(ValueError):
    """Something that cannot be done in a class; the message says why."""


class StrangerError(ClassError):
    """Whoever asks has no secret of this class."""


class Ranked(NamedTuple):
    """What a ranking of a pupil came to."""

    ranking: str
    solved: int
    of: int


@dataclass
class Pupil:
    """A pupil of a class."""

    number: int
    name: str
    place: str
    """The address that the name was entered from."""
    solved: set[str] = field(default_factory=set)
    rankings: dict[str, Ranked] = field(default_factory=dict)
    """By their names, the last one at the end."""

    def as_json(self) -> dict[str, Any]:
        """Return what the view of the class shows."""
        rankings = [ranked._asdict() for ranked in self.rankings.values()]
        return {"number": self.number, "name": self.name, "solved": sorted(self.solved), "rankings": rankings}


class Task(NamedTuple):
    """What a class is to do."""

    number: int
    shapes: tuple[str, ...]
    question: str


class Classroom:
    """The class of a running server."""

    def __init__(self, shapes: Iterable[str]) -> None:
        """Begin with nobody and no task.

        Args:
            shapes: names of the shapes that tasks and pupils may name.
        """
        self.token = secrets.token_urlsafe(16)
        """The teacher's."""
        self.tasks: list[Task] = []
        self.is_open = True
        """Whether further pupils may enter."""
        self._shapes = frozenset(shapes)
        self._pupils: dict[bytes, Pupil] = {}
        self._count = 0

    @property
    def pupils(self) -> list[Pupil]:
        """The pupils in the order in which they entered."""
        return [*self._pupils.values()]

    def enter(self, name: str, place: str) -> str:
        """Let a pupil in.

        Args:
            name: what the pupil typed.
            place: the address of the computer.

        Returns:
            A new secret.

        Raises:
            ClassError: if the class is closed or full, or has somebody of this name.
        """
        name = " ".join(normalize("NFKC", name).split())
        if not name or readable(name) != name:
            raise ClassError("write your name with letters")
        if not self.is_open:
            raise ClassError("nobody else can enter now; ask your teacher to let you in")
        if any(pupil.name.casefold() == name.casefold() for pupil in self.pupils):
            raise ClassError(f"there is a {shown(name)} already; add a letter of your other name")
        self._make_room(place)
        secret = secrets.token_urlsafe(16)
        self._count += 1
        self._pupils[_key(secret)] = Pupil(self._count, name, place)
        return secret

    def _make_room(self, place: str) -> None:
        """Let whoever entered last from the computer with the most names go, if the class is full."""
        if len(self._pupils) < MOST_PUPILS:
            return
        places = [pupil.place for pupil in self.pupils]
        most = max(places, key=places.count)
        if places.count(most) <= places.count(place) + 1:
            raise ClassError(f"the class is full: it has {MOST_PUPILS} names")
        self.remove(max(pupil.number for pupil in self.pupils if pupil.place == most))

    def pupil(self, secret: str) -> Pupil:
        """Return the pupil who has a secret.

        Raises:
            StrangerError: if there is none.
        """
        found = self._pupils.get(_key(secret))
        if found is None:
            raise StrangerError("this class does not know you; enter your name")
        return found

    def report(self, secret: str, solved: Iterable[str], rankings: Iterable[Ranked]) -> None:
        """Take in what a pupil did; what was reported before may be said again, and stays.

        Raises:
            StrangerError: if nobody has this secret.
            ClassError: if there is no such shape.
        """
        pupil = self.pupil(secret)
        pupil.solved |= {*self._known(solved)}
        for ranked in rankings:
            if pupil.rankings.get(ranked.ranking) != ranked:
                pupil.rankings.pop(ranked.ranking, None)
                pupil.rankings[ranked.ranking] = ranked
        while len(pupil.rankings) > MOST_RANKINGS:
            del pupil.rankings[next(iter(pupil.rankings))]

    def check_teacher(self, token: str) -> None:
        """Refuse whoever is not the teacher.

        Raises:
            StrangerError: if this is not the token that the terminal shows.
        """
        if not compare_digest(token.encode(), self.token.encode()):
            raise StrangerError(
                "only the teacher can do this; open the address that the terminal shows for the teacher"
            )

    def set_task(self, shapes: Iterable[str], question: str) -> Task:
        """Add a task, if it is not there yet.

        Raises:
            ClassError: if there is no such shape, if it asks nothing, or if there are too many tasks.
        """
        known = tuple(dict.fromkeys(self._known(shapes)))
        if not known and not question:
            raise ClassError("a task has a shape or a question; choose one")
        for task in self.tasks:
            if task[1:] == (known, question):
                return task
        if len(self.tasks) == MOST_TASKS:
            raise ClassError(f"a class has at most {MOST_TASKS} tasks; take one out")
        task = Task(self.tasks[-1].number + 1 if self.tasks else 1, known, question)
        self.tasks.append(task)
        return task

    def drop_task(self, number: int) -> None:
        """Take a task out, if it is there."""
        self.tasks = [task for task in self.tasks if task.number != number]

    def remove(self, number: int) -> None:
        """Take a pupil out, if there; the secret is worth nothing from then on."""
        self._pupils = {key: pupil for key, pupil in self._pupils.items() if pupil.number != number}

    def remove_idle(self, number: int) -> None:
        """Take a pupil out, with all from the same computer who did nothing: somebody makes up names there."""
        for place in [pupil.place for pupil in self.pupils if pupil.number == number]:
            for other in self.pupils:
                if other.place == place and not other.solved and not other.rankings:
                    self.remove(other.number)
        self.remove(number)

    def table(self) -> str:
        """Return who did what, as CSV."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        of_tasks = [f"task_{task.number}" for task in self.tasks]
        writer.writerow(["name", "solved", *of_tasks, "ranking", "ranking_solved", "ranking_of", "shapes"])
        for pupil in self.pupils:
            done = [len(pupil.solved & {*task.shapes}) for task in self.tasks]
            last = [*pupil.rankings.values()][-1] if pupil.rankings else ("", "", "")
            row = [pupil.name, len(pupil.solved), *done, *last, " ".join(sorted(pupil.solved))]
            writer.writerow([as_cell(cell) for cell in row])
        return text.getvalue()

    def _known(self, shapes: Iterable[str]) -> list[str]:
        names = [*shapes]
        for name in names:
            if name not in self._shapes:
                raise ClassError(f"there is no shape {shown(name)} in the gallery")
        return names


def _key(secret: str) -> bytes:
    return sha256(secret.encode()).digest()


LARGEST = 64 * 1024
"""Maximum size of a request in bytes."""
LONGEST_NAME = 24
"""Maximum number of letters of a pupil's name."""

Secret: TypeAlias = Annotated[str, Field(max_length=64)]
Shapes: TypeAlias = Annotated[tuple[Word, ...], Field(max_length=400)]
Number: TypeAlias = Annotated[int, Field(ge=0, le=1_000_000)]


class Enter(Model):
    """Come into the class."""

    do: Literal["enter"]
    name: Annotated[Word, Field(max_length=LONGEST_NAME)]


class RankedGiven(Model):
    """What a ranking came to."""

    ranking: Word
    solved: Number
    of: Number


class Report(Model):
    """Say all that was done since the name was entered, so that nothing is lost if an earlier report was."""

    do: Literal["report"]
    secret: Secret
    solved: Shapes = ()
    rankings: Annotated[tuple[RankedGiven, ...], Field(max_length=20)] = ()


class Leave(Model):
    """Go out of the class."""

    do: Literal["leave"]
    secret: Secret


class OfTeacher(Model):
    """A request that only the teacher may make."""

    token: Secret


class Look(OfTeacher):
    """See everything that the class did."""

    do: Literal["look"]


class SetTask(OfTeacher):
    """Add a task."""

    do: Literal["task"]
    shapes: Annotated[Shapes, Field(max_length=MOST_TASKS)] = ()
    question: Annotated[str, Field(max_length=400)] = ""


class DropTask(OfTeacher):
    """Take a task out."""

    do: Literal["drop"]
    number: Number


class Remove(OfTeacher):
    """Take a pupil out, or all who did nothing at the same computer too."""

    do: Literal["remove"]
    number: Number
    and_idle: bool = False


class Door(OfTeacher):
    """Let further pupils in, or nobody else."""

    do: Literal["door"]
    is_open: bool


class Table(OfTeacher):
    """Ask for the results as CSV."""

    do: Literal["table"]


Asked: TypeAlias = Enter | Report | Leave | Look | SetTask | DropTask | Remove | Door | Table
_ASKED: TypeAdapter[Asked] = TypeAdapter(Annotated[Asked, Field(discriminator="do")])


def answer(room: Classroom, data: bytes, place: str) -> Mapping[str, Any]:
    """Answer a request.

    Args:
        room: the class.
        data: the request in JSON.
        place: the address that it comes from.

    Raises:
        ClassError: if it cannot be done; `StrangerError` if whoever asks may not.
        ValidationError: if it has another form.
        LineError: if it nests too deeply.
    """
    check_depth(data.decode(errors="replace"))
    asked = _ASKED.validate_json(data)
    match asked:
        case Enter(name=name):
            return {"secret": room.enter(name, place), **_for_pupils(room)}
        case Report(secret=secret, solved=solved, rankings=rankings):
            room.report(secret, solved, [Ranked(each.ranking, each.solved, each.of) for each in rankings])
            return _for_pupils(room)
        case Leave(secret=secret):
            room.remove(room.pupil(secret).number)
            return {}
    room.check_teacher(asked.token)
    if do := _DONE.get(type(asked)):
        do(room, asked)
    return {"table": room.table()} if isinstance(asked, Table) else _for_teacher(room)


_DONE: Mapping[type, Callable[[Classroom, Any], object]] = {
    SetTask: lambda room, asked: room.set_task(asked.shapes, asked.question.strip()),
    DropTask: lambda room, asked: room.drop_task(asked.number),
    Remove: lambda room, asked: (room.remove_idle if asked.and_idle else room.remove)(asked.number),
    Door: lambda room, asked: setattr(room, "is_open", asked.is_open),
}


def _for_pupils(room: Classroom) -> Mapping[str, Any]:
    """Return what every pupil may see: the tasks, and nothing of the others."""
    return {"tasks": [task._asdict() for task in room.tasks]}


def _for_teacher(room: Classroom) -> Mapping[str, Any]:
    places = [pupil.place for pupil in room.pupils]
    pupils = [pupil.as_json() | {"of_computer": places.count(pupil.place)} for pupil in room.pupils]
    return {**_for_pupils(room), "is_open": room.is_open, "pupils": pupils}
