def drop_negative(xs: list[int]) -> None:
    kept = [x for x in xs if x >= 0]
    xs.clear()
    xs.extend(kept)


# ---- after


def drop_negative(xs: list[int]) -> None:
    xs[:] = [x for x in xs if x >= 0]
