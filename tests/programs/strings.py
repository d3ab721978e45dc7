def prefix(s: str):
    if s.startswith("ab"):
        if not s:
            return 1  # infeasible
        if s == "abc":
            return 2  # covered
    return 0


def digits(s: str):
    if len(s) == 2 and s.isdigit() and int(s) > 99:
        return 1  # unknown
    return 0


def split(s: str):
    if s.split(",") == []:
        return 1  # infeasible within text
    if s.split(",") == ["a", "b"]:
        return 2  # covered
    return 0
