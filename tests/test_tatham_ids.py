"""The part of an id that puzzles share: what a head and a body hold."""

import random
from typing import Any

import pytest

from puzzlekit.core.errors import ParseError
from puzzlekit.formats import tatham_ids

WORDS: dict[str, Any] = {"noun": "cells", "expected": "a run"}


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("long", [False, True])
def test_runs_are_read_back(seed: int, long: bool) -> None:
    rng = random.Random(seed)
    places = [rng.choice((None, None, rng.randint(0, 30 if long else 9))) for _ in range(rng.randint(1, 80))]
    read = tatham_ids.clues(body_of(places, long), len(places), 1, 1, **WORDS, long=long)
    found = {place: int(digits) for place, digits, _ in read}
    assert found == {place: number for place, number in enumerate(places) if number is not None}


def body_of(places: list[int | None], long: bool) -> str:
    """An id's body, written anew."""
    text, run = "", 0
    for number in [*places, "end"]:
        if number is None:
            run += 1
            continue
        text += "z" * (run // 26) + (chr(96 + run % 26) if run % 26 else "")
        text += "_" if long and text[-1:].isdigit() and number != "end" else ""
        text, run = text + (str(number) if number != "end" else ""), 0
    return text


@pytest.mark.parametrize(
    ("body", "column", "message"),
    [
        ("a1", 5, "found more than 1 cells, expected 1"),
        ("", None, "found 0 cells, expected 1"),
        ("_", 4, "found '_', expected a run"),
        ("A", 4, "found 'A', expected a run"),
    ],
)
def test_what_does_not_fit_is_refused_at_its_place(body: str, column: int | None, message: str) -> None:
    with pytest.raises(ParseError, match=message) as caught:
        list(tatham_ids.clues(body, 1, 2, 4, **WORDS))
    assert (caught.value.line, caught.value.column) == (2, column)


def test_numbers_of_one_digit_stand_side_by_side() -> None:
    assert [digits for _, digits, _ in tatham_ids.clues("12", 2, 1, 1, **WORDS)] == ["1", "2"]
    assert [digits for _, digits, _ in tatham_ids.clues("12", 1, 1, 1, **WORDS, long=True)] == ["12"]


def test_a_seed_is_refused() -> None:
    assert tatham_ids.split("3x3:a", 1, "x") == ("3x3", "a")
    with pytest.raises(ParseError, match="found a random seed"):
        tatham_ids.split("3x3#12:3", 1, "x")


def test_what_a_saved_game_says_may_have_colons() -> None:
    lines = ["SAVEFILE:8:a:b:c: d", "GAME    :4:Lo:p", "CPARAMS :3:3x3", "DESC    :4:a1:2"]
    assert tatham_ids.game(lines) == ("Lo:p", "3x3:a1:2")
    assert tatham_ids.game(reversed(lines)) is None
