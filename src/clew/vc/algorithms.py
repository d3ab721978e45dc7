"""The covering algorithms by the names they have on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from clew.vc.learning_cover import learning_cover
from clew.vc.path_cover import path_cover
from clew.vc.path_tree import path_tree
from clew.vc.query_optimal import query_optimal
from clew.vc.statement_cover import statement_cover
from clew.vc.task import Algorithm
from clew.vc.worst_case_optimal import worst_case_optimal

ALGORITHMS: Final[Mapping[str, Algorithm]] = MappingProxyType(
    {
        "clew": learning_cover,
        "paths": path_tree,
        "pc": path_cover,
        "sc": statement_cover,
        "fm": worst_case_optimal,
        "vstte": query_optimal,
    }
)
