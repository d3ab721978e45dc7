"""What a class inherits from list, dict, set or deque is followed, in-place operators and comparisons too."""


class Tokens(list[str]):
    def __init__(self, source: list[str] | str) -> None:
        if isinstance(source, list):
            self += source
        else:
            self += source.split()

    def move(self) -> str | None:
        return self.pop(0) if len(self) else None


def option(tokens: Tokens) -> int:
    token = tokens.move()
    if token is None or not token.startswith("--"):
        return 0  # covered
    name, equals, value = token.partition("=")
    if equals == value == "":
        return 1  # covered
    return 2  # covered


def grown(xs: list[str]) -> int:
    tokens = Tokens([])
    tokens += xs
    if tokens == xs:
        return 1  # covered
    return 0  # infeasible
