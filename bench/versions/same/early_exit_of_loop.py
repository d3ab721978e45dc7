def count_until(xs: list[int], stop: int) -> int:
    count = 0
    going = True
    for x in xs:
        if going:
            if x == stop:
                going = False
            else:
                count += 1
    return count


# ---- after


def count_until(xs: list[int], stop: int) -> int:
    count = 0
    for x in xs:
        if x == stop:
            break
        count += 1
    return count
