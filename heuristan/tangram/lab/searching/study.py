"""The record of a search: an Optuna study, kept in a file so that an interrupted search goes on where it was.

Each ranking that was tried is a trial of the study: the candidate as its parameters, its values outline by outline, the
share that counts after each batch, and whether it was given up. Any tool that reads Optuna's journals shows it. A trial
is written when it is over, so that whatever ends a search leaves whole ones only.

Optuna's TPE sampler (a model of which values the better trials have) proposes some of the candidates; the others are
moves from the best ones (`heuristan.tangram.lab.searching.proposing`).
"""

import os
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from heuristan.tangram.lab.searching.space import Candidate, OneOf, Space
from heuristan.tangram.lab.store import MissingExtraError

NAME = "heuristan lab search"

JOURNAL = b'{"op_code":'
"""How Optuna's journals begin."""

FEW = 20
"""Trials before which there is nothing to learn from."""


class StudyError(ValueError):
    """A file that is no record of this search."""


@dataclass(frozen=True)
class Tried:
    """A ranking that was tried."""

    number: int
    candidate: Candidate
    digest: str
    """Of the ranking as it was judged."""
    values: tuple[int, ...]
    """What it was worth on the outlines that it was run on, in the order of the search."""
    is_whole: bool
    """Whether these are all; else it was given up."""

    @property
    def total(self) -> int:
        return sum(self.values)


class Study:
    """What was tried so far."""

    def __init__(self, space: Space, path: Path | None, about: Mapping[str, Any]) -> None:
        """Begin a record, or go on with one.

        Args:
            space: of the candidates.
            path: the file; None if there is to be none.
            about: all that has a say in what a search comes to; a record of another search is refused.

        Raises:
            StudyError: the file is no record of this search.
            MissingExtraError: Optuna is not installed.
        """
        self._optuna = _optuna()
        self._distributions = {name: self._distribution(of) for name, of in space.parameters.items()}
        self._memory = self._optuna.create_study(direction="maximize")
        self._file = _opened(self._optuna, path, about) if path else None
        self.tried: list[Tried] = []
        for trial in self._file.trials if self._file else ():
            self._memory.add_trial(trial)
            self.tried.append(_tried(trial))

    def add(self, tried: Tried) -> None:
        """Keep what was tried."""
        states = self._optuna.trial.TrialState
        trial = self._optuna.trial.create_trial(
            state=states.COMPLETE if tried.is_whole else states.PRUNED,
            value=tried.total / len(tried.values),
            params=dict(tried.candidate),
            distributions=self._distributions,
            user_attrs={"number": tried.number, "ranking": tried.digest, "values": list(tried.values)},
            intermediate_values={len(tried.values): tried.total / len(tried.values)},
        )
        self._memory.add_trial(trial)
        if self._file:
            self._file.add_trial(trial)
        self.tried.append(tried)

    def proposal(self, seed: int) -> Candidate:
        """What Optuna would try next; the same of the same trials and seed."""
        optuna = self._optuna
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Optuna calls some of what it has had for years an experiment
            self._memory.sampler = optuna.samplers.TPESampler(
                seed=seed, multivariate=True, n_startup_trials=FEW, constant_liar=False
            )
            trial = self._memory.ask(self._distributions)
            candidate: Candidate = dict(trial.params)
            # what becomes of it is added as a trial of its own, if it is tried at all
            self._memory.tell(trial, state=optuna.trial.TrialState.FAIL)
        return candidate

    def _distribution(self, of: object) -> Any:
        distributions = self._optuna.distributions
        if isinstance(of, OneOf):
            return distributions.CategoricalDistribution(of.words)
        return distributions.FloatDistribution(0.0, 1.0)


def _optuna() -> Any:
    try:
        import optuna
        import optuna.storages.journal
    except ImportError:
        raise MissingExtraError("Optuna 4 or later") from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    return optuna


def _opened(optuna: Any, path: Path, about: Mapping[str, Any]) -> Any:
    if not path.parent.is_dir():
        raise StudyError(f"{path}: there is no such folder; make it first, or choose another place")
    try:
        _mend(path)
        storage = optuna.storages.JournalStorage(optuna.storages.journal.JournalFileBackend(str(path)))
        study = optuna.create_study(study_name=NAME, storage=storage, direction="maximize", load_if_exists=True)
    except Exception as fault:  # whatever the file holds: Optuna trusts it
        raise StudyError(f"{path}: this is no record of a search ({type(fault).__name__}); choose another") from None
    known = study.user_attrs.get("about")
    if known is None:
        study.set_user_attr("about", dict(about))
    elif known != about:
        other = ", ".join(key for key, value in about.items() if known.get(key) != value)
        raise StudyError(f"{path}: the file is of another search (another {other}); choose another --results file")
    return study


def _mend(path: Path) -> None:
    """Cut off a line that was not written to its end: Optuna would go on in the middle of it.

    Raises:
        ValueError: the file is no journal.
    """
    if not path.exists():
        return
    content = path.read_bytes()
    if not content.startswith(JOURNAL[: len(content)]):
        raise ValueError
    whole = content.rfind(b"\n") + 1
    if whole < len(content):
        os.truncate(path, whole)


def _tried(trial: Any) -> Tried:
    about = trial.user_attrs
    is_whole = trial.state.name == "COMPLETE"
    return Tried(about["number"], trial.params, about["ranking"], tuple(about["values"]), is_whole)
