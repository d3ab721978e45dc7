"""How the functions of several modules are dealt to processes."""

from __future__ import annotations

from pathlib import Path

from clew.settling.claims import ask_for_claims
from clew.settling.work import ModuleWork, UnitWork, chunks_of, read_targets
from clew.source.discovery import discover


def works(folder: Path, **sizes: int) -> list[ModuleWork]:
    for name, size in sizes.items():
        (folder / f"{name}.py").write_text(
            "".join(f"def f{i}(x: int) -> int:\n    return x\n\n\n" for i in range(size))
        )
    found = {work.module.name: work for work in read_targets(discover([str(folder)], cwd=str(folder))[0])[0]}
    return [found[name] for name in sizes]


def shown(chunks: list[tuple[ModuleWork, list[UnitWork]]]) -> list[tuple[str, int]]:
    return [(work.module.name, len(entries)) for work, entries in chunks]


def test_a_large_module_is_dealt_to_all_also_beside_small_ones(tmp_path: Path) -> None:
    chunks = chunks_of(works(tmp_path, small=3, large=41, other=5), 2)
    assert shown(chunks) == [("large", 21), ("large", 20), ("other", 5), ("small", 3)]
    dealt = [entry.unit.qualname for work, entries in chunks if work.module.name == "large" for entry in entries]
    assert sorted(dealt) == sorted(f"f{i}" for i in range(41))


def test_few_functions_are_worth_one_process(tmp_path: Path) -> None:
    assert shown(chunks_of(works(tmp_path, small=7), 8)) == [("small", 7)]
    assert shown(chunks_of(works(tmp_path, large=64), 1)) == [("large", 64)]


def test_what_is_known_is_not_dealt(tmp_path: Path) -> None:
    assert chunks_of([], 2) == []
    (work,) = works(tmp_path, known=2)
    work.entries = []
    assert chunks_of([work], 2) == []


def test_what_something_is_claimed_of_comes_first(tmp_path: Path) -> None:
    (tmp_path / "mixed.py").write_text(
        "def calm(x: int) -> int:\n    return x\n\n\n"
        "def asked(x: int) -> int:\n    assert x > 0\n    return x\n\n\n"
        "def risky(x: int) -> int:\n    return 10 // x\n"
    )
    found = read_targets(discover([str(tmp_path)], cwd=str(tmp_path))[0])[0]
    ask_for_claims(found)
    ((_, entries),) = chunks_of(found, 1)
    assert [entry.unit.qualname for entry in entries] == ["risky", "calm", "asked"]
    assert [entry.unit.qualname for entry in found[0].entries] == ["calm", "asked", "risky"]
