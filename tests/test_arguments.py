"""A wrong argument of a shared function is refused in one sentence: what was found, what was expected."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from puzzlekit import board, drawing, explain, lazy, parity, scip, sudoku, tree, unique
from puzzlekit.board.tree import Tree
from puzzlekit.errors import PuzzleError
from puzzlekit.sudoku import assignment

PUZZLE = sudoku.load("tiny_4x4")
NO_MODELS = {"a puzzle of sudoku": PUZZLE, "tuple": (1, 2), "None": None, "str": "x"}


def freed() -> scip.BuiltModel:
    built = assignment.build(PUZZLE)
    built.free()
    return built


def freed_by_hand() -> scip.BuiltModel:
    built = assignment.build(PUZZLE)
    built.model.free()
    return built


def undecorated(puzzle: Any, v: Any, values: Any) -> list:
    return []


def attach(model: Any, v: Any = None, family: Any = undecorated) -> None:
    lazy.attach(model, scip.variables() if v is None else v, PUZZLE, family)


ASKS: dict[str, Callable[[Any], Any]] = {
    "solve": scip.solve,
    "relax": scip.relax,
    "write_mps": partial(scip.write_mps, path="never.mps"),
    "record": tree.record,
    "boards": lambda built: next(unique.boards(built)),
    "premises": explain.premises,
    "next_step": explain.next_step,
    "steps": explain.steps,
    "explanation": explain.explanation,
    "difficulty": explain.difficulty,
    "why": lambda built: explain.why(built, PUZZLE.cells[0]),
    "clash": explain.clash,
    "same_model": lambda built: parity.same_model(assignment.build(PUZZLE), built),
}
SHOWS: dict[str, Callable[[Any], Any]] = {
    "draw_tree": drawing.draw_tree,
    "gap_plot": drawing.gap_plot,
    "filmstrip": lambda record: drawing.filmstrip(record, undecorated),
    "Tree": Tree,
    "TreeBoard": lambda record: board.TreeBoard(record, sudoku.board(PUZZLE)),
}
build = assignment.build
OTHERS: list[tuple[Callable[[], Any], str]] = [
    (lambda: attach(PUZZLE), "found a puzzle of sudoku, expected a SCIP model"),
    (lambda: attach(assignment.build(PUZZLE)), "found BuiltModel, expected a SCIP model"),
    (lambda: attach(freed_by_hand().model), "found a model that was freed, expected one that was just built"),
    (lambda: attach(scip.new_model("m"), {}), r"found dict, expected scip\.variables\(x=x\)"),
    (lambda: attach(scip.new_model("m")), "found undecorated, expected a function decorated with @lazy.family"),
    (lambda: attach(scip.new_model("m"), family=3), "found int, expected a function decorated with @lazy.family"),
    (lambda: parity.same_solutions(PUZZLE, build, [PUZZLE]), "found a puzzle of sudoku, expected a function"),  # type: ignore[arg-type]
    (lambda: parity.same_solutions(build, None, [PUZZLE]), "found None, expected a function"),  # type: ignore[arg-type]
    (lambda: parity.same_solutions(build, build, PUZZLE), "found a puzzle of sudoku, expected several puzzles"),  # type: ignore[arg-type]
    (lambda: parity.same_solutions(str, build, [PUZZLE]), "found str, expected a model that was built"),  # type: ignore[arg-type]
    (
        lambda: board.TreeBoard(tree.record(build(PUZZLE)), PUZZLE),
        "found a puzzle of sudoku, expected the board of a puzzle",
    ),  # type: ignore[arg-type]
]


def refusal(call: Callable[[], Any]) -> str:
    with pytest.raises(PuzzleError) as caught:
        call()
    assert "0x" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("ask", ASKS.values(), ids=ASKS)
def test_what_is_no_model_is_refused(ask: Callable[[Any], Any]) -> None:
    for name, found in NO_MODELS.items():
        assert refusal(lambda found=found: ask(found)).startswith(f"found {name}, expected a ")


@pytest.mark.parametrize("ask", ASKS.values(), ids=ASKS)
def test_a_freed_model_is_refused(ask: Callable[[Any], Any]) -> None:
    assert refusal(lambda: ask(freed()))
    assert refusal(lambda: ask(freed_by_hand())) == "found a model that was freed, expected one that was just built"


@pytest.mark.parametrize("show", SHOWS.values(), ids=SHOWS)
def test_what_is_no_record_is_refused(show: Callable[[Any], Any]) -> None:
    for name, found in NO_MODELS.items():
        assert refusal(lambda found=found: show(found)).startswith(f"found {name}, expected a record of a search")


@pytest.mark.parametrize(("call", "message"), OTHERS, ids=[message for _, message in OTHERS])
def test_other_wrong_arguments(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        call()
