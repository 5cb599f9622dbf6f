"""Algorithm 4 as it is printed, on the paper's strings; the other algorithms are printed in the tests."""


def rev_nbr(x: str) -> int:
    """Count inversions by Algorithm 4, the direct counting method: the blank is counted like any digit.

    So, against Definition 4, the parity is wrong if an odd number of tiles comes before the blank.
    `heuristan.sliding.parity.inversions` leaves the blank out.
    """
    rev = 0
    for i in range(len(x)):
        for j in range(i):
            if x[j] > x[i]:
                rev += 1
    return rev
