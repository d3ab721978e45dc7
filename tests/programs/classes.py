class Base:
    def __init__(self, x: int) -> None:
        self.x = x

    def kind(self) -> int:
        return 1

    def ask(self) -> int:
        if self.kind() == 3:
            return 1  # infeasible
        if self.kind() == 2:
            return 2  # covered
        return 0


class Derived(Base):
    def kind(self) -> int:
        return super().kind() + 1


def which(b: Base):
    if b.kind() == 2:
        return 1  # covered
    if b.kind() == 5:
        return 2  # infeasible
    return 3  # covered
