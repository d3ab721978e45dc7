class Flag:
    def __init__(self) -> None:
        self.on = False

    def toggle(self) -> None:
        self.on = not self.on


class Menu:
    def __init__(self, flag: Flag) -> None:
        self.action = flag.toggle


flag = Flag()
menu = Menu(flag)


def state() -> bool:
    if flag.on:
        return True  # reached by: menu.action(); state()
    return False
