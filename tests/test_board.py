"""The board's Python side, without a browser: messages come in as the page would send them."""

import cProfile
import functools
import importlib
import inspect
import json
import pstats
import random
import re
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, pairwise, product
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch
from xml.etree import ElementTree

import matplotlib.pyplot as plt
import pytest
from browser import lattice
from patience import PATIENCE, until
from pyscipopt import SCIP_EVENTTYPE, Eventhdlr
from traitlets import TraitError

from puzzlekit import PUZZLES, circuit, scip, slitherlink, sudoku
from puzzlekit.board import Board, js_bundle, queries, reasoned, replies
from puzzlekit.board.answers import Answer, Picture, in_one, in_pictures
from puzzlekit.board.layout import COLOUR, BoardLayout, entry
from puzzlekit.board.solver_queries import SolverQueries
from puzzlekit.board.widget_state import text_fallback
from puzzlekit.core.errors import NoSolution, ParseError, PuzzleError, TimeLimitReached, called
from puzzlekit.core.grid import Cell, Edge, Point, apply_steps
from puzzlekit.reasoning import conflicts
from puzzlekit.reasoning.answers import explanation, next_step, why
from puzzlekit.scip import lazy
from puzzlekit.sudoku import model_assignment, play
from puzzlekit.sudoku.deduce import initial_candidates
from puzzlekit.sudoku.puzzle import geometry
from puzzlekit.sudoku.solve import API

TINY = sudoku.load("tiny_4x4")
ANSWER = sudoku.solve(TINY)
EMPTY = [cell for cell in TINY.cells if cell not in TINY.given]
ONE_ROW = next((one, other) for one, other in combinations(EMPTY, 2) if one.row == other.row)
FAMILIES = (
    model_assignment.one_digit_per_cell,
    model_assignment.digit_once_per_column,
    model_assignment.digit_once_per_row,
    model_assignment.digit_once_per_box,
    model_assignment.keep_clues,
)


def reader(*left_out: Callable) -> Callable:
    """A reader's solve function, whose model may lack families."""

    def solve(puzzle: sudoku.Puzzle) -> sudoku.Solution:
        built = model_assignment.build(puzzle, tuple(family for family in FAMILIES if family not in left_out))
        return built.decode(scip.solve(built).values)

    return solve


@pytest.fixture
def board() -> Board:
    return sudoku.board(TINY)


def do(board: Board, what: str, **more: Any) -> None:
    board._handle_custom_msg({"do": what, **more}, [])


def enter(board: Board, cell: Any, state: str) -> None:
    do(board, "set", changes={str(cell): state}, edit="e")


def finished(board: Board) -> str:
    """What the board says when its worker has ended."""
    until(lambda: not board.ui["running"])
    with board._lock:  # the browser hears of a change first: wait until Python has it, too
        return board.ui["message"]


def asked(board: Board, what: str, **more: Any) -> str:
    """What the board says when it has answered a question."""
    do(board, what, **more)
    return finished(board)


def step(board: Board) -> str:
    """What the board says when it has told a whole step."""
    do(board, "next_step")
    return told_whole(board, "next_step")


def solving(solve: Callable) -> Board:
    """A board whose Solve button runs this function, and was pressed."""
    board = sudoku.board(TINY, solve=solve)
    board.solve()
    return board


def words(board: Board, word: str) -> set[str]:
    return {name for name, mark in board.marks.items() if word in mark.get("words", ())}


def digit(cell: Cell) -> int:
    return ANSWER.filled[cell]


def told_whole(board: Board, by: str = "forward") -> str:
    """What the board says at the last picture of its answer, if it has pictures."""
    finished(board)
    while board.ui["walk"] and board.ui["walk"]["at"] < board.ui["walk"]["last"]:
        do(board, by)
    return finished(board)


def concludes(board: Board, cell: Cell) -> bool:
    """Whether the last sentence of the whole answer says what a cell is."""
    at, told = str(cell).removeprefix("cell "), told_whole(board).rpartition("So ")[2]
    return at in told and f"{digit(cell)}" in told.replace(at, "")


# What is on the board


