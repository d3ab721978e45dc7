"""What is caught may come from an argument of a class that was not tried; bounds that no searched text fits say nothing.

Found by the test suite of a package of tools for iterators, and by eye.
"""

import re


def suppressed(iterable, *exceptions):
    try:
        yield from iterable
    except exceptions:
        return  # not infeasible


def version(output: str):
    lines = [n for n in (n.strip() for n in output.splitlines()) if n]
    if len(lines) < 2 or lines[0][:4] != "musl":
        return None
    m = re.match(r"Version (\d+)\.(\d+)", lines[1])
    if not m:
        return None
    return m.group(1)  # not infeasible
