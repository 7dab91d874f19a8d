"""Small mistakes in the answers of exercises: what a check calls right is right, and listed with a reason."""

import json
import os
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import wrong_answers as tool
from patience import limit
from random_answers import differs

from puzzlekit.battleship import exercises

ROOT = Path(__file__).resolve().parents[1]
tool.PATIENCE = round(limit(tool.PATIENCE))

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="each attempt is checked in a fork")
CHAPTERS = ("01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12")
SAMPLE = 2  # mutants of each answer in the usual run; the slow run takes all
REASONS: dict[str, dict[str, list[str]]] = json.loads((ROOT / "tests/data/right_mutants.json").read_text("utf-8"))


def listed(chapter: str, cell: str) -> set[str]:
    """The mutants of an answer that are right."""
    return {how for hows in REASONS.get(f"{chapter} {cell}", {}).values() for how in hows}


def complaints(chapter: str, sample: int | None = None) -> list[str]:
    """What a check calls right and is not in the list, and what makes it show an exception."""
    found = []
    for answer in tool.answers(chapter):
        made, known = tool.wrong_answers(answer.source), listed(chapter, answer.cell)
        asked = [wrong for wrong in made if wrong.how not in known]
        if sample is not None:
            asked = random.Random(1).sample(asked, min(sample, len(asked)))
        outcomes = ((wrong.how, answer.outcome(wrong)) for wrong in asked)
        found += [f"{answer.cell}, {outcome}: {how}" for how, outcome in outcomes if outcome != "refused"]
    return found


@pytest.mark.parametrize("chapter", CHAPTERS)
@pytest.mark.once
def test_a_few_mistakes_are_refused(chapter: str) -> None:
    assert complaints(chapter, SAMPLE) == []


@pytest.mark.slow
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_mistake_is_refused_or_right(chapter: str) -> None:
    assert complaints(chapter) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", REASONS)
def test_what_is_in_the_list_is_right_on_random_boards(name: str) -> None:
    chapter, cell = name.split()
    (answer,) = (one for one in tool.answers(chapter) if one.cell == cell)
    made = {wrong.how: wrong for wrong in tool.wrong_answers(answer.source)}
    assert listed(chapter, cell) <= made.keys()
    right = handed_in(answer, answer.source)
    for how in listed(chapter, cell):
        for (room, check, own), (_, _, theirs) in zip(handed_in(answer, made[how].source), right, strict=True):
            assert differs(room, check, own, theirs) == "", how


def handed_in(answer: Any, source: str) -> list[tuple[str, str, Any]]:
    """What the cells that follow an answer give to their checks: the room, the check's name, the first argument."""
    found = []

    class Recorder:
        def __init__(self, module: Any):
            self.module = module

        def __getattr__(self, name: str) -> Any:
            room = self.module.__name__.split(".")[1]
            own = getattr(self.module, name)
            return (lambda *attempts: found.append((room, name, attempts[0]))) if name.startswith("check_") else own

    named = {
        name: one
        for name, one in answer.space.items()
        if getattr(one, "__name__", "").split(".")[-1][:9] == "exercises"
    }
    answer._replace(space=answer.space | {name: Recorder(one) for name, one in named.items()}).said(source)
    return found


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_each_answer_that_is_code_has_many_mistakes(chapter: str) -> None:
    found = {cell: len(tool.wrong_answers(source)) for cell, source in tool.sources(chapter).items()}
    assert found
    assert min(found.values()) >= tool.FEWEST


# Sabotage


@cache
def of_battleship() -> tuple[Any, ...]:
    return (*tool.answers("04"),)


def test_a_check_that_is_too_weak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exercises, "SIZES", ((10, 10, 4),))
    (answer, *_) = of_battleship()
    right = [wrong.how for wrong in tool.wrong_answers(answer.source) if answer.outcome(wrong) == "right"]
    assert "always False: return across if False else across + down" in set(right) - listed("04", answer.cell)


def test_what_admits_another_board_is_found() -> None:
    (answer,) = (one for one in of_battleship() if one.cell == "s008")
    made = {wrong.how: wrong for wrong in tool.wrong_answers(answer.source)}
    how = next(how for how in made if how.startswith("one side alone") and "Cell(c.row, 0 + 1)" in how)
    ((room, check, own),) = handed_in(answer, made[how].source)
    ((_, _, right),) = handed_in(answer, answer.source)
    assert "differ" in differs(room, check, own, right)
    assert differs(room, check, right, right) == ""
    assert answer.outcome(made[how]) == "refused"


@pytest.mark.slow
def test_what_gives_another_number_is_found() -> None:
    (answer,) = (one for one in tool.answers("05") if one.cell == "s5-009")
    wrong = next(one for one in tool.wrong_answers(answer.source) if "'minimize'" in one.how)
    ((room, check, own),) = handed_in(answer, wrong.source)
    ((_, _, right),) = handed_in(answer, answer.source)
    assert "differs" in differs(room, check, own, right)
    assert differs(room, check, right, right) == ""


def test_an_exception_of_a_check_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    (answer, *_) = of_battleship()
    (wrong, *_) = tool.wrong_answers(answer.source)
    monkeypatch.setattr(exercises, "SIZES", (("ten", 10, 4),))
    assert answer.outcome(wrong) == "raised"
