"""Classes with subclasses in a file that is not imported here, which knows them by other names."""


class Plain:
    def value(self) -> int:
        return 1


class Lazy:
    def value(self) -> int:
        return 1


class Picked:
    def value(self) -> int:
        return 1


def of_alias(o: Plain) -> int:
    if o.value() == 2:
        return 1  # reached by: import below; of_alias(below.OfAlias())
    return 0


def of_lazy(o: Lazy) -> int:
    if o.value() == 2:
        return 1  # reached by: import below; of_lazy(below.OfLazy())
    return 0


def of_picked(o: Picked) -> int:
    if o.value() == 2:
        return 1  # reached by: import below; of_picked(below.OfPicked())
    return 0
