"""What the versions of Python that clew runs on do differently, each fact once.

Everything else asks the running interpreter itself.  Verdicts hold for the Python that clew runs on.
"""

from __future__ import annotations

import sys
from typing import Final

# 3.12: `sum` adds doubles with a compensation for what rounding loses.
COMPENSATED_SUM: Final = sum([1e100, 1.0, -1e100]) == 1.0
# 3.13: the `__eq__` of a dataclass compares field by field, before that the tuples of the fields, where a nan that is
# the same object equals itself.
DATACLASSES_COMPARE_FIELDS: Final = sys.version_info >= (3, 13)
