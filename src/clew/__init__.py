"""clew: for every coverage goal of a Python function a test, a proof, or the reason why neither was found.

For programs, `clew.cover`, `check`, `dead`, `diff`, `path` and `mutate` do what the commands of these names do, and
`count` counts paths as `clew path` can; `clew.api` has them and says what they take, return and raise.  They are
imported when they are first used.

Start reading at `pipeline.py`; `ARCHITECTURE.md` is the map.  PYTEST_DONT_REWRITE: coverage.py may have imported this,
for its plugin, before pytest, which would warn that it is too late to rewrite asserts.
"""

TYPE_CHECKING = False  # `typing` is a large import
if TYPE_CHECKING:
    from clew.api import check, count, cover, dead, diff, mutate, path
    from clew.source.diagnostics import ClewError

__version__ = "0.1.0"
__all__ = ["ClewError", "check", "count", "cover", "dead", "diff", "mutate", "path"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from clew import api

    return getattr(api, name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
