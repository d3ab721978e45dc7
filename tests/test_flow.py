"""Control-flow graphs for looking at: what is a node, what an edge, and where they are drawn."""

from __future__ import annotations

import ast
import textwrap
import xml.etree.ElementTree as ET
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clew.frontend.flow import Flow, flow_of_procedure, flows_in
from clew.frontend.goals import find_places
from clew.frontend.ivl import read
from clew.frontend.module import functions_of
from clew.frontend.places import is_fixed
from clew.goals.goal import Place
from clew.report.flow_graph import show_flow
from clew.report.layers import layout
from clew.report.states import COVERED, INFEASIBLE
from clew.source.spans import Span

SVG = "{http://www.w3.org/2000/svg}"
ROOT = Path(__file__).parent.parent


def flow(text: str) -> Flow:
    return next(iter(flows_in(textwrap.dedent(text), "f.py").values()))


def edges(text: str) -> list[str]:
    """`4 -true-> 5`: nodes by their kind, where they are code by their first line; `~>` by an exception."""
    drawn = flow(text)

    def name(number: int) -> str:
        node = drawn.nodes[number]
        return str(node.spans[0].line) if node.spans else node.kind

    found = []
    for edge in drawn.edges:
        label = "|".join(place.outcome or "" for place in edge.outcomes)
        arrow = "~>" if edge.raised else "->"
        found.append(f"{name(edge.source)} {f'-{label}' if label else ''}{arrow} {name(edge.target)}")
    return found


def test_a_sequence_is_one_node_and_a_test_another() -> None:
    text = """
    def f(x):
        '''Doc.'''
        a = 1
        b = 2
        if x and a:
            return a
        return b
    """
    assert edges(text) == ["entry -> 4", "4 -> 6", "6 -true-> 7", "7 -> end", "6 -false-> 8", "8 -> end"]
    assert [[span.line for span in node.spans] for node in flow(text).nodes] == [[], [], [4, 5], [6], [7], [8]]


def test_loops_go_back_and_are_left() -> None:
    text = """
    def f(xs):
        for x in xs:
            while x:
                x -= 1
                if x == 3:
                    break
                continue
            else:
                print(x)
        return xs
    """
    assert edges(text) == [
        "entry -> 3",
        "3 -entered-> 4",
        "4 -true-> 5",
        "5 -> 6",
        "6 -true-> 7",
        "6 -false-> 8",
        "8 -> 4",
        "4 -false-> 10",
        "10 -> 3",
        "7 -> 3",
        "3 -empty|exhausted-> 11",
        "11 -> end",
    ]


def test_a_finally_block_stands_once_and_leads_on_to_where_the_ways_into_it_lead() -> None:
    text = """
    def f(x):
        for y in x:
            try:
                if y:
                    return 1
                break
            finally:
                close()
        return 2
    """
    drawn = edges(text)
    assert [line for line in drawn if line.endswith("> 9")] == ["6 -> 9", "7 -> 9", "4 ~> 9"]
    assert [line for line in drawn if line.startswith("9 ")] == ["9 -> end", "9 ~> fails", "9 -> 10"]


def test_clauses_of_a_try_and_what_none_of_them_catches() -> None:
    text = """
    def f(x):
        try:
            if x:
                raise ValueError
            g()
        except KeyError:
            return 1
        else:
            h()
        assert x
    """
    assert edges(text) == [
        "entry -> 3",
        "3 -> 4",
        "4 -true-> 5",
        "4 -false-> 6",
        "3 ~> raised",
        "5 ~> raised",
        "raised ~> 7",
        "7 -> 8",
        "8 -> end",
        "raised ~> fails",
        "6 -> 11",
        "11 -false~> fails",
        "11 -true-> end",
    ]


def test_cases_follow_each_other_and_a_guard_is_a_test() -> None:
    text = """
    def f(x):
        match x:
            case 0:
                return 0
            case [a] if a:
                x = a
            case _:
                x = 1
        return x
    """
    assert edges(text) == [
        "entry -> 3",
        "3 -> 4",
        "4 -taken-> 5",
        "5 -> end",
        "4 -missed-> 6",
        "6 -taken-> 6",
        "6 -true-> 7",
        "6 -missed-> 8",
        "6 -false-> 8",
        "8 -taken-> 9",
        "7 -> 10",
        "9 -> 10",
        "10 -> end",
    ]


