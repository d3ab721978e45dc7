"""A control-flow graph as SVG: boxes and lines in the colours of their verdicts.  Each has a sign and a kind of line of
its own, so that no state is told by colour alone.

`show_flow` knows neither pages nor reports: it takes the states of places, and those that a path passes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Final

from clew.frontend.flow import BLOCK, CASE, END, ENTRY, FAILS, HANDLER, LOOP_HEAD, RAISED, TEST, Edge, Flow, Node
from clew.goals.goal import Place
from clew.records import dataclass
from clew.report.layers import Point, layout
from clew.report.states import State, weightiest
from clew.report.wording import quote
from clew.source.spans import Span

CHARACTER: Final = 6.7  # the width of one, at the size of the text
LINE: Final = 16
LONGEST, MOST_LINES = 34, 5  # of the text of a box
MOST_NODES: Final = 250  # a graph beyond that is no picture any more
MARGIN: Final = 14
TURN: Final = 30.0  # how far a line that goes back leaves its layer
WORDS: Final = {ENTRY: "start", END: "end", FAILS: "raises", RAISED: "exception"}
HERE: Final = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Box:
    """What is drawn of a node.  head: the number of its first line."""

    kind: str
    head: int
    texts: tuple[str, ...]
    state: State | None
    marked: bool

    @property
    def width(self) -> float:
        longest = max((len(text) for text in self.texts), default=0)
        room = 44 if self.kind in (TEST, LOOP_HEAD, CASE) else 34
        return max(longest * CHARACTER + room, 60.0)

    @property
    def height(self) -> float:
        return len(self.texts) * LINE + 12.0


def show_flow(
    flow: Flow,
    lines: Sequence[str],
    states: Mapping[Place, State],
    marked: Collection[Place] = (),
    *,
    name: str = "",
    alone: bool = True,
) -> str:
    """An `<svg>` element; empty where there are too many nodes for a picture.

    lines: of the source; states: of the goals that are known; marked: places on a path, which stand out.  alone: a file
    of its own, with its style; else it is for a page that has `style`, and boxes are links to `#L12`.
    """
    if len(flow.nodes) > MOST_NODES:
        return ""
    passed, followed = _on_path(flow, marked)
    boxes = [_box(flow, number, lines, states, number in passed) for number in range(len(flow.nodes))]
    drawn = layout([(box.width, box.height) for box in boxes], [(e.source, e.target) for e in flow.edges])
    width, height = round(drawn.width) + 2 * MARGIN, round(drawn.height) + 2 * MARGIN
    title = escape(f"control-flow graph of {name}" if name else "control-flow graph")
    size = f'viewBox="{-MARGIN} {-MARGIN} {width} {height}" width="{width}" height="{height}"'
    space = 'xmlns="http://www.w3.org/2000/svg" ' if alone else ""
    parts = [f'<svg {space}class="flow" role="group" aria-label="{title}" {size}>']
    if alone:
        parts.append(f"<style>{style(alone=True)}</style>")
    curves: dict[str, str] = {}
    labels: list[str] = []
    for edge, route, back in zip(flow.edges, drawn.routes, drawn.back, strict=True):
        state = _state_of_edge(edge, states, boxes)
        classes = _classes("e", state, "thrown" if edge.raised else "", "way" if edge in followed else "")
        curves[classes] = curves.get(classes, "") + _curve(route, back)
        labels += _label(edge, route[0], states, state, drawn.centres[edge.source][0])
    parts += [f'<path class="{classes}" d="{curve}"/>' for classes, curve in curves.items()]
    parts += labels
    for box, centre in zip(boxes, drawn.centres, strict=True):
        parts += _shape(box, centre, link=not alone)
    return "".join([*parts, "</svg>"])


def _on_path(flow: Flow, marked: Collection[Place]) -> tuple[set[int], set[Edge]]:
    """The nodes that a path through the marked places passes, and the edges between them.

    An exception is only followed where there is no other way, or to a clause that the path enters.
    """
    out = Counter(edge.source for edge in flow.edges)
    taken = {edge for edge in flow.edges if any(place in marked for place in edge.outcomes)}
    passed = {number for number, node in enumerate(flow.nodes) if any(place in marked for place in node.places)}
    passed |= {edge.source for edge in taken}
    if passed:
        passed.add(0)
    for edge in flow.edges:
        if flow.nodes[edge.source].kind == RAISED and edge.target in passed:
            passed.add(edge.source)

    def follows(edge: Edge) -> bool:
        source, target = flow.nodes[edge.source].kind, flow.nodes[edge.target].kind
        if edge.outcomes:
            return edge in taken
        certain = not edge.raised or out[edge.source] == 1 or (RAISED in (source, target) and edge.target in passed)
        return certain and edge.source in passed and (edge.target in passed or target in (END, FAILS))

    followed = {edge for edge in flow.edges if follows(edge)}
    return passed | {edge.target for edge in followed}, followed


# ---------------------------------------------------------------- boxes


def _box(flow: Flow, number: int, lines: Sequence[str], states: Mapping[Place, State], marked: bool) -> Box:
    node = flow.nodes[number]
    out = [edge for edge in flow.edges if edge.source == number]
    around = out or [edge for edge in flow.edges if edge.target == number]
    known = [states[place] for place in node.places if place in states]
    if not known:
        outcomes = [states[place] for edge in around for place in edge.outcomes if place in states]
        known = [min(outcomes, key=lambda state: state.rank)] if outcomes else []
    head = node.spans[0].line if node.spans else 0
    return Box(node.kind, head, tuple(_texts(node, lines)), weightiest(known), marked)


def _texts(node: Node, lines: Sequence[str]) -> Iterator[str]:
    """What stands in the box: the statements, the first ones where there are many."""
    if node.kind in WORDS:
        yield WORDS[node.kind]
        return
    if node.label:
        yield node.label
        return
    shown = node.spans if len(node.spans) <= MOST_LINES else node.spans[: MOST_LINES - 1]
    for span in shown:
        yield _text(node.kind, span, lines)
    if len(shown) < len(node.spans):
        yield f"… {len(node.spans) - len(shown)} more"


def _text(kind: str, span: Span, lines: Sequence[str]) -> str:
    text = quote(span, lines)[1:-1] or f"line {span.line}"
    if kind == CASE:
        text = f"case {text}"
    return text if len(text) <= LONGEST else text[: LONGEST - 2].rstrip() + " …"


def _shape(box: Box, centre: Point, link: bool) -> Iterator[str]:
    x, y = round(centre[0] - box.width / 2), round(centre[1] - box.height / 2)
    width, height = round(box.width), round(box.height)
    said = ", ".join([*([f"line {box.head}"] if box.head else []), *([box.state.word] if box.state else [])])
    link = link and box.head > 0
    classes = _classes("n", box.state, "way" if box.marked else "")
    yield f'<a href="#L{box.head}" class="{classes}" aria-label="{said}">' if link else f'<g class="{classes}">'
    if box.kind in (TEST, LOOP_HEAD, CASE):
        side = 9
        yield (
            f'<path d="M{x + side} {y}H{x + width - side}L{x + width} {y + height // 2}L{x + width - side} {y + height}'
            f'H{x + side}L{x} {y + height // 2}Z"/>'
        )
    else:
        round_ = height // 2 if box.kind in (ENTRY, END, FAILS, RAISED) else 4
        yield f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{round_}"/>'
    left = x + (14 if box.kind in (BLOCK, HANDLER) else width // 2)
    anchor = "" if box.kind in (BLOCK, HANDLER) else ' class="m"'
    for number, text in enumerate(box.texts):
        yield f'<text x="{left}" y="{y + 18 + number * LINE}"{anchor}>{escape(text, quote=False)}</text>'
    if box.state is not None:
        yield f'<text x="{x + width - 3}" y="{y + 3}" class="s">{box.state.sign}</text>'
    yield "</a>" if link else "</g>"


# ---------------------------------------------------------------- lines


def _state_of_edge(edge: Edge, states: Mapping[Place, State], boxes: Sequence[Box]) -> State | None:
    """Control goes this way where it can in one of several ways; else the source says what there is to say."""
    known = [states[place] for place in edge.outcomes if place in states]
    if known:
        return min(known, key=lambda state: state.rank)
    if edge.outcomes:
        return None
    return weightiest([box.state for box in (boxes[edge.source], boxes[edge.target]) if box.state is not None])


def _classes(kind: str, state: State | None, *more: str) -> str:
    return " ".join(name for name in (kind, state.name if state else "", *more) if name)


def _label(
    edge: Edge, start: Point, states: Mapping[Place, State], state: State | None, middle: float
) -> Iterator[str]:
    """The outcomes by which control goes this way, beside the line's start.  middle: of the box that it leaves."""
    words = []
    for place in edge.outcomes:
        if place.outcome:
            sign = states[place].sign if place in states else ""
            words.append(f"{place.outcome} {sign}".strip())
    if words:
        left = start[0] < middle
        x = round(start[0]) + (-6 if left else 6)
        classes = _classes("o", state, "l" if left else "")
        yield f'<text class="{classes}" x="{x}" y="{round(start[1]) + 14}">{" · ".join(words)}</text>'


def _curve(route: Sequence[Point], back: bool) -> str:
    """Through all points, upright at each; an arrow at the end."""
    (x, y), *rest = [(round(x), round(y)) for x, y in route]
    path = f"M{x} {y}"
    for number, (nx, ny) in enumerate(rest):
        turns = back and number in (0, len(rest) - 1)
        if turns:
            bend = TURN if number == 0 else -TURN
            path += f"C{x} {y + bend:g} {nx} {ny + bend:g} {nx} {ny}"
        elif nx == x:
            path += f"V{ny}"
        else:
            half = (ny - y) / 2
            path += f"C{x} {y + half:g} {nx} {ny - half:g} {nx} {ny}"
        x, y = nx, ny
    return f"{path}m-4-6 4 6 4-6"


def style(alone: bool) -> str:
    """How boxes and lines look.  alone: with the colours, which on a page are those of the page."""
    names = ["flow_graph_colours.css", "flow_graph.css"] if alone else ["flow_graph.css"]
    return "".join(line.strip() for name in names for line in (HERE / name).read_text(encoding="utf-8").splitlines())
