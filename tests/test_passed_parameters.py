"""What callers pass: beside what the receiver is bound to, and what keys of dicts declare (PEP 692)."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict, Unpack

from clew.inputs.passed_parameters import passed_parameters, unpacked_keys
from clew.inputs.signatures import Catalogue
from clew.search.trace import Told  # noqa: F401