def test_what_a_literal_answers_has_one_side() -> None:
    text = """
    def f(x):
        while True:
            if x:
                break
        for c in "ab":
            x += c
        if TYPE_CHECKING:
            import y
        else:
            x = 1
        return x
    """
    assert edges(text) == [
        "entry -> 3",
        "3 -> 4",
        "4 -true-> 5",
        "4 -false-> 3",
        "5 -> 6",
        "6 -entered-> 7",
        "7 -> 6",
        "6 -exhausted-> 8",
        "8 -> 11",
        "11 -> end",
    ]


def test_code_that_nothing_leads_to_is_drawn() -> None:
    assert edges("def f():\n    return 1\n    x = 2\n") == ["entry -> 2", "2 -> end", "3 -> end"]


def subjects() -> list[Path]:
    folders = ("examples", "tests/programs", "tests/regressions", "src/clew/frontend")
    return [path for folder in folders for path in sorted((ROOT / folder).glob("*.py"))]


@pytest.mark.parametrize("path", subjects(), ids=lambda path: path.stem)
def test_each_goal_of_control_between_statements_is_in_one_place(path: Path) -> None:
    """Statements and clauses in one node each; outcomes of statements that decide on an edge."""
    text = path.read_text(encoding="utf-8")
    flows = flows_in(text, str(path))
    for function in functions_of(ast.parse(text)):
        places = find_places(function)
        drawn = flows[
            Span(function.lineno, function.col_offset, function.end_lineno or 0, function.end_col_offset or 0)
        ]
        inside = [place for node in drawn.nodes for place in node.places]
        assert len(inside) == len(set(inside))
        assert {p for p in places if p.kind == "statement"} == {p for p in inside if p.kind == "statement"}
        outcomes = {place for edge in drawn.edges for place in edge.outcomes}
        assert outcomes <= {p for p in places if p.kind == "branch"}
        assert all(0 <= edge.source < len(drawn.nodes) and 0 <= edge.target < len(drawn.nodes) for edge in drawn.edges)
        decided = [s for s in ast.walk(function) if isinstance(s, ast.If | ast.While | ast.Assert)]
        own = {span for node in drawn.nodes for span in node.spans}
        for statement in decided:
            test = statement.test
            if is_fixed(test):
                continue
            span = Span(test.lineno, test.col_offset, test.end_lineno or 0, test.end_col_offset or 0)
            if any(head[:2] == (statement.lineno, statement.col_offset) for head in own):
                assert {p.outcome for p in outcomes if p.span == span} == {"true", "false"}


def test_a_procedure() -> None:
    text = (ROOT / "examples" / "clamp.ivl").read_text()
    program, problems = read(text)
    assert program is not None and not problems
    drawn = flow_of_procedure(program.procedures[0], {"entry": Span(3, 2, 3, 7)})
    assert drawn.nodes[0].places == [Place(Span(3, 2, 3, 7), "block", "entry")]
    assert {(drawn.nodes[e.source].label, drawn.nodes[e.target].label) for e in drawn.edges} >= {("entry", "over")}


# ---------------------------------------------------------------- where it is drawn

GRAPHS = st.integers(1, 14).flatmap(
    lambda n: st.tuples(
        st.lists(st.tuples(st.integers(20, 200), st.integers(20, 80)), min_size=n, max_size=n),
        st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=24),
    )
)


@settings(deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(GRAPHS)
def test_boxes_do_not_overlap_and_lines_go_from_border_to_border(graph: tuple[list, list]) -> None:
    sizes, links = graph
    drawn = layout(sizes, links)
    boxes = [(x - w / 2, y - h / 2, x + w / 2, y + h / 2) for (x, y), (w, h) in zip(drawn.centres, sizes, strict=True)]
    for left, top, right, bottom in boxes:
        assert left >= -0.01 and right <= drawn.width + 0.01 and top >= -0.01 and bottom <= drawn.height + 0.01
    for one, other in combinations(boxes, 2):
        assert one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]
    for (source, target), route, back in zip(links, drawn.routes, drawn.back, strict=True):
        (x, y), (end_x, end_y) = route[0], route[-1]
        assert abs(y - boxes[source][3]) < 0.01 and boxes[source][0] <= x <= boxes[source][2]
        assert abs(end_y - boxes[target][1]) < 0.01 and abs(end_x - drawn.centres[target][0]) < 0.01
        if not back:
            assert drawn.centres[source][1] < drawn.centres[target][1]
        # Between layers only: a line that passes one is at a bend there, and bends are apart from boxes.
        for (x, y), (_, next_y) in pairwise(route[1:]):
            crossed = [box for box in boxes if min(y, next_y) <= box[1] and box[3] <= max(y, next_y)]
            assert not any(left < x < right for left, _, right, _ in crossed if len(route) > 2 and y != next_y)


