"""The techniques of Slitherlink for solving by hand, easiest first.

They are about patterns of clues, single clues and points, small loops, corners, and the two sides of the loop.

Reference: the patterns are the starting rules of the text on Slitherlink (Figure 2).
"""

from collections.abc import Iterator

from puzzlekit.core.grid import Cell
from puzzlekit.reasoning.system import Found, Left, Row, Rule, System
from puzzlekit.slitherlink.graph import missed
from puzzlekit.slitherlink.puzzle import Puzzle
from puzzlekit.slitherlink.rules import clue
from puzzlekit.slitherlink.starting_rules import RULES
from puzzlekit.slitherlink.technique_board import ANY, IN, OPEN, OUT, Board, board_of
from puzzlekit.slitherlink.technique_colours import colour_rule
from puzzlekit.slitherlink.technique_corners import corner_rules
from puzzlekit.slitherlink.technique_loops import loop_rule
from puzzlekit.slitherlink.technique_words import Words, counted

PATTERN, NEAR = 1, 2  # levels
PATTERNS = {  # starting rule -> its name, and a phrase about its clues
    "adjacent_threes": ("adjacent threes", "{} and {} are neighbours"),
    "corner": ("a corner of the board", "{} is in a corner"),
    "diagonal_threes": ("diagonal threes", "{} and {} touch"),
    "three_beside_zero": ("a 3 beside a 0", "{} touches {}"),
    "zero": ("", "{} has none"),
}


def techniques(puzzle: Puzzle) -> System:
    """Return a puzzle as a `System`: its edges and corners, and the rules of reasoning."""
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
    )


def _patterns(puzzle: Puzzle, board: Board) -> Iterator[Rule]:
    """Yield rules that use only the clues: one rule for each starting rule that applies on this board."""
    index = {edge: number for number, edge in enumerate(board.edges)}
    for pattern in RULES:
        places = []
        name, seen = PATTERNS[pattern.__name__]
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
            reason = seen.format(*(clue(puzzle, cell) for cell in cells))
            places.append((Found(claim, (), tuple(rows), reason), ()))
        if places:
            yield Rule(name, PATTERN, places, lambda left, found: iter((found,)), _reason, clashes=False)


def _reason(found: Found) -> str:
    return found.about


class Near:
    """The rules about the edges at one clue, and at one point."""

    def __init__(self, puzzle: Puzzle, board: Board):
        self.puzzle, self.board = puzzle, board

    def at_clue(self, left: Left, place: tuple[Cell, int]) -> Iterator[Found]:
        """Yield the conclusion at a clue that has all its edges, or needs all open edges. If it has too many or too
        few, yield a contradiction. `place` is (cell, clue)."""
        (cell, number), edges = place, self.board.around[place[0]]
        states = [left[edge] for edge in edges]
        if states.count(IN) < number and states.count(OUT) < 4 - number:
            return  # as in most cases
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
        """Return a clause with the number of edges that the clue has, has left, or would have."""
        cell, state, failed = found.about
        name, number = clue(self.puzzle, cell), self.puzzle.number[cell]
        if failed:
            return f"{name} would have {counted(number + 1) if state == OUT else f'only {counted(number - 1)}'}"
        if state == IN:
            return f"{name} has only {counted(number)} left"
        return f"{name} has its {counted(number)}" if number else f"{name} has no edges"

    def at_point(self, left: Left, point: int) -> Iterator[Found]:
        """Yield the conclusion at a point where the loop passes, must continue, or cannot end. If the loop would branch
        or end there, yield a contradiction."""
        edges, at = self.board.at[point], self.board.points[point]
        states = [left[edge] for edge in edges]
        if states.count(IN) < 2 and states.count(OPEN) > 1:
            return  # as in most cases
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
        """Return a clause that says what the loop does at the point: "the loop passes point (1,2)"."""
        point, how = found.about
        return f"the loop {how} {point}"
