import dataclasses


@dataclasses.dataclass(frozen=True, order=True)
class Version:
    major: int
    minor: int = 0


def newer(a: Version, b: Version):
    if a > b:
        if a.major < b.major:
            return 1  # infeasible
        if a.major == b.major:
            return 2  # covered
    return 0
