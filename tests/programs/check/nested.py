"""Inner functions that go over what belongs to the function around them."""


def average(xs: list[int]) -> int:
    def total() -> int:
        n = 0
        for x in xs:
            n += x
        return n

    return total() // len(xs)  # refuted ZeroDivisionError average([])
