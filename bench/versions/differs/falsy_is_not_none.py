def shown(count: int | None) -> str:
    if count is None:
        return "unknown"
    return str(count)


# ---- after


def shown(count: int | None) -> str:
    if not count:
        return "unknown"
    return str(count)
