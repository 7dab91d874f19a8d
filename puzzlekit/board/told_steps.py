"""Steps of reasoning on a board: what they say, picture by picture, and what is written down of them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from puzzlekit.board.adapter import PuzzleAdapter
from puzzlekit.board.answers import BAD, HINTED, Answer, hinted
from puzzlekit.board.layout import BoardLayout, State, clue, entry, given
from puzzlekit.board.notes import Notes, rewritten, ruled_out
from puzzlekit.explain import ExplainedStep, Mistake
from puzzlekit.explain.words.grammar import capital
from puzzlekit.grid import Step

FEW = 4  # places that a sentence names
Picture = tuple[str, Mapping[Any, str]]  # a sentence, and the marks that show what it says


def explained(
    game: PuzzleAdapter, sheet: BoardLayout, state: State, step: ExplainedStep | None, *, fill: bool
) -> Answer:
    """A step of reasoning with its rows on the board; `fill` writes down what it proves. An entry that it refutes is
    wrong."""
    if step is None:
        return Answer("No proof exists: other solutions differ here.")
    element, said = step.claim.index
    after = {**state, **proved(sheet, state, step)} if fill else None
    answer = _told(pictures(step), sums=step.sums, state=after)
    if step.claim.lower is None and element in state and game.agrees(entry(state[element]), str(said)):
        marks = {**answer.marks, element: f"{answer.marks[element]} wrong"}
        return replace(answer, tone=BAD, marks=marks, state=None)
    return answer


def pictures(step: ExplainedStep) -> list[Picture]:
    """A step in pictures for a board: what it concludes, and then why."""
    conclusion = step.sentences[2].removeprefix("So ").removeprefix("either way ")
    about = {element: HINTED for element, mark in step.marks.items() if HINTED in mark.split()}
    told: list[Picture] = [(capital(conclusion), about)]
    for words, marks in step.pictures[:-1]:
        told.append((words, {**marks, **{element: f"{marks.get(element, '')} {HINTED}".strip() for element in about}}))
    return [*told[:-1], (told[-1][0], step.marks)]


def deduced(sheet: BoardLayout, state: State, notes: Notes, step: Step) -> Answer:
    """A step of `deduce`, which has a reason in words: what it settles, or what it leaves of places where it settles
    nothing."""
    settled = proved(sheet, state, step)
    noted = {} if settled else ruled_out(sheet, state, notes, step)
    words = {**{e: (entry(word),) for e, word in settled.items()}, **noted}
    told = [f"{sheet.elements[e].label}: {' or '.join(map(sheet.spoken, own))}" for e, own in words.items()]
    others = f"; and {len(told) - FEW} more" if len(told) > FEW else ""
    about, reasons = hinted(words), {e: "plus" for e in step.where if e in sheet.elements}
    said = [(f"{capital('; '.join(told[:FEW]))}{others}.", about), (f"{capital(step.message)}.", reasons | about)]
    return _told(said, state={**state, **settled}, notes=rewritten(sheet, notes, noted))


def _told(pictures: Sequence[Picture], **more: Any) -> Answer:
    message = " ".join(words for words, _ in pictures)
    return Answer(message, marks=pictures[-1][1], pictures=pictures, **more)


def mistaken(mistake: Mistake) -> Answer:
    """The entries that leave no solution, and why."""
    shown = mistake.step.marks if mistake.step else {}
    marks = {element: f"{shown.get(element, '')} wrong".strip() for element in mistake.where}
    return Answer(f"{capital(mistake.message)}. {mistake.reason}", BAD, {**shown, **marks})


def proved(sheet: BoardLayout, state: State, step: Step) -> State:
    """What a step proves and the board does not hold yet, as far as it can be written there. A clue stays."""
    found = {}
    for element, left in step.candidates.items():
        if len(left) == 1 and element in sheet.elements:
            word, held = str(next(iter(left))), state.get(element, "")
            after = given(clue(held), word) if clue(held) else word
            if word and word != entry(held) and sheet.allows(element, after):
                found[element] = after
    return found
