"""The record of a search: an Optuna study in a file, so that an interrupted search can go on.

Each ranking that was tried is a trial of the study: the candidate as its parameters, its values outline by outline, the
share that counts after each batch, and whether it was given up. Every tool that reads Optuna's journals can show it. A
trial is written when it is complete, however the search ends.

Optuna's TPE sampler (a model of the values that the better trials have) proposes some of the candidates; the others are
moves from the best ones (`racing`).
"""

import os
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from heuristan.common.faults import InputError, require
from heuristan.common.files import read_bytes
from heuristan.common.json_text import check_depth
from heuristan.lab.searching.space import Candidate, OneOf, Space

NAME = "heuristan lab search"

LARGEST = 64 * 1024 * 1024
"""Maximum size of the record of a search, in bytes; a trial has two thousand."""

JOURNAL = b'{"op_code":'
"""First bytes of an Optuna journal."""

FEW = 20
"""Number of trials before Optuna can learn from them."""


class StudyError(InputError):
    """A file is not a record of this search."""


@dataclass(frozen=True)
class Tried:
    """A ranking that was tried."""

    number: int
    candidate: Candidate
    digest: str
    """Digest of the ranking as it was evaluated."""
    values: tuple[int, ...]
    """Its values on the outlines that it was run on, in the order of the search."""
    is_whole: bool
    """Whether it was run on all outlines; otherwise it was given up."""

    @property
    def total(self) -> int:
        return sum(self.values)


class Study:
    """The rankings tried so far."""

    def __init__(self, space: Space, path: Path | None, about: Mapping[str, Any]) -> None:
        """Begin a record, or go on with one.

        Args:
            space: the space of the candidates.
            path: the file, or None.
            about: everything that decides the outcome of a search; a record of another search is refused.

        Raises:
            StudyError: if the file is not a record of this search.
            MissingExtraError: if Optuna is not installed.
        """
        self._optuna = _optuna()
        self._distributions = {name: self._distribution(of) for name, of in space.parameters.items()}
        self._memory = self._optuna.create_study(direction="maximize")
        self._file = _opened(self._optuna, path, about) if path else None
        self.tried: list[Tried] = []
        for trial in self._file.trials if self._file else ():
            tried = _tried(trial)
            self._memory.add_trial(self._trial(tried))
            self.tried.append(tried)

    def add(self, tried: Tried) -> None:
        """Record a ranking that was tried."""
        trial = self._trial(tried)
        self._memory.add_trial(trial)
        if self._file:
            self._file.add_trial(trial)
        self.tried.append(tried)

    def _trial(self, tried: Tried) -> Any:
        states = self._optuna.trial.TrialState
        return self._optuna.trial.create_trial(
            state=states.COMPLETE if tried.is_whole else states.PRUNED,
            value=tried.total / len(tried.values),
            params=dict(tried.candidate),
            distributions=self._distributions,
            user_attrs={"number": tried.number, "ranking": tried.digest, "values": list(tried.values)},
            intermediate_values={len(tried.values): tried.total / len(tried.values)},
        )

    def proposal(self, seed: int) -> Candidate:
        """Return what Optuna would try next: the same for the same trials and seed."""
        optuna = self._optuna
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Optuna warns that old parts of it are experimental
            self._memory.sampler = optuna.samplers.TPESampler(
                seed=seed, multivariate=True, n_startup_trials=FEW, constant_liar=False
            )
            trial = self._memory.ask(self._distributions)
            candidate: Candidate = dict(trial.params)
            # if the candidate is tried, it is added as another trial
            self._memory.tell(trial, state=optuna.trial.TrialState.FAIL)
        return candidate

    def _distribution(self, of: object) -> Any:
        distributions = self._optuna.distributions
        if isinstance(of, OneOf):
            return distributions.CategoricalDistribution(of.words)
        return distributions.FloatDistribution(0.0, 1.0)


def _optuna() -> Any:
    require("optuna.storages.journal", "Optuna 4 or later", "lab")
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    return optuna


def _opened(optuna: Any, path: Path, about: Mapping[str, Any]) -> Any:
    if not path.parent.is_dir():
        raise StudyError(f"{path}: there is no such folder; make it first, or choose another place")
    try:
        _repair(path)
        storage = optuna.storages.JournalStorage(optuna.storages.journal.JournalFileBackend(str(path)))
        study = optuna.create_study(study_name=NAME, storage=storage, direction="maximize", load_if_exists=True)
    except Exception as fault:  # Optuna does not check what the file contains
        raise StudyError(f"{path}: this is not a record of a search ({type(fault).__name__}); choose another") from None
    known = study.user_attrs.get("about")
    if known is None:
        study.set_user_attr("about", dict(about))
    elif known != about:
        other = ", ".join(key for key, value in about.items() if known.get(key) != value)
        raise StudyError(f"{path}: the file is of another search (another {other}); choose another --results file")
    return study


def _repair(path: Path) -> None:
    """Cut off a last line that is not complete: Optuna would go on in the middle of it.

    Raises:
        ValueError: if the file is not a journal.
    """
    if not path.exists():
        return
    content = read_bytes(path, LARGEST + 1)
    if len(content) > LARGEST or not content.startswith(JOURNAL[: len(content)]):
        raise ValueError
    check_depth(content.decode(errors="replace"))
    whole = content.rfind(b"\n") + 1
    if whole < len(content):
        os.truncate(path, whole)


def _tried(trial: Any) -> Tried:
    about = trial.user_attrs
    is_whole = trial.state.name == "COMPLETE"
    candidate = dict(trial.params)
    return Tried(about["number"], candidate, about["ranking"], tuple(about["values"]), is_whole)
