"""The checks of chapter 12's exercises: right answers of several styles, and wrong ones that hear why."""

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import networkx as nx
import pytest
from brute_masyu import edges, is_one_loop, satisfies
from pyscipopt import Model, quicksum

from puzzlekit import scip
from puzzlekit.course.conclusion import exercises, masyu

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def is_solution(picture: str, drawn: Any) -> bool:
    ends = [cell for edge in drawn for cell in edge]
    closed = bool(ends) and all(ends.count(cell) == 2 for cell in ends)
    return closed and satisfies(picture, frozenset(drawn)) and is_one_loop(frozenset(drawn))


solutions_of = cache(masyu.solutions)


def without_pearls(picture: str, drawn: Any) -> bool:
    return bool(drawn) and is_solution(picture.replace("w", ".").replace("b", "."), drawn)


def several(picture: str, drawn: Any) -> bool:
    ends = [cell for edge in drawn for cell in edge]
    return bool(ends) and all(ends.count(cell) == 2 for cell in ends) and satisfies(picture, frozenset(drawn))


def is_kept(picture: str, drawn: Any) -> bool:
    """Whether each pearl is passed as it must be; of a cell with four ends, two are looked at."""
    beside: dict = {}
    for one, other in sorted(drawn):
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    turns = {cell: own[0][0] != own[-1][0] and own[0][1] != own[-1][1] for cell, own in beside.items()}
    for cell, pearl in masyu.read(picture).items():
        if cell not in beside or turns[cell] != (pearl == "b"):
            return False
        if any(turns[end] for end in beside[cell]) == (pearl == "b"):
            return False
    return True


def once_at_pearls(picture: str, drawn: Any) -> bool:
    """A closed walk, which may come twice to a cell without a pearl."""
    ends = [cell for edge in drawn for cell in edge]
    is_walk = bool(drawn) and nx.is_eulerian(nx.Graph(list(drawn))) and is_kept(picture, drawn)
    return is_walk and all(ends.count(cell) == 2 for cell in masyu.read(picture))


def away(cell: tuple, step: tuple) -> tuple:
    path = [(cell[0] + n * step[0], cell[1] + n * step[1]) for n in range(3)]
    return tuple(sorted(path[:2])), tuple(sorted(path[1:]))


class Build:
    """A right model, and what is left out of it or changed."""

    def __init__(self, *without: str, keys: Callable = lambda edge: edge, integer: bool = False):
        self.without, self.keys, self.integer = without, keys, integer

    def __call__(self, picture: str) -> tuple[Model, dict]:
        model, x = scip.new_model("masyu"), {}
        for edge in edges(*masyu.shape(picture)):
            x[edge] = model.addVar(vtype="I" if self.integer else "B", ub=2 if self.integer else 1)
        zero = model.addVar(ub=0)
        for name, row in self.rows(picture, x, zero, model):
            if name not in self.without:
                model.addCons(row)
        return model, {self.keys(edge): variable for edge, variable in x.items()}

    def rows(self, picture: str, x: dict, zero: Any, model: Model) -> Iterator[tuple[str, Any]]:
        for cell in {cell for edge in x for cell in edge}:
            through = model.addVar(vtype="B")
            yield "degree", quicksum(own for edge, own in x.items() if cell in edge) == 2 * through
        for cell, pearl in masyu.read(picture).items():
            near, far = ({step: x.get(away(cell, step)[n], zero) for step in STEPS} for n in (0, 1))
            yield "passed", quicksum(near.values()) == 2
            for step, back in (STEPS[::2], STEPS[1::2]):
                if pearl == "w":
                    yield "straight", near[step] == near[back]
                    yield "turn beside", far[step] + far[back] + near[step] <= 2
                    if "no if" in self.without:
                        yield "wrong", far[step] + far[back] <= 1
                else:
                    yield "turn", near[step] + near[back] == 1
            for step in STEPS if pearl == "b" else ():
                yield "straight beside", near[step] <= far[step]


