"""The attack on the proofs of a module, driven from the command: order it, and take what it hits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Final

from clew.attack.orders import Hit, Order, Prey, Withstood
from clew.records import dataclass
from clew.workers.host import Host
from clew.workers.host_protocol import Died

ATTACK: Final = "clew.attack.worker:attack"


@dataclass(frozen=True, slots=True)
class Campaign:
    """hits: calls that reached what was called infeasible; runs: by unit, how many were made."""

    hits: tuple[Hit, ...] = ()
    runs: Mapping[str, int] = field(default_factory=dict)


def attacked(host: Host, module: str, preys: Sequence[Prey], runs: int, seed: int) -> Campaign:
    """Attack each function, in the host, which has imported the module under probes.

    A call that ends its process costs only the rest of the attack on its own function.
    """
    hits: list[Hit] = []
    made: dict[str, int] = {}

    def on_message(message: object) -> None:
        if isinstance(message, Hit):
            hits.append(message)
        elif isinstance(message, Withstood):
            made[message.unit] = message.runs

    left = Order(module, tuple(preys), runs, seed)
    while left.preys:
        end = host.run(ATTACK, left, on_message)
        rest = tuple(prey for prey in left.preys if prey.unit not in made)
        if not isinstance(end, Died) or end.code == "interrupted" or isinstance(host.ready, Died):
            break
        if rest:
            made[rest[0].unit] = 0
        left = replace(left, preys=rest[1:])
    return Campaign(tuple(hits), made)
