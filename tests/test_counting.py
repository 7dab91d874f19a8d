"""SCIP's own count of boards: equal to the boards that are found one by one, or refused."""

import importlib
from types import SimpleNamespace
from typing import Any

import pytest
import test_slitherlink
from patience import PROMPT, within
from pyscipopt import Model

from puzzlekit import PUZZLES, scip, slitherlink, sudoku
from puzzlekit.core.errors import PuzzleError, TimeLimitReached, UnsupportedPuzzle
from puzzlekit.scip import BuiltModel
from puzzlekit.slitherlink import model_single_loop

MANY = 60
SEEDS = [*range(15), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(15, 200))]


@pytest.mark.parametrize("seed", SEEDS)
def test_scip_counts_what_a_diagram_counts(seed: int) -> None:
    puzzle = test_slitherlink.random_puzzle(seed)
    every = slitherlink.every_solution(puzzle).count()
    for build in (model_single_loop.build, model_single_loop.build_fast):
        built = build(puzzle)
        assert scip.count(built) == every
        built.free()


def check(room: Any, name: str) -> int:
    """How many formulations count the boards of a puzzle; the others refuse."""
    puzzle, counted = room.load(name), 0
    for formulation, build in room.FORMULATIONS.items():
        try:
            built = build(puzzle)
            number = scip.count(built)
        except PuzzleError:
            continue
        found = room.solutions(puzzle, MANY, formulation)
        assert number == len(found) or len(found) == MANY < number, formulation
        counted += 1
    return counted


@pytest.mark.parametrize("room", PUZZLES)
@pytest.mark.once
def test_each_room_has_a_model_that_counts_its_boards(room: str) -> None:
    own = importlib.import_module(f"puzzlekit.{room}")
    tiny = [name for name in own.names() if name.startswith("tiny_")]
    assert sum(check(own, name) for name in tiny[:4])


@pytest.mark.slow
@pytest.mark.parametrize("room", PUZZLES)
def test_every_model_counts_the_boards_of_every_tiny_puzzle_or_refuses(room: str) -> None:
    own = importlib.import_module(f"puzzlekit.{room}")
    for name in own.names():
        if name.startswith("tiny_"):
            check(own, name)


def test_a_model_is_as_it_was_afterwards() -> None:
    built = model_single_loop.build(slitherlink.load("tiny_several"))
    before = built.model.getParams()
    assert scip.count(built) == scip.count(built) == 16
    assert {key: value for key, value in built.model.getParams().items() if before[key] != value} == {}
    assert scip.solve(built).status == "solved"


def own_model(*, whole: bool = True, sums: bool = False) -> BuiltModel:
    """Two binaries that decide, and a third variable that they may settle."""
    model = scip.new_model("three")
    x = {number: model.addVar(f"x{number}", vtype="B") for number in range(2)}
    y = model.addVar("y", vtype="I", lb=0, ub=2)
    model.addCons(y == x[0] + x[1] if whole else y >= x[0] + x[1])
    decisions = [x[0] + x[1]] if sums else x.values()
    return BuiltModel(model, SimpleNamespace(x=x, y={0: y}), decode=lambda values: values, decisions=decisions)


def test_models_in_which_a_board_comes_more_than_once_are_refused() -> None:
    assert scip.count(own_model()) == 4
    with pytest.raises(UnsupportedPuzzle, match="do not determine y,"):
        scip.count(own_model(whole=False))
    with pytest.raises(UnsupportedPuzzle, match="do not determine x0,"):
        scip.count(own_model(sums=True))
    with pytest.raises(UnsupportedPuzzle, match="do not determine x_"):
        scip.count(slitherlink.model_directed.build(slitherlink.load("tiny_several")))


def test_only_the_best_boards_are_not_counted() -> None:
    built = own_model()
    built.model.setObjective(built.v.x[0])
    with pytest.raises(UnsupportedPuzzle, match="an objective"):
        scip.count(built)
    built.model.setObjective(0)
    built.model.setObjlimit(-1)
    with pytest.raises(UnsupportedPuzzle, match="a limit on the objective"):
        scip.count(built)


def test_what_cannot_be_counted_is_refused() -> None:
    with pytest.raises(PuzzleError, match="expected a built model"):
        scip.count(Model())
    with pytest.raises(PuzzleError, match="found a time limit of -1"):
        scip.count(own_model(), time_limit=-1)


def test_a_limit_ends_a_count() -> None:
    built = sudoku.model_assignment.build(sudoku.parse("\n".join(["." * 9] * 9)))
    in_time = pytest.raises(TimeLimitReached, match=r"^time limit of 0\.5 s reached, boards not all counted$")
    with within(PROMPT), in_time:
        scip.count(built, time_limit=0.5)
