class Settings:
    def __init__(self) -> None:
        self.debug = False

    def enable(self) -> None:
        self.debug = True


settings = Settings()
enable = settings.enable


def mode() -> str:
    if settings.debug:
        return "debug"  # reached by: enable(); mode()
    return "info"
