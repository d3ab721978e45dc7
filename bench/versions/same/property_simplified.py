class Box:
    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height

    @property
    def is_square(self) -> bool:
        if self.width == self.height:
            return True
        else:
            return False


# ---- after


class Box:
    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height

    @property
    def is_square(self) -> bool:
        return self.width == self.height
