"""Regular expressions that are compiled at their first use.

Compiling those of all modules was a tenth of the time clew needed to import itself; a run uses few of them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    regex = re.compile
else:

    class regex:
        """As `re.compile`.  Its methods are looked up once, and then found in the object itself."""

        def __init__(self, text: str, flags: int = 0) -> None:
            self.made = lambda: re.compile(text, flags)

        def __getattr__(self, name: str) -> Any:
            found = getattr(self.made(), name)
            setattr(self, name, found)
            return found
