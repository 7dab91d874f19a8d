"""One solution, some, the only one: on models small enough to list their solutions by hand."""

import random
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

import pytest
from pyscipopt import quicksum

from puzzlekit import bench, hashi, scip
from puzzlekit.board.puzzle_api import PuzzleAPI
from puzzlekit.core.errors import (
    InvalidSolution,
    PuzzleError,
    TimeLimitReached,
    Unbounded,
    UnsupportedPuzzle,
)
from puzzlekit.core.grid import Violation
from puzzlekit.course import model_comparison
from puzzlekit.scip import BuiltModel, enumeration

Board = tuple[int, ...]


def bits(least: int, most: int, *, count: int = 4, objective: Callable | None = None, **options: Any) -> BuiltModel:
    """The boards are the strings of `count` bits with `least` to `most` ones."""
    model = scip.new_model("bits")
    x = {i: model.addVar(f"x_{i}", vtype="B") for i in range(count)}
    total = quicksum(x.values())
    model.addCons((total <= most) >= least)
    if objective:
        objective(model, x)
    v = scip.variables(x=x)
    return BuiltModel(model, v, decode=lambda values: tuple(values.x.values()), decisions=x.values(), **options)


def expected(least: int, most: int, *, count: int = 4) -> list[Board]:
    return [board for board in product((0, 1), repeat=count) if least <= sum(board) <= most]


def no_rule(puzzle: Any, board: Board) -> list[Violation]:
    return []


def ask(build: Callable[[Any], BuiltModel], limit: int = 100, checker: Any = no_rule, **options: Any) -> list[Board]:
    return enumeration.solutions("puzzle", {"bits": build}, checker, limit=limit, **options)


def api(formulations: Mapping[str, Any]) -> PuzzleAPI:
    return PuzzleAPI(str, formulations, no_rule)


def maximise(offset: float = 0.0, sign: int = 1) -> Callable:
    """Count the first two bits, with the better sense of a sign."""

    def objective(model: Any, x: Any) -> None:
        model.setObjective(sign * (x[0] + x[1]) + offset, "maximize" if sign > 0 else "minimize")

    return objective


@pytest.mark.parametrize(("least", "most"), [(0, 4), (0, 0), (4, 4), (1, 2), (3, 3)])
def test_all_of_them_once_and_sorted(least: int, most: int) -> None:
    assert ask(lambda puzzle: bits(least, most)) == expected(least, most)


def test_decisions_may_be_sums() -> None:
    """Either of two variables says the same: boards differ where their sum does, and each comes once."""
    built = bits(1, 2, count=4)
    sums = [built.v.x[i] + built.v.x[i + 1] for i in (0, 2)]
    for pair in sums:
        built.model.addCons(pair <= 1)
    built.decisions = tuple(sums)
    built.decode = lambda values: (values.x[0] + values.x[1], values.x[2] + values.x[3])
    assert sorted(board for board, _ in enumeration.enumerate_solutions(built)) == [(0, 1), (1, 0), (1, 1)]


def test_a_sum_that_is_two_forbids_its_board_alone() -> None:
    """A family that is left out may let a sum be 2: then the variables in it say which board it is."""
    built = bits(3, 4, count=4)
    built.decisions = tuple(built.v.x[i] + built.v.x[i + 1] for i in (0, 2))
    boards = {board for board, _ in enumeration.enumerate_solutions(built)}
    assert boards == set(expected(3, 4))


@pytest.mark.parametrize(("kind", "lower", "upper"), [("I", 0, 5), ("I", -1, 1), ("C", 0, 1)])
def test_decisions_that_are_not_binary_are_refused(kind: str, lower: int, upper: int) -> None:
    def build(puzzle: Any) -> BuiltModel:
        built = bits(0, 1, count=1)
        built.v.x[0] = built.model.addVar("count", vtype=kind, lb=lower, ub=upper)
        built.decisions = tuple(built.v.x.values())
        return built

    with pytest.raises(PuzzleError, match="the decision count is not binary"):
        list(enumeration.enumerate_solutions(build("puzzle")))
    with pytest.raises(PuzzleError, match="the decision count is not binary"):
        ask(build)


