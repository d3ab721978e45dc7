from dataclasses import dataclass
from enum import Enum


class Mode(Enum):
    A = 1
    B = 2


@dataclass
class Dev:
    mode: Mode = Mode.A


@dataclass(frozen=True)
class Lease:
    dev: Dev

    def __post_init__(self) -> None:
        if self.dev.mode is not Mode.A:
            raise ValueError


class Pool:
    def __init__(self, lease: Lease) -> None:
        self.lease = lease

    def state(self) -> str:
        if self.lease.dev.mode is Mode.B:
            return "switched"  # reached by: p = Pool(Lease(Dev())); p.lease.dev.mode = Mode.B; p.state()
        return "ok"
