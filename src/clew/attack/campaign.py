"""The attack on the proofs of a module, driven from the command: order it, and take what it hits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Final

from clew.attack.orders import Hit, Order, Trial, Withstood
from clew.records import dataclass
from clew.workers.host_protocol import Died
from clew.workers.task_host import TaskHost

ATTACK: Final = "clew.attack.worker:attack"
TRY: Final = "clew.attack.trials:attempt"


@dataclass(frozen=True, slots=True)
class Campaign:
    """hits: calls that reached what was called infeasible; runs: by unit, how many were made."""

    hits: tuple[Hit, ...] = ()
    runs: Mapping[str, int] = field(default_factory=dict)


def attacked(host: TaskHost, order: Order) -> Campaign:
    """Attack each function, in the host, which has imported the module under probes.

    A call that ends its process costs only the rest of the attack on its own function.
    """
    return _carried_out(host, ATTACK, order)


def tried(host: TaskHost, trial: Trial) -> Campaign:
    """The calls that tell small changes of functions apart; the goals that they hit are those changes."""
    return _carried_out(host, TRY, trial)


def _carried_out(host: TaskHost, task: str, left: Order) -> Campaign:
    hits: list[Hit] = []
    made: dict[str, int] = {}

    def on_message(message: object) -> None:
        if isinstance(message, Hit):
            hits.append(message)
        elif isinstance(message, Withstood):
            made[message.unit] = message.runs

    while left.preys:
        end = host.run(task, left, on_message)
        rest = tuple(prey for prey in left.preys if prey.unit not in made)
        if not isinstance(end, Died) or end.code == "interrupted" or isinstance(host.ready, Died):
            break
        if rest:
            made[rest[0].unit] = 0
        left = replace(left, preys=rest[1:])
    return Campaign(tuple(hits), made)
