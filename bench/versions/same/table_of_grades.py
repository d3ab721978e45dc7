def grade(score: int) -> str:
    if score >= 90:
        return "A"
    elif score >= 80:
        return "B"
    elif score >= 70:
        return "C"
    return "F"


# ---- after


_GRADES = ((90, "A"), (80, "B"), (70, "C"))


def grade(score: int) -> str:
    for least, name in _GRADES:
        if score >= least:
            return name
    return "F"
