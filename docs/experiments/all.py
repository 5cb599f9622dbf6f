"""All experiments of the paper, with one results file, so that nothing is computed twice."""

from importlib import import_module

from experiment import Experiment, run

NAMES = (
    "order_of_two_edges",
    "errors_of_one_edge",
    "pieces_or_composites",
    "immediate_return",
    "priority_of_more_edge",
    "stricter_one_and_a_half",
    "eleven_vertices",
    "worth_of_extension_lines",
    "worth_of_composites",
    "worth_of_restarts",
    "worth_of_retry",
)


def experiments() -> list[Experiment]:
    """Return the experiments in the order of README.md."""
    return [import_module(name).EXPERIMENT for name in NAMES]


if __name__ == "__main__":
    run(experiments(), __doc__)
