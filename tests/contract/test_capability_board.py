"""The contract of boards: what they show, what can be entered, and messages that no honest page sends."""

import random
import re
from collections.abc import Mapping
from itertools import permutations, product, zip_longest
from types import ModuleType
from typing import Any

import pytest
from boards import adapter_of, check_places, elements, enter, entries_of, kind_on, met_on, places_named, press, rendered
from packages import each_room, each_tiny, few_tiny, kind_of, solutions_or_none, solved, tiny, tiny_names

from puzzlekit.board import replies
from puzzlekit.board.answers import FEW, FULL
from puzzlekit.board.layout import clue
from puzzlekit.board.remote import BUTTONS
from puzzlekit.core.grid import Cell, Edge, Label, Point

# What is shown and entered


@few_tiny("board")
def test_pictures_have_rows_from_top_to_bottom_and_columns_from_left_to_right(
    room: ModuleType, name: str, puzzle: Any
) -> None:
    """What is entered or taken away in a lower row changes a lower line, and so farther to the right."""
    board = room.board(puzzle)
    clues, filled, bare = dict(board.state), {}, {}
    for element in elements(room, name):
        key = str(element)
        if isinstance(element, Label):
            continue
        if key in clues:
            board.mode = "edit"
            enter(board, key, "")
            if board.puzzle != puzzle:
                bare[element] = _first_change(str(puzzle), str(board.puzzle))
        elif states := [state for state in kind_on(board, key)["play"] if state]:
            plain = str(board.solution)
            enter(board, key, states[0])
            filled[element] = _first_change(plain, str(board.solution))
        board.reset()
    _check_order(filled)
    _check_order(bare)


@each_tiny("board")
def test_boards_have_rows_from_top_to_bottom_and_columns_from_left_to_right(room: ModuleType, name: str) -> None:
    """Cells among cells and points among points: where points are the corners of cells, they lie between their rows."""
    sheet, lying = adapter_of(room).sheet(room.load(name)), {Cell: {}, Point: {}}
    for element, place in sheet.elements.items():
        if isinstance(element, Cell | Point):  # a cell is told by its corner, a point by itself
            x, y = (number + 0.5 * (sheet.kinds[place.kind].shape == "cell") for number in place.at)
            assert x <= sheet.width
            assert y <= sheet.height
            lying[type(element)][element] = y, x
    for places in lying.values():
        _check_order(places)


def _check_order(places: Mapping[Any, tuple]) -> None:
    """(down, right) places lie as the rows and columns of their elements say."""
    for one, other in permutations(places, 2):
        (rows, columns), (other_rows, other_columns) = _span(one), _span(other)
        if max(rows) < min(other_rows):
            assert places[one][0] < places[other][0], (str(one), str(other))
        if rows == other_rows and max(columns) < min(other_columns):
            assert places[one][0] == places[other][0], (str(one), str(other))
            assert places[one][1] < places[other][1], (str(one), str(other))


def _first_change(before: str, after: str) -> tuple[int, int]:
    """The line, and the place in it, where two pictures begin to differ; a word is one symbol."""
    pictures = [[re.findall(r"[A-Za-z]{2,}|\S", line) for line in text.split("\n")] for text in (before, after)]
    for number, (old, new) in enumerate(zip_longest(*pictures, fillvalue=[])):
        if old != new:
            return number, next(j for j, (a, b) in enumerate(zip_longest(old, new)) if a != b)
    raise AssertionError("nothing has changed")


def _span(element: Any) -> tuple[list[int], list[int]]:
    """The rows and the columns in which an element lies."""
    ends = [element.a, element.b] if isinstance(element, Edge) else [element]
    return [end.row for end in ends], [end.column for end in ends]


