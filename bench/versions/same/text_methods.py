def is_comment(line: str) -> bool:
    return line[:1] == "#"


# ---- after


def is_comment(line: str) -> bool:
    return line.startswith("#")
