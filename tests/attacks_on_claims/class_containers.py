"""A container that a class has is looked up through its objects; what changes it may stand anywhere."""
# ruff: noqa: RUF012


class Changed:
    TABLE = {"a": 1}

    def look(self) -> int:
        return self.TABLE["a"]  # fails by: (Changed().drop(), Changed().look())

    def drop(self) -> None:
        self.TABLE.clear()


class ByClass:
    TABLE = {"a": 1}

    def look(self) -> int:
        return self.TABLE["a"]  # fails by: (ByClass.drop(), ByClass().look())

    @classmethod
    def drop(cls) -> None:
        del cls.TABLE["a"]


class ThroughVariable:
    TABLE = {"a": 1}

    def look(self) -> int:
        return self.TABLE["a"]  # fails by: (ThroughVariable().drop(), ThroughVariable().look())

    def drop(self) -> None:
        table = self.TABLE
        table.pop("a", None)


class HandedOut:
    _TABLE = {"a": 1}

    def look(self) -> int:
        return self._TABLE["a"]  # fails by: (HandedOut().table().clear(), HandedOut().look())

    def table(self) -> dict[str, int]:
        return self._TABLE


class ToFunction:
    _TABLE = {"a": 1}

    def look(self) -> int:
        return self._TABLE["a"]  # fails by: (ToFunction().drop(), ToFunction().look())

    def drop(self) -> None:
        emptied(self._TABLE)


def emptied(table: dict[str, int]) -> None:
    table.clear()


class Below(Changed):
    pass


class Other:
    TABLE = {"a": 1}

    def look(self) -> int:
        return self.TABLE["a"]  # fails by: Overriding().look()


class Overriding(Other):
    TABLE: dict[str, int] = {}


class OfObject:
    TABLE = {"a": 1}

    def __init__(self, empty: bool) -> None:
        if empty:
            self.TABLE = {}

    def look(self) -> int:
        return self.TABLE["a"]  # fails by: OfObject(True).look()


class Open:
    table = {"a": 1}

    def look(self) -> int:
        return self.table["a"]  # fails by: (o := Open(), setattr(o, "table", {}), o.look())


class Spoiled:
    ROW = [1, 2]

    def look(self) -> int:
        return self.ROW[1]  # fails by: (spoil(Spoiled), Spoiled().look())


def spoil(cls: type[Spoiled]) -> None:
    cls.ROW.pop()


class Inner:
    TABLE = {"a": [1, 2]}

    def look(self) -> int:
        return self.TABLE["a"][1]  # fails by: (Inner().row("a").pop(), Inner().look())

    def row(self, key: str) -> list[int]:
        return self.TABLE[key]


class InTuple:
    ROWS = ([1, 2], [3])

    def look(self) -> int:
        return self.ROWS[0][1]  # fails by: (InTuple().shrink(), InTuple().look())

    def shrink(self) -> None:
        for row in self.ROWS:
            row.pop()


class Missing:
    TABLE = {"a": 1}

    def look(self, key: str) -> int:
        return self.TABLE[key]  # fails by: Missing().look("b")

    def other(self) -> int:
        return self.TABLE["b"]  # fails by: Missing().other()


class Shared:
    TABLE = {"a": 1}

    def look(self) -> int:
        return self.TABLE["a"]  # fails by: (ALIASES["shared"].clear(), Shared().look()) if drop_alias() else None


ALIASES = {"shared": Shared.TABLE}


def drop_alias() -> bool:
    ALIASES["shared"].clear()
    return True


class Renamed:
    TABLE = {"a": 1}

    def look(self) -> int:
        self = Other()  # type: ignore[assignment]
        return self.TABLE["b"]  # fails by: Renamed().look()


class Emptied:
    TABLE = {"a": 1}

    def look(self) -> int:
        for name in list(self.TABLE):
            del self.TABLE[name]
        return self.TABLE["a"]  # fails by: Emptied().look()


class Flat:
    NAMES = {"a": "x"}

    def name(self, key: str) -> str:
        return self.NAMES[key]  # fails by: Flat().name("b")

    def held(self) -> dict[str, str]:
        return {"name": self.NAMES["a"]}

    def look(self) -> str:
        return self.NAMES["a"]


class Deep:
    NAMES2 = {"a": {"x": 1}}

    def held(self) -> dict[str, object]:
        return {"name": self.NAMES2["a"]}

    def look(self) -> int:
        return self.NAMES2["a"]["x"]  # fails by: (Deep().held()["name"].clear(), Deep().look())


class Around:
    class Within:
        NESTED = {"a": [1]}

    NESTED = {"a": (1,)}

    def rows(self) -> list[object]:
        return [Around.Within.NESTED["a"]]

    def look(self) -> int:
        return Around.Within.NESTED["a"][0]  # fails by: (Around().rows()[0].clear(), Around().look())


class Config:
    _ROWS = {"a": (1,)}

    def row(self, key: str) -> object:
        return self._ROWS[key]

    def look(self) -> int:
        return self._ROWS["a"][0]  # fails by: (_config.row("a").clear(), look_at_config())


_config = Config()
_config._ROWS = {"a": [1]}  # type: ignore[dict-item]


def look_at_config() -> int:
    return _config.look()
