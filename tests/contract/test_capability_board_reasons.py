"""The contract of reasons on boards, where a type has techniques: they are true, and a page says the same."""

import random
from functools import partial
from types import ModuleType
from typing import Any

import pytest
from boards import adapter_of, ask, kind_on, opened, plain, press
from packages import each_file, loaded, solutions_or_none, solved, tiny_names
from patience import limit

from puzzlekit.board import queries
from puzzlekit.board.layout import entry

ENOUGH = 12  # steps that one test walks
SOON = limit(1.0)  # for what is not known soon where there are many solutions


def is_reasoned(room: ModuleType, name: str) -> bool:
    return adapter_of(room).techniques is not None


def is_tiny(room: ModuleType, name: str) -> bool:
    return is_reasoned(room, name) and name in tiny_names(room)


def walk(board: Any) -> Any:
    """The next step, all of its pictures; what they say of it."""
    press(board, {"do": "next_step"})
    while (shown := board.ui["walk"]) and shown["at"] < shown["last"]:
        press(board, {"do": "forward"})
    return shown


@each_file("board", only=is_reasoned)
def test_a_page_says_what_a_notebook_says(room: ModuleType, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step, why an entry of it is so, and that another entry there is wrong."""
    monkeypatch.setattr(queries, "LIMIT", SOON)
    board, page = room.board(loaded(room, name)), opened(room, name)

    def both(message: dict[str, Any]) -> None:
        press(board, message)
        seen = ask(page, message)
        if any(one["message"].startswith("Unknown: time limit") for one in (seen["ui"], board.ui)):
            pytest.skip("not known so soon")
        assert plain(seen) == plain({key: getattr(board, key) for key in seen}), message

    before = dict(board.state)
    both({"do": "next_step"})
    while (shown := board.ui["walk"]) and shown["at"] < shown["last"]:
        both({"do": "forward"})
    for element, word in [item for item in board.state.items() if item not in before.items()][:1]:
        both({"do": "undo"})
        both({"do": "why", "at": element})
        both({"do": "back"})
        if not solved(room, name):
            continue
        other = next(own for own in kind_on(board, element)["play"] if own not in ("", word))
        both({"do": "set", "changes": {element: other}})
        both({"do": "why", "at": element})
        assert (board.ui["tone"], "wrong" in board.marks[element]["words"]) == ("bad", True)
    if is_tiny(room, name) and len(solved(room, name)) == 1:
        both({"do": "hint"})


@each_file("board", only=is_tiny)
def test_steps_are_true_told_before_they_are_written_and_lead_to_the_solution(room: ModuleType, name: str) -> None:
    puzzle, game, board = loaded(room, name), adapter_of(room), room.board(loaded(room, name))
    boards, said = [game.write(puzzle, one) for one in solutions_or_none(room, name)], set[str]()
    while boards and walk(board) and len(said) < ENOUGH:
        assert board.ui["message"] not in said, "nothing new"
        said.add(board.ui["message"])
        assert max(map(len, board.ui["message"].splitlines())) <= 240  # two sentences may stand in a line
        for element, word in board._table.entries().items():
            assert all(game.agrees(entry(word), one.get(element, "")) for one in boards), element
        for element, words in board._table.notes.items():
            assert all(any(game.agrees(one.get(element, ""), w) for w in words) for one in boards), element
    if len(boards) == 1:
        assert len(said) == ENOUGH or not room.violations(puzzle, board.solution)


@each_file("board", only=is_tiny)
@pytest.mark.once("room")
def test_entries_are_blamed_that_no_solution_has_together(room: ModuleType, name: str) -> None:
    puzzle, game, rng = loaded(room, name), adapter_of(room), random.Random(name)
    boards = [game.write(puzzle, one) for one in solutions_or_none(room, name)]
    places = [e for e in game.initial_candidates(puzzle) if not game.write(puzzle, None).get(e)]
    if not boards or len(places) < 3:
        pytest.skip("no solution, or not all of them are known")
    *right, wrong, asked = rng.sample(places, min(6, len(places)))
    some = {str(e): boards[0].get(e, "") for e in right if boards[0].get(e)}
    bad = next((w for w in kind_on(room.board(puzzle), str(wrong))["play"]
                if w and not any(game.agrees(w, one.get(wrong, "")) for one in boards)), None)  # fmt: skip
    for message in ({"do": "next_step"}, {"do": "why", "at": str(asked)}) if bad else ():
        board = room.board(puzzle)
        board._publish(partial(board._table.enter, some | {str(wrong): bad}))
        before = dict(board.state)
        press(board, message)
        assert (board.ui["tone"], board.state) == ("bad", before), board.ui["message"]
        blamed = {e for e in before if "wrong" in board.marks.get(e, {}).get("words", ())} & {*some, str(wrong)}
        named = [board._table.sheet.named[e] for e in blamed]
        assert blamed
        assert not any(all(game.agrees(before[str(e)], one.get(e, "")) for e in named) for one in boards)


@each_file("board", only=is_tiny)
def test_where_there_is_no_solution_every_question_says_so(room: ModuleType, name: str) -> None:
    if solved(room, name):
        pytest.skip("a solution")
    board = room.board(loaded(room, name))
    while walk(board):
        if board.ui["tone"] == "bad":
            break
    assert board.ui["message"].startswith(("No solution", "There is no solution."))