def cuts(picture: str, x: dict, drawn: Any) -> Iterator[Any]:
    """For each loop: not all of it and an edge of another one."""
    for loop, rest in loops_of(drawn):
        if rest:
            yield quicksum(x[edge] for edge in loop) + x[min(rest)] <= len(loop)


def loops_of(drawn: Any) -> list[tuple[set, set]]:
    """Each loop, and the edges of the others."""
    parts = nx.connected_components(nx.Graph(list(drawn)))
    loops = [{edge for edge in drawn if edge[0] in part} for part in parts]
    return [(loop, set(drawn) - loop) for loop in loops]


def first_alone(picture: str, x: dict, drawn: Any) -> list:
    return [*cuts(picture, x, drawn)][:1]


def not_all_of_it(picture: str, x: dict, drawn: Any) -> list:
    """The very set of edges is forbidden, and all that include it."""
    return [quicksum(x[edge] for edge in drawn) <= len(drawn) - 1] if len(loops_of(drawn)) > 1 else []


def no_such_loop(picture: str, x: dict, drawn: Any) -> Iterator[Any]:
    for loop, rest in loops_of(drawn):
        if rest:
            yield quicksum(x[edge] for edge in loop) <= len(loop) - 1


def leaving(picture: str, x: dict, drawn: Any) -> Iterator[Any]:
    """A cut-set around each loop, as if each had a pearl."""
    for loop, rest in loops_of(drawn):
        cells = {cell for edge in loop for cell in edge}
        if rest:
            yield quicksum(x[edge] for edge in x if (edge[0] in cells) != (edge[1] in cells)) >= 2


def one_too_few(picture: str, x: dict, drawn: Any) -> list:
    return [
        quicksum(x[edge] for edge in loop) + x[min(rest)] <= len(loop) + 1 for loop, rest in loops_of(drawn) if rest
    ]


def stops_in_between(picture: str, x: dict, drawn: Any) -> Iterator[Any]:
    yield from cuts(picture, x, drawn)
    yield x[0]


def solve(picture: str, cuts: Callable = cuts, rounds: int = 100, build: Callable | None = None) -> set:
    model, x = (build or Build())(picture)
    while rounds and (result := scip.solve(model, x)).status != "infeasible":
        drawn, rounds = {edge for edge, value in result.values.items() if value > 0.5}, rounds - 1
        rows = list(cuts(picture, x, drawn)) if drawn else [quicksum(x.values()) >= 1]
        if not rows:
            return drawn
        for row in rows:
            model.addCons(row)
    return set()


def looked_up(picture: str) -> list:
    return [(b, a) for a, b in next(iter(masyu.solutions(picture)), ())]


def first_found(picture: str) -> set:
    model, x = Build()(picture)
    result = scip.solve(model, x)
    return set() if result.status == "infeasible" else {e for e, value in result.values.items() if value > 0.5}


