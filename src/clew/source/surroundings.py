"""What code may depend on besides what it is given, as reports call it."""

from __future__ import annotations

from typing import Final

PACKAGES: Final = "the packages that are installed"
