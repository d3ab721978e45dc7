"""Names that annotations use and the running module does not have: imported for type checkers only, or inside
functions.

An annotation that cannot be evaluated would leave its parameter to guesses; so the module's other imports are carried
out, in the guarded worker, into a namespace of their own.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from clew.frontend.module import Module


def typing_names(modules: Iterable[Module]) -> dict[str, dict[str, Any]]:
    """By module, the names bound by its imports under `if TYPE_CHECKING` and in functions.

    What cannot be imported is left out.
    """
    found: dict[str, dict[str, Any]] = {}
    for module in list(modules):  # an import may bring in further ones
        running = sys.modules.get(module.name)
        namespace: dict[str, Any] = {"__name__": module.name, "__package__": getattr(running, "__package__", None)}
        for statement in module.imports:
            try:
                exec(statement, namespace)
            except Exception:
                continue
        found[module.name] = {name: value for name, value in namespace.items() if not name.startswith("__")}
    return found
