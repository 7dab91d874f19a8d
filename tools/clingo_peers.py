"""The answer set solver clingo as a peer for loops and paths, with the clues alone or with the lines that we deduce.

Each peer is an engine: `engine(puzzle, limit=2, *, time_limit=None, workers=1)`, see `EngineResult`. Each solution is
one answer set, since the lines determine all other atoms. The encodings are the usual first choice of a clingo user:
cardinality constraints, and reachability from a root, for which clingo is built.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import clingo

from puzzlekit import numberlink, slitherlink
from puzzlekit.core.clock import Stopwatch
from puzzlekit.core.grid import Edge
from puzzlekit.engines import EngineResult, Problem, Settled, check_request
from puzzlekit.numberlink.statement import problem as numberlink_problem
from puzzlekit.slitherlink.statement import problem as slitherlink_problem

LOOP = """
{ line(E) : edge(E, _, _) }.
end(E, U) :- edge(E, U, _).
end(E, V) :- edge(E, _, V).
on(V) :- line(E), end(E, V).
:- on(V), not 2 { line(E) : end(E, V) } 2.
:- clue(C, N), not N { line(E) : side(C, E) } N.
root(V) :- corner(K, V), on(V), not on(W) : corner(J, W), J < K.
:- not root(_).
reached(V) :- root(V).
reached(V) :- reached(U), line(E), edge(E, U, V).
reached(V) :- reached(U), line(E), edge(E, V, U).
:- on(V), not reached(V).
#show line/1.
"""
PATHS = """
{ line(E) : edge(E, _, _) }.
end(E, U) :- edge(E, U, _).
end(E, V) :- edge(E, _, V).
cell(V) :- end(_, V).
:- clue(V, _), not 1 { line(E) : end(E, V) } 1.
on(V) :- line(E), end(E, V).
:- on(V), not clue(V, _), not 2 { line(E) : end(E, V) } 2.
:- cover, cell(V), not on(V).
1 { letter(V, L) : clue(_, L) } 1 :- on(V), not clue(V, _).
letter(V, L) :- clue(V, L).
:- line(E), edge(E, U, V), letter(U, L), not letter(V, L).
:- line(E), edge(E, U, V), letter(V, L), not letter(U, L).
:- not touch, edge(E, U, V), not line(E), letter(U, L), letter(V, L).
reached(V) :- first(V).
reached(V) :- reached(U), line(E), edge(E, U, V).
reached(V) :- reached(U), line(E), edge(E, V, U).
:- on(V), not reached(V).
#show line/1.
"""
Rows = Iterable[tuple[Any, ...]]


def loop_facts(puzzle: slitherlink.Puzzle) -> Rows:
    """Yield the facts of a Slitherlink. The loop passes a corner of every clue but 0, so a corner of the largest clue
    is the root of reachability."""
    edge = {own: number for number, own in enumerate(puzzle.edges)}
    point = {own: number for number, own in enumerate(puzzle.points)}
    yield from (("edge", edge[own], point[own.a], point[own.b]) for own in puzzle.edges)
    cells = {own: number for number, own in enumerate(puzzle.around)}
    for cell, number in puzzle.clues:
        yield "clue", cells[cell], number
        yield from (("side", cells[cell], edge[own]) for own in puzzle.around[cell])
    most = max(puzzle.clues, key=lambda clue: clue[1], default=(None, 0))
    around = {end for own in puzzle.around[most[0]] for end in (own.a, own.b)} if most[1] else puzzle.points
    yield from (("corner", number, point[own]) for number, own in enumerate(sorted(around)))


def path_facts(puzzle: numberlink.Puzzle) -> Rows:
    """Yield the facts of a Numberlink. One end of each path is a root of reachability."""
    cell = {own: number for number, own in enumerate(puzzle.cells)}
    yield from (("edge", number, cell[own.a], cell[own.b]) for number, own in enumerate(puzzle.edges))
    for letter, (_, ends) in enumerate(puzzle.pairs.items()):
        yield "first", cell[ends[0]]
        yield from (("clue", cell[end], letter) for end in ends)
    yield from [("cover",)] * puzzle.cover + [("touch",)] * puzzle.touch


def peer(
    encoding: str,
    facts: Callable[[Any], Rows],
    solution: type,
    configuration: str,
    deduce: Callable[[Any], Problem | Settled] | None = None,
) -> Callable[..., EngineResult]:
    """Return the engine of an encoding; `deduce` settles some lines beforehand, or all.

    `configuration` is clingo's configuration that was fastest, by little, on ten boards of the puzzle type.
    """

    def engine(puzzle: Any, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> EngineResult:
        check_request(limit, time_limit, workers, threads=1)
        watch = Stopwatch()
        known: Mapping[Any, int] = {}
        if deduce:
            left = deduce(puzzle)
            if isinstance(left, Settled):
                found = () if left.solution is None else (left.solution,)
                watch.lap()
                return EngineResult("solved" if found else "infeasible", found, *watch.seconds())
            known = left.known
        control = clingo.Control([f"--models={limit}", f"--configuration={configuration}", "--warn=none"])
        _ground(control, puzzle, encoding + _text(facts(puzzle)), known)
        watch.lap()
        return _asked(puzzle, control, solution, time_limit, watch)

    return engine


def _text(facts: Rows) -> str:
    return "\n".join(f"{name}({','.join(map(str, values))})." if values else f"{name}." for name, *values in facts)


def _ground(control: clingo.Control, puzzle: Any, program: str, known: Mapping[Any, int]) -> None:
    edges = ((number, known[own]) for number, own in enumerate(puzzle.edges) if own in known)
    settled = "\n".join(f":- {'not ' * drawn}line({number})." for number, drawn in edges)
    control.add("base", [], f"{program}\n{settled}")
    control.ground([("base", [])])


def _asked(
    puzzle: Any, control: clingo.Control, solution: type, time_limit: float | None, watch: Stopwatch
) -> EngineResult:
    found: list[Any] = []

    def keep(model: clingo.Model) -> None:
        if not found:
            watch.lap()
        found.append(solution.of(puzzle, _lines(puzzle, model)))

    with control.solve(on_model=keep, async_=True) as handle:
        ended = handle.wait(watch.remaining(time_limit))
        handle.cancel()
    if not found:
        watch.lap()
    status = "unknown" if not ended else "solved" if found else "infeasible"
    return EngineResult(status, tuple(sorted(found, key=str)), *watch.seconds())


def _lines(puzzle: Any, model: clingo.Model) -> list[Edge]:
    return [puzzle.edges[atom.arguments[0].number] for atom in model.symbols(shown=True)]


PEERS = {
    "slitherlink": {
        "clingo": peer(LOOP, loop_facts, slitherlink.Solution, "jumpy"),
        "clingo_deduced": peer(LOOP, loop_facts, slitherlink.Solution, "jumpy", slitherlink_problem),
    },
    "numberlink": {
        "clingo": peer(PATHS, path_facts, numberlink.Solution, "frumpy"),
        "clingo_deduced": peer(PATHS, path_facts, numberlink.Solution, "frumpy", numberlink_problem),
    },
}
