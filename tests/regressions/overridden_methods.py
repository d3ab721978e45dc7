"""A method that a subclass overrides, run on objects of the subclass: the test calls it through its own class.

Found by goals that the executor reached and the replay did not.
"""


class Base:
    def __init__(self, size: int) -> None:
        self.size = size
        self.kind = "base"

    def check(self, limit: int):
        if self.kind == "sub" and limit == 77:
            return 1  # covered
        return 0

    @property
    def name(self):
        if self.kind == "sub":
            return "s"  # covered
        return "b"


class Sub(Base):
    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.kind = "sub"

    def check(self, limit: int):
        return super().check(limit) if self.size > 10 else 0

    @property
    def name(self):
        return "sub"
