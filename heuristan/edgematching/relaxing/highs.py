"""HiGHS for a sequence of linear programs that differ only in their objective."""

from typing import TYPE_CHECKING, Any

import numpy as np

from heuristan.edgematching.deadline import LimitReached
from heuristan.edgematching.relaxing.program import LinearProgram

if TYPE_CHECKING:
    from numpy.typing import NDArray


OPTIONS = {
    "output_flag": False,
    "threads": 1,  # a solve is short, and others may run beside it
    "random_seed": 0,
    "solver": "ipm",  # with crossover, so that it ends at a vertex; about four times as fast as simplex here
    "small_matrix_value": 1e-12,  # the minimum that HiGHS allows: by default it rounds the small exponentials to 0
}


class Infeasible(Exception):
    """HiGHS has proven that the constraints have no solution."""


class Unfinished(Exception):
    """HiGHS ended without an answer, because of numerical difficulties."""


class HighsSolver:
    """A program that is loaded once and solved for each objective, from where the last solution ended."""

    def __init__(self, program: LinearProgram, **options: bool | float | str) -> None:
        import highspy

        # highspy has types for half of what it offers
        self._highspy: Any = highspy
        self._size = len(program.variables)
        self._highs = self._highspy.Highs()
        for option, value in (OPTIONS | options).items():
            self._highs.setOptionValue(option, value)
        self._highs.passModel(self._model(program))
        self._highs.changeObjectiveSense(highspy.ObjSense.kMaximize)

    def _model(self, program: LinearProgram) -> object:
        model = self._highspy.HighsLp()
        matrix = program.rows.matrix
        model.num_col_, model.num_row_ = self._size, matrix.shape[0]
        model.col_cost_ = np.zeros(self._size)
        model.col_lower_ = np.zeros(self._size)
        model.col_upper_ = np.full(self._size, self._highspy.kHighsInf)
        model.row_lower_ = model.row_upper_ = program.rows.right
        if program.loose is not None:
            model.row_lower_ = np.where(program.loose, -self._highspy.kHighsInf, program.rows.right)
        model.a_matrix_.format_ = self._highspy.MatrixFormat.kRowwise
        model.a_matrix_.start_ = matrix.indptr
        model.a_matrix_.index_ = matrix.indices
        model.a_matrix_.value_ = matrix.data
        return model

    def maximise(self, objective: "NDArray[np.float64]", seconds: float | None = None) -> "NDArray[np.float64]":
        """Return the variables at the maximum of the objective.

        Raises:
            Infeasible: if the constraints have no solution.
            LimitReached: if it takes longer than the given seconds.
            Unfinished: if HiGHS ended without an answer.
        """
        if self._size == 0:
            return np.zeros(0)
        self._highs.changeColsCost(self._size, np.arange(self._size, dtype=np.int32), objective)
        if seconds is not None:
            # HiGHS counts the time since the program was loaded
            self._highs.setOptionValue("time_limit", self._highs.getRunTime() + max(seconds, 0.0))
        self._highs.run()
        status, kinds = self._highs.getModelStatus(), self._highspy.HighsModelStatus
        if status == kinds.kOptimal:
            return np.asarray(self._highs.getSolution().col_value)
        if status in (kinds.kInfeasible, kinds.kUnboundedOrInfeasible):
            raise Infeasible
        if status == kinds.kTimeLimit:
            raise LimitReached
        raise Unfinished(self._highs.modelStatusToString(status))
