from dataclasses import dataclass, field


@dataclass
class Log:
    lines: list[str] = field(default_factory=list, init=False)
    closed: bool = field(default=False, init=False)

    def close(self) -> None:
        self.closed = True


@dataclass(frozen=True)
class Service:
    log: Log = field(default_factory=Log)

    def say(self, s: str) -> str:
        if self.log.closed:
            return "closed"  # reached by: s = Service(); s.log.close(); s.say("a")
        if self.log.lines:
            return "again"  # reached by: s = Service(); s.say("a"); s.say("b")
        self.log.lines.append(s)
        return "first"


@dataclass(frozen=True)
class Quiet:
    log: Log = field(default_factory=Log, init=False)

    def closed(self) -> bool:
        if self.log.closed:
            return True  # reached by: q = Quiet(); q.log.closed = True; q.closed()
        return False

    def full(self) -> bool:
        if self.log.lines:
            return True  # reached by: q = Quiet(); q.log.lines.append(""); q.full()
        return False
