"""What the process holds, changed by a file that is not imported."""

import logging

LOG = logging.getLogger("clew.attack.elsewhere")


def is_debug(x: int) -> int:
    if LOG.level == 10:
        return 1  # reached by: import setting; level_is_debug(1)
    return 0


level_is_debug = is_debug
