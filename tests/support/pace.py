"""The pace of this machine, so that what takes a number of CPU seconds is no test of how fast it is.

`python -m tests.support.pace` prints how many hundredths of the usual time this machine takes: 100, or more on a slower one.
"""

from functools import cache
from time import process_time

NUMBERS = 5_000_000
USUAL = 1 / 3
"""CPU seconds that the loop over so many numbers usually takes."""


@cache
def pace() -> float:
    """Returns how many times the usual time this machine takes, 1 at least."""
    start = process_time()
    sum(number * number % 7 for number in range(NUMBERS))
    return max(1.0, (process_time() - start) / USUAL)


if __name__ == "__main__":
    print(round(100 * pace()))
