"""A wrong argument of a shared function is refused in one sentence: what was found, what was expected."""

import re
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pandas as pd
import pytest

from puzzlekit import bench, board, drawing, scip, slitherlink, sudoku
from puzzlekit.board.tree import Tree
from puzzlekit.core.errors import PuzzleError, validate_args
from puzzlekit.core.grid import Cell, Edge
from puzzlekit.course import model_comparison
from puzzlekit.course.preliminaries import vertices
from puzzlekit.reasoning import answers, certificates, conflicts
from puzzlekit.scip import enumeration, lazy, tree
from puzzlekit.sudoku import model_assignment
from tests.right import freed, record

PUZZLE = sudoku.load("tiny_4x4")
CELL, V = PUZZLE.cells[0], scip.variables()
build, same = model_assignment.build, model_comparison.same_solutions
NO_MODELS = {"a puzzle of sudoku": PUZZLE, "tuple": (1, 2), "None": None, "str": "x"}


def freed_by_hand() -> scip.BuiltModel:
    built = build(PUZZLE)
    built.model.free()
    return built


ASKS: dict[str, Callable[[Any], Any]] = {
    "solve": scip.solve,
    "relax": scip.relax,
    "record": tree.record,
    "enumerate_solutions": lambda built: next(enumeration.enumerate_solutions(built)),
    "premises": certificates.premises,
    "why": lambda built: certificates.why(built, CELL),
    "minimal_conflict": conflicts.minimal_conflict,
    "repairs": conflicts.repairs,
    "why_not": lambda built: certificates.why_not(built, CELL, 1),
    "same_model": lambda built: model_comparison.same_model(build(PUZZLE), built),
}
SHOWS: dict[str, Callable[[Any], Any]] = {
    "draw_tree": drawing.draw_tree,
    "gap_plot": drawing.gap_plot,
    "filmstrip": lambda record: drawing.filmstrip(record, lambda *_: None),
    "Tree": Tree,
    "TreeBoard": lambda record: board.TreeBoard(record, sudoku.board(PUZZLE)),
}
NO_NUMBERS: list[Any] = [True, "2", "", None, [], {}, 1.0, 2.5, float("nan"), float("inf"), -1, 0, object(), 1j]
NO_LIMITS: list[Any] = [True, "2", "", [], {}, float("nan"), -1, -0.1, 10**400, object(), 1j]
COUNTS: dict[str, Callable[[Any], Any]] = {
    "max_nodes": lambda number: tree.record(build(PUZZLE), max_nodes=number),
    "every": lambda number: lazy.family(every=number),
    "limit": lambda number: enumeration.solutions(PUZZLE, sudoku.FORMULATIONS, sudoku.violations, limit=number),
    "repairs": lambda number: conflicts.repairs(build(PUZZLE), number),
}
LIMITS: dict[str, Callable[[Any], Any]] = {
    "solve": lambda limit: scip.solve(build(PUZZLE), time_limit=limit),
    "record": lambda limit: tree.record(build(PUZZLE), time_limit=limit),
    "enumerate_solutions": lambda limit: next(enumeration.enumerate_solutions(build(PUZZLE), time_limit=limit)),
    "minimal_conflict": lambda limit: conflicts.minimal_conflict(build(PUZZLE), time_limit=limit),
    "repairs": lambda limit: conflicts.repairs(build(PUZZLE), time_limit=limit),
    "why_not": lambda limit: answers.why_not(PUZZLE, CELL, 1, time_limit=limit),
    "solutions": lambda limit: enumeration.solutions(PUZZLE, sudoku.FORMULATIONS, sudoku.violations, time_limit=limit),
    "measure": lambda limit: bench.measure("sudoku", "x", str(PUZZLE), "assignment", time_limit=limit),
}
NO_CANDIDATES: list[Any] = [5, "x", [CELL], True, 0, {CELL: 1}, {CELL: "12"}, {CELL: {9}}, {CELL: [1]}, {CELL: None}]
NO_CANDIDATES += [{"x": {1}}, {None: {1}}, {CELL: {1, "2"}}, {(0, 0): {1}}]


