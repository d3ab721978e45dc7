import logging

log = logging.getLogger("j001")


class Keep(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.seen = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.seen += 1


keep = Keep()
log.addHandler(keep)


def note() -> bool:
    before = keep.seen
    log.error("x")
    if keep.seen > before:
        return True
    return False  # reached by: import logging; logging.disable(); note()