@each_room("board")
@pytest.mark.once
def test_a_place_is_met_only_once_what_it_asks_for_is_there(room: ModuleType) -> None:
    """What is not met from the beginning ceases to be met when one entry of a solution is taken away (after those that
    the others imply); and no kind of place is met from the beginning on every board."""
    met, earned = set(), set()
    for name in tiny_names(room):
        puzzle = room.load(name)
        for solution in solved(room, name):
            board = room.board(puzzle)
            clues, at_first = dict(board.state), met_on(room, puzzle, board.solution)
            board.solution = solution
            at_last, lost = met_on(room, puzzle, board.solution), set()
            entries = entries_of(board, clues)
            for twice in range(2):
                for element in entries:
                    enter(board, element, clues.get(element, ""))
                    lost |= at_last - met_on(room, puzzle, board.solution)
                    if twice or board.solution != solution:
                        board.undo()
            assert at_last - at_first <= lost, name
            met |= set(map(kind_of, at_last))
            earned |= set(map(kind_of, at_last - at_first))
    assert earned == met


@few_tiny("board")
def test_the_board_shows_what_it_holds(room: ModuleType, name: str, puzzle: Any) -> None:
    board = room.board(puzzle)
    assert (board.puzzle, repr(board)) == (puzzle, str(puzzle))
    assert set(board.state) <= set(board.sheet["elements"])
    for solution in solutions_or_none(room, name)[:3]:
        board.solution = solution
        assert (board.puzzle, board.solution, repr(board)) == (puzzle, solution, str(solution))
        assert board.ui["message"].startswith("Solved")
        assert {str(element) for element in room.marks(puzzle, solution)} <= set(board.sheet["elements"])
    board.solution = None
    assert board.puzzle == puzzle
    assert set(board._repr_mimebundle_()[0]) >= {"text/plain", "image/svg+xml"}


@each_room("board")
def test_each_place_that_a_proof_adds_up_can_be_seen_in_the_picture(room: ModuleType) -> None:
    """As on the board, where all kinds of places are hatched with the sign."""
    puzzle = next(iter(tiny(room)))
    plain = rendered(room.draw(puzzle))
    places = {kind_of(e): e for e in adapter_of(room).sheet(puzzle).elements if not isinstance(e, Label)}
    for element in places.values():
        assert (rendered(room.draw(puzzle, marks={element: "plus"})) != plain).any(), element


@each_tiny("board")
def test_a_solution_can_be_entered_on_the_board(room: ModuleType, name: str, puzzle: Any) -> None:
    for solution in solved(room, name)[:1]:
        board, filled = room.board(puzzle), room.board(puzzle)
        filled.solution = solution
        for element, state in filled.state.items():
            if board.state.get(element) != state:
                assert state in kind_on(board, element)["play"], element
                enter(board, element, state)
        assert (board.puzzle, board.solution) == (puzzle, solution)
        assert board.ui["message"].startswith("Solved")


