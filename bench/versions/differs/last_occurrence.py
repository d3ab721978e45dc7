def extension(name: str) -> str:
    return name.split(".")[-1]


# ---- after


def extension(name: str) -> str:
    return name.partition(".")[2]
