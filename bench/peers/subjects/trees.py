"""Linked structures and recursion."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Node:
    value: int
    next: Node | None = None


@dataclass
class Tree:
    key: int
    left: Tree | None = None
    right: Tree | None = None


def reverse_list(head: Node | None) -> Node | None:
    previous = None
    while head is not None:
        head.next, previous, head = previous, head, head.next
    return previous


def has_cycle(head: Node | None) -> bool:
    slow = fast = head
    while fast is not None and fast.next is not None:
        assert slow is not None
        slow = slow.next
        fast = fast.next.next
        if slow is fast:
            return True
    return False


def merge_lists(a: Node | None, b: Node | None) -> Node | None:
    if a is None:
        return b
    if b is None:
        return a
    if a.value <= b.value:
        return Node(a.value, merge_lists(a.next, b))
    return Node(b.value, merge_lists(a, b.next))


def insert(tree: Tree | None, key: int) -> Tree:
    if tree is None:
        return Tree(key)
    if key < tree.key:
        tree.left = insert(tree.left, key)
    elif key > tree.key:
        tree.right = insert(tree.right, key)
    return tree


def is_search_tree(tree: Tree | None, low: int | None = None, high: int | None = None) -> bool:
    if tree is None:
        return True
    if low is not None and tree.key <= low:
        return False
    if high is not None and tree.key >= high:
        return False
    return is_search_tree(tree.left, low, tree.key) and is_search_tree(tree.right, tree.key, high)


def height(tree: Tree | None) -> int:
    if tree is None:
        return 0
    left, right = height(tree.left), height(tree.right)
    if left > right:
        return left + 1
    if right < 0:  # infeasible
        return -1
    return right + 1


def find_path(tree: Tree | None, key: int) -> list[str]:
    path: list[str] = []
    while tree is not None:
        if key == tree.key:
            return path
        if key < tree.key:
            path.append("left")
            tree = tree.left
        else:
            path.append("right")
            tree = tree.right
    raise KeyError(key)


class Trie:
    def __init__(self):
        self.children = {}
        self.ends = False

    def add(self, word):
        node = self
        for letter in word:
            if letter not in node.children:
                node.children[letter] = Trie()
            node = node.children[letter]
        if node.ends:
            return False
        node.ends = True
        return True

    def longest_prefix(self, text):
        node, best = self, -1
        for index, letter in enumerate(text):
            if node.ends:
                best = index
            if letter not in node.children:
                break
            node = node.children[letter]
        else:
            if node.ends:
                best = len(text)
        return best


class UnionFind:
    def __init__(self, size: int) -> None:
        self.parent = list(range(max(size, 0)))
        self.rank = [0] * max(size, 0)

    def find(self, item: int) -> int:
        if not 0 <= item < len(self.parent):
            raise IndexError(item)
        while self.parent[item] != item:
            self.parent[item] = self.parent[self.parent[item]]
            item = self.parent[item]
        return item

    def union(self, a: int, b: int) -> bool:
        a, b = self.find(a), self.find(b)
        if a == b:
            return False
        if self.rank[a] < self.rank[b]:
            a, b = b, a
        self.parent[b] = a
        if self.rank[a] == self.rank[b]:
            self.rank[a] += 1
        return True
