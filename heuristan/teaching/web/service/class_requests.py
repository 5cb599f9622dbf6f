"""What can be asked of a class: by a pupil, with a secret, and by its teacher, with a token."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from heuristan.common.json_text import check_depth
from heuristan.teaching.web.messages import Model, Word
from heuristan.teaching.web.service.classroom import MOST_TASKS, Classroom, Ranked

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
