"""Answers that show the reasoner's results picture by picture: steps, reasons, entries that leave no solution.

A picture shows what a step proves as entries, and earlier conclusions in pale print: known states on empty elements,
which stay empty.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from puzzlekit.board import answers, notes
from puzzlekit.board.adapter import PuzzleAdapter
from puzzlekit.board.answers import BAD, HINTED, Answer, Picture, hinted, in_pictures, struck
from puzzlekit.board.game_state import GameState
from puzzlekit.board.layout import COLOUR, BoardLayout, ElementType, State, clue, entry, given
from puzzlekit.core.errors import capital
from puzzlekit.core.grid import Candidates, Label, Step
from puzzlekit.reasoning.answer import Answer as Reason
from puzzlekit.reasoning.answer import Mistake
from puzzlekit.reasoning.steps import Link, ReasonedStep


def proved(sheet: BoardLayout, state: State, step: Step) -> State:
    """Return {element: new state} for the entries that a step proves. Entries that the board does not allow or already
    has are omitted. A new state with an entry on a clue keeps the clue, as in "given 5|7"."""
    found = {}
    for element, left in step.candidates.items():
        if len(left) == 1 and element in sheet.elements:
            word, held = str(next(iter(left))), state.get(element, "")
            after = given(clue(held), word) if clue(held) else word
            if word and word != entry(held) and sheet.allows(element, after):
                found[element] = after
    return found


def _pale(table: GameState, left: Candidates) -> State:
    """Return {element: word to show in pale print} for the candidates in `left`. A word is a state of the board, which
    in some puzzles agrees with several candidates. An element is omitted if no word agrees with all its candidates."""
    found = {}
    for element, states in left.items():
        if element in table.sheet.elements and states:
            words = _words(table.sheet.kind(element), empty=not table.state.get(element))
            fit = (word for word, said in words.items() if all(table.game.agrees(said, str(own)) for own in states))
            if word := next(fit, ""):
                found[element] = word
    return found


def _words(kind: ElementType, *, empty: bool) -> dict[str, str]:
    """Return {word: state that the word means} for all words that an element of this type can show in pale print: its
    colours and, if `empty` is true, its entries and clues."""
    held = {word: entry(word) for word in (*kind.play, *kind.edit) if word} if empty else {}
    return held | {COLOUR + own: own for own in kind.colours}


def candidates(game: PuzzleAdapter, puzzle: Any, entries: State) -> dict[Any, frozenset]:
    """Return entries as candidates for the reasoner: {element: states that agree with its entry}. Clues, and entries
    that agree with no state, are omitted."""
    own = {element: word for element, word in entries.items() if not clue(word)}
    return notes.allowed(game, game.initial_candidates(puzzle), own)


def next_told(table: GameState, step: ReasonedStep | None) -> Answer:
    """Return the answer that shows a step: first its reason, then its conclusion, which is filled in. If `step` is
    None, the answer says that no step follows."""
    if step is None:
        return Answer("No step follows: the puzzle has several solutions, and they differ in every open place.")
    entered = proved(table.sheet, table.state, step)
    state = {**table.state, **entered}
    new = notes.ruled_out(table.sheet, state, table.notes, step)
    if not step.links:  # a step without an argument: show only its new conclusions
        step = replace(step, candidates={e: states for e, states in step.candidates.items() if e in entered})
    told = _pictures(table, Reason((step,)))
    return in_pictures(told, state=state, notes=notes.rewritten(table.sheet, table.notes, new))


def why_told(table: GameState, reason: Reason | None) -> Answer:
    """Return the answer that shows a proof. If the proof refutes an entry, the entry is marked as wrong. If `reason` is
    None, the answer says that the element's state differs between solutions."""
    if reason is None:
        return Answer("No reason exists: solutions differ here.")
    if not reason.steps:
        return Answer("There is nothing to explain here.")
    told, wrong = _pictures(table, reason), list(_refuted(table, reason.steps[-1]))
    if not wrong:
        return in_pictures(told)
    return in_pictures(struck([Picture("This entry is wrong.", {}), *told], wrong), tone=BAD)


def mistake_told(table: GameState, mistake: Mistake) -> Answer:
    """Return the answer that names the mistake's wrong entries. If the mistake has no entries, the answer explains why
    the puzzle has no solution."""
    if not mistake.entries and table.game.clue_conflicts(table.puzzle):
        return answers.no_solution(table.game, table.puzzle)
    begins = Picture(f"{capital(mistake.message)}.", {})
    return in_pictures(struck([begins, *_pictures(table, mistake)], mistake.entries), tone=BAD)


def hint_told(answer: Answer, reason: Reason | None) -> Answer:
    """Return the answer of a hint with the reason added: the step that proves the hint, or just the number of steps if
    the proof has several. If `reason` is None or has no steps, return the answer unchanged."""
    if reason is None or not reason.steps:
        return answer
    if len(reason.steps) > 1:
        return replace(
            answer, message=f"{answer.message} Press Undo, then Why? for the proof in {len(reason.steps)} steps."
        )
    (step,) = reason.steps
    marks = {**dict.fromkeys(step.facts, "plus"), **answer.marks}
    return replace(answer, message=f"{answer.message}\n{step.message}", marks=marks)


def _refuted(table: GameState, step: ReasonedStep) -> Iterator[Any]:
    """Yield the elements whose entries a step refutes."""
    for element, left in step.candidates.items():
        held = entry(table.state.get(element, ""))
        if held and not any(table.game.agrees(held, str(one)) for one in left):
            yield element


def _pictures(table: GameState, reason: Reason) -> list[Picture]:
    """Return the pictures of an explanation: a summary of earlier steps, if there are any, then its steps. Conclusions
    of earlier steps are shown in pale print. If the explanation has one step, a second picture shows the conclusion."""
    known: dict[Any, frozenset] = {}
    for step in reason.untold:
        _learn(known, step)
    begun = _pale(table, known)
    found = list[Picture]()
    for step in reason.told:
        found += _of_step(table, step, _pale(table, known), alone=len(reason.steps) == 1)
        _learn(known, step)
    if not reason.opening:
        return found
    if reason.untold:
        return [Picture(reason.opening, hinted(reason.taken), begun), *found]
    return [found[0]._replace(words=f"{reason.opening}\n{found[0].words}"), *found[1:]]


def _of_step(table: GameState, step: ReasonedStep, before: State, *, alone: bool) -> Iterator[Picture]:
    used = dict.fromkeys((*_clues(table, step.links), *step.facts), "plus")
    marks = {**used, **{element: f"{used.get(element, '')} {HINTED}".strip() for element in step.candidates}}
    why, _, so = step.message.rpartition("\n")
    if alone and why:
        yield Picture(why, used, before)
        yield Picture(so, marks, before)
    else:
        yield Picture(step.message, marks, before)


def _clues(table: GameState, links: Sequence[Link]) -> Iterator[Any]:
    """Yield the elements whose clues are used in these links."""
    for link in links:
        yield from (place for _, place in link.rows if _is_clue(table, place))
        for case in link.cases:
            yield from _clues(table, case.links)


def _is_clue(table: GameState, place: Any) -> bool:
    return place in table.sheet.elements and (isinstance(place, Label) or bool(clue(table.state.get(place, ""))))


def _learn(known: dict[Any, frozenset], step: ReasonedStep) -> None:
    for element, states in step.candidates.items():
        known[element] = known.get(element, states) & states
