def label(name: str, count: int) -> str:
    return name + ": " + str(count)


# ---- after


def label(name: str, count: int) -> str:
    return f"{name}: {count}"