def test_an_entry_is_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only where nothing is wrong so far it is asked, too, whether the board is solved."""
    asked: list[bool] = []

    def counting(puzzle: Any, solution: Any, *, partial: bool = False) -> list[Any]:
        asked.append(partial)
        return judging(puzzle, solution, partial=partial)

    judging = sudoku.violations
    monkeypatch.setattr("puzzlekit.sudoku.rules.violations", counting)  # for the marks
    game = replace(play.ADAPTER, violations=counting)
    board = Board(game, TINY, SolverQueries(game, API.solve, API.solutions, API.formulations), sudoku.draw)
    for state, expected in ((digit(EMPTY[0]), [True, False]), (digit(EMPTY[0]) % 4 + 1, [True])):
        asked.clear()
        enter(board, EMPTY[0], str(state))
        assert asked == expected
    asked.clear()
    board._say(Answer("hello"))
    assert asked == []


def test_undo_and_redo_of_what_changes_something(board: Board) -> None:
    enter(board, EMPTY[0], "")
    assert not board.ui["undo"]
    first = dict(board.state)
    for cell in EMPTY[:2]:
        enter(board, cell, str(digit(cell)))
    last = dict(board.state)
    do(board, "undo")
    do(board, "undo")
    assert board.state == first
    assert (board.ui["undo"], board.ui["redo"]) == (False, True)
    do(board, "undo")
    do(board, "redo")
    do(board, "redo")
    assert board.state == last
    do(board, "undo")
    enter(board, EMPTY[2], "1")
    assert not board.ui["redo"]


def test_clear_and_reset(board: Board) -> None:
    enter(board, EMPTY[0], "1")
    do(board, "clear")
    assert board.solution.filled == TINY.given
    board.mode = "edit"
    do(board, "clear")
    assert board.puzzle.given == {}
    do(board, "reset")
    assert board.puzzle == TINY
    do(board, "undo")
    assert board.puzzle.given == {}
    board.puzzle = other = sudoku.load("tiny_minimal")  # set last, it is what Reset goes back to
    do(board, "clear")
    do(board, "reset")
    assert board.puzzle == other


# Python data


def test_setting_from_python(board: Board) -> None:
    other = sudoku.load("tiny_boxes_2x3")
    board.puzzle = other
    assert len(board.sheet["elements"]) == 36 + 12
    assert board.solution.filled == other.given
    do(board, "undo")
    assert board.puzzle == TINY
    assert len(board.sheet["elements"]) == 16 + 8
    board.solution = sudoku.Solution.of(TINY, {EMPTY[0]: 2})
    assert board.solution.filled == TINY.given | {EMPTY[0]: 2}
    board.solution = None
    assert board.solution.filled == TINY.given


OTHER = sudoku.Solution.of(sudoku.load("tiny_boxes_2x3"), {})


@pytest.mark.parametrize(
    ("name", "value"),
    [("puzzle", "1234"), ("puzzle", None), ("solution", TINY), ("solution", 7), ("solution", OTHER)],
)
def test_what_does_not_fit_is_refused(board: Board, name: str, value: Any) -> None:
    before = (board.puzzle, board.solution, dict(board.state))
    with pytest.raises((PuzzleError, TraitError), match="expected"):
        setattr(board, name, value)
    assert (board.puzzle, board.solution, board.state) == before
    assert not board.ui["undo"]


def test_observers_hear_each_change_once_and_find_everything_up_to_date(board: Board) -> None:
    heard = []
    board.observe(lambda change: heard.append((change["name"], board.puzzle, board.solution)), ["puzzle", "solution"])
    enter(board, EMPTY[0], "2")
    assert heard == [("solution", TINY, board.solution)]
    heard.clear()
    board.puzzle = other = sudoku.load("tiny_minimal")
    assert sorted({name for name, _, _ in heard}) == ["puzzle", "solution"]
    assert heard[-1][1:] == (other, sudoku.Solution.of(other, other.given))


def test_an_observer_may_change_the_board(board: Board) -> None:
    def fill(change: Any) -> None:
        board.solution = ANSWER

    board.observe(fill, "puzzle")
    board.mode = "edit"
    clue = next(iter(TINY.given))
    enter(board, clue, "")
    assert board.solution == ANSWER
    assert board.state[str(clue)] == str(digit(clue))


# Solve


def test_solve_runs_the_readers_function_and_says_when_entries_were_overwritten() -> None:
    board = sudoku.board(TINY, solve=reader())
    assert asked(board, "solve") == "Solved: all rules hold."
    assert board.solution == ANSWER
    do(board, "undo")
    assert board.solution.filled == TINY.given
    enter(board, EMPTY[0], str(digit(EMPTY[0]) % 4 + 1))
    assert "Undo" in asked(board, "solve")


def test_a_missing_family_shows_a_wrong_board() -> None:
    board = solving(reader(model_assignment.digit_once_per_row))
    message = finished(board)
    broken = sudoku.violations(TINY, board.solution)
    assert "violates a rule" in message
    assert all(violation.message in message for violation in broken)
    assert words(board, "wrong") == {str(cell) for violation in broken for cell in violation.where}


def test_an_overruled_clue_is_shown_and_the_puzzle_and_the_position_keep_it() -> None:
    board = solving(reader(model_assignment.keep_clues, model_assignment.digit_once_per_column))
    assert "violates a rule" in finished(board)
    assert any(state.startswith("given") and "|" in state for state in board.state.values())
    assert board.puzzle == TINY
    fresh = sudoku.board(TINY)
    fresh.paste(board.position)
    assert fresh.state == {cell: word.partition("|")[0] for cell, word in board.state.items()}


def test_an_exception_is_shown_with_its_line_and_kept() -> None:
    def solve(puzzle: Any) -> Any:
        raise KeyError("<b>row</b>")

    board = solving(solve)
    line = solve.__code__.co_firstlineno + 1
    assert finished(board) == f"line {line} of solve: KeyError: '<b>row</b>'"
    with pytest.raises(KeyError) as caught:
        raise board.error
    assert caught.traceback[-1].lineno + 1 == line
    board.check()
    finished(board)
    assert board.error is None


def bad_row(built: Any, v: Any) -> Any:
    yield EMPTY[0], v.x["no such"] == 1


@lazy.family
def bad_cut(puzzle: Any, v: Any, values: Any) -> Any:
    yield EMPTY[0], v.x["no such"] == 1


@pytest.mark.parametrize("family", [bad_row, bad_cut])
def test_the_last_line_of_the_readers_own_code_is_told(family: Callable) -> None:
    """Also where the package or SCIP has called it."""
    board = solving(lambda puzzle: scip.solve(model_assignment.build(puzzle, (*FAMILIES, family))))
    code = family.__wrapped__.__code__ if isinstance(family, lazy.LazyFamily) else family.__code__
    line = inspect.getsourcelines(code)[0][-1] and code.co_firstlineno + len(inspect.getsourcelines(code)[0]) - 1
    assert finished(board) == f"line {line} of {family.__name__}: KeyError: 'no such'"


def test_the_packages_own_errors_name_no_line() -> None:
    board = solving(functools.partial(sudoku.solve, formulation="no such"))
    assert finished(board).startswith("PuzzleError: no formulation is named 'no such'")


def test_what_is_printed_is_shown(capsys: pytest.CaptureFixture) -> None:
    @lazy.family
    def speaking(puzzle: Any, v: Any, values: Any) -> Any:
        print("a candidate")
        return ()

    def solve(puzzle: Any) -> Any:
        print("digits:", puzzle.size, flush=True)
        scip.solve(model_assignment.build(puzzle, (*FAMILIES, speaking)))
        print("<b>", end="")
        raise ZeroDivisionError if board.printed else NoSolution("there is none")

    board = sudoku.board(TINY, solve=solve)
    for told in ("There is none.", "line "):
        assert asked(board, "solve").startswith(told)
        assert "\nPrinted:\ndigits: 4\na candidate\n" in board.ui["message"]
        assert board.printed.endswith("a candidate\n<b>")
    print("heard")
    assert capsys.readouterr().out == "heard\n"
    assert "Printed" not in asked(board, "check")


def test_only_the_function_itself_is_listened_to(capsys: pytest.CaptureFixture) -> None:
    solve, go_on = waiting()
    board = sudoku.board(TINY, solve=solve)
    before = sys.stdout
    board.solve()
    print("in the main thread")
    go_on.set()
    assert finished(board).startswith("Solved")
    assert (board.printed, capsys.readouterr().out) == ("", "in the main thread\n")
    assert sys.stdout is before


def test_of_much_that_is_printed_the_end_is_kept() -> None:
    def solve(puzzle: Any) -> Any:
        for number in range(100_000):
            print(number)
        return sudoku.solve(puzzle)

    board = solving(solve)
    assert finished(board).endswith("99998\n99999")
    assert len(board.ui["message"]) < 5_000
    assert len(board.printed) < 200_000
    assert board.ui["message"].startswith("Solved")


@pytest.mark.parametrize("value", [None, "1234", {Cell(0, 0): 1}])
def test_a_function_that_returns_something_else_is_told(value: Any) -> None:
    board = solving(lambda puzzle: value)
    assert f"returned {called(value)}, expected a solution of sudoku" in finished(board)
    assert board.solution.filled == TINY.given


@pytest.mark.parametrize("error", [NoSolution("there is none"), TimeLimitReached("the limit was reached")])
def test_no_solution_and_a_limit_are_answers(error: PuzzleError) -> None:
    def solve(puzzle: Any) -> Any:
        raise error

    board = solving(solve)
    assert str(error)[1:] in finished(board)
    assert type(error).__name__ not in board.ui["message"]


def slow(puzzle: sudoku.Puzzle) -> sudoku.Solution:
    """A model that SCIP works on for minutes."""
    return sudoku.solve(sudoku.parse("\n".join(["." * 25] * 25)), "assignment")


def test_stop_ends_a_long_solve_and_the_board_stays_usable() -> None:
    board = sudoku.board(TINY, solve=slow)
    do(board, "solve")
    assert board.ui["running"]
    enter(board, EMPTY[0], "2")
    assert board.solution.filled[EMPTY[0]] == 2
    assert board.ui["message"].startswith("Solving"), "an entry does not hide it"
    do(board, "hint")
    assert "Busy" in board.ui["message"]
    assert asked(board, "stop").startswith("Stopped")
    assert board.solution.filled == TINY.given | {EMPTY[0]: 2}
    assert "exactly one solution" in asked(board, "check")


def test_stop_with_nothing_running(board: Board) -> None:
    do(board, "stop")
    assert board.ui["message"] == "Nothing is running."


def waiting() -> tuple[Callable, threading.Event]:
    """A solve function that ends when the event is set."""
    go_on = threading.Event()

    def solve(puzzle: Any) -> Any:
        assert go_on.wait(PATIENCE)
        return sudoku.solve(puzzle)

    return solve, go_on


def test_the_answer_to_an_old_puzzle_is_dropped() -> None:
    solve, go_on = waiting()
    board = solving(solve)
    board.mode = "edit"
    enter(board, next(iter(TINY.given)), "")
    before = dict(board.state)
    go_on.set()
    assert "puzzle changed" in finished(board)
    assert board.state == before


def test_an_answer_that_comes_after_a_stop_is_dropped() -> None:
    solve, go_on = waiting()
    board = solving(solve)
    do(board, "stop")
    go_on.set()
    assert finished(board).startswith("Stopped")
    assert board.solution.filled == TINY.given


BEGUN = threading.Event()


def endless(puzzle: Any) -> Any:
    BEGUN.set()
    while True:
        pass


def stubborn(puzzle: Any) -> Any:
    """It is not ended by one exception."""
    while True:
        try:
            endless(puzzle)
        except BaseException:
            if not puzzle.given:
                raise
            puzzle = replace(puzzle, clues=((0,) * 4,) * 4)


def endless_family(puzzle: Any) -> Any:
    """The loop is in a thread of SCIP's."""

    @lazy.family
    def family(puzzle: Any, v: Any, values: Any) -> Any:
        endless(puzzle)
        yield

    return scip.solve(model_assignment.build(puzzle, (*FAMILIES, family)))


