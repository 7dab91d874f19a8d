"""What a board answers to proofs: steps of reasoning, picture by picture, and what leaves no solution."""

from dataclasses import replace
from typing import Any

from puzzlekit.board import answers, notes
from puzzlekit.board.adapter import PuzzleAdapter
from puzzlekit.board.answers import BAD, HINTED, Answer, Picture, in_pictures, struck
from puzzlekit.board.game_state import GameState
from puzzlekit.board.layout import State, entry
from puzzlekit.board.told_steps import pale, proved
from puzzlekit.errors import capital
from puzzlekit.explain import ClueConflict, ExplainedStep, Mistake
from puzzlekit.grid import Step

WRONG = "this entry is wrong: "
FEW = 6  # steps before another one whose sums are shown as well: more would be hundreds of rows


def told(table: GameState, step: ExplainedStep | ClueConflict | Mistake | Step | None, *, fill: bool) -> Answer | None:
    """The answer that shows a step of reasoning, and writes it down if that is wanted; or what leaves no solution:
    clues that clash, or entries. None for a step without a proof."""
    if isinstance(step, ClueConflict):
        clash = None if table.game.clue_conflicts(table.puzzle) else step
        return answers.no_solution(table.game, table.puzzle, clash)
    if isinstance(step, Mistake):
        return answers.mistaken(step, pictures(table, step.step) if step.step else ())
    if isinstance(step, Step) and not isinstance(step, ExplainedStep):
        return None
    answer = explained(table, step, fill=fill)
    new = notes.ruled_out(table.sheet, answer.state or {}, table.notes, step) if fill and step else {}
    return replace(answer, notes=notes.rewritten(table.sheet, table.notes, new))


def explained(table: GameState, step: ExplainedStep | None, *, fill: bool) -> Answer:
    """A step of reasoning with its rows on the board; `fill` writes down what it proves. An entry that it refutes is
    wrong."""
    if step is None:
        rest = "in all that is left" if fill else "here"
        return Answer(f"No proof exists: other solutions differ {rest}.")
    (element, said), state = step.claim.index, table.state
    after = {**state, **proved(table.sheet, state, step)} if fill else None
    if step.claim.lower is None and element in state and table.game.agrees(entry(state[element]), str(said)):
        return in_pictures(struck(concluding(table, step, WRONG), [element]), tone=BAD, sums=sums(step))
    return in_pictures(concluding(table, step), sums=sums(step), state=after)


def sums(step: ExplainedStep) -> list[dict[str, Any]]:
    """The sums of rows behind a step, and behind those before it if they are few. Where there are such, each says what
    it proves."""
    steps = (*step.before, step) if len(step.before) <= FEW else (step,)
    return [
        {
            "case": ", ".join([own.told] * bool(step.before) + [one.case] * bool(one.case)),
            "rows": one.rows,
            "total": one.total,
        }
        for own in steps
        for one in own.sums
    ]


def pictures(table: GameState, step: ExplainedStep) -> list[Picture]:
    """The pictures of a step, where what the steps before say is shown as well."""
    left = (step.left_at(number) for number in range(len(step.pictures)))
    return [
        Picture(*one, pale(table.game, table.sheet, table.state, own))
        for one, own in zip(step.pictures, left, strict=True)
    ]


def concluding(table: GameState, step: ExplainedStep, begins: str = "") -> list[Picture]:
    """A step in pictures for a board: what it concludes, and then why."""
    conclusion = step.sentences[2].removeprefix("So ").removeprefix("either way ")
    about = {element: HINTED for element, mark in step.marks.items() if HINTED in mark.split()}
    *why, end = pictures(table, step)
    told = [Picture(capital(f"{begins}{conclusion}"), about)]
    for one in why:
        marks = {**one.marks, **{e: f"{one.marks.get(e, '')} {HINTED}".strip() for e in about}}
        told.append(one._replace(marks=marks))
    return told if step.sentences[1] else [*told[:-1], end._replace(words=told[-1].words)]


def candidates(game: PuzzleAdapter, built: Any, entries: State) -> dict[Any, frozenset]:
    """What entries on the board say in the words of a model: the states that may come of them, where it knows any."""
    found: dict[Any, frozenset] = {}
    for element, state in built.indicators:
        if element in entries and game.agrees(entry(entries[element]), str(state)):
            found[element] = found.get(element, frozenset()) | {state}
    return found
