"""The places that a run tells of, numbered."""

from __future__ import annotations

from dataclasses import field

from clew.ir import tree as ir
from clew.records import dataclass
from clew.source.spans import Span


@dataclass(frozen=True, slots=True)
class Site:
    """A place the machine is told of.  goals: by outcome (None for statements), the goal's id, if it is one."""

    span: Span
    kind: str
    goals: dict[str | None, str]
    function: int


@dataclass(frozen=True, slots=True)
class FunctionInfo:
    """What the machine must know of an instrumented function to bind shadows to its parameters."""

    name: str
    qualname: str
    parameters: tuple[ir.Parameter, ...]
    generator: bool
    asynchronous: bool
    span: Span
    module: str


@dataclass(slots=True)
class Sites:
    """All places and functions of the instrumented project, numbered in order of instrumentation."""

    places: list[Site] = field(default_factory=list)
    functions: list[FunctionInfo] = field(default_factory=list)
