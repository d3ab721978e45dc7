"""Lists that another file, which imports this one, fills under other names."""

by_as_name: list[int] = []
by_variable: list[int] = []
by_argument: list[int] = []
by_unbound: list[int] = []
by_loop: list[int] = []
by_table: list[int] = []
by_heap: list[int] = []
by_bound: list[int] = []
by_mapped: list[int] = []
by_choice: list[int] = []
by_walrus: list[int] = []
by_matched: list[int] = []
by_partial: list[int] = []


def is_filled_by_as_name() -> int:
    if by_as_name:
        return 1  # reached by: import fills_names; fills_names.fill_by_as_name(); is_filled_by_as_name()
    return 0


def is_filled_by_variable() -> int:
    if by_variable:
        return 1  # reached by: import fills_names; fills_names.fill_by_variable(); is_filled_by_variable()
    return 0


def is_filled_by_argument() -> int:
    if by_argument:
        return 1  # reached by: import fills_names; fills_names.fill_by_argument(); is_filled_by_argument()
    return 0


def is_filled_by_unbound() -> int:
    if by_unbound:
        return 1  # reached by: import fills_names; fills_names.fill_by_unbound(); is_filled_by_unbound()
    return 0


def is_filled_by_loop() -> int:
    if by_loop:
        return 1  # reached by: import fills_names; fills_names.fill_by_loop(); is_filled_by_loop()
    return 0


def is_filled_by_table() -> int:
    if by_table:
        return 1  # reached by: import fills_names; fills_names.fill_by_table(); is_filled_by_table()
    return 0


def is_filled_by_heap() -> int:
    if by_heap:
        return 1  # reached by: import fills_names; fills_names.fill_by_heap(); is_filled_by_heap()
    return 0


def is_filled_by_bound() -> int:
    if by_bound:
        return 1  # reached by: import fills_names; fills_names.fill_by_bound(); is_filled_by_bound()
    return 0


def is_filled_by_mapped() -> int:
    if by_mapped:
        return 1  # reached by: import fills_names; fills_names.fill_by_mapped(); is_filled_by_mapped()
    return 0


def is_filled_by_choice() -> int:
    if by_choice:
        return 1  # reached by: import fills_names; fills_names.fill_by_choice(); is_filled_by_choice()
    return 0


def is_filled_by_walrus() -> int:
    if by_walrus:
        return 1  # reached by: import fills_names; fills_names.fill_by_walrus(); is_filled_by_walrus()
    return 0


def is_filled_by_matched() -> int:
    if by_matched:
        return 1  # reached by: import fills_names; fills_names.fill_by_matched(); is_filled_by_matched()
    return 0


def is_filled_by_partial() -> int:
    if by_partial:
        return 1  # reached by: import fills_names; fills_names.fill_by_partial(); is_filled_by_partial()
    return 0


table: dict[str, list[int]] = {"a": [1]}


def is_deeper() -> int:
    if len(table["a"]) == 2:
        return 1  # reached by: import fills_names; fills_names.deepen(); is_deeper()
    return 0


lists: dict[str, list[int]] = {"a": [1]}


def is_deeper_in_a_loop() -> int:
    if len(lists["a"]) == 2:
        return 1  # reached by: import fills_names; fills_names.deepen_all(); is_deeper_in_a_loop()
    return 0


class Settings:
    """Of a program."""

    choices: dict[str, int] = {}

    def __init__(self) -> None:
        self.debug = False
        self.options: dict[str, int] = {}


config = Settings()


def is_debugging() -> int:
    if config.debug:
        return 1  # reached by: import fills_names; fills_names.enable(); is_debugging()
    return 0


def has_choices() -> int:
    if Settings.choices:
        return 1  # reached by: import fills_names; fills_names.choose(); has_choices()
    return 0


class Shelf:
    """Of things; its class keeps what the module does."""

    store: list[int] = [0]


shared = Shelf.store


def is_stored() -> int:
    if len(shared) == 2:
        return 1  # reached by: import fills_names; fills_names.Longer().add(); is_stored()
    return 0


class Box:
    """Of one size."""

    def size(self) -> int:
        return 1


def is_large(box: Box) -> int:
    if box.size() == 5:
        return 1  # reached by: import fills_names; is_large(fills_names.large())
    return 0


class Bag:
    """Of one size, too."""

    def size(self) -> int:
        return 1


def is_bulky(bag: Bag) -> int:
    if bag.size() == 5:
        return 1  # reached by: import fills_names; is_bulky(fills_names.bulky())
    return 0


names: list[str] = ["a", "b"]


def has_no_names() -> int:
    if not names:
        return 1
    return 0
