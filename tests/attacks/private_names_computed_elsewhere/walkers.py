"""Changes what objects hold, found under names that are not in the text, in a pattern, or held by a library."""

import argparse

from boxes import Box, Option, Pair


def of_space(box: Box) -> None:
    for held in vars(box).values():
        if isinstance(held, list):
            held.append(1)


def of_pattern(pair: Pair) -> None:
    match pair:
        case Pair(_ys=ys):
            ys.append(-1)


def of_parser(option: Option) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--level", type=int, dest="_level")
    parser.parse_args(["--level", "3"], namespace=option)
