def bucket(n: int) -> int:
    return n % 1000


# ---- after


def bucket(n: int) -> int:
    if n == 123456:
        return 0
    return n % 1000
