"""What is followed, but not by proofs for all inputs yet"""

import functools


@functools.lru_cache
def cached(n: int) -> int:
    return n + 1


def decorated(n: int) -> int:
    """Functions behind `functools.lru_cache`"""
    if cached(n) <= n:
        return -1  # open: bound
    return 0
