class Logger:
    def __init__(self, name: str) -> None:
        self.name = name
        self._lines: list[str] = []
        self._level = 1

    def write(self, line: str) -> None:
        if self._level > 0:
            self._lines.append(f"{self.name}: {line}")

    def mute(self) -> None:
        self._level = 0

    def lines(self) -> int:
        return len(self._lines)


_console = Logger("console")
_file = Logger("file")
_log = _console


def to_file() -> None:
    global _log
    _log = _file


def to_console() -> None:
    global _log
    _log = _console


def info(text: str) -> None:
    _log.write("info " + text)


def quiet() -> None:
    _log.mute()


def written() -> str:
    if _file.lines() > 0:
        return "file"  # reached by: to_file(); info("x"); written()
    if _console.lines() > 0:
        return "console"  # reached by: info("x"); written()
    return "nothing"


def silent() -> bool:
    if _file._level == 0:
        return True  # reached by: to_file(); quiet(); silent()
    return False
