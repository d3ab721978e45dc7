# Written by clew from numbers_; renewed by its next run unless edited. (eea0031892ce5641)

import math

import pytest

from numbers_ import Log, clamp, describe, is_even, ratio, shout


@pytest.mark.parametrize(
    "x",
    [
        pytest.param(0, id="x-le-hi"),
        pytest.param(-1, id="x-lt-lo"),
        pytest.param(1, id="x-gt-hi"),
    ],
)
def test_clamp(x: int) -> None:
    assert clamp(x, 0, 0) == 0  # observed


def test_clamp_lo_gt_hi() -> None:
    with pytest.raises(ValueError, match=r"empty range: 1 > 0 \(lo > hi\)"):
        clamp(0, 1, 0)


def test_ratio_b_eq_0() -> None:
    assert math.isnan(ratio(1.0, 0.0))  # observed


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        pytest.param(1.0, 2.0, 0.5, id="b-ne-0"),
        pytest.param(1e18, 1.0, 1e18, id="return-a-over-b"),
        pytest.param(float("inf"), 1.0, float("inf"), id="a-float-inf-b-1-0"),
    ],
)
def test_ratio(a: float, b: float, expected: float) -> None:
    assert ratio(a, b) == expected  # observed


def test_shout_not_s() -> None:
    shout("")  # observed: it returns


def test_shout_s(capsys: pytest.CaptureFixture[str]) -> None:
    shout("a")
    assert capsys.readouterr().out == "A\n"  # observed


@pytest.mark.parametrize(
    ("quiet", "expected"),
    [
        pytest.param(False, 'it\'s "a"', id="not-quiet"),
        pytest.param(True, None, id="quiet"),
    ],
)
def test_describe(quiet: bool, expected: str | None) -> None:
    assert describe("a", quiet=quiet) == expected  # observed


@pytest.mark.parametrize(
    ("n", "expected"),
    [
        pytest.param(0, True, id="n-0"),
        pytest.param(1, False, id="n-1"),
    ],
)
def test_is_even(n: int, expected: bool) -> None:
    assert is_even(n) is expected  # observed


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("", id="not-line"),
        pytest.param("a", id="line"),
    ],
)
def test_keep(line: str) -> None:
    Log([]).keep(line)  # observed: it returns