OTHERS: list[tuple[Callable[[], Any], str]] = [
    (lambda: lazy.attach(build(PUZZLE), V, PUZZLE), "found BuiltModel, expected a SCIP"),  # type: ignore[arg-type]
    (lambda: lazy.attach(freed_by_hand().model, V, PUZZLE), "found a freed model, expected a model"),
    (lambda: same(PUZZLE, build, [PUZZLE]), "found a puzzle of sudoku, expected a function"),  # type: ignore[arg-type]
    (lambda: same(build, None, [PUZZLE]), "found None, expected a function"),  # type: ignore[arg-type]
    (lambda: same(build, build, PUZZLE), "found a puzzle of sudoku, expected several puzzles"),  # type: ignore[arg-type]
    (lambda: same(str, build, [PUZZLE]), "found str, expected a built model"),  # type: ignore[arg-type]
    (lambda: board.TreeBoard(record(), PUZZLE), "found a puzzle of sudoku, expected the board of a puzzle"),  # type: ignore[arg-type]
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
    assert refusal(lambda: ask(freed_by_hand())) == "found a freed model, expected a model that was just built"


@pytest.mark.parametrize("show", SHOWS.values(), ids=SHOWS)
def test_what_is_no_record_is_refused(show: Callable[[Any], Any]) -> None:
    for name, found in NO_MODELS.items():
        assert refusal(lambda found=found: show(found)).startswith(f"found {name}, expected a search recorded by")


@pytest.mark.parametrize(("call", "message"), OTHERS, ids=[message for _, message in OTHERS])
def test_other_wrong_arguments(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        call()


@pytest.mark.parametrize("ask", COUNTS.values(), ids=COUNTS)
def test_what_is_no_number_is_refused(ask: Callable[[Any], Any]) -> None:
    for wrong in NO_NUMBERS:
        said = refusal(lambda wrong=wrong: ask(wrong))
        assert re.search(r"^found (\w+) = .*, expected a whole number(, 1 or more| from 1)", said)
    ask(np.int64(1))


def test_a_record_has_an_end() -> None:
    for wrong in (10**7, 10**20, 10**400):
        assert "expected a whole number from 1 to 1000000" in refusal(lambda wrong=wrong: COUNTS["max_nodes"](wrong))


@pytest.mark.parametrize("ask", LIMITS.values(), ids=LIMITS)
@pytest.mark.once
def test_what_is_no_time_limit_is_refused(ask: Callable[[Any], Any]) -> None:
    for wrong in NO_LIMITS:
        assert refusal(lambda wrong=wrong: ask(wrong)).startswith("found a time limit of ")
    for right in (None, 60, 60.0, np.float64(60), np.float32(60), np.int64(60), float("inf"), 1e300, 10**30):
        ask(right)


@pytest.mark.parametrize("wrong", NO_CANDIDATES)
def test_candidates_that_do_not_exist_are_refused(wrong: Any) -> None:
    asks: list[Callable[[], Any]] = [
        lambda: answers.explanation(PUZZLE, wrong),
        lambda: answers.why(PUZZLE, CELL, wrong),
        lambda: sudoku.next_step(PUZZLE, wrong),
        lambda: sudoku.deduce(PUZZLE, wrong),
    ]
    for ask in asks:
        assert "expected" in refusal(ask)


@pytest.mark.parametrize("wrong", ["x", None, [], {}, (0, 0), 5])
def test_an_element_that_does_not_exist_is_refused(wrong: Any) -> None:
    assert "expected an element of this puzzle" in refusal(lambda: answers.why(PUZZLE, wrong))


@pytest.mark.parametrize("wrong", [5, "x", [], True])
def test_what_cannot_watch_or_stop_a_solve_is_refused(wrong: Any) -> None:
    for name, expected in {"progress": "a function", "prepare": "a function", "stop": r"a threading\.Event"}.items():
        asks: list[Callable[..., Any]] = [scip.solve] if name == "prepare" else [scip.solve, tree.record]
        for ask in asks:
            with pytest.raises(PuzzleError, match=f"^found .*, expected {expected}"):
                ask(build(PUZZLE), **{name: wrong})


@pytest.mark.parametrize("wrong", [[], 5, "", "no such", {"assignment"}, ("assignment",)])
def test_what_is_no_formulation_is_refused(wrong: Any) -> None:
    for ask in (sudoku.solve, sudoku.is_unique, sudoku.solutions):
        with pytest.raises(PuzzleError, match=r"^no formulation is named .*; expected one of assignment"):
            ask(PUZZLE, formulation=wrong)


# What was a foreign exception, or worse

FOREIGN: dict[str, Callable[[], Any]] = {
    "no cell": lambda: slitherlink.Puzzle(3, 3, ((Cell(None, 0), 1),)),  # type: ignore[arg-type]
    "no edge": lambda: Edge(1, 2),  # type: ignore[arg-type]
    "another model's corners": lambda: vertices(scip.new_model("m"), dict(enumerate(freed_variables()))),
}


def freed_variables() -> list[Any]:
    model = scip.new_model("other")
    return [model.addVar(), model.addVar()]


@pytest.mark.parametrize("call", FOREIGN.values(), ids=FOREIGN)
def test_what_was_a_foreign_exception_is_a_refusal(call: Callable[[], Any]) -> None:
    assert re.search("expected|joins two cells|is not a variable of this model", refusal(call))


def test_as_many_repairs_as_one_likes() -> None:
    assert len(conflicts.repairs(build(PUZZLE), 10**30)) == 1


@validate_args
def some(numbers: Iterable[int], each: Callable[[int], int] = abs, *, name: str | None = None) -> list[int]:
    return [each(number) for number in numbers]


def test_arguments_are_what_their_types_say() -> None:
    assert some([1, np.int64(2)], name=None) == some(iter((1, 2)), name="x") == [1, 2]
    assert some(np.array([1, 2])) == some(pd.Series([1, 2])) == [1, 2]  # type: ignore[arg-type]
    wrong: list[Callable[[], Any]] = [
        lambda: some(np.array([1.5])),  # type: ignore[arg-type]
        lambda: some(3),  # type: ignore[arg-type]
        lambda: some("12"),  # type: ignore[arg-type]
        lambda: some([None]),  # type: ignore[list-item]
        lambda: some(one for one in (1, None)),  # type: ignore[misc]
        lambda: some([1], lambda: 0),  # type: ignore[arg-type, misc]
        lambda: some([1], each=3),  # type: ignore[arg-type]
        lambda: some([1], name=3),  # type: ignore[arg-type]
    ]
    for call in wrong:
        assert re.search("^found .*, expected ", refusal(call))
    with pytest.raises(TypeError, match="missing"):
        some()  # type: ignore[call-arg]


def test_what_is_wrong_in_a_dict_is_told() -> None:
    with pytest.raises(PuzzleError, match=r"^found number with \{Cell: 'x'\}, expected dict \{Cell: int\}$"):
        slitherlink.Puzzle.of(2, 2, {Cell(0, 0): 3, Cell(0, 1): "x"})  # type: ignore[dict-item]


def test_what_comes_only_once_is_not_used_up_by_a_look() -> None:
    class Bar:
        """Such as a progress bar: it has a length, and can be asked what is in it."""

        rest = iter([1, 2])

        def __iter__(self) -> Any:
            return self.rest

        def __len__(self) -> int:
            return 2

        def __contains__(self, item: object) -> bool:
            return True

    assert some(Bar()) == [1, 2]
