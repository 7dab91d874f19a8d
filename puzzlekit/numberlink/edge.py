"""Numberlink with one variable for each edge, z[edge], beside the letters x[cell, letter].

Lines and letters hold each other: a line joins cells of one letter. Where paths may not touch themselves, neighbours of
one letter are joined by a line; that is a family of its own, and without it they may touch. `build_fast` is the same
over what deduction leaves open.
"""

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from puzzlekit import forest, lazy, scip
from puzzlekit.errors import takes
from puzzlekit.grid import Edge
from puzzlekit.numberlink.families import LETTER_PHRASES, Start, clues, lacking, letters_of, one_letter, start, stated
from puzzlekit.numberlink.puzzle import Puzzle, Solution
from puzzlekit.numberlink.rules import BLANK, violations, words
from puzzlekit.numberlink.rules import clues as told_clues
from puzzlekit.scip import BuiltModel, Pattern, Phrases, name


def ends(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(edge, 1) One line leads from each letter."""
    for cell in puzzle.letter:
        yield cell, quicksum(v.z[edge] for edge in puzzle.at[cell]) == 1


def no_branch(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(edge, 2) At most two lines meet in a cell."""
    for cell, at in puzzle.at.items():
        if cell not in puzzle.letter and len(at) > 2:
            yield cell, quicksum(v.z[edge] for edge in at) <= 2


def no_dead_end(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(edge, 3) A line that comes to a cell without a letter goes on."""
    for cell, at in puzzle.at.items():
        for edge in at if cell not in puzzle.letter else ():
            yield (cell, edge), v.z[edge] <= quicksum(v.z[other] for other in at if other != edge)


def cover(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(edge, 4) Every cell has a line, unless cells may stay empty."""
    for cell, at in puzzle.at.items():
        if puzzle.cover and cell not in puzzle.letter:
            yield cell, quicksum(v.z[edge] for edge in at) >= 1


def same_letter(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(edge, 5) A line joins cells of the same letter."""
    for edge in puzzle.edges:
        for letter in puzzle.pairs:
            one, other = v.x[edge.a, letter], v.x[edge.b, letter]
            yield (edge, f"{letter} from {edge.a}"), v.z[edge] + one - other <= 1
            yield (edge, f"{letter} from {edge.b}"), v.z[edge] + other - one <= 1


def empty(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(edge, 6) Where cells may stay empty, one without a line has no letter."""
    for cell, at in puzzle.at.items():
        if not puzzle.cover and cell not in puzzle.letter:
            lines = quicksum(v.z[edge] for edge in at)
            yield cell, quicksum(v.x[cell, letter] for letter in puzzle.pairs) <= lines


def no_touching(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(edge, 7) Neighbours of the same letter are joined by a line, unless a path may touch itself."""
    for edge in puzzle.edges if not puzzle.touch else ():
        for letter in puzzle.pairs:
            yield (edge, letter), v.x[edge.a, letter] + v.x[edge.b, letter] - v.z[edge] <= 1


@lazy.family
def no_loop(puzzle: Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(lazy, not in the text) No line goes round in a closed loop."""
    for loop in forest.loops(edge for edge, value in values.z.items() if value):
        yield ("loop", loop[0].a), quicksum(v.z[edge] for edge in loop) <= len(loop) - 1


FAMILIES = (one_letter, clues, ends, no_branch, no_dead_end, cover, same_letter, empty, no_touching, no_loop)

PHRASES = LETTER_PHRASES | {
    "ends": Phrases("{0} | needs a line", "{0} | takes one line only", "{0} | has its line"),
    "no_branch": Phrases("", "{0} | takes two lines at most", "{0} | has its two lines"),
    "no_dead_end": Phrases("", "no line ends at {0}"),
    "cover": Phrases("{0} | needs a line", ""),
    "same_letter": Phrases("", ""),  # the first thing that anybody knows of a line
    "empty": Phrases("", "{0} | has no letter without a line"),
    "no_touching": Phrases("", "{0} | is drawn if both its ends are {1}"),
    "no_loop": Phrases("", "the {n} lines of the ring through {1} are not all drawn"),
}


def technique(pattern: Pattern) -> str:
    """What a step is called: "the path would touch itself", where its only rule says that neighbours are joined."""
    (element, state), holds = pattern.claim.place, pattern.claim.lower is not None
    left_out = isinstance(element, Edge) and holds == (state == 0)
    only = [row.family for row in (*pattern.asks, *pattern.room)] == ["no_touching"]
    return "the path would touch itself" if only and left_out else ""


def statements(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """(edge, 0 or 1), (cell, letter) -> an expression that is 1 where that is so."""
    lines = {(edge, state): v.z[edge] if state else 1 - v.z[edge] for edge in puzzle.edges for state in (1, 0)}
    return lines | stated(puzzle, v.x)


@takes(Puzzle)
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """The model of lines and letters."""
    model = scip.new_model("numberlink")
    v = scip.variables(
        z={edge: model.addVar(name("z", edge), vtype="B") for edge in puzzle.edges}, x=letters_of(puzzle, model)
    )
    built = BuiltModel(
        model,
        v,
        read=lambda values: Solution.of(puzzle, (edge for edge, value in values.z.items() if value)),
        decisions=v.z.values(),
        statements=lambda: statements(puzzle, v),
        said=lambda: words(puzzle),
        phrases=PHRASES,
        technique=technique,
        clues=lambda: told_clues(puzzle),
    )
    return built.add(families, puzzle)


@takes(Puzzle)
def build_fast(puzzle: Puzzle) -> BuiltModel:
    """The same with variables only for what deduction leaves open, and a row for each 2 x 2 cells."""
    known = start(puzzle)
    read = _reader(puzzle, known)
    if known.refuted:
        return BuiltModel(None, scip.variables(z={}, x={}), read=read, refuted=known.refuted)
    open_ = [edge for edge in puzzle.edges if edge not in known.lines]
    if not open_:
        return _decided(puzzle, known)
    model = scip.new_model("numberlink")
    keys = [(cell, state) for cell, own in known.letters.items() for state in sorted(own - {BLANK}) if len(own) > 1]
    v = scip.variables(
        z={edge: model.addVar(vtype="B") for edge in open_},
        x={key: model.addVar(vtype="B") for key in keys},
    )
    built = BuiltModel(
        model,
        v,
        read=read,
        decisions=v.z.values(),
        statements=lambda: _all_stated(puzzle, known, v),
        no_good=lambda values: _another(puzzle, v, values),
        named=False,
    )
    return built.add((*_open_families(known), _no_open_loop(known)), puzzle)


def _decided(puzzle: Puzzle, known: Start) -> BuiltModel:
    """Nothing is left open: the board is right, or there is none."""
    v, read = scip.variables(z={}, x={}), _reader(puzzle, known)
    broken = violations(puzzle, read(v))
    refuted = broken[0].message if broken else None
    return BuiltModel(None, v, read=read, statements=lambda: _all_stated(puzzle, known, v), refuted=refuted)


def _reader(puzzle: Puzzle, known: Start) -> Callable[[SimpleNamespace], Solution]:
    def read(values: SimpleNamespace) -> Solution:
        return Solution.of(puzzle, (edge for edge, value in {**known.lines, **values.z}.items() if value))

    return read


def _letter(known: Start, v: SimpleNamespace, cell: Any, letter: str) -> Any:
    """x[cell, letter], or what is known of it."""
    return v.x.get((cell, letter), int(known.letters[cell] == {letter}))


def _all_stated(puzzle: Puzzle, known: Start, v: SimpleNamespace) -> dict[tuple, Any]:
    x = {(cell, letter): _letter(known, v, cell, letter) for cell in puzzle.cells for letter in puzzle.pairs}
    return statements(puzzle, SimpleNamespace(z={**known.lines, **v.z}, x=x))


def _open_families(known: Start) -> tuple[Callable, ...]:
    def one_open_letter(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
        """(MIQCP, 1) for the cells left open."""
        for cell, own in known.letters.items():
            if len(own) > 1:
                total = quicksum(v.x[cell, letter] for letter in sorted(own - {BLANK}))
                yield cell, total <= 1 if BLANK in own else total == 1

    def open_lines(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
        """(edge, 1 to 4, 6) As many lines lead from a cell as it asks for."""
        for cell, at in puzzle.at.items():
            if terms := [v.z[edge] for edge in at if edge in v.z]:
                own, sure = known.letters[cell], sum(known.lines.get(edge, 0) for edge in at)
                wanted = 1 if cell in puzzle.letter else 2
                filled = quicksum(v.x[cell, letter] for letter in sorted(own - {BLANK})) if BLANK in own else 1
                yield cell, quicksum(terms) - wanted * filled == -sure

    def same_open_letter(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
        """(edge, 5) for the lines and letters left open. Letters that only one of two cells may have share a row."""
        for edge, one, other in known.open_pairs(puzzle, known.drawn):
            yield from (((edge, k), v.x[one, k] - v.x[other, k] == 0) for k in known.common(one, other))
        for edge, *cells in known.open_pairs(puzzle, v.z):
            for one, other in (cells, cells[::-1]):
                if known.certain(other):
                    continue
                for k in known.common(one, other):
                    yield (edge, k, one), v.z[edge] + _letter(known, v, one, k) - v.x[other, k] <= 1
                if alone := known.letters[one] - known.letters[other] - {BLANK}:
                    yield (edge, one), v.z[edge] + quicksum(v.x[one, k] for k in sorted(alone)) <= 1

    def no_open_touching(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
        """(edge, 7) for the lines and letters left open."""
        lines = {**known.lines, **v.z}
        for edge, one, other in known.open_pairs(puzzle, lines.keys() - known.drawn) if not puzzle.touch else ():
            for k in known.common(one, other):
                both = _letter(known, v, one, k) + _letter(known, v, other, k)
                yield (edge, k), both - lines[edge] <= 1

    def block(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
        """(lazy) for the loops around a point, and (edge, 7) for the paths that go around it."""
        most = 3 if puzzle.touch else 2
        for number, own in enumerate(puzzle.blocks):
            sure = sum(known.lines.get(edge, 0) for edge in own)
            terms = [v.z[edge] for edge in own if edge in v.z]
            if terms and sure + len(terms) > most:
                yield number, quicksum(terms) <= most - sure

    return one_open_letter, open_lines, same_open_letter, no_open_touching, block


def _no_open_loop(known: Start) -> lazy.LazyFamily:
    @lazy.family
    def no_closed_loop(puzzle: Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
        """(lazy) No line goes round in a closed loop."""
        for loop in forest.loops([*known.drawn, *(edge for edge, value in values.z.items() if value)]):
            terms = [v.z[edge] for edge in loop if edge in v.z]
            yield ("loop", loop[0].a), quicksum(terms) <= len(terms) - 1

    return no_closed_loop


def _another(puzzle: Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Any:
    """A no-good row: another solution lacks some of these lines."""
    ones = [z for edge, z in v.z.items() if values.z[edge]]
    return quicksum(ones) <= len(ones) - lacking(puzzle)
