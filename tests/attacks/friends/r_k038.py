class Base:
    level = 0

    def up(self) -> None:
        self.level += 1


class Leaf(Base):
    pass


leaf = Leaf()
up = leaf.up


def high() -> bool:
    if leaf.level > 0:
        return True  # reached by: up(); high()
    return False
