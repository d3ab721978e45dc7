from dataclasses import dataclass


@dataclass
class Item:
    name: str
    tags: list[str]


@dataclass(frozen=True)
class Line:
    item: Item

    def __post_init__(self) -> None:
        if not self.item.tags:
            raise ValueError


def untagged(line: Line) -> bool:
    if not line.item.tags:
        return True  # reached by: i = Item("a", ["x"]); n = Line(i); i.tags.clear(); untagged(n)
    return False
