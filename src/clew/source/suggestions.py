"""What somebody may have meant who wrote a name that does not exist."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def suggestion(name: str, known: Iterable[str]) -> str:
    """`; did you mean …?` for the nearest known names, or nothing.  `totl` is near to `Cart.total` too."""
    names = sorted(set(known))
    near = _nearest(name, names)
    if not near and "." not in name:
        last = {n.rpartition(".")[2]: n for n in reversed(names)}
        near = [last[m] for m in _nearest(name, sorted(last))]
    return f"; did you mean {' or '.join(f'`{n}`' for n in near)}?" if near else ""


def _nearest(name: str, names: Sequence[str]) -> list[str]:
    """At most three, the best first, none much worse than the best."""
    from difflib import SequenceMatcher, get_close_matches

    near = get_close_matches(name, names, n=3, cutoff=0.6)
    scores = [SequenceMatcher(None, n, name).ratio() for n in near]
    return [n for n, score in zip(near, scores, strict=True) if score > scores[0] - 0.1]


# ---------------------------------------------------------------- one PATH
