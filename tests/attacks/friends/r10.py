class Plugin:
    def __init__(self) -> None:
        self._host: "Host | None" = None

    def _bind(self, host: "Host") -> None:
        self._host = host

    def call(self) -> str:
        if self._host is None:
            return "loose"
        return self._host.name  # reached by: p = Plugin(); Host("h").install(p); p.call()


class Host:
    def __init__(self, name: str) -> None:
        self.name = name
        self.plugins: list[Plugin] = []

    def install(self, p: Plugin) -> None:
        p._bind(self)
        self.plugins.append(p)
