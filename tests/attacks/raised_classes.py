"""Classes that are raised without a call: an instance is made of each, and that may leave something behind."""


class Counted(Exception):
    made = 0

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        Counted.made += 1


class Kept(Exception):
    seen: list[object] = []

    def __init__(self) -> None:
        super().__init__()
        self.seen.append(self)


class Bare(Exception):
    pass


_last: list[BaseException] = []


def refuse(n: int) -> int:
    if n > 5:
        raise Counted
    return n


def counted(n: int) -> int:
    if Counted.made > 1 and n == 3:
        return 1  # reached by: attempt(9); attempt(9); counted(3)
    return 0


def attempt(n: int) -> None:
    try:
        refuse(n)
    except Counted:
        pass


def keep(n: int) -> None:
    try:
        if n:
            raise Kept
    except Kept:
        pass


def kept(n: int) -> int:
    if len(Kept.seen) == 2:
        return 1  # reached by: keep(1); keep(1); kept(0)
    return n


def remember(n: int) -> None:
    try:
        if n:
            raise Bare
    except Bare as error:
        _last.append(error)
        error.args = (n,)


def remembered(n: int) -> int:
    if _last and _last[-1].args == (7,):
        return 1  # reached by: remember(7); remembered(0)
    return n


def marked(n: int) -> None:
    try:
        raise Bare
    except Bare as error:
        type(error).mark = n  # type: ignore[attr-defined]


def is_marked(n: int) -> int:
    if getattr(Bare, "mark", 0) == 4:
        return 1  # reached by: marked(4); is_marked(0)
    try:
        raise Bare
    except Bare as error:
        if getattr(error, "mark", 0) == 6:
            return 2  # reached by: marked(6); is_marked(0)
    return n
