"""The same for lists of four items."""


# clew: require len(a) == 4
# clew: ensure all(a[i] <= a[i + 1] for i in range(len(a) - 1))
# clew: ensure all(x in a for x in OLD.a)
# clew: ensure len(a) == len(OLD.a)
def sort(a: list[int]) -> None:
    done = False
    while not done:
        done = True
        for i in range(len(a) - 1):
            if a[i] > a[i + 1]:
                a[i], a[i + 1] = a[i + 1], a[i]
                done = False
