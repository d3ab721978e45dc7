"""Private attributes that helpers set which know nothing of the class."""


class Options:
    def __init__(self) -> None:
        self._a = 0
        self._b = 0
        self.__c = 0

    def is_plain(self) -> int:
        if self._a:
            return 1  # reached by: import helpers; o = Options(); helpers.plain(o); o.is_plain()
        return 0

    def is_by_keyword(self) -> int:
        if self._b:
            return 1  # reached by: import helpers; o = Options(); helpers.by_keyword(o); o.is_by_keyword()
        return 0

    def is_mangled(self) -> int:
        if self.__c:
            return 1  # reached by: import helpers; o = Options(); helpers.mangled(o); o.is_mangled()
        return 0
