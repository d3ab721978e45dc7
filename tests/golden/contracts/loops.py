def loops(n: int, xs: list[int]) -> int:
    i = 0
    # clew: invariant 0 <= i
    # clew: invariant all(n >= OLD.n for n in xs[:i])
    while i < n:
        # clew: require i > 0
        # clew: decreases n - i
        for x in xs:
            i += 1
        # clew: invariant missing > 0
        for y in xs:
            i += 1
        # clew: invariant i >
        for z in xs:
            i += 1
        # clew: invariant xs.append(1) is None
        while True:
            break
    # clew: invariant i >= n
    for x in xs:
        try:
            continue
        finally:
            i += 1
    # clew: invariant i > 0
    return i


def around() -> object:
    def inner(n: int) -> None:
        # clew: invariant n > 0
        while n > 1:
            n -= 1

    return inner


for each in range(3):
    # clew: invariant each < 3
    while each < 2:
        each += 1
