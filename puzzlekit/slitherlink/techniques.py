"""Techniques of Slitherlink, easiest first: patterns of clues, clues and points, small loops, corners, the two sides.

Reference: the patterns are the starting rules of the text on Slitherlink (Figure 2).
"""

from collections.abc import Iterator
from functools import partial

from puzzlekit.core.grid import Cell
from puzzlekit.reasoning.system import Found, Left, Row, Rule, System
from puzzlekit.slitherlink.graph import missed
from puzzlekit.slitherlink.puzzle import Puzzle
from puzzlekit.slitherlink.rules import clue
from puzzlekit.slitherlink.starting_rules import RULES
from puzzlekit.slitherlink.technique_board import ANY, IN, OPEN, OUT, Board, board_of
from puzzlekit.slitherlink.technique_colours import colour_rule, even_cut
from puzzlekit.slitherlink.technique_corners import corner_rules
from puzzlekit.slitherlink.technique_loops import loop_rule, no_clue_missed, one_loop
from puzzlekit.slitherlink.technique_words import Words, counted

PATTERN, NEAR = 1, 2  # levels
PATTERNS = {
    "adjacent_threes": "adjacent threes",
    "corner": "a corner of the board",
    "diagonal_threes": "diagonal threes",
    "three_beside_zero": "a 3 beside a 0",
    "zero": "",
}


def techniques(puzzle: Puzzle) -> System:
    """Return the rules of reasoning for a puzzle."""
    board = board_of(puzzle.rows, puzzle.columns)
    edges, corners = len(board.edges), len(board.corners)
    near = Near(puzzle, board)
    clues = [((cell, number), board.around[cell]) for cell, number in puzzle.clues]
    points = list(enumerate(board.at))
    return System(
        elements=board.edges + board.corners,
        states=((0, 1),) * edges + ((0, 1, 2),) * corners,
        board=edges,
        start=(OPEN,) * edges + (ANY,) * corners,
        rules=(
            *_patterns(puzzle, board),
            Rule("", NEAR, clues, near.at_clue, near.say_clue),
            Rule("", NEAR, points, near.at_point, near.say_point),
            loop_rule(puzzle, board),
            *corner_rules(puzzle, board),
            colour_rule(board),
        ),
        words=Words(puzzle),
        sums={corner: corner.edges for corner in board.corners},
        derived={
            "even_cut": partial(even_cut, puzzle),
            "one_loop": one_loop,
            "no_clue_missed": partial(no_clue_missed, puzzle),
        },
    )


def _patterns(puzzle: Puzzle, board: Board) -> Iterator[Rule]:
    """Yield the patterns that use the clues alone."""
    index = {edge: number for number, edge in enumerate(board.edges)}
    for pattern in RULES:
        places = []
        for step in pattern(puzzle):
            claim = {index[edge]: IN if states == {1} else OUT for edge, states in step.candidates.items()}
            cells = [cell for cell in step.where if isinstance(cell, Cell)]
            around = [edge for cell in cells for edge in puzzle.around[cell]]
            touched = dict.fromkeys(point for edge in (*around, *step.candidates) for point in (edge.a, edge.b))
            rows: list[Row] = [("demand", cell) for cell in cells]
            rows += [(family, point) for point in touched for family in ("no_branch", "no_dead_end")]
            loop = tuple(edge for edge in around if around.count(edge) == 1)
            if step.rule == "adjacent_threes" and missed(puzzle, loop):
                rows.append(("no_clue_missed", loop))
            places.append((Found(claim, (), tuple(rows), step.message.partition(":")[0]), ()))
        if places:
            yield Rule(PATTERNS[pattern.__name__], PATTERN, places, lambda left, found: iter((found,)), _reason)


def _reason(found: Found) -> str:
    return found.about


class Near:
    """Deductions at one clue or one point about its edges."""

    def __init__(self, puzzle: Puzzle, board: Board):
        self.puzzle, self.board = puzzle, board

    def at_clue(self, left: Left, place: tuple[Cell, int]) -> Iterator[Found]:
        """Yield that a clue has its edges, needs all remaining edges, or has too many or too few."""
        (cell, number), edges = place, self.board.around[place[0]]
        drawn = [edge for edge in edges if left[edge] == IN]
        out = [edge for edge in edges if left[edge] == OUT]
        for own, most, other in ((drawn, number, OUT), (out, 4 - number, IN)):
            if len(own) > most:
                facts = tuple((edge, 3 - other) for edge in own[1 : most + 1])
                yield Found({own[0]: other}, facts, (("demand", cell),), (cell, other, True))
                return
            if len(own) == most and len(drawn) + len(out) < 4:
                claim = {edge: other for edge in edges if left[edge] == OPEN}
                yield Found(claim, tuple((edge, 3 - other) for edge in own), (("demand", cell),), (cell, other, False))
                return

    def say_clue(self, found: Found) -> str:
        """Say how many edges the clue has, needs, or would have."""
        cell, state, failed = found.about
        name, number = clue(self.puzzle, cell), self.puzzle.number[cell]
        if failed:
            return f"{name} would have {counted(number + 1) if state == OUT else f'only {counted(number - 1)}'}"
        if state == IN:
            return f"{name} has only {counted(number)} left"
        return f"{name} has its {counted(number)}" if number else f"{name} has no edges"

    def at_point(self, left: Left, point: int) -> Iterator[Found]:
        """Yield that the loop passes a point, goes on at it, does not come to it, or would branch or end there."""
        edges, at = self.board.at[point], self.board.points[point]
        drawn = [edge for edge in edges if left[edge] == IN]
        loose = [edge for edge in edges if left[edge] == OPEN]
        out = tuple((edge, OUT) for edge in edges if left[edge] == OUT)
        branch, dead_end = (("no_branch", at),), (("no_dead_end", at),)
        if len(drawn) > 2:
            yield Found({drawn[0]: OUT}, [(edge, IN) for edge in drawn[1:3]], branch, (at, "would branch at"))
        elif len(drawn) == 2 and loose:
            claim = dict.fromkeys(loose, OUT)
            yield Found(claim, [(edge, IN) for edge in drawn], branch, (at, "passes"))
        elif len(drawn) == 1 and len(loose) == 1:
            yield Found({loose[0]: IN}, ((drawn[0], IN), *out), dead_end, (at, "must go on at"))
        elif len(drawn) == 1 and not loose:
            yield Found({drawn[0]: OUT}, out, dead_end, (at, "would end at"))
        elif not drawn and len(loose) == 1:
            yield Found({loose[0]: OUT}, out, dead_end, (at, "cannot end at"))

    def say_point(self, found: Found) -> str:
        """Say how the loop behaves at the point."""
        point, how = found.about
        return f"the loop {how} {point}"