@pytest.mark.parametrize("solve", [endless, stubborn, endless_family])
@pytest.mark.once
def test_an_endless_function_is_stopped(solve: Callable) -> None:
    board, said = sudoku.board(TINY, solve=solve), list[str]()
    board.observe(lambda change: said.append(change.new["message"]), "ui")
    for number in (1, 2):
        BEGUN.clear()
        board.solve()
        assert BEGUN.wait(PATIENCE)
        assert asked(board, "stop").startswith("Stopped")
        assert said.count("Stopping ...") == number
    assert "Unique" in asked(board, "check")


def test_what_cannot_be_stopped_says_what_to_do() -> None:
    go_on = threading.Lock()
    go_on.acquire()
    board = sudoku.board(TINY, solve=lambda puzzle: go_on.acquire())  # in C for as long as it waits
    board.solve()
    do(board, "stop")
    until(lambda: board.ui["message"] != "Stopping ...")
    assert "Interrupt the kernel, or else restart it" in board.ui["message"]
    assert board.ui["running"]
    go_on.release()
    assert finished(board).startswith("Stopped")


def test_a_stop_leaves_nothing_behind() -> None:
    """A cut that comes while the function ends must not come later, where nobody would catch it."""
    rng = random.Random(1)
    board = sudoku.board(TINY, solve=lambda puzzle: time.sleep(rng.random() / 50))
    with patch.multiple("puzzlekit.board.worker", GRACE=0.005, AGAIN=0.001):
        for _ in range(100):
            board.solve()
            time.sleep(rng.random() / 50)
            asked(board, "stop")
    enter(board, EMPTY[0], "2")
    assert board.solution.filled[EMPTY[0]] == 2


def test_a_solve_of_scip_is_not_cut() -> None:
    """Where the reader calls SCIP's own `optimize`, it waits for what a callback says."""
    called, seen = threading.Event(), []

    class Slow(Eventhdlr):
        def eventinit(self) -> None:
            self.model.catchEvent(SCIP_EVENTTYPE.PRESOLVEROUND | SCIP_EVENTTYPE.LPSOLVED, self)

        def eventexec(self, event: Any) -> None:
            called.set()
            end = time.monotonic() + 0.5
            while time.monotonic() < end:
                pass
            seen.append(event)

    def solve(puzzle: Any) -> Any:
        built = model_assignment.build(puzzle)
        built.model.includeEventhdlr(Slow(), "slow", "")
        built.model.optimize()
        return built.model.getStatus()

    board = sudoku.board(TINY, solve=solve)
    with patch.multiple("puzzlekit.board.worker", GRACE=0.01, AGAIN=0.01, STUCK=10**6):
        board.solve()
        assert called.wait(PATIENCE)
        assert asked(board, "stop").startswith("Stopped")
    assert seen
    assert board.error is None


# Hint and Check


def test_a_hint_fills_one_cell_with_the_packages_answer() -> None:
    board = sudoku.board(TINY, solve=lambda puzzle: pytest.fail("the reader's function gives no hints"))
    message = asked(board, "hint", at=str(EMPTY[-1]))
    assert board.solution.filled == TINY.given | {EMPTY[-1]: digit(EMPTY[-1])}
    assert words(board, "hinted") == {str(EMPTY[-1])}
    said = f"Hint: row {EMPTY[-1].row + 1}, column {EMPTY[-1].column + 1}: {digit(EMPTY[-1])}."
    assert re.fullmatch(
        re.escape(said) + r"(\n(.+\n)*So .+| Press Undo, then Why\? for the proof in \d+ steps\.)", message
    )
    enter(board, EMPTY[-1], "")
    assert words(board, "hinted") == set()