def test_the_sides_of_a_test_are_apart_and_a_sequence_is_straight() -> None:
    drawn = layout([(60, 30)] * 5, [(0, 1), (1, 2), (1, 3), (2, 4), (3, 4)])
    xs = [x for x, _ in drawn.centres]
    assert xs[0] == xs[1] and xs[2] < xs[1] < xs[3]


TEXT = """\
def f(x):
    if x > 3 and x < 2:  # <>
        return "<&>"
    return x
"""


def picture(**options: object) -> ET.Element:
    drawn = next(iter(flows_in(TEXT, "f.py").values()))
    test = Span(2, 7, 2, 22)
    states = {
        Place(test, "branch", "true"): INFEASIBLE,
        Place(test, "branch", "false"): COVERED,
        Place(Span(2, 4, 2, 22), "statement", None): COVERED,
        Place(Span(3, 8, 3, 20), "statement", None): INFEASIBLE,
    }
    marked = {Place(Span(2, 4, 2, 22), "statement", None), Place(test, "branch", "false")}
    text = show_flow(drawn, TEXT.splitlines(), states, marked, name="m::f<>", **options)  # type: ignore[arg-type]
    return ET.fromstring(text.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ') if options else text)


def test_states_have_a_sign_and_a_path_stands_out() -> None:
    svg = picture()
    boxes = {"".join(text.text or "" for text in g.iter(f"{SVG}text")): g.get("class") for g in svg.iter(f"{SVG}g")}
    assert boxes['return "<&>"∅'] == "n infeasible"
    assert boxes["if x > 3 and x < 2✓"] == "n covered way"
    labels = [text.text for text in svg.iter(f"{SVG}text") if (text.get("class") or "").startswith("o ")]
    assert labels == ["true ∅", "false ✓"]
    lines = [path.get("class") for path in svg.iter(f"{SVG}path") if (path.get("class") or "").startswith("e")]
    assert "e infeasible" in lines and "e covered way" in lines
    assert svg.get("aria-label") == "control-flow graph of m::f<>"
    assert "prefers-color-scheme: dark" in "".join(svg.itertext())


def test_a_path_begins_at_the_start_and_an_exception_is_followed_only_to_its_clause() -> None:
    text = """\
def f(x):
    try:
        y = g(x)
    except KeyError:
        return 1
    if y:
        raise ValueError
    return y
"""
    drawn = next(iter(flows_in(text, "f.py").values()))

    def on_path(*lines: int) -> tuple[list[str], int]:
        marked = {p for node in drawn.nodes for p in node.places if p.span.line in lines}
        marked |= {p for e in drawn.edges for p in e.outcomes if p.outcome == "false" and 8 in lines}
        svg = ET.fromstring(show_flow(drawn, text.splitlines(), {}, marked))
        boxes = [g for g in svg.iter(f"{SVG}g") if "way" in (g.get("class") or "").split()]
        followed = [e for e in svg.iter(f"{SVG}path") if {"e", "way"} <= set((e.get("class") or "").split())]
        return ["".join(box.itertext()) for box in boxes], sum((e.get("d") or "").count("M") for e in followed)

    assert on_path() == ([], 0)
    assert on_path(2, 3, 6, 8) == (["start", "end", "try", "y = g(x)", "if y", "return y"], 5)
    assert on_path(2, 4, 5) == (["start", "end", "try", "exception", "except KeyError", "return 1"], 5)


def test_in_a_page_boxes_are_links_to_lines() -> None:
    svg = picture(alone=False)
    assert svg.find(f"{SVG}style") is None
    assert [(a.get("href"), a.get("aria-label")) for a in svg.iter(f"{SVG}a")][:2] == [
        ("#L2", "line 2, covered"),
        ("#L3", "line 3, infeasible"),
    ]


def test_what_is_too_large_for_a_picture_has_none() -> None:
    text = "def f(x):\n" + "".join(f"    if x == {n}:\n        return {n}\n" for n in range(200))
    assert show_flow(next(iter(flows_in(text, "f.py").values())), text.splitlines(), {}) == ""
