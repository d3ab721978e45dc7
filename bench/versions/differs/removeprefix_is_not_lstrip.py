def local(name: str) -> str:
    return name.removeprefix("www.")


# ---- after


def local(name: str) -> str:
    return name.lstrip("www.")