def test_a_hint_gives_the_place_that_is_easiest_to_explain_and_says_why(board: Board) -> None:
    message, first = asked(board, "hint"), next_step(TINY)
    assert first
    assert message.endswith(f"\n{first.message}")
    assert {str(cell) for cell in first.candidates} == words(board, "hinted")
    assert {str(cell) for cell in first.facts} <= words(board, "plus")


def test_hints_lead_to_the_end(board: Board) -> None:
    for _ in EMPTY:
        asked(board, "hint")
    assert board.solution == ANSWER
    board.hint()
    assert "nothing left" in finished(board)


def test_nothing_is_left_on_any_solution_of_several() -> None:
    puzzle = sudoku.parse("0" * 16)
    board = sudoku.board(puzzle)
    for solution in sudoku.solutions(puzzle, 5):
        board.solution = solution
        assert asked(board, "hint") == "There is nothing left to fill in."


def test_a_hint_points_at_a_wrong_entry(board: Board) -> None:
    wrong = digit(EMPTY[3]) % 4 + 1
    enter(board, EMPTY[3], str(wrong))
    assert f"is not {wrong}" in asked(board, "hint")
    assert str(EMPTY[3]) in words(board, "wrong")
    assert board.solution.filled[EMPTY[3]] == wrong


def test_check_names_what_is_wrong_in_a_full_grid(board: Board) -> None:
    cell, wrong = EMPTY[0], digit(EMPTY[0]) % 4 + 1
    board.solution = sudoku.Solution.of(TINY, ANSWER.filled | {cell: wrong})
    told = asked(board, "check")
    place = f"row {cell.row + 1}, column {cell.column + 1}"
    assert told.startswith(f"1 of {len(EMPTY)} entries is wrong: {place} is not {wrong}.")
    assert told.endswith("The puzzle has exactly one solution.")
    assert (board.ui["tone"], str(cell) in words(board, "wrong")) == ("bad", True)


def test_check_marks_the_wrong_entries_alone(board: Board) -> None:
    """Not the right entries and clues besides with which they violate a rule."""
    wrong = {cell: digit(cell) % 4 + 1 for cell in EMPTY[:6]}
    board.solution = sudoku.Solution.of(TINY, ANSWER.filled | wrong)
    assert words(board, "wrong") - {*map(str, wrong)}
    assert asked(board, "check").startswith(f"6 of {len(EMPTY)} entries are wrong: they are hatched.")
    assert words(board, "wrong") == {*map(str, wrong)}


@pytest.mark.parametrize("checks", [True, False])
def test_check_says_how_far_a_board_is_right(board: Board, checks: bool) -> None:
    board.checks = checks
    board.solution = ANSWER
    assert asked(board, "check") == "Solved: all rules hold. It is the only solution."
    board.solution = sudoku.Solution.of(TINY, {cell: digit(cell) for cell in EMPTY[:3]})
    assert asked(board, "check") == "Right so far: 3 entries. The puzzle has exactly one solution."
    board.mode = "edit"
    assert asked(board, "check") == "Unique: this puzzle has exactly one solution."


def test_check_counts_wrong_lines_and_does_not_show_them() -> None:
    puzzle = slitherlink.load("five_easy")
    board, right = slitherlink.board(puzzle), slitherlink.solve(puzzle).drawn
    edges = [edge for edge in puzzle.edges if edge not in right][:1] + sorted(right)[:2]
    do(board, "set", changes={str(edge): "1" for edge in edges})
    before = words(board, "wrong")
    assert asked(board, "check").startswith("1 of 3 entries is wrong. ")
    assert words(board, "wrong") == before


@pytest.mark.parametrize("number", [0, -1])
def test_the_ways_out_of_a_clash_name_the_clue_that_was_changed_last_first(board: Board, number: int) -> None:
    board.mode, cell = "edit", EMPTY[number]
    for wrong in set(TINY.digits) - {digit(cell)}:
        enter(board, cell, f"given {wrong}")
        if not sudoku.clue_conflicts(board.puzzle):
            break
    assert asked(board, "check").startswith(f"No solution: minimal set of conflicting clues: {cell} is {wrong}")
    assert asked(board, "check").startswith(f"Repair: one clue to remove: {cell} is {wrong}.")


def test_check_shows_where_two_solutions_differ() -> None:
    puzzle = sudoku.load("tiny_two_solutions")
    one, other = sudoku.solutions(puzzle)
    board = sudoku.board(puzzle)
    assert asked(board, "check").startswith("Not unique")
    assert words(board, "hinted") == {str(cell) for cell in puzzle.cells if one.filled[cell] != other.filled[cell]}


def late(*_: Any, first: Any, time_limit: float, **__: Any) -> None:
    raise TimeLimitReached(f"the limit of {time_limit} s was reached")


def test_at_a_limit_check_knows_no_way_out_and_blames_no_clue(monkeypatch: pytest.MonkeyPatch) -> None:
    board, other = (sudoku.board(sudoku.load("tiny_no_solution")) for _ in range(2))
    monkeypatch.setattr(conflicts, "repairs", late)
    clash = asked(board, "check")
    assert asked(board, "check").startswith("No solution. The conflicting clues are unknown: the")
    assert asked(board, "check") == clash
    monkeypatch.setattr(conflicts, "minimal_conflict", late)
    assert asked(other, "check").startswith("No solution. The conflicting clues are unknown: the")
    assert words(other, "wrong") == set()


# Places


def test_a_board_is_named_after_its_notebook_its_cell_and_its_number_there(monkeypatch: pytest.MonkeyPatch) -> None:
    shell = SimpleNamespace()
    monkeypatch.setattr("puzzlekit.board.kernel.get_ipython", lambda: shell)

    def made(path: str, cell: str | None, message: str, number: int = 2) -> list[str]:
        monkeypatch.setenv("JPY_SESSION_NAME", path)
        metadata = {"cellId": cell} if cell else {}
        shell.get_parent = lambda: {"header": {"msg_id": message}, "metadata": metadata}
        return [sudoku.board(TINY).ui["place"] for _ in range(number)]

    first = made("a.ipynb", "one", "run 1")
    assert made("a.ipynb", "one", "run 2") == first
    others = made("a.ipynb", "two", "run 3") + made("b.ipynb", "one", "run 4") + made("a.ipynb", None, "run 5", 3)
    assert len({*first, *others}) == len(first) + len(others)


# Texts


def test_a_picture_of_entries_is_pasted_in_play(board: Board) -> None:
    enter(board, EMPTY[0], "2")
    fresh = sudoku.board(TINY)
    do(fresh, "paste", text=str(board.solution))
    assert (fresh.puzzle, fresh.solution) == (TINY, board.solution)


