def shown(name: str | None) -> str:
    if name is None:
        return "anonymous"
    if name == "":
        return "anonymous"
    return name


# ---- after


def shown(name: str | None) -> str:
    return name or "anonymous"
