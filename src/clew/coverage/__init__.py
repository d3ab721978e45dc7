"""A plugin of coverage.py: what no input reaches counts neither as missing nor as covered.

    [tool.coverage.run]
    plugins = ["clew.coverage"]

`clew coverage` writes down what was proved (`.clew/coverage.json`) and marks the measured files in the data of
coverage.py; reports of every kind then ask this plugin about these files.  It takes no part in measuring, so it works
with each of coverage.py's cores.  With the option `measures = true` it does: then proofs that are there when the run
begins need no marking afterwards, but the core must be the C tracer, the only one that knows such plugins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from coverage.plugin_support import Plugins


def coverage_init(reg: Plugins, options: dict[str, Any]) -> None:
    """What coverage.py calls.  options: `proofs`, the file with the proofs; `measures`."""
    from clew.coverage.plugin import PROOFS, Feasible

    plugin = Feasible(options.get("proofs", PROOFS))
    reg.add_configurer(plugin)
    if str(options.get("measures", "")).lower() in ("true", "1", "yes", "on"):
        reg.add_file_tracer(plugin)