@pytest.mark.parametrize("time_limit", [None, 60])
def test_no_better_board_is_not_no_board(time_limit: float | None) -> None:
    built = bits(1, 2, objective=maximise())
    built.model.setObjlimit(2)
    with pytest.raises(TimeLimitReached, match="no point is better than the objective limit 2"):
        list(enumeration.enumerate_solutions(built, time_limit=time_limit))
    built.model.setObjlimit(1.5)
    assert {board[:2] for board, _ in enumeration.enumerate_solutions(built)} == {(1, 1)}


@pytest.mark.parametrize("limit", [1, 2, 3, 7])
def test_no_more_than_the_limit(limit: int) -> None:
    found = ask(lambda puzzle: bits(1, 2), limit)
    assert len(set(found)) == len(found) == limit
    assert set(found) <= set(expected(1, 2))


def test_auxiliary_variables_do_not_make_a_new_board() -> None:
    def build(puzzle: Any) -> BuiltModel:
        built = bits(1, 1)
        built.model.addVar("slack", vtype="I", ub=5)
        return built

    assert ask(build) == expected(1, 1)


def test_a_room_may_bring_a_stronger_row() -> None:
    def build(puzzle: Any) -> BuiltModel:
        built = bits(2, 2, no_good=lambda values: quicksum(x for i, x in v.x.items() if values.x[i]) <= 0)
        v = built.v
        return built

    found = ask(build)
    assert len(found) == 2
    assert all(a + b == 1 for a, b in zip(*found, strict=True))


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("offset", [0.0, 7.0, -7.0, 0.5])
def test_only_optimal_boards_count(sign: int, offset: float) -> None:
    wanted = [board for board in expected(1, 2) if board[:2] == (1, 1)]
    assert ask(lambda puzzle: bits(1, 2, objective=maximise(offset, sign))) == wanted
    several = [board for board in expected(1, 1) if sum(board[:2]) == 1]
    assert ask(lambda puzzle: bits(1, 1, objective=maximise(offset, sign))) == several


def test_an_objective_that_only_guides_shuts_nothing_out() -> None:
    assert ask(lambda puzzle: bits(1, 2, objective=maximise(), stop_at_first=True)) == expected(1, 2)


def test_a_wrong_answer_is_not_handed_out() -> None:
    def checker(puzzle: Any, board: Board) -> list[Violation]:
        return [Violation("no_three", (), "three ones are two too many")] if sum(board) == 3 else []

    with pytest.raises(InvalidSolution, match=r"three ones are two too many \(no_three\)"):
        ask(lambda puzzle: bits(3, 3), checker=checker)
    assert ask(lambda puzzle: bits(2, 2), checker=checker) == expected(2, 2)


