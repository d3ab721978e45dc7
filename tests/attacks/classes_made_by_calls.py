"""Classes that calls of metaclasses make belong to the module of the caller."""


class Meta(type):
    pass


class Handler:
    def size(self) -> int:
        return 1


def by_type(name: str, **space: object) -> int:
    if type("Made", (Handler,), space).__module__ == __name__:
        return 1  # reached by: by_type("")
    return 0


def by_metaclass(name: str) -> int:
    if Meta("Made", (Handler,), {}).__module__ == __name__:
        return 1  # reached by: by_metaclass("")
    return 0


def by_helper(name: str) -> int:
    if _made(size=lambda self: 0).__module__ == __name__:
        return 1  # reached by: by_helper("")
    return 0


def _made(**space: object) -> type:
    return type("Made", (Handler,), space)
