"""A special method that a class sets to None hides that of its bases and every other way: a TypeError."""


class Nothing:
    __add__ = None
    __radd__ = None
    __iadd__ = None
    __iter__ = None
    __contains__ = None
    __bool__ = None
    __lt__ = None
    __eq__ = None
    __len__ = None
    __int__ = None
    __neg__ = None

    def __getitem__(self, at: int) -> int:
        if at > 2:
            raise IndexError(at)
        return at

    def __index__(self) -> int:
        return 1


class Right:
    def __radd__(self, other: object) -> int:
        return 5

    def __gt__(self, other: object) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        return True


class Sized:
    __bool__ = None

    def __len__(self) -> int:
        return 1


class Listed:
    __contains__ = None
    __reversed__ = None

    def __len__(self) -> int:
        return 2

    def __iter__(self):
        return iter((1, 2))

    def __getitem__(self, at: int) -> int:
        return at


def left_side() -> int:
    try:
        return Nothing() + Right()
    except TypeError:
        return -1  # reached by: left_side()


def right_side() -> int:
    try:
        return 1 + Nothing()
    except TypeError:
        return -1  # reached by: right_side()


def in_place() -> int:
    x = Nothing()
    try:
        x += Right()
    except TypeError:
        return -1  # reached by: in_place()
    return 0


def less() -> int:
    try:
        return int(Nothing() < Right())
    except TypeError:
        return -1  # reached by: less()


def unequal() -> int:
    try:
        return int(Nothing() != Right())
    except TypeError:
        return -1  # reached by: unequal()


def iterated() -> int:
    try:
        return len([*Nothing()])
    except TypeError:
        return -1  # reached by: iterated()


def looped() -> int:
    n = 0
    try:
        for each in Nothing():
            n += each
    except TypeError:
        return -1  # reached by: looped()
    return n


def contained() -> int:
    try:
        return int(1 in Listed())
    except TypeError:
        return -1  # reached by: contained()


def backwards() -> int:
    try:
        return next(reversed(Listed()))
    except TypeError:
        return -1  # reached by: backwards()


def true() -> int:
    try:
        return 1 if Sized() else 0
    except TypeError:
        return -1  # reached by: true()


def negated() -> int:
    try:
        return -Nothing()
    except TypeError:
        return -1  # reached by: negated()


def as_int() -> int:
    try:
        return int(Nothing())
    except TypeError:
        return -1  # reached by: as_int()


def any_of() -> int:
    try:
        return int(any([Sized()]))
    except TypeError:
        return -1  # reached by: any_of()
