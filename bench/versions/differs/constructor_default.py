class Window:
    def __init__(self, width: int = 80, height: int = 24) -> None:
        self.width = width
        self.height = height


# ---- after


class Window:
    def __init__(self, width: int = 80, height: int = 25) -> None:
        self.width = width
        self.height = height
