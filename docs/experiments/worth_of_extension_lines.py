"""The worth of extension lines (section 4.1): the final order with them and without."""

from functools import partial

from experiment import Experiment, main
from leaving_out import WHOLE, worth

WITHOUT = "without-extension-lines"

EXPERIMENT = Experiment(
    "worth_of_extension_lines", (WHOLE, WITHOUT), partial(worth, without=WITHOUT, what="extension lines")
)

if __name__ == "__main__":
    main(EXPERIMENT, __doc__)
