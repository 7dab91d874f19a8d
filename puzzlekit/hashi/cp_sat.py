"""Second engine: Hashi by Google OR-Tools' CP-SAT, which is solved again as long as the board is not connected.

`cp_sat` begins where our own fast build does, with what deduction leaves open, and takes its rows. `cp_sat_plain` knows
nothing of that.
"""

from functools import partial
from typing import Any

from puzzlekit.errors import takes
from puzzlekit.hashi.families import Groups, Open
from puzzlekit.hashi.puzzle import Puzzle, Solution
from puzzlekit.hashi.rules import components, leaving
from puzzlekit.peers import PeerResult
from puzzlekit.peers.cp_sat import TUNED, answer
from puzzlekit.peers.rounds import Settled, Stated


@takes(Puzzle)
def cp_sat(puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> PeerResult:
    """What deduction leaves open of x[bridge, k]; each group that is cut off adds a row. See `PeerResult`."""
    from ortools.sat.python.cp_model import FIXED_SEARCH

    settings = {**TUNED, "search_branching": FIXED_SEARCH}
    build = partial(open_model, puzzle, fixed=True)
    return answer(build, limit, time_limit=time_limit, workers=workers, settings=settings)


@takes(Puzzle)
def cp_sat_plain(puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> PeerResult:
    """The model x[bridge, k] in CP-SAT; each group of islands that is cut off adds a clause. See `PeerResult`."""
    return answer(partial(_plain_model, puzzle), limit, time_limit=time_limit, workers=workers)


def open_model(puzzle: Puzzle, model: Any, *, fixed: bool = False) -> Stated:
    """The rows of our fast build. As its objective has it, many bridges are tried first: by a hint, or by the order
    of a search that is `fixed`."""
    from ortools.sat.python.cp_model import CHOOSE_FIRST, SELECT_MAX_VALUE

    known = Open(puzzle)
    if known.refuted or known.board:
        return Settled(known.board)
    groups = Groups(known)
    x = {key: model.new_bool_var("") for key in known.keys}
    for _, keys, number in known.lacking:
        model.add(sum(x[key] for key in keys) == number)
    for e in known.seconds:
        model.add_implication(x[e, 2], x[e, 1])
    for e, f in known.crossings:
        model.add_at_most_one(x[e, 1], x[f, 1])
    firsts = [variable for (_, k), variable in x.items() if k == 1]
    if fixed:
        model.add_decision_strategy(firsts, CHOOSE_FIRST, SELECT_MAX_VALUE)
    for variable in firsts if not fixed else ():
        model.add_hint(variable, 1)

    def read(solver: Any) -> Solution | None:
        values = {key: int(solver.boolean_value(variable)) for key, variable in x.items()}
        apart = groups.apart({e for (e, _), value in values.items() if value})
        for _, keys, least in apart:
            model.add(sum(x[key] for key in keys) >= least)
        return None if apart else known.solution(values)

    def forbid(solver: Any) -> None:
        model.add_bool_or(~variable if solver.boolean_value(variable) else variable for variable in x.values())

    return read, forbid


def _plain_model(puzzle: Puzzle, model: Any) -> Stated:
    x = {(e, k): model.new_bool_var("") for e in puzzle.bridges for k in (1, 2)}
    for island, number in puzzle.islands:
        model.add(sum(x[e, k] for e in puzzle.bridges_at[island] for k in (1, 2)) == number)
    for e in puzzle.bridges:
        model.add_implication(x[e, 2], x[e, 1])
    for e, f in puzzle.crossings:
        model.add_at_most_one(x[e, 1], x[f, 1])

    def read(solver: Any) -> Solution | None:
        counts = {e: sum(solver.boolean_value(x[e, k]) for k in (1, 2)) for e in puzzle.bridges}
        groups = components(puzzle, [e for e, count in counts.items() if count])
        if len(groups) <= 1:
            return Solution.of(puzzle, counts)
        for group in groups:
            model.add_bool_or(x[e, 1] for e in leaving(puzzle, group))
        return None

    def forbid(solver: Any) -> None:
        model.add_bool_or(~variable if solver.boolean_value(variable) else variable for variable in x.values())

    return read, forbid
