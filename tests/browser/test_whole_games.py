"""Whole games by machine: each puzzle is played to its end by keyboard, mouse or touch, with a restart, a reload and a
second board of the same puzzle in between. Nothing is lost, and what is seen is what Python holds."""

from itertools import islice
from typing import Any

import pytest
from bare import Bare
from hands import ADAPTERS, ROOMS, seen, settled
from seen import Seen, api

import puzzlekit

HANDS = ("keyboard", "mouse", "touch")
TRIES = 12  # clicks or keys until an element is in a state


def answer(room: str, puzzle: Any) -> dict[str, str]:
    """What is to be filled in to solve a puzzle: element -> state, by their names."""
    game = ADAPTERS[room]
    clues, state = game.write(puzzle, None), game.write(puzzle, ROOMS[room].solve(puzzle))
    return {str(element): word for element, word in state.items() if word != clues.get(element)}


def small(room: str, number: int) -> tuple[Any, dict[str, str]]:
    """One of the smallest puzzles with a solution, and what is to be filled in."""
    faces, most = ROOMS[room], 60 if room != "zebra" else 400
    puzzles = [puzzle for puzzle in map(faces.load, faces.names()) if len(str(puzzle)) < most]
    found = [(puzzle, answer(room, puzzle)) for puzzle in puzzles if faces.solutions(puzzle, 1)][:8]
    short = sorted((game for game in found if game[1]), key=lambda game: len(game[1]))
    return short[number % len(short)]


# A point at which an element is hit: where two bridges cross, the middle of both is neither of them.
AIM = """(area) => {
    const { left, top, width, height } = area.getBoundingClientRect();
    const parts = [0.5, 0.2, 0.8].flatMap((x) => [0.5, 0.2, 0.8].map((y) => [left + x * width, top + y * height]));
    const hit = (at) => area.getRootNode().elementFromPoint(...at)?.closest("[data-key]") === area.parentNode;
    return parts.find(hit) || parts[0];
}"""


def fill(bare: Bare, shown: Seen, board: Any, name: str, word: str, hand: str) -> None:
    """Bring an element into a state, as hands do."""
    kind = board.sheet["kinds"][board.sheet["elements"][name]["kind"]]
    looks, typed = board.sheet["looks"], not kind["cycle"] or (kind["cycle"] is not True and word not in kind["cycle"])
    for _ in range(TRIES):
        if board.state.get(name, "") == word:
            return
        if hand == "keyboard":
            shown.element(name).focus()
            shown.types(looks[word]["key"])
        else:
            touch = bare.page.touchscreen.tap if hand == "touch" else bare.page.mouse.click
            shown.element(name).scroll_into_view_if_needed()
            touch(*shown.element(name).locator(".pk-area").evaluate(AIM))
            if typed:
                shown.root.locator(f".pk-palette button[data-state='{word}']").click()
        settled(bare)
    pytest.fail(f"{name} does not become {word!r} by {hand}")


def same(shown: Seen, board: Any) -> None:
    """What is seen is what Python holds."""
    layout = board._table.sheet
    for element, place in layout.elements.items():
        if layout.kind(element).edit or layout.kind(element).play:
            told = shown.element(str(element)).get_attribute("aria-label")
            listed = layout.kind(element).shape == "listed"  # words are heard as they are seen
            name = f"clue {place.text}" if listed else place.label
            assert told.startswith(f"{name}, {layout.spoken(board.state.get(str(element), ''))}")


# In the usual and the full run each type is played by one hand, in the slow run by all.
EACH_TYPE = [
    pytest.param(room, hand, marks=[] if k % len(HANDS) == number else pytest.mark.slow)
    for number, hand in enumerate(HANDS)
    for k, room in enumerate(puzzlekit.PUZZLES)
]


def play(bare: Bare, room: str, puzzle: Any, hand: str, filled: dict[str, str]) -> None:
    faces, first = ROOMS[room], dict(islice(filled.items(), len(filled) // 2))

    def restarted(place: str) -> tuple[Any, Seen]:
        board = faces.board(puzzle)
        board._place = place
        board._publish()
        return board, seen(bare, board)

    board, shown = restarted("one")
    for name, word in first.items():
        fill(bare, shown, board, name, word, hand)
    other, shown = restarted("two")  # a second board of the same puzzle gets entries of its own
    name, word = next(iter(filled.items()))
    fill(bare, shown, other, name, word, hand)
    board, shown = restarted("one")
    if first:
        shown.press("restore")
        shown.root.locator(".pk-offers button").first.click()
        settled(bare)
    assert {key: board.state.get(key) for key in first} == first
    bare.show(board)  # the page is loaded again, the kernel goes on
    shown = Seen(bare.page)
    for name, word in filled.items():
        fill(bare, shown, board, name, word, hand)
    shown.says("Solved")
    api.expect(shown.grid).to_have_attribute("aria-busy", "false")
    same(shown, board)
    assert not faces.violations(board.puzzle, board.solution)


@pytest.mark.parametrize(("room", "hand"), EACH_TYPE)
def test_a_game_is_played_to_its_end(stored: Bare, room: str, hand: str) -> None:
    puzzle, filled = small(room, HANDS.index(hand))
    play(stored, room, puzzle, hand, filled)


SMALL: dict[str, dict[str, int]] = {
    "sudoku": {"p": 2, "q": 3}, "battleship": {"height": 6, "width": 6}, "circuit": {"rows": 4},
    "hashi": {"islands": 8}, "zebra": {"houses": 3, "attributes": 3}, "slitherlink": {"rows": 4},
    "numberlink": {"rows": 5},
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("room", puzzlekit.PUZZLES)
@pytest.mark.parametrize("seed", range(50))
def test_fifty_puzzles_are_played_to_their_ends(stored: Bare, room: str, seed: int) -> None:
    puzzle = ROOMS[room].generate(**SMALL[room], seed=seed)
    play(stored, room, puzzle, HANDS[seed % len(HANDS)], answer(room, puzzle))
