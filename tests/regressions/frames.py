"""What a function sees of its own frame is not what it would see without clew, so nothing is proved from it.

Found by comparing Python 3.11 with 3.12, where a comprehension shows the names around it.
"""

import sys


def names_in_a_comprehension():
    names = [sorted(locals()) for _ in [1]][0]
    if "sum" in names:
        return 1
    if "before" in names:
        return 2
    return 3  # not infeasible


def names(q: int):
    if len(locals()) == 1:
        return 1  # not infeasible
    return 2


def names_of_nothing():
    if not dir():
        return 1  # not infeasible
    return 2


def code_of_the_frame():
    if [sys._getframe().f_lineno for _ in [1]][0] == 31:
        return 1  # not infeasible
    return 2
