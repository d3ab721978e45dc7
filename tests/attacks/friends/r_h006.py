import logging

log = logging.getLogger("h006")


class Keep(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.seen = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.seen += 1


keep = Keep()
log.addHandler(keep)


def note() -> bool:
    log.error("x")
    if keep.seen > 1:
        return True  # reached by: note(); note()
    return False
