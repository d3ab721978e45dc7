"""The base of a class is an attribute that `setattr` has set."""

import a
class H: pass
setattr(H, 'base', a.P)
class S(H.base):
    def n(self):
        return 2
