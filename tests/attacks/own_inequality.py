"""`!=` where one side says so itself and the other has what `object` has, which asks `__eq__` of the same object."""


class Both:
    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return True


class Plain:
    pass


class OnlyEqual:
    def __eq__(self, other: object) -> bool:
        return NotImplemented


class OnlyUnequal:
    def __ne__(self, other: object) -> bool:
        return False


def own_on_the_left(flag: bool) -> int:
    if Both() != Plain() and flag:
        return 1  # reached by: own_on_the_left(True)
    return 0


def own_on_the_right(flag: bool) -> int:
    if Plain() != Both() and flag:
        return 1  # reached by: own_on_the_right(True)
    return 0


def against_none(flag: bool) -> int:
    if None != Both() and Both() != None and flag:  # noqa: E711
        return 1  # reached by: against_none(True)
    return 0


def equal_says_nothing(flag: bool) -> int:
    if OnlyEqual() != Plain() and OnlyEqual() != Both() and flag:
        return 1  # reached by: equal_says_nothing(True)
    return 0


def equal_of_the_other(flag: bool) -> int:
    if not (OnlyEqual() != OnlyUnequal()) and flag:
        return 1  # reached by: equal_of_the_other(True)
    return 0


def itself(flag: bool) -> int:
    one = OnlyEqual()
    if not (one != one) and flag:
        return 1  # reached by: itself(True)
    return 0
