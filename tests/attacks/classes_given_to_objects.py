"""An object whose class is set is of another one."""

class Open:
    def name(self) -> str:
        return "open"


class Closed:
    def name(self) -> str:
        return "closed"


def close(door: Open) -> None:
    door.__class__ = Closed


def told(door: Open) -> str:
    if door.name() == "closed":
        return "shut"  # reached by: d = Open(); close(d); told(d)
    return "wide"
