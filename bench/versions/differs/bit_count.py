def ones(n: int) -> int:
    count = 0
    while n > 0:
        n &= n - 1
        count += 1
    return count


# ---- after


def ones(n: int) -> int:
    count = 0
    while n > 0:
        n >>= 1
        count += 1
    return count
