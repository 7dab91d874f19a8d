"""All solutions of a Sudoku by plain backtracking: no solver, no deduction, nothing of the package."""

import random
from collections.abc import Iterator

Rows = tuple[tuple[int, ...], ...]
Place = tuple[int, int]  # row, column


def empty(p: int, q: int) -> Rows:
    return ((0,) * (p * q),) * (p * q)


def seen_from(place: Place, p: int, q: int) -> list[Place]:
    """The places in the row, the column and the box of this one."""
    i, j = place
    return [
        (a, b)
        for a in range(p * q)
        for b in range(p * q)
        if a == i or b == j or (a // p == i // p and b // q == j // q)
    ]


def solutions(clues: Rows, p: int, q: int, rng: random.Random | None = None) -> Iterator[Rows]:
    """Yield each filled grid that keeps the clues (0 = empty) once; boxes have p rows and q columns.

    With `rng` the digits are tried in random order, so that the first grid is a random one.
    """
    n = p * q
    cells = [(i, j) for i in range(n) for j in range(n)]
    sees = {cell: seen_from(cell, p, q) for cell in cells}
    grid: dict[Place, int] = {}

    def options(cell: Place) -> list[int]:
        used = {grid[other] for other in sees[cell] if other in grid}
        clue = clues[cell[0]][cell[1]]
        return [digit for digit in range(1, n + 1) if digit not in used and clue in (0, digit)]

    def fill() -> Iterator[Rows]:
        left = {cell: options(cell) for cell in cells if cell not in grid}
        if not left:
            yield tuple(tuple(grid[i, j] for j in range(n)) for i in range(n))
            return
        cell = min(left, key=lambda cell: len(left[cell]))  # any cell would do; this one is the quickest
        for digit in rng.sample(left[cell], len(left[cell])) if rng else left[cell]:
            grid[cell] = digit
            yield from fill()
            del grid[cell]

    return fill()
