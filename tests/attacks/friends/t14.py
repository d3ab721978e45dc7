class Item:
    def __init__(self) -> None:
        self._owner: "Box | None" = None

    def _attach(self, b: "Box") -> None:
        self._owner = b

    def boxed(self) -> bool:
        if self._owner is not None:
            return True  # reached by: i = Item(); Box([i]); i.boxed()
        return False


class Box:
    def __init__(self, items: list[Item]) -> None:
        self._items = items
        [i._attach(self) for i in items]
