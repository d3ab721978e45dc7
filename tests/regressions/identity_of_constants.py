"""Equal constants that the compiler folds, or that CPython keeps to use again, may be one object; whether they are is not
for a proof to say.

Found by random executions: `("ab")[1] is "b"` was never true, since the model's own code is not folded.
"""


def folded(x: int):
    if ("ab")[1] is "b":  # noqa: F632
        return x  # not infeasible
    return 2  # not infeasible


def in_a_chain(x: int):
    if (1000 + 1) is 1001 and ("a" * 3) is "aaa":  # noqa: F632
        return x  # not infeasible
    return 2  # not infeasible


def different(x: int):
    if ("ab")[0] is "b":  # noqa: F632
        return x  # infeasible
    if (1, "a") is (1, "b"):  # noqa: F632
        return x  # infeasible
    return 2  # covered


def one_object(x: int):
    mark = [x]
    same = mark
    if same is mark:
        return 1  # covered
    return 2  # infeasible
