"""Subclasses that another module declares."""

from subclasses_elsewhere import Model, Node, Service, Shape


class Ten(Node):
    def value(self):
        return 10 + 1


class Three(Node):
    def value(self):
        return 3


class Minus(Node):
    def value(self):
        return -5


class Loud:
    def speak(self):
        return "WOOF"


class Silent:
    def speak(self):
        return ""


class Wide(Model):
    maximum = 99


class Stopping(Service):
    stop = True


class Hole(Shape):
    def area(self):
        return -1.0


def more(model):
    type("More", (model,), {})
