"""The pages in a real browser: `make test-browser`.  Without one these tests fail; `make test` leaves them out, and says so."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from chromium import Browser

sys.path.insert(0, str(Path(__file__).parent.parent))

from test_pages import LOOKED, SOURCE, claimed, report

from clew.report.pages.site import Before, pages_of
from clew.report.record import Report

WIDTHS = (400, 900, 1600)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of `clew cover` and, in a folder of its own, of `clew check`."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "check").mkdir()
    sources = {"shop.py": SOURCE}
    for name, text in pages_of(report(), sources, Before(earlier(), sources)):
        (folder / name).write_text(text, encoding="utf-8")
    for name, text in pages_of(claimed(), sources):
        (folder / "check" / name).write_text(text, encoding="utf-8")
    return folder


def earlier() -> Report:
    """`return 4` was unknown."""
    unit = report().units[0]
    goals = [replace(goal, verdict=LOOKED) if goal.span.line == 6 else goal for goal in unit.goals]
    return replace(report(), units=(replace(unit, goals=tuple(goals)), *report().units[1:]))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser() as started:
        yield started


def everything(site: Path) -> list[Path]:
    found = sorted(site.rglob("*.html"))
    assert len(found) == 4
    return found


def test_a_page_asks_for_nothing_and_complains_of_nothing(browser: Browser, site: Path) -> None:
    browser.requests.clear()
    for page in everything(site):
        browser.open(page)
        assert browser.value("document.title") != ""
        assert browser.value("document.scripts.length") == 1
    assert set(browser.requests) == {page.as_uri() for page in everything(site)}
    assert browser.complaints == []


def test_the_script_runs_under_the_policy_of_the_page_and_no_other_does(browser: Browser, site: Path) -> None:
    browser.open(site / "shop.py.html")
    browser.click("#theme")
    assert browser.value("document.documentElement.style.colorScheme") == "dark"
    browser.click("#theme")
    assert browser.value("document.documentElement.style.colorScheme") == "light"
    browser.value("localStorage.clear()")
    browser.value(
        "(s => { s.textContent = 'window.ran = 1'; document.body.append(s); })(document.createElement('script'))"
    )
    assert browser.value("window.ran") is None
    assert any("Content Security Policy" in text for text in browser.complaints)
    browser.complaints.clear()


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_at_each_width_nothing_is_wider_than_the_window_and_all_states_can_be_read(
    browser: Browser, site: Path, width: int, dark: bool
) -> None:
    browser.look(width, 900, dark=dark)
    for page in everything(site):
        browser.open(page)
        assert browser.value("document.documentElement.scrollWidth") <= width, page
        ratios = browser.value(CONTRAST)
        assert ratios and not [pair for pair in ratios if pair[1] < 4.5], page
    ground = browser.value("getComputedStyle(document.body).backgroundColor")
    assert (ground == "rgb(21, 20, 18)") == dark


# The contrast of text with what is behind it, painted on a canvas since colours may be mixed.
CONTRAST = """
(() => {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const parts = (colour, under) => {
    context.globalAlpha = 1; context.fillStyle = under; context.fillRect(0, 0, 1, 1);
    context.fillStyle = colour; context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = rgb => rgb.map(v => v / 255).map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
  const behind = element => {
    const above = [];
    for (let at = element; at; at = at.parentElement) above.unshift(getComputedStyle(at).backgroundColor);
    return above.reduce((under, colour) => `rgb(${parts(colour, under)})`, "white");
  };
  return [...document.querySelectorAll(".c, .tally, .pick, .sign, h1, h2, .quiet, .rule, td a, .r > i, .r code")]
    .filter(element => element.checkVisibility() && element.textContent.trim() && !element.closest(".out"))
    .map(element => {
      const under = behind(element), own = light(parts(getComputedStyle(element).color, under));
      const other = light(parts(under, under)), [low, high] = [own, other].sort((a, b) => a - b);
      return [element.className, Math.round((high + .05) / (low + .05) * 100) / 100];
    });
})()
"""


def test_pointing_tells_shortly_and_pressing_tells_all(browser: Browser, site: Path) -> None:
    browser.look(1600, 900)
    browser.open(site / "shop.py.html")
    browser.point("#L3 .c.covered")
    tip = browser.value("document.querySelector('#tip').innerText")
    assert "covered: grams < 0 and grams > -9 is true" in tip and "cost(-1) raises ValueError" in tip
    browser.point("#L6 .c")
    assert "for all inputs, if arguments have their annotated types" in browser.value(
        "document.querySelector('#tip').innerText"
    )
    browser.click("#L6 .c")
    said = browser.value("document.querySelector('#panel').innerText")
    assert "line 6: infeasible: return 4 is never reached (it was unknown)" in said
    assert "these lines contradict each other" in said and "assuming (types)" in said
    assert browser.value("[...document.querySelectorAll('.r.lit')].map(r => r.id)") == ["L3", "L5", "L6"]
    browser.press("Escape")
    assert browser.value("document.querySelector('#panel').hidden") is True
    assert browser.value("document.activeElement.matches('#L6 .c')") is True


def test_a_row_that_is_told_about_is_not_below_what_tells(browser: Browser, site: Path) -> None:
    browser.look(400, 700)
    browser.open(site / "shop.py.html")
    browser.click("#L8 .c")
    below = "document.querySelector('#panel').getBoundingClientRect().top - document.querySelector('#L8').getBoundingClientRect().bottom"
    assert browser.value(below) >= 0


def test_keys_alone_reach_all_that_is_not_covered(browser: Browser, site: Path) -> None:
    browser.look(1600, 900)
    browser.open(site / "shop.py.html")
    heard = []
    for _ in range(8):
        browser.press("j")
        heard.append(browser.value("document.activeElement.getAttribute('aria-label').split(':')[0]"))
    assert heard == [
        "none within bounds",
        "infeasible",
        "infeasible",
        "unknown",
        "unknown",
        "2 def-use goals",
        "doomed",
        "none within bounds",
    ]
    browser.press("k")
    assert browser.value("document.activeElement.closest('.r').id") == "L9"
    browser.press("Escape")
    browser.value("document.querySelector('#L3 .c').focus()")
    browser.press("Enter")
    assert "cost(-1) raises ValueError" in browser.value("document.querySelector('#panel').innerText")


def test_filters_and_search_of_a_file(browser: Browser, site: Path) -> None:
    browser.open(site / "shop.py.html")
    shown = "document.querySelector('#shown').value"
    visible = "[...document.querySelectorAll('.fn')].map(s => s.checkVisibility())"
    browser.click("input[value=unknown]")
    assert browser.value(shown) == "4 goals in 1 function" and browser.value(visible) == [True, False]
    browser.click("input[name=kind][value=branch]")
    assert browser.value(shown) == "1 goal in 1 function"
    browser.click("input[value=unknown]")
    browser.click("input[name=kind][value=branch]")
    browser.click("input[name=changed]")
    assert browser.value(shown) == "1 goal in 1 function"
    browser.click("input[name=changed]")
    assert browser.value(visible) == [True, True] and browser.value(shown) == ""
    browser.press("/")
    for key in "inner":
        browser.press(key)
    assert browser.value(visible) == [False, True]
    browser.press("Escape")
    assert browser.value(visible) == [True, True]


def test_filters_and_search_of_the_index(browser: Browser, site: Path) -> None:
    browser.open(site / "index.html")
    names = "[...document.querySelectorAll('.f')].filter(r => r.checkVisibility()).map(r => r.querySelector('a').textContent)"
    assert browser.value(names) == ["cost", "twice", "twice.<locals>.inner"]
    browser.click("input[value=covered]")
    assert browser.value(names) == ["cost", "twice.<locals>.inner"]
    browser.click("input[name=kind][value=condition]")
    assert browser.value(names) == ["cost"]
    assert browser.value("document.querySelector('#shown').value") == "1 goal in 1 function"
    browser.press("/")
    for key in "zzz":
        browser.press(key)
    assert browser.value(names) == []


def test_a_link_from_elsewhere_opens_what_is_folded(browser: Browser, site: Path) -> None:
    browser.open(site / "shop.py.html", "#f1p1")
    assert browser.value("document.querySelector('#f1p1').checkVisibility()") is True
    browser.open(site / "shop.py.html")
    assert browser.value("document.querySelector('#f1p1').checkVisibility()") is False


def test_graphs_open_with_a_key_and_lead_to_lines(browser: Browser, site: Path) -> None:
    browser.look(1600, 900)
    browser.open(site / "shop.py.html")
    browser.press("g")
    assert browser.value("document.querySelector('.graph').open") is True
    browser.click("svg a[href='#L6']")
    assert browser.value("location.hash") == "#L6"
    colours = "['.n.infeasible rect', '.n.unknown path'].map(s => getComputedStyle(document.querySelector(s)).stroke)"
    one, other = browser.value(colours)
    assert one != other
    dashes = (
        "['.n.infeasible rect', '.n.doomed rect'].map(s => getComputedStyle(document.querySelector(s)).strokeDasharray)"
    )
    assert browser.value(dashes) == ["6px, 4px", "none"]


def test_on_paper_nothing_is_folded_and_no_tool_is_left(browser: Browser, site: Path) -> None:
    browser.open(site / "shop.py.html")
    browser.value("dispatchEvent(new Event('beforeprint'))")
    assert browser.value("document.querySelectorAll('details:not([open])').length") == 0
    browser.ask("Emulation.setEmulatedMedia", media="print")
    assert browser.value("document.querySelector('.tools').checkVisibility()") is False
    assert browser.value("document.querySelector('#f1t1').checkVisibility()") is True
    browser.ask("Emulation.setEmulatedMedia", media="")
    browser.value("dispatchEvent(new Event('afterprint'))")
    assert browser.value("document.querySelectorAll('.accounts[open]').length") == 0
    assert browser.pdf().startswith(b"%PDF")
