"""Classes of characters are what the interpreter itself matches with them, whatever the case."""

from __future__ import annotations

import re
import sys
from random import Random

from clew.semantics.characters import Ranges
from clew.semantics.regex_automaton import CASED, class_of

EVERY = "".join(map(chr, range(sys.maxunicode + 1)))
ODD = "aZkKsSſKİıßẞµμΣςσǅǆʼnΐίᏀꭰაᲐﬁ𐐀𐐨𞤀𞤢𞤃㐀𠀀é0_-]"


def matched(text: str, flags: int) -> Ranges:
    return tuple((m.start(), m.end() - 1) for m in re.compile(f"(?:{text})+", flags).finditer(EVERY))


def test_a_class_is_what_the_interpreter_matches() -> None:
    rng = Random(0)
    texts = [re.escape(each) for each in ODD]
    for _ in range(25):
        inside = "".join(map(re.escape, rng.sample(ODD, rng.randint(1, 5))))
        more = rng.choice(("", "a-f", "À-ž", r"\d", "𐀀-𠀅"))
        texts.append(f"[{rng.choice(('', '', '^'))}{inside}{more}]")
    above = 0
    for text in texts:
        for flags in (re.IGNORECASE, re.IGNORECASE | re.ASCII):
            found = class_of(text, int(flags) | (0 if flags & re.ASCII else re.UNICODE), False)
            assert found == matched(text, flags), (text, flags)
            above += any(high >= CASED for _, high in found)
    assert above > 10