def test_another_puzzle_replaces_this_one_once_that_is_sure(board: Board) -> None:
    enter(board, EMPTY[0], "2")
    text = "2x3:e5_6a1c4c1b3c6c6a4_3e"
    do(board, "paste", text=text)
    assert board.ui["question"] == "This is another puzzle. Replace Sudoku, 4 x 4, with 1 entry?"
    assert board.puzzle == TINY
    do(board, "paste", text=text, sure=True)
    assert (board.puzzle.size, board.ui["question"]) == (6, "")
    assert board.ui["message"] == "Replaced Sudoku, 4 x 4, with 1 entry; Undo restores it."
    do(board, "undo")
    board.paste(text)  # in Python nobody is asked
    assert board.puzzle.size == 6
    do(board, "undo")
    do(board, "undo")
    assert board.puzzle == TINY


def test_on_an_empty_puzzle_a_text_is_a_puzzle_and_of_what_is_none_the_entries() -> None:
    board = sudoku.board(sudoku.parse("\n".join(["...."] * 4)))
    do(board, "paste", text=str(TINY))
    assert board.ui["question"] == "This is another puzzle. Replace Sudoku, 4 x 4?"
    do(board, "paste", text=str(TINY), sure=True)
    assert board.puzzle == TINY
    loop = slitherlink.board(slitherlink.parse("..\n.."))
    drawn = next(iter(slitherlink.solutions(loop.puzzle)))
    do(loop, "paste", text=str(drawn))
    assert (loop.puzzle, loop.solution) == (slitherlink.parse("..\n.."), drawn)


def test_in_edit_mode_a_text_is_a_puzzle(board: Board) -> None:
    board.mode = "edit"
    board.paste(str(ANSWER))
    assert board.puzzle.given == ANSWER.filled


def test_a_position_says_what_is_no_part_of_a_solution(board: Board) -> None:
    do(board, "set", changes={str(EMPTY[0]): "2"}, notes={str(EMPTY[1]): ["1", "4"]})
    assert board.position == f"{TINY}\nposition:\n{EMPTY[0]} = 2\n{EMPTY[1]} ? 1, 4"
    fresh = sudoku.board(TINY)
    fresh.paste(board.position)
    assert (fresh.state, fresh.notes, fresh.position) == (board.state, board.notes, board.position)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("cell (9,9) = 1", "line 6: found 'cell (9,9) = 1', expected an element of the board"),
        ("cell (1,2)", "line 6: found 'cell (1,2)', expected an element of the board"),
        ("cell (1,2) = 7", "line 6: found '7', expected a state of cell (1,2)"),
        ("cell (1,2) ? 7", "line 6: found an unknown element or note, expected an element and notes of this board"),
    ],
)
def test_a_bad_line_of_a_position_is_named(board: Board, line: str, told: str) -> None:
    before = board.position
    with pytest.raises(ParseError, match=re.escape(told)):
        board.paste(f"{TINY}\nposition:\n{line}")
    assert board.position == before


@pytest.mark.parametrize("text", ["", "hello", "1" * 5, "<script>", "position:", None, 7, "x" * 2_000_000])
def test_a_bad_text_loses_nothing(board: Board, text: Any) -> None:
    enter(board, EMPTY[0], "2")
    before = dict(board.state)
    do(board, "paste", text=text)
    assert "found" in board.ui["message"]
    assert board.state == before
    with pytest.raises(ParseError):
        board.paste(text)


# Answers


@pytest.mark.parametrize(
    "what", ["ping", "undo", "redo", "clear", "reset", "stop", "check", "hint", "why", "next_step"]
)
def test_every_message_is_answered(board: Board, what: str) -> None:
    """The page takes a kernel that does not send `edit` back for a dead one; also where nothing changes."""
    for edit in ("asked", "again"):
        do(board, what, edit=edit)
        assert board.ui["edit"] == edit
        finished(board)


# The static twin


@pytest.mark.parametrize("name", ["tiny_4x4", "tiny_boxes_2x3", "square_25"])
def test_spots_lie_in_the_cell_without_touching(name: str) -> None:
    sheet: BoardLayout = play.ADAPTER.sheet(sudoku.load(name))
    spots = list(sheet.kinds["cell"].spots.values())
    for x, y, size in spots:
        assert min(x, y) >= -1e-9
        assert max(x, y) + size <= 1 + 1e-9
    for (x, y, size), (u, v, _) in product(spots, spots):
        assert (x, y) == (u, v) or max(abs(x - u), abs(y - v)) > size - 1e-9


def test_the_static_twin(board: Board) -> None:
    enter(board, EMPTY[0], "2")
    shown, _ = board._repr_mimebundle_()
    assert shown["text/plain"].split("\n") == [
        "┌─────────┐",
        "│ 1 2 . . │",
        "│ . . 2 . │",
        "│ . 3 . . │",
        "│ . . . 4 │",
        "└─────────┘",
        "Interactive board: run this cell to play.",
    ]
    assert str(board.solution) == repr(board) == str(board)
    assert ElementTree.fromstring(shown["image/svg+xml"]).tag.endswith("svg")
    assert shown["application/vnd.jupyter.widget-view+json"]["model_id"] == board.model_id
    assert plt.get_fignums() == []
    assert board._repr_mimebundle_()[0]["image/svg+xml"] == shown["image/svg+xml"]


def test_a_large_board_is_shown_without_a_picture() -> None:
    shown, _ = slitherlink.board(slitherlink.Puzzle.of(40, 40, {Cell(0, 0): 3}))._repr_mimebundle_()
    assert "image/svg+xml" not in shown
    assert "│ 3 . ." in shown["text/plain"]
    assert "application/vnd.jupyter.widget-view+json" in shown


def test_a_twin_of_words_is_framed_as_it_stands() -> None:
    assert text_fallback("fleet: 1x2\n.. 1").split("\n")[:3] == ["┌────────────┐", "│ fleet: 1x2 │", "│ .. 1       │"]


# A board that is no Sudoku


def test_clues_that_are_no_puzzle_yet() -> None:
    puzzle = lattice.Puzzle(2, 2)
    board = lattice.board(puzzle)
    for point in puzzle.points:
        enter(board, point, "blocked")
    assert board.ui["message"] == "found no open point, expected one at least"
    assert len(board.puzzle.blocked) == 3
    assert len(board.state) == 4
    board.solve()
    assert not board.ui["running"]
    assert board.ui["message"] == "found no open point, expected one at least"
    do(board, "undo")
    assert board.ui["message"] != "found no open point, expected one at least"
    assert len(board.state) == 3


