"""Names that annotations use and the running module does not have: bound for type checkers only, or imported inside
functions.

An annotation that cannot be evaluated would leave its parameter to guesses; so the statements that bind them are
carried out, in the guarded worker, in a namespace of their own.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from clew.frontend.module import Module


def typing_names(modules: Iterable[Module]) -> dict[str, dict[str, Any]]:
    """By module, the names that its statements for annotations bind; those that fail are left out."""
    found: dict[str, dict[str, Any]] = {}
    for module in list(modules):  # an import may bring in further ones
        running = vars(sys.modules[module.name]) if module.name in sys.modules else {"__name__": module.name}
        namespace = dict(running)
        for statement in module.for_annotations:
            try:
                exec(statement, namespace)
            except Exception:
                continue
        found[module.name] = {name: value for name, value in namespace.items() if name not in running}
    return found
