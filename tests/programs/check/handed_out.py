"""Containers that a function has to itself for as long as it hands them to nobody.

(What must not be proved: `tests/attacks_on_claims/handed_out.py`.)
"""

import itertools
import re


def padded(left: list[int], right: list[int]) -> list[int]:
    one, other = [], []
    one.append(list(itertools.takewhile(lambda x: x > 0, left)))
    other.append(list(itertools.takewhile(lambda x: x > 0, right)))
    one.append(left[len(one[0]) :])  # proved IndexError
    other.insert(1, [0] * (len(one[0]) - len(other[0])))  # proved IndexError and proved IndexError
    return list(itertools.chain.from_iterable(one + other))


def told_at_the_end(n: int, told: list[list[int]]) -> int:
    xs = [n]
    xs.append(n + 1)
    total = xs[0] + xs[-1]  # proved IndexError and proved IndexError
    told.append(xs)
    return total


def optional_number(text: str) -> int:
    match = re.match(r"(\d+)?-", text)
    if match is None or match[1] is None:  # proved IndexError and proved TypeError
        return 0
    return int(match[1])  # proved IndexError and proved TypeError and proved ValueError
