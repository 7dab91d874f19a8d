"""The contract of boards in a page: they do what a notebook's board does, and CaDiCaL answers as SCIP does."""

import json
import random
from collections.abc import Iterator, Mapping
from itertools import chain
from types import ModuleType
from typing import Any
from urllib.parse import quote

import pytest
from boards import adapter_of, ask, kind_on, opened, plain, press
from packages import each_room, few_files, loaded, name_of, solved, tiny_names

from puzzlekit.page.board import open_board, stored
from puzzlekit.page.links import from_link

LONG = 500  # entries, edits and undos
MANY = 20  # solutions of which what a step says must be true
HANDS = ["set"] * 12 + ["undo"] * 4 + ["redo", "redo", "mode", "mode", "trial", "keep", "checks", "note"]
HANDS += ["clear", "reset", "new", "paste", "back", "forward"]


def named(state: Mapping[Any, str]) -> dict[str, str]:
    return {str(element): word for element, word in state.items()}


def messages(room: ModuleType, board: Any, rng: random.Random, number: int) -> Iterator[dict[str, Any]]:
    """What hands may do on a board, as it stands then: most of it entries, several at once, or notes."""
    texts = [str(loaded(room, name)) for name in rng.sample(tiny_names(room), 4)]
    for _ in range(number):
        elements = rng.sample(sorted(board.sheet["elements"]), min(len(board.sheet["elements"]), rng.randint(1, 3)))
        kinds = {element: kind_on(board, element) for element in elements}
        states = {e: ["", *kind["edit"], *kind["play"]] for e, kind in kinds.items() if kind["edit"] or kind["play"]}
        yield {
            "do": rng.choice(HANDS),
            "changes": {element: rng.choice(own) for element, own in states.items()},
            "notes": {e: rng.sample([*kind["notes"]], rng.randint(0, len(kind["notes"]))) for e, kind in kinds.items()},
            "mode": rng.choice(["edit", "play", "play"]),
            "on": rng.random() < 0.8,
            "sure": rng.random() < 0.7,
            "text": rng.choice([*texts, board.ui["position"], "4 x 4", "nothing"]),
        }


@each_room("board")
@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.slow) for n in range(2, 6))])
def test_random_entries_edits_and_undos_do_what_they_do_in_a_notebook(room: ModuleType, seed: int) -> None:
    rng = random.Random(seed)
    name = rng.choice(tiny_names(room))
    board, other = room.board(loaded(room, name)), opened(room, name)
    for message in messages(room, board, rng, 60 if seed == 1 else LONG):
        press(board, message)
        seen = ask(other, message)
        assert plain(seen) == plain({key: getattr(board, key) for key in seen}), message


@each_room("board")
def test_a_board_goes_on_in_another_process_with_its_way_back(room: ModuleType) -> None:
    rng = random.Random(8)
    name = rng.choice(tiny_names(room))
    by_hand, board = room.board(loaded(room, name)), opened(room, name)
    for message in messages(room, by_hand, rng, 30):
        press(by_hand, message)
        ask(board, message)
    memory, ui = board.memory, ask(board, {"do": "trial"})["ui"]  # it has come to more since
    shown = {key: ui[key] for key in ("position", "mode", "checks")}
    other = opened(room, name, memory=board.memory, **shown)
    for do in ("undo", "redo", "undo"):
        while board.state()["ui"][do]:
            assert plain(ask(board, {"do": do})) == plain(ask(other, {"do": do}))
    assert not other.state()["ui"]["undo"]
    late = opened(room, name, memory=memory, **shown)
    assert late.state()["ui"]["position"] == ui["position"]


