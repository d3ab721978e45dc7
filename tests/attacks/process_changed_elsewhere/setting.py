"""Sets a level without a name of logging."""

from level import LOG

LOG.setLevel(10)
