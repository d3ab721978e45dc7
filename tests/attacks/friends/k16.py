class Graph:
    def __init__(self) -> None:
        self._nodes: dict[str, "Node"] = {}

    def node(self, name: str) -> "Node":
        if name not in self._nodes:
            self._nodes[name] = Node(name)
        return self._nodes[name]

    def link(self, a: str, b: str) -> None:
        self.node(a)._connect(self.node(b))


class Node:
    def __init__(self, name: str) -> None:
        self.name = name
        self._out: list["Node"] = []

    def _connect(self, other: "Node") -> None:
        self._out.append(other)

    def leaf(self) -> bool:
        if self._out:
            return False  # reached by: g = Graph(); g.link("a", "b"); g.node("a").leaf()
        return True
