class Graph:
    def __init__(self) -> None:
        self._nodes = [Node(), Node()]

    def first(self) -> "Node":
        return self._nodes[0]

    def walk(self) -> None:
        for n in self._nodes:
            n._visit()


class Node:
    def __init__(self) -> None:
        self._seen = False

    def _visit(self) -> None:
        self._seen = True

    def seen(self) -> bool:
        if self._seen:
            return True  # reached by: g = Graph(); g.walk(); g.first().seen()
        return False
