"""The Zebra puzzle's texts: what is read, and what is refused with its line."""

from functools import cache

import pytest
from refused import refusal

from puzzlekit import zebra
from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.grid import Cell
from puzzlekit.zebra import Clue, Puzzle, Solution

ONE, TWO = (f"houses: {number}\nattributes:\n" for number in (1, 2))
HEAD = f"{TWO}colour: blue, red.\npet: cat, guinea-pig.\nclues:\n"
LIKE = "such as 'red = Kools.' or 'cat not next to dog.'"
SIGNS = "numbers and ' ', ',', ':', '.', '=', '-' or '?'"
NAME = "1 to 20 letters, hyphens and single spaces"
MANY = "".join(f"{name}: {name}.\n" for name in "abcdefghijkl")


@cache
def pair() -> Puzzle:
    return zebra.parse(HEAD)


def test_as_much_as_may_be_is_read() -> None:
    assert len(zebra.parse(HEAD + "red at 1. \n" * 200).clues) == 200
    assert len(zebra.parse(f"houses: 1\nattributes:\n{MANY}clues:").attributes) == 12
    assert zebra.parse(f"houses:12\nattributes:\npet: {', '.join('abcdefghijkl')}.\nclues:").houses == 12


def test_clues_are_read_as_they_are_said() -> None:
    clues = "red not = cat.\nguinea-pig at 2.\nred not next to guinea-pig.\nblue left of cat.\ncat not right of red.\n"
    assert zebra.parse(HEAD + clues).clues == (
        Clue("red", "=", "cat", negated=True),
        Clue("guinea-pig", "at", 2),
        Clue("red", "next to", "guinea-pig", negated=True),
        Clue("blue", "left of", "cat"),
        Clue("cat", "right of", "red", negated=True),
    )
    assert [clue.kind for clue in zebra.parse(HEAD + clues).clues] == ["ACC", "DLC", "ILC", "ILC", "ILC"]


def test_case_counts() -> None:
    text = "houses: 2\nattributes:\ncolour: red, Red.\nclues:\nred left of Red.\n"
    assert zebra.solve(zebra.parse(text)).house("Red") == 2


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("red = dog.", "line 6: red = dog: found the property 'dog', expected a property of an attribute"),
        ("red at 3.", "line 6: red at 3: found house 3, expected 1 to 2"),
        ("red at 0.", "line 6: found house '0', expected 1 to 2"),
        (f"red at {'x' * 21}.", f"line 6: found house '{'x' * 20}', expected 1 to 2"),
        ("red is " + 40 * "x" + ".", f"line 6: found 'red is {33 * 'x'}', expected a clue, {LIKE}"),
        ("red = " + 40 * "x", f"line 6: found '{40 * 'x'}', expected a full stop at the end"),
        ("red at 1.\n" * 200 + "red at 2.", "line 206: found 201 clues, expected at most 200"),
        ("red = red.", "line 6: found red twice, expected two different properties"),
        ("red is cat.", "line 6: found 'red is cat.', expected a clue, " + LIKE),
        ("red = cat.\n\nblue = cat.", "line 7: found '', expected a full stop at the end"),
        ("red = c@t.", "line 6, column 8: found '@', expected letters, " + SIGNS),
        ("red not not at 1.", "line 6: found 'red not' as a property, expected a name without the word 'not'"),
    ],
)
def test_a_wrong_clue_is_refused_with_its_line(lines: str, message: str) -> None:
    assert str(refusal(zebra.parse, HEAD + lines)) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("houses: 13\nattributes:", "line 1: found 'houses: 13', expected 'houses: ' and a number from 1 to 12"),
        ("houses: 0\nattributes:", "line 1: found 'houses: 0', expected 'houses: ' and a number from 1 to 12"),
        ("houses: " + "0" * 40, f"line 1: found 'houses: {'0' * 32}', expected 'houses: ' and a number from 1 to 12"),
        (f"{ONE}{MANY}m: x.\nclues:", "line 15: found 13 attributes, expected 1 to 12"),
        ("houses: 2\nattribute:\npet: cat, dog.", "line 2: found 'attribute:', expected 'attributes:'"),
        (ONE + MANY, "line 14: found 'l: l.', expected a line 'clues:' after the attributes"),
        ("house: 2", "line 1: found 'house: 2', expected 'houses: ' and a number from 1 to 12"),
        ("houses: 2", "found the end of the text too early, expected 'attributes:'"),
        (f"{ONE}clues:", "found 0 attributes, expected 1 to 12"),
        (
            f"{TWO}pet: cat, dog.\nbeast: dog, cow.\nclues:",
            "line 4: found dog in pet and in beast, expected each property only once",
        ),
        (
            f"{TWO}pet: cat, dog.\npet: ant, cow.\nclues:",
            "line 4: found the attribute pet twice, expected each attribute once",
        ),
        (
            "houses: 3\nattributes:\npet: cat, dog.\nclues:",
            "line 3: found 2 properties of pet, expected 3 properties, one for each house",
        ),
        (
            f"{ONE}pet cat.\nclues:",
            "line 3: found 'pet cat.', expected an attribute and its properties, such as 'pet: cat, dog.'",
        ),
        (
            f"{ONE}pet: next to.\nclues:",
            "line 3: found 'next to' as a property, expected a name without the word 'next to'",
        ),
        (
            f"{ONE}pet: given up.\nclues:",
            "line 3: found 'given up' as a property, expected a name without the word 'given'",
        ),
        (f"{ONE}pet: {21 * 'a'}.\nclues:", f"line 3: found '{21 * 'a'}' as a property, expected {NAME}"),
    ],
)
def test_a_wrong_puzzle_is_refused_with_its_line(text: str, message: str) -> None:
    assert str(refusal(zebra.parse, text)) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("colour: blue, red", "line 1: found 1 line, expected 2, one for each attribute"),
        (40 * "x" + "y: ?, ?\npet: ?, ?", f"line 1: found '{40 * 'x'}', expected the line of colour"),
        (f"colour: {41 * 'x'}, ?\npet: ?, ?", f"line 1: found '{40 * 'x'}', expected a property of colour or '?'"),
        ("colour: blue\npet: ?, ?", "line 1: found 1 place, expected 2 places"),
        ("colour: cat, dog\npet: ?, ?", "line 1: found 'cat', expected a property of colour or '?'"),
        ("colour: blue, cat\npet: ?, ?", "line 1: found 'cat', expected a property of colour or '?'"),
    ],
)
def test_a_wrong_table_is_refused_with_its_line(text: str, message: str) -> None:
    assert str(refusal(zebra.parse_solution, pair(), text)) == message


def test_what_is_no_clue_or_no_table_is_refused() -> None:
    with pytest.raises(PuzzleError, match="no relation is named 'over'"):
        Clue("red", "over", "blue")
    with pytest.raises(PuzzleError, match="expected a property of colour"):
        Solution.of(pair(), {Cell(0, 0): "cat"})
    with pytest.raises(PuzzleError, match="expected a place of this puzzle"):
        Solution.of(pair(), {Cell(0, 2): "red"})
    with pytest.raises(PuzzleError, match="found 201 clues, expected at most 200"):
        Puzzle(2, pair().attributes, (Clue("red", "at", 1),) * 201)