def hopeless(rows: int = 5, columns: int = 40) -> BuiltModel:
    """One bit; 0 is a board at once, and that 1 is none takes for ever: a market split of five rows."""
    rng = random.Random(1)
    model = scip.new_model("hopeless")
    x = {0: model.addVar("x", vtype="B")}
    y = [model.addVar(f"y_{j}", vtype="B") for j in range(columns)]
    for _ in range(rows):
        weights = [rng.randrange(1, 100) for _ in y]
        model.addCons(quicksum(w * z for w, z in zip(weights, y, strict=True)) == (sum(weights) // 2) * x[0])
    v = scip.variables(x=x)
    return BuiltModel(model, v, decode=lambda values: tuple(values.x.values()), decisions=x.values())


def test_a_limit_hands_over_what_was_found() -> None:
    seen = []

    def checker(puzzle: Any, board: Board) -> list[Violation]:
        seen.append(board)
        return []

    with pytest.raises(TimeLimitReached) as caught:
        ask(lambda puzzle: hopeless(), checker=checker, time_limit=1)
    assert caught.value.result == ((0,),)
    assert set(seen) == {(0,)}


def test_a_limit_is_no_proof() -> None:
    with pytest.raises(TimeLimitReached):
        api({"hopeless": lambda puzzle: hopeless()}).is_unique("puzzle", time_limit=1)
    with pytest.raises(TimeLimitReached):
        api({"bits": lambda puzzle: bits(3, 3)}).solve("puzzle", time_limit=0)


def endless(model: Any, x: Any) -> None:
    """An objective that can be improved for ever."""
    model.setObjective(x[0] + model.addVar("rising"), "maximize")


def test_an_unbounded_objective_is_measured_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(hashi.FORMULATIONS, "endless", lambda puzzle: bits(1, 2, objective=endless))
    puzzle = str(hashi.load(hashi.names()[0]))
    assert bench.measure("hashi", "one", puzzle, "endless", uniqueness=True).status == "unbounded"


def test_boards_of_an_unbounded_model_cannot_be_compared() -> None:
    with pytest.raises(Unbounded, match="the model is unbounded"):
        model_comparison.same_solutions(
            lambda puzzle: bits(1, 2, objective=endless), lambda puzzle: bits(1, 2), ["puzzle"]
        )


def test_an_unbounded_objective_is_said() -> None:
    """Not "no solution", and not one board after another for ever."""
    ray = api({"bits": lambda puzzle: bits(1, 2, objective=endless)})
    guided = api({"bits": lambda puzzle: bits(4, 4, objective=endless, stop_at_first=True)})
    for question in ("solve", "is_unique", "solutions"):
        with pytest.raises(Unbounded, match=r"the model is unbounded: no best value"):
            getattr(ray, question)("puzzle")
        assert getattr(guided, question)("puzzle") in ((1, 1, 1, 1), True, [(1, 1, 1, 1)])
    assert enumeration.solutions("puzzle", {"bits": lambda puzzle: bits(5, 5, objective=endless)}, no_rule) == []


def test_what_ended_without_a_limit_names_none() -> None:
    """A row that is not linear might end the ray, so nothing is proved."""
    built = bits(1, 2)
    built.model.addCons(built.v.x[0] * built.v.x[1] == 0)
    built.model.setObjective(built.model.addVar("rising"), "maximize")
    with pytest.raises(TimeLimitReached, match="search stopped without proof") as caught:
        next(enumeration.enumerate_solutions(built))
    assert "None" not in str(caught.value)


def test_answers_without_a_model() -> None:
    def refuted(puzzle: Any) -> BuiltModel:
        return BuiltModel(None, scip.variables(x={}), decode=lambda values: (1,), infeasible=True)

    def decided(puzzle: Any) -> BuiltModel:
        return BuiltModel(None, scip.variables(x={}), decode=lambda values: (1,))

    assert ask(refuted) == []
    assert ask(decided) == [(1,)]
    assert api({"decided": decided}).is_unique("puzzle")


def unsuited(reason: str) -> Callable[[Any], BuiltModel]:
    def build(puzzle: Any) -> BuiltModel:
        raise UnsupportedPuzzle(reason)

    return build


class TestChoose:
    def test_the_first_that_takes_the_puzzle(self) -> None:
        formulations = {"a": unsuited("no a"), "b": lambda puzzle: bits(1, 1), "c": lambda puzzle: bits(2, 2)}
        assert enumeration.solutions("puzzle", formulations, no_rule, limit=9) == expected(1, 1)

    def test_the_one_that_was_named(self) -> None:
        formulations = {"b": lambda puzzle: bits(1, 1), "c": lambda puzzle: bits(2, 2), "a": unsuited("no a")}
        assert enumeration.solutions("puzzle", formulations, no_rule, limit=9, formulation="c") == expected(2, 2)
        with pytest.raises(UnsupportedPuzzle, match="no a"):
            enumeration.build_model("puzzle", formulations, "a")

    def test_none_takes_it(self) -> None:
        with pytest.raises(UnsupportedPuzzle, match=r"no a.*no b"):
            enumeration.build_model("puzzle", {"a": unsuited("no a"), "b": unsuited("no b")})