@each_room("board")
def test_what_is_stored_of_a_board_is_what_a_page_opens(room: ModuleType) -> None:
    name = next(name for name in tiny_names(room) if solved(room, name))
    board = room.board(loaded(room, name))
    press(board, {"do": "hint"})
    kept = json.loads(json.dumps(stored(board)))
    assert (kept["type"], kept["own"]) == (name_of(room), False)
    assert stored(room.board(board.puzzle, solve=room.solve))["own"]
    ui = kept["values"]["ui"]
    values = plain(open_board(kept["type"], kept["text"], place="there", position=ui["position"]).state())
    for key in ("sheet", "state", "notes"):
        assert values[key] == kept["values"][key]
    for key in ("key", "puzzle", "position"):
        assert values["ui"][key] == ui[key]
    ui = opened(room, name, place="there", mode="edit", checks=False).state()["ui"]
    assert (ui["place"], ui["mode"], ui["checks"], ui["message"]) == ("there", "edit", False, "")


@few_files("board", "statement")
def test_hints_and_verdicts_are_those_of_scip(room: ModuleType, name: str) -> None:
    """Of the puzzle, right after each hint, and filled in by Solve."""
    puzzle, right, board = loaded(room, name), solved(room, name), opened(room, name)
    if not right:
        assert all(ask(board, {"do": do})["ui"]["message"].startswith("No solution") for do in ("check", "hint"))
        assert ask(board, {"do": "solve"})["ui"]["message"] == "Proved infeasible: the puzzle has no solution."
        return
    is_unique, game = len(right) == 1, adapter_of(room)
    assert ask(board, {"do": "check"})["ui"]["message"].startswith("Unique" if is_unique else "Not unique")
    answer = named(game.write(puzzle, right[0]))
    for _ in range(3):
        state = ask(board, {"do": "hint"})["state"]
        assert ask(board, {"do": "check"})["ui"]["tone"] == "good"
        assert not is_unique or all(game.agrees(word, answer.get(e, "")) for e, word in state.items() if e in answer)
    assert ask(board, {"do": "solve"})["ui"]["message"].startswith("Solved")
    assert not room.violations(puzzle, board._table.solution)
    assert not is_unique or board._table.solution == right[0]
    told = ask(board, {"do": "check"})["ui"]["message"]  # a puzzle that is full has no entries
    assert (told.startswith("Unique") or told.endswith("It is the only solution.")) == is_unique


@each_room("board", "deduction")
def test_steps_in_a_page_are_true_in_every_solution(room: ModuleType) -> None:
    walked = 0
    for name in tiny_names(room):
        right = solved(room, name, MANY)
        states = [named(adapter_of(room).write(loaded(room, name), one)) for one in right]
        board = opened(room, name)
        while 0 < len(right) < MANY and (seen := ask(board, {"do": "next_step"}))["ui"]["walk"]:
            while seen["ui"]["walk"]["at"] < seen["ui"]["walk"]["last"]:
                seen = ask(board, {"do": "forward"})
            walked += 1
            for element, word in seen["state"].items():
                assert all(adapter_of(room).agrees(word, one.get(element, "")) for one in states), (name, element)
    assert walked


@each_room("board", "statement")
def test_at_a_limit_a_page_says_unknown(room: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where deduction does not settle the puzzle."""
    monkeypatch.setattr("puzzlekit.board.queries.PATIENCE", 0.0)
    said = {}
    for name in tiny_names(room):
        for do in ("check", "hint"):
            message = ask(opened(room, name), {"do": do})["ui"]["message"]
            said[name, do] = message.startswith("Unknown: ")
            if not said[name, do] and do == "check" and solved(room, name):
                assert message.startswith("Unique")
    assert any(said.values())


@each_room("board")
@pytest.mark.once
def test_the_address_of_a_board_holds_its_entries_and_notes(room: ModuleType) -> None:
    rng = random.Random(8)
    for name in tiny_names(room):
        by_hand, board = room.board(loaded(room, name)), opened(room, name)
        for message in chain([{"do": "ping"}], messages(room, by_hand, rng, 4)):
            press(by_hand, message)
            ui = ask(board, message)["ui"]
            for inside in (ui["link"], f"{name_of(room)}:{ui['position']}"):
                found = from_link(f"https://example.org/index.html#{quote(inside)}")
                other = open_board(found.puzzle_type, found.text, position=found.position).state()
                assert (found.puzzle_type, other["ui"]["position"]) == (name_of(room), ui["position"])
                assert (other["state"], other["notes"]) == (board.state()["state"], board.state()["notes"])
