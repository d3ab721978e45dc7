"""Puts functions of its own in place of the library's."""

import builtins
import math as m

m.floor = lambda x: 7
m.pi = 3
setattr(m, "hypot", lambda a, b: 0)
builtins.len = lambda xs: -1
