"""How hooks of probes tell the frame that calls them from others."""

from __future__ import annotations

from typing import Final

number_of: Final = id
"""`id` itself.  Where hooks run, a test that calls what has this name depends on addresses, and no hook is to do that
in its place.  A frame may have the number of one that ended: what is kept by it has to begin anew, as with each loop.
"""