def calls_of_an_entry(size: int) -> int:
    """How many functions are called until an edge of a board of size * size points is entered."""
    board, edge = lattice.board(lattice.Puzzle(size, size)), Edge(Point(size - 1, size - 2), Point(size - 1, size - 1))
    enter(board, edge, "1")  # what is looked up once is not counted
    with cProfile.Profile() as profile:
        enter(board, edge, "2")
    assert dict(board.solution.lines)[edge] == 2
    return pstats.Stats(profile).total_calls


def test_an_entry_on_a_large_board_of_edges() -> None:
    larger = (30 / 10) ** 2
    assert calls_of_an_entry(30) < 2 * larger * calls_of_an_entry(10), "the work grows faster than the board"
    board = lattice.board(lattice.Puzzle(30, 30))
    assert sum(place["kind"] == "edge" for place in board.sheet["elements"].values()) == 2 * 29 * 30
    enter(board, Edge(Point(29, 28), Point(29, 29)), "2")
    assert len(json.dumps([board.sheet, board.state, board.marks, board.ui])) < 600_000


def test_texts_go_to_the_browser_as_they_are() -> None:
    board = lattice.board(lattice.Puzzle(2, 2))
    assert lattice.EVIL in board.sheet["title"]
    for edge in lattice.Puzzle(2, 2).edges[:2]:
        enter(board, edge, "2")
    assert lattice.EVIL in board.ui["message"]
    assert "innerHTML" not in board._esm
    assert "<script" not in board._repr_mimebundle_()[0]["image/svg+xml"]


def test_the_board_knows_no_puzzle() -> None:
    texts = [path.read_text(encoding="utf-8").lower() for path in js_bundle.HERE.iterdir() if path.is_file()]
    assert [room for room in PUZZLES if any(room in text for text in texts)] == []


# Why


@pytest.mark.parametrize("cell", EMPTY[:3], ids=str)
def test_why_shows_the_facts_and_says_the_sentence(board: Board, cell: Cell) -> None:
    before = dict(board.state)
    do(board, "why", at=str(cell))
    assert concludes(board, cell)
    assert words(board, "hinted") == {str(cell)}
    assert words(board, "plus")
    assert board.state == before
    enter(board, EMPTY[3], str(digit(EMPTY[3])))
    assert not words(board, "plus")


def test_why_of_an_entry_is_asked_as_if_it_were_not_there(board: Board) -> None:
    enter(board, EMPTY[0], str(digit(EMPTY[0])))
    do(board, "why", at=str(EMPTY[0]))
    assert concludes(board, EMPTY[0])
    assert not words(board, "wrong")


def test_why_of_a_wrong_entry_says_why_it_cannot_be(board: Board) -> None:
    wrong = digit(EMPTY[0]) % 4 + 1
    enter(board, EMPTY[0], str(wrong))
    do(board, "why", at=str(EMPTY[0]))
    assert told_whole(board).startswith("This entry is wrong. ")
    assert str(EMPTY[0]) in words(board, "hinted")
    for _ in range(board.ui["walk"]["last"] + 1):
        assert board.ui["tone"] == "bad"
        assert str(EMPTY[0]) in words(board, "wrong")
        do(board, "back")
    assert board.solution.filled[EMPTY[0]] == wrong


@pytest.mark.parametrize("ask", [{"what": "why", "at": str(EMPTY[1])}, {"what": "next_step"}])
def test_a_wrong_entry_elsewhere_is_named_with_a_reason(board: Board, ask: dict) -> None:
    wrong = digit(EMPTY[0]) % 4 + 1
    enter(board, EMPTY[-1], str(digit(EMPTY[-1])))
    enter(board, EMPTY[0], str(wrong))
    before = dict(board.state)
    do(board, **ask)
    assert told_whole(board).startswith(f"This entry leaves no solution: {EMPTY[0]} is {wrong}.")
    assert "would" in finished(board)
    assert board.ui["tone"] == "bad"
    assert str(EMPTY[0]) in words(board, "wrong")
    assert str(EMPTY[-1]) not in words(board, "wrong")
    assert board.state == before
    assert board.ui["walk"]["last"] > 0
    while board.ui["walk"]["at"]:
        do(board, "back")
        assert (board.ui["tone"], str(EMPTY[0]) in words(board, "wrong")) == ("bad", True)
    assert board.ui["message"] == f"This entry leaves no solution: {EMPTY[0]} is {wrong}."


def test_entries_that_leave_no_solution_together_are_named_together() -> None:
    puzzle = sudoku.load("tiny_two_solutions")
    one, other = sudoku.solutions(puzzle)
    board, cells = sudoku.board(puzzle), [cell for cell in puzzle.cells if one.filled[cell] != other.filled[cell]]
    enter(board, cells[0], str(one.filled[cells[0]]))
    assert asked(board, "why", at=str(cells[0])) == "No reason exists: solutions differ here."
    enter(board, cells[3], str(other.filled[cells[3]]))
    empty = next(cell for cell in puzzle.cells if cell not in board.solution.filled)
    assert asked(board, "why", at=str(empty)).startswith("Together, these entries leave no solution: cell ")
    assert words(board, "wrong") == {str(cells[0]), str(cells[3])}