CASES: list[tuple[Callable, Any, str]] = [
    (exercises.check_rules, is_solution, "Right"),
    (exercises.check_rules, lambda picture, drawn: frozenset(drawn) in solutions_of(picture), "Right"),
    (exercises.check_rules, lambda picture, drawn: int(is_solution(picture, drawn)), "Right"),
    (exercises.check_rules, lambda picture, drawn: ..., "not attempted"),
    (exercises.check_rules, lambda picture: True, "a function of picture, drawn"),
    (exercises.check_rules, lambda picture, drawn: True, "this is no solution, but your function returns the opposite"),
    (exercises.check_rules, lambda picture, drawn: False, "this is a solution"),
    (exercises.check_rules, without_pearls, "this is no solution"),
    (exercises.check_rules, several, "this is no solution"),
    (exercises.check_rules, once_at_pearls, "this is no solution"),
    (exercises.check_rules, lambda picture, drawn: drawn[0], "\nfor these edges:\n"),
    (exercises.check_model, Build(), "Right"),
    (exercises.check_model, Build(keys=lambda edge: edge[::-1]), "Right"),
    (exercises.check_model, lambda picture: ..., "not attempted"),
    (exercises.check_model, lambda picture: scip.new_model("alone"), "expected a pair (model, x)"),
    (exercises.check_model, Build(keys=lambda edge: edge[0]), "expected an edge such as"),
    (exercises.check_model, Build(integer=True), "is not binary"),
    *(
        (exercises.check_model, Build(name), "admit this invalid board")
        for name in ("degree", "straight", "turn", "turn beside", "straight beside")
    ),
    (exercises.check_model, Build("no if"), "exclude this valid board"),
    *((exercises.check_cuts, own, "Right") for own in (cuts, first_alone, not_all_of_it)),
    (exercises.check_cuts, lambda *_: ..., "not attempted"),
    (exercises.check_cuts, lambda *_: [], "found no constraint that these loops violate"),
    (exercises.check_cuts, lambda picture, x, drawn: next(cuts(picture, x, drawn), []), "return a list"),
    (exercises.check_cuts, stops_in_between, ": yield x[0]\n"),
    (exercises.check_cuts, no_such_loop, "excludes this valid board"),
    (exercises.check_cuts, leaving, "excludes this valid board"),
    (exercises.check_cuts, one_too_few, "found no constraint that these loops violate"),
    (exercises.check_cuts, lambda _, x, __: [quicksum(x.values()) >= 0], "for a single loop, expected no constraint"),
    (exercises.check_solver, solve, "Right"),
    (exercises.check_solver, looked_up, "Right"),
    (exercises.check_solver, partial(solve, cuts=no_such_loop), "finds no solution of"),
    (exercises.check_solver, partial(solve, cuts=leaving), "finds no solution of"),
    (exercises.check_solver, partial(solve, rounds=5), "finds no solution of"),
    (exercises.check_solver, partial(solve, build=Build("no if")), "finds no solution of"),
    (exercises.check_solver, lambda picture: ..., "not attempted"),
    (exercises.check_solver, lambda picture: set(), "finds no solution of"),
    (exercises.check_solver, lambda picture: [(0, 1)], "two neighbouring cells"),
    (exercises.check_solver, lambda picture: dict.fromkeys(edges(2, 2)), "expected a set of edges"),
    (exercises.check_solver, lambda picture: [((0, 0), (0, 2))], "which are not neighbours"),
    (exercises.check_solver, first_found, "this is no solution"),
    (exercises.check_invented, ".w..\n.b..\n....\n....", "Right"),
    (exercises.check_invented, "    .w..\n    .b..\n    ....\n    ....\n", "Right"),
    (exercises.check_invented, ..., "not attempted"),
    (exercises.check_invented, 4, "expected the picture of a puzzle as a text"),
    (exercises.check_invented, ".w..\n.x..\n....\n....", "Not yet: line 2: found 'x', expected 'w', 'b' or '.'\n"),
    (exercises.check_invented, "...\n.b.\n...", "found 3 x 3 cells, expected 4 x 4"),
    (exercises.check_invented, ".w..\n.b..\n....\n...b", "expected at most"),
    (exercises.check_invented, "b...\n....\n..b.\n....", "at least one white and one black pearl"),
    (exercises.check_invented, "b...\n....\n....\n..w.", "several solutions, such as"),
    (exercises.check_invented, "b..w\n....\n....\n....", "the puzzle has no solution"),
]


@pytest.mark.parametrize(("ask", "attempt", "told"), CASES)
@pytest.mark.once
def test_an_attempt_hears_what_is_wrong(ask: Callable, attempt: Any, told: str, capsys: Any) -> None:
    ask(attempt)
    assert told in capsys.readouterr().out


def test_the_boards_need_what_they_are_for() -> None:
    for text in exercises.ONE:
        assert masyu.solutions(text).count() == 1 < exercises.local(text).count()
    for text in exercises.NONE:
        assert masyu.solutions(text).count() == 0 < exercises.local(text).count()


def test_a_single_pearl_is_too_few() -> None:
    for cell in ((i, j) for i in range(4) for j in range(4)):
        for colour in "wb":
            assert masyu.solutions(masyu.picture_of({cell: colour}, 4, 4)).count() != 1