@each_tiny("board")
def test_a_hint_calls_no_right_entry_wrong_and_each_wrong_cross(room: ModuleType, name: str, puzzle: Any) -> None:
    """On any part of a solution, with crosses where it has nothing; a cross that a solution may lack adds nothing."""
    game, rng = adapter_of(room), random.Random(3)
    sheet, clues = game.sheet(puzzle), game.write(puzzle, None)
    crosses = {e: sheet.kind(e).cross[0] for e in sheet.elements if e not in clues and sheet.kind(e).cross}
    for solution in solved(room, name):
        right = crosses | {e: state for e, state in game.write(puzzle, solution).items() if e not in clues}
        some = {e: right[e] for e in rng.sample(list(right), len(right) // 2)}
        table = room.board(puzzle)._table
        table.change({**clues, **some})
        told = replies.hint(table, [solution], None)
        assert told.tone != "bad"
        assert told.message.startswith("Hint") or set(right) - set(crosses) <= set(some)
        for element in [e for e, cross in crosses.items() if right[e] != cross][:1]:
            table.change({**clues, element: crosses[element]})
            told = replies.hint(table, [solution], None)
            assert (told.tone, told.marks) == ("bad", {element: "wrong"})
            if game.agrees(crosses[element], ""):
                assert table.solution == game.read_solution(puzzle, clues)


@each_tiny("board")
@pytest.mark.once("room")
def test_every_entry_survives_the_way_to_a_solution_and_to_its_picture(room: ModuleType, puzzle: Any) -> None:
    board, again = room.board(puzzle), room.board(puzzle)
    empty = [element for element in board.sheet["elements"] if element not in board.state]
    for element in random.Random(4).sample(empty, min(8, len(empty))):
        for state in filter(None, kind_on(board, element)["play"]):
            enter(board, element, state)
            assert board.state[element] == state
            assert room.parse_solution(puzzle, str(board.solution)) == board.solution
            again.solution = board.solution
            assert again.solution == board.solution
        board.clear()


@few_tiny("board")
@pytest.mark.once
def test_no_button_changes_the_puzzle_that_is_played(room: ModuleType, name: str) -> None:
    """Not even with wrong entries on the board, or none left to make."""
    puzzle, rng = room.load(name), random.Random(6)
    board = room.board(puzzle)
    empty = [element for element in board.sheet["elements"] if element not in board.state]
    entries = {element: states for element in empty if (states := [s for s in kind_on(board, element)["play"] if s])}
    for filled, times in ((0, 1), (4, 2)):
        for element in rng.sample(sorted(entries), min(filled, len(entries))):
            enter(board, element, rng.choice(entries[element]))
        asked = rng.sample(sorted(board.sheet["elements"]), min(3, len(board.sheet["elements"])))
        buttons = [*BUTTONS * times, "hint"]
        messages = [{"do": "mode", "mode": "play"}, *({"do": do, "at": at} for do in ("why", "hint") for at in asked)]
        messages += [{"do": do} for do in rng.sample(buttons, len(buttons))]
        for message in messages:
            press(board, message)
            assert board.puzzle == puzzle, message
            clues = {element: clue(state) for element, state in board.state.items() if clue(state)}
            assert clues == {
                str(e): clue(state) for e, state in adapter_of(room).write(puzzle, None).items() if clue(state)
            }


@each_tiny("board")
def test_every_broken_rule_is_told_in_words(room: ModuleType, puzzle: Any) -> None:
    """Of many places where the same is broken, the first and their number; no message holds the name of a rule, as a
    model has it."""
    board, rng = room.board(puzzle), random.Random(9)
    empty = [element for element in board.sheet["elements"] if element not in board.state]
    for element in rng.sample(empty, len(empty)):
        if states := [state for state in kind_on(board, element)["play"] if state]:
            enter(board, element, rng.choice(states))
            broken, told = dict[str, set[str]](), board.ui["message"].lower()
            for violation in room.violations(puzzle, board.solution, partial=True):
                broken.setdefault(violation.rule, set()).add(violation.message.lower())
            for messages in broken.values():
                named, others = sum(message in told for message in messages), len(messages) - FEW
                assert named >= min(FEW, len(messages))
                assert others <= 0 or f"{others} more of this kind" in told
            assert "_" not in told


@each_tiny("board")
def test_while_entries_are_not_judged_a_full_board_gets_a_word(room: ModuleType, name: str, puzzle: Any) -> None:
    board = room.board(puzzle)
    board.checks = False
    for solution in solved(room, name):
        board.solution = solution
        assert (board.ui["message"], board.ui["tone"], board.marks) == (FULL, "", {})
    board.solution = None
    broken, for_good = (len(room.violations(puzzle, board.solution, partial=partial)) for partial in (False, True))
    assert (board.ui["message"] == "") == (broken > for_good)


@few_tiny("board")
def test_check_judges_entries_and_says_besides_whether_there_is_one_solution(room: ModuleType, name: str) -> None:
    puzzle, game = room.load(name), adapter_of(room)
    boards, rng = [game.write(puzzle, one) for one in solutions_or_none(room, name)], random.Random(name)
    if not boards:
        pytest.skip("no solution, or not all of them are known")
    board = room.board(puzzle)
    clues, besides = dict(board.state), "one solution" if len(boards) == 1 else "several solutions"
    right = {str(e): word for e, word in boards[0].items() if str(e) not in clues}
    some = dict(rng.sample(sorted(right.items()), (len(right) + 1) // 2))
    board._publish(lambda: board._table.enter(some)) if some else None
    press(board, {"do": "check"})
    assert board.ui["tone"] == ("good" if some or len(boards) == 1 else "bad")
    assert board.ui["message"].startswith(("Right so far: ", "Solved: ") if some else ("Unique", "Not unique"))
    for element, states in _others(board, right).items():
        wrong = [
            s
            for s in states
            if not any(game.agrees(s, one.get(e, "")) for one in boards for e in one if str(e) == element)
        ]
        if wrong:
            board._publish(lambda: board._table.enter({element: wrong[0]}))  # noqa: B023  # it is called at once
            press(board, {"do": "check"})
            assert board.ui["tone"] == "bad"
            assert besides in board.ui["message"]
            break


def _others(board: Any, right: dict[str, str]) -> dict[str, list[str]]:
    """Other states of the elements of a solution."""
    return {e: [s for s in kind_on(board, e)["play"] if s and s != word] for e, word in right.items()}


@each_tiny("board")
def test_every_clue_can_be_taken_away_alone_or_with_another(room: ModuleType, puzzle: Any) -> None:
    """Where one clue less is no puzzle, the board says why and keeps the puzzle."""
    board = room.board(puzzle)
    board.mode = "edit"
    least = {element: (kind_on(board, element)["edit"] or ("",))[0] for element in board.state}  # a count has no ""
    clues = [element for element, state in board.state.items() if state != least[element]]
    stuck = [element for element in clues if not _taken_away(board, puzzle, least, element)]
    for element in stuck:
        assert any(_taken_away(board, puzzle, least, element, other) for other in clues if other != element), element


def _taken_away(board: Any, puzzle: Any, least: dict[str, str], *elements: str) -> bool:
    """Whether the board holds another puzzle without these; they are put back."""
    before = dict(board.state)
    for element in elements:
        enter(board, element, least[element])
        assert board.puzzle != puzzle or board.ui["tone"] == "bad"
    changed = bool(board.puzzle != puzzle)
    for _ in elements:
        board.undo()
    assert (board.puzzle, board.state) == (puzzle, before)
    return changed


@each_tiny("board")
def test_labels_of_elements_name_their_places(room: ModuleType, puzzle: Any) -> None:
    for element, place in adapter_of(room).sheet(puzzle).elements.items():
        if isinstance(element, Label):
            assert {number for _, number in places_named(place.label, [element.side])} <= set(element.numbers())
        else:
            check_places(place.label, [element])


# Messages that no honest page sends


def _nested(depth: int) -> list:
    junk: list = []
    for _ in range(depth):
        junk = [junk]
    return junk


JUNK = [None, True, 3, 1.0, float("nan"), [], ["1"], {}, {"1": "1"}, _nested(100_000), "", "x", "\0", "|", "x" * 10**6]


def _send(board: Any, content: Any) -> None:
    """A message, without the net of ipywidgets, which logs an exception and goes on."""
    board._heard(content)


def _seen(board: Any) -> tuple:
    """All that a refused message must leave alone."""
    ui = {key: board.ui[key] for key in ("mode", "undo", "redo", "position", "running")}
    return dict(board.state), board.puzzle, board.solution, ui, board.error


@few_tiny("board")
@pytest.mark.once("room")
def test_a_state_that_an_element_cannot_take_is_refused_and_nothing_is_kept(room: ModuleType, name: str) -> None:
    board = room.board(room.load(name))
    _send(board, {"do": "set", "changes": {next(iter(board.state), ""): ""}})  # something to be undone
    before, strange = _seen(board), [junk for junk in JUNK if junk != ""]
    for element in {place["kind"]: element for element, place in board.sheet["elements"].items()}.values():
        kind = kind_on(board, element)
        known = sorted({"", *kind["edit"], *kind["play"]})
        some = known[:: 1 + len(known) // 12]  # an alphabet has thousands of pairs
        pairs = [f"{one}|{other}" for one, other in product([*some, "given 1"], repeat=2)]
        for state in [*strange, *pairs, *(f"{state}|" for state in pairs[:3]), "given @", "given given 1", " 1", "1 "]:
            for others in ({}, {other: known[-1] for other in list(board.sheet["elements"])[:1] if other != element}):
                _send(board, {"do": "set", "changes": {**others, element: state}})
                assert _seen(board) == before, (element, state)
                assert board.ui["tone"] == "bad"


@each_room("board")
def test_messages_of_any_shape_raise_nothing_and_change_nothing(room: ModuleType) -> None:
    board = room.board(tiny(room)[0])
    element = next(iter(board.sheet["elements"]))
    _send(board, {"do": "mode", "mode": "edit", "edit": "page-1"})
    before = _seen(board)
    messages = [*JUNK, *({"do": junk} for junk in JUNK), {"do": "set"}, {"do": "mode"}, {"do": "paste"}]
    messages += [{"do": "set", "changes": junk} for junk in JUNK]
    messages += [{"do": "set", "changes": {junk: "1"}} for junk in (None, 3, True, 1.5, "", "x" * 10**6, (1, 2))]
    messages += [{"do": "set", "changes": {element: ""}, "more": JUNK} for element in ("cell (99,99)", "__class__")]
    messages += [{"do": do, key: junk} for do, key in (("mode", "mode"), ("paste", "text")) for junk in JUNK]
    messages += [{"do": do, "edit": junk} for do in ("why", "stop") for junk in JUNK]
    messages += [{"do": "why", "at": junk} for junk in JUNK]
    messages += [{"do": do} for do in ("__init__", "close", "_publish", "paste ", "SET")]
    for content in messages:
        _send(board, content)
        assert _seen(board) == before, repr(content)[:80]
        assert len(board.ui["message"]) < 300
        assert isinstance(board.ui["edit"], str)
    _send(board, {"do": "mode", "mode": "play", "edit": "page-2"})
    assert (board.mode, board.ui["edit"]) == ("play", "page-2")
    assert element in board.sheet["elements"]


@each_room("board")
def test_a_board_holds_whatever_is_entered_and_finds_the_way_back(room: ModuleType) -> None:
    """Any states that the sheet allows, several at once, in either mode, with texts and steps back and forth."""
    rng = random.Random(7)
    texts = [str(one) for name in tiny_names(room) for one in (room.load(name), *solved(room, name))]
    for _ in range(10):
        board = room.board(rng.choice(tiny(room)))
        first = _seen(board)
        for _ in range(15):
            elements = rng.sample(sorted(board.sheet["elements"]), rng.randint(1, 4))
            kinds = {element: kind_on(board, element) for element in elements}
            changes = {e: rng.choice(["", *k["edit"], *k["play"]]) for e, k in kinds.items() if k["edit"] or k["play"]}
            do = rng.choice(["set"] * 6 + ["undo", "redo", "clear", "mode", "paste"])
            notes = {e: rng.sample([*k["notes"]], rng.randint(0, len(k["notes"]))) for e, k in kinds.items()}
            what = {"changes": changes, "mode": rng.choice(["edit", "play"]), "text": rng.choice(texts)}
            _send(board, {"do": do, **what, "notes": notes, "sure": rng.random() < 0.8})
            assert set(board.state) <= set(board.sheet["elements"])
            assert room.parse(str(board.puzzle)) == board.puzzle
        other = room.board(rng.choice(tiny(room)))
        other.paste(board.position)
        assert (other.puzzle, other.state, other.notes) == (board.puzzle, board.state, board.notes)
        _send(board, {"do": "mode", "mode": "play"})
        while board.ui["undo"]:
            board.undo()
        assert _seen(board)[:3] == first[:3]