def test_no_entry_is_blamed_at_a_limit(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    enter(board, EMPTY[0], str(digit(EMPTY[0]) % 4 + 1))
    asked(board, "check")
    monkeypatch.setattr(queries, "LIMIT", 0.0)
    assert asked(board, "why", at=str(EMPTY[1])) == "An entry is wrong; time limit of 0 s reached, no reason found."
    assert not board._table.answer.marks


def test_why_needs_an_element(board: Board) -> None:
    do(board, "why")
    assert board.ui["message"] == "Select a place first, then ask why."


def test_a_step_that_is_told_ends_with_an_entry(board: Board) -> None:
    asked(board, "next_step")
    enter(board, EMPTY[-1], str(digit(EMPTY[-1])))
    assert board.ui["walk"] is None
    assert len(board.solution.filled) == len(TINY.given) + 1


def test_why_tells_all_at_once_and_goes_back_and_a_page_hears_what_is_spoken_of(board: Board) -> None:
    whole = asked(board, "why", at=str(EMPTY[0]))
    do(board, "forward")  # there is no further picture
    walk = board.ui["walk"]
    assert walk["at"] == walk["last"] > 0
    for _ in range(walk["last"]):
        assert board.ui["message"].endswith(board.ui["walk"]["part"])
        do(board, "back")
        assert whole.startswith(board.ui["message"])
        assert whole != board.ui["message"]
    assert board.ui["walk"]["part"] == board.ui["message"]
    assert board.solution.filled == TINY.given


@pytest.mark.parametrize(("parts", "at"), [(("One.", "Two."), 1), (("One.", "Two\nlines.", "Three."), 0)])
def test_an_answer_of_more_than_a_line_begins_with_its_first_part(
    board: Board, parts: tuple[str, ...], at: int
) -> None:
    board._say(in_pictures([Picture(part, {}) for part in parts]))
    assert (board.ui["walk"]["at"], board.ui["walk"]["part"]) == (at, parts[at])
    assert board.ui["message"] == in_one(parts[: at + 1])


@pytest.mark.parametrize("parts", product(("One.", "Two\nlines."), repeat=3))
def test_parts_that_have_lines_stand_apart_and_what_was_told_stays(parts: tuple[str, ...]) -> None:
    told = [in_one(parts[:number]) for number in (1, 2, 3)]
    assert all(later.startswith(earlier) for earlier, later in pairwise(told))
    assert told[-1].replace("\n", " ") == " ".join(parts).replace("\n", " ")
    assert ("One. One." in told[-1]) == (("One.", "One.") in [*pairwise(parts)])
    assert not re.search(r"lines\. |\. Two", told[-1])


WALKS = {  # a puzzle of each type, and what is asked there: why it is so takes a few steps
    "sudoku": ("tiny_boxes_2x3", "cell (2,4)"),
    "battleship": ("tiny_5x5", "cell (1,5)"),
    "circuit": ("tiny_4x4", "points (2,1)-(3,1)"),
    "hashi": ("table_a4_01", "points (4,3)-(4,4)"),
    "zebra": ("tiny_four", "cell (1,2)"),
    "slitherlink": ("tiny_subtours", "points (3,5)-(3,6)"),
    "numberlink": ("tiny_loop", "cells (4,1)-(4,2)"),
}


def pale(board: Board) -> dict[str, str]:
    """What is shown of elements and stands nowhere."""
    return {name: mark["pale"] for name, mark in board.marks.items() if "pale" in mark}


def walked(board: Board, at: str) -> list[dict[str, str]]:
    """What is pale in each picture of the answer to why, of which the last one is shown then."""
    asked(board, "why", at=at)
    while board.ui["walk"]["at"]:
        do(board, "back")
    found = [pale(board)]
    while board.ui["walk"]["at"] < board.ui["walk"]["last"]:
        do(board, "forward")
        found.append(pale(board))
    return found


@pytest.mark.parametrize("name", PUZZLES)
@pytest.mark.once
def test_what_the_parts_of_an_answer_settle_is_shown_and_stands_nowhere(name: str) -> None:
    faces = importlib.import_module(f"puzzlekit.{name}")
    puzzle, at = faces.load(WALKS[name][0]), WALKS[name][1]
    board, game = faces.board(puzzle), importlib.import_module(f"{faces.__name__}.play").ADAPTER
    steps = explanation(puzzle).steps
    truth = {e: one for step in steps for e, (one, *more) in step.candidates.items() if not more}
    before = (board.state, board.notes, board.position, board._table.judged)
    parts = walked(board, at)
    opened = re.match(r"\d+ steps.* The first \d+:", board._table.walk.answer.pictures[0].words)
    assert opened or not parts[0], "nothing is known before the first step"
    assert all(one.keys() <= other.keys() for one, other in pairwise(parts))
    for key, word in parts[-1].items():
        colour, element = word.startswith(COLOUR), board._table.sheet.named[key]
        assert colour or key not in board.state
        assert game.agrees(entry(word.removeprefix(COLOUR)), str(truth[element])), "a part is shown that is false"
    assert (board.state, board.notes, board.position, board._table.judged) == before
    assert not board.ui["undo"]
    board._publish(lambda: board._table.say(Answer("Something else.")))
    assert not pale(board), "it goes with the answer"
    kinds = {key: board._table.sheet.kind(board._table.sheet.named[key]).play for key in walked(board, at)[-1]}
    for key, words in [(key, words) for key, words in kinds.items() if words][:1]:
        enter(board, key, words[1])
        assert not pale(board), "it goes with an entry"


def test_an_opening_shows_what_it_speaks_of() -> None:
    puzzle = slitherlink.load("seven_easy")
    board = slitherlink.board(puzzle)
    opening, reason = asked(board, "why", at=str(puzzle.edges[60])), why(puzzle, puzzle.edges[60])
    assert reason
    assert opening == reason.opening
    assert words(board, "hinted") == {str(edge) for edge in reason.taken}
    assert words(board, "hinted") <= pale(board).keys()
    assert told_whole(board) == str(reason)


def test_an_entry_is_never_covered_by_what_is_shown() -> None:
    board = sudoku.board(sudoku.load("tiny_boxes_2x3"))
    key, word = next(iter(walked(board, "cell (2,4)")[-1].items()))
    enter(board, key, word)
    after = walked(board, "cell (2,4)")[-1]
    assert after
    assert key not in after
    assert board.state[key] == word


def test_check_names_clues_that_clash_though_nobody_sees_it_offers_repairs_and_begins_again() -> None:
    board = sudoku.board(sudoku.load("tiny_no_solution"))
    clash, clues = asked(board, "check"), sorted(map(str, board.puzzle.given))
    assert clash.startswith("No solution: minimal set of conflicting clues: cell (")
    assert words(board, "wrong") == {*clues}
    assert clash.endswith(" Check again for a repair.")
    offered = []
    for more in (True, True, False):
        told = asked(board, "check")
        assert told.startswith("Repair: one clue to remove: cell (")
        assert told.endswith(" Check again for another repair.") == more
        assert not words(board, "wrong")
        (element,) = words(board, "hinted")
        assert element in told
        offered.append(element)
    assert sorted(offered) == clues
    assert asked(board, "check") == clash
    assert asked(board, "check").startswith("Repair: ")
    board.mode = "edit"
    enter(board, offered[0], "")
    assert asked(board, "check").startswith(("Unique", "Not unique"))
    do(board, "undo")
    assert asked(board, "check") == clash


def test_check_shows_clues_that_clash_visibly_and_offers_repairs() -> None:
    board = sudoku.board(sudoku.parse("11..\n....\n....\n...."))
    assert asked(board, "check").startswith("No solution, conflicting clues: ")
    assert words(board, "wrong") == {"cell (1,1)", "cell (1,2)"}
    assert {asked(board, "check").partition(": cell")[0] for _ in range(2)} == {"Repair: one clue to remove"}
    assert asked(board, "check").startswith("No solution, conflicting clues: ")


def test_check_offers_no_repair_where_the_board_itself_has_no_solution() -> None:
    puzzle = circuit.load("tiny_no_solution")
    board = circuit.board(puzzle)
    assert circuit.clue_conflicts(puzzle) == []
    told = asked(board, "check")
    assert told.startswith("No solution: the board is infeasible even without clues")
    assert not told.endswith("way out.")


def test_a_board_without_formulations_has_no_such_buttons(board: Board) -> None:
    assert board.ui["explains"]
    assert not lattice.board(lattice.Puzzle(2, 2)).ui["explains"]


# Notes


def test_notes_are_candidates_and_no_part_of_a_solution(board: Board) -> None:
    heard: list[Any] = []
    board.observe(lambda change: heard.append(change["new"]), "candidates")
    before = board.solution
    do(board, "set", notes={str(EMPTY[0]): ["3", "1"]})
    assert board.notes == {str(EMPTY[0]): ["1", "3"]}
    assert board.candidates == {EMPTY[0]: frozenset({1, 3})} == heard[-1]
    assert board.solution == before
    assert str(board.solution) == str(TINY)
    do(board, "set", notes={str(EMPTY[0]): ["1", "2", "3", "4"]})  # that rules nothing out, but it stands there
    assert (board.candidates, board.notes) == ({}, {str(EMPTY[0]): ["1", "2", "3", "4"]})
    board.undo()
    board.undo()
    assert (board.candidates, board.notes) == ({}, {})
    board.redo()
    for take_away in (board.clear, board.reset):
        take_away()
        assert board.candidates == {}
        board.undo()


def test_what_deduce_leaves_goes_onto_the_board_and_back(board: Board) -> None:
    possible = initial_candidates(TINY)
    left = apply_steps(sudoku.deduce(TINY)[:2], possible)
    board.candidates = left
    expected = {cell: states for cell, states in left.items() if cell not in TINY.given and states < possible[cell]}
    assert board.candidates == expected != {}
    assert sudoku.deduce(TINY, board.candidates)
    board.undo()
    assert board.candidates == {}


@pytest.mark.parametrize(
    "value", [{Cell(9, 9): frozenset({1})}, {EMPTY[0]: frozenset({7})}, {EMPTY[0]: 1}, {Cell(0, 0): {"1"}}]
)
def test_candidates_that_do_not_fit_are_refused(board: Board, value: Any) -> None:
    with pytest.raises(PuzzleError):
        board.candidates = value
    assert board.candidates == {}


@pytest.mark.parametrize("notes", [{"cell (1,1)": ["9"]}, {"cell (1,1)": "1"}, {"row 1": ["1"]}, {"no": []}, [], "x"])
def test_notes_that_a_page_cannot_have_change_nothing(board: Board, notes: Any) -> None:
    do(board, "set", notes=notes)
    assert (board.notes, board.ui["undo"], board.ui["tone"]) == ({}, False, "bad")


def test_a_note_below_a_clue_is_no_change_that_comes_back_with_undo() -> None:
    board = sudoku.board(sudoku.parse("....\n....\n.131\n..2."))
    do(board, "set", notes={"cell (3,4)": ["1", "4"]}, changes={})
    assert board.notes == {"cell (3,4)": ["1", "4"]}
    do(board, "undo")
    assert (board.notes, board.ui["undo"]) == ({}, False)


def test_a_round_of_deduction_is_noted_at_a_time(board: Board) -> None:
    asked(board, "note")
    first = board.candidates
    for cell, left in first.items():
        seen = {digit for other, digit in TINY.given.items() if other in geometry(TINY.p, TINY.q).peers[cell]}
        assert left == frozenset(TINY.digits) - seen
    asked(board, "note")
    assert any(board.candidates[cell] < first[cell] for cell in first)


def test_notes_that_contradict_each_other_are_no_mistake(board: Board) -> None:
    asked(board, "note")
    from_clues = board.candidates
    board.clear()
    one, other = ONE_ROW
    do(board, "set", notes={str(one): [str(digit(one))], str(other): [str(digit(one))]})
    told = asked(board, "note")
    assert told.startswith("The notes contradicted each other. They were replaced by deduction from clues and entries")
    assert board.candidates == from_clues
    enter(board, one, str(digit(one) % 4 + 1))
    enter(board, other, str(digit(one) % 4 + 1))
    told, (place,) = asked(board, "note"), words(board, "hinted")
    assert f"at {board._table.sheet.elements[board._table.sheet.named[place]].label}: wrong entry or clue." in told
    assert board.ui["tone"] == "bad"
    assert "leave" in asked(board, "next_step")


@pytest.mark.parametrize("ask", ["why", "next_step"])
def test_no_proof_takes_notes_for_granted(board: Board, ask: str) -> None:
    """Two marks for one digit in a row say that it is in one of two cells."""
    one, other = ONE_ROW
    wrong = next(number for number in TINY.digits if number not in (digit(one), digit(other)))
    notes = {str(one): [str(digit(one)), str(wrong)], str(other): [str(digit(one))], str(EMPTY[-1]): ["1", "2", "3"]}
    expected = sudoku.board(TINY)
    for each in (board, expected):
        do(each, "set", notes=notes if each is board else {})
        do(each, ask, at=str(EMPTY[-1]))
    assert finished(board) == finished(expected)
    assert board.ui["tone"] == ""
    if ask == "why":
        told_whole(board)
    while board.solution != ANSWER:
        before = len(board.solution.filled)
        step(board)
        assert len(board.solution.filled) > before


def test_a_step_that_only_rules_out_is_noted() -> None:
    board = sudoku.board(sudoku.load("report_figure_3_1"))
    step = replace(explanation(board.puzzle).steps[0], candidates={Cell(0, 1): frozenset(range(1, 9))})
    assert replies.can_write(board._table, step)
    board._say(reasoned.next_told(board._table, step))
    told_whole(board)
    assert board.candidates == {Cell(0, 1): frozenset(range(1, 9))}
    assert not replies.can_write(board._table, step)
    assert "(1,2)" not in str(board.solution.filled)


# Corner marks, colours


def test_candidates_that_are_set_leave_corner_marks_and_colours(board: Board) -> None:
    own = ["corner:2", "colour:blue"]
    do(board, "set", notes={str(EMPTY[0]): ["3", "colour:blue", "corner:2"], str(EMPTY[1]): ["4"]})
    assert board.notes[str(EMPTY[0])] == ["3", *own]
    board.candidates = {EMPTY[0]: frozenset({1, 4})}
    assert board.notes == {str(EMPTY[0]): ["1", "4", *own]}
    board.candidates = {}
    assert board.notes == {str(EMPTY[0]): own}
    do(board, "set", notes={str(EMPTY[0]): ["colour:mauve"]})
    assert board.ui["tone"] == "bad"
