"""The board's answer to the Check button: whether the entries are right, and whether the puzzle has one solution."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from puzzlekit.board import answers
from puzzlekit.board.adapter import PuzzleAdapter
from puzzlekit.board.answers import BAD, FEW, GOOD, Answer, Blamed
from puzzlekit.board.game_state import GameState
from puzzlekit.board.layout import BoardLayout, State, entry
from puzzlekit.core.errors import PuzzleError, capital
from puzzlekit.reasoning.answer import Mistake

Blame = Blamed | PuzzleError | None  # why there is no solution, or why the reason is unknown


@dataclass(frozen=True)
class Checked:
    """The solvers' results about a puzzle, for the answer to Check.

    Attributes
    ----------
    solutions
        Two solutions, or all if there are fewer. None if the search took too long; then `blame` is the error.
    blame
        For a puzzle without a solution: the clues that contradict each other, or the error that prevented the search
        for these clues. None if there is a repair, or if clues violate a rule directly.
    repair
        For a puzzle without a solution: clues whose removal makes the puzzle solvable, or None.
    more
        Whether another Check gives another reason or repair.
    mistake
        The entries that together leave no solution; None if some solution has all entries; an error if neither is
        known.
    """

    solutions: Sequence[Any] | None
    blame: Blame = None
    repair: Blamed | None = None
    more: bool = False
    mistake: Mistake | PuzzleError | None = None


def check(table: GameState, checked: Checked, *, judged: bool) -> Answer:
    """Return the board's answer to the Check button: whether the entries are right. Without entries, or if `judged` is
    false, the answer says whether the puzzle has exactly one solution. `checked` contains the solvers' results."""
    game, puzzle, solution, found = table.game, table.puzzle, table.solution, checked.solutions
    entries = table.entries() if judged else {}
    if found is not None and not found:
        return _none(game, puzzle, checked)
    if not entries:
        return _of_the_puzzle(game, puzzle, checked)
    only = game.write(puzzle, found[0]) if found and len(found) == 1 else None
    if not game.violations(puzzle, solution) and (only is None or answers.fits(game, only, entries)):
        return _with(Answer("Solved: all rules hold.", GOOD), checked, "It is the only solution.")
    if only is not None:
        return _with(_against(game, table.sheet, only, entries), checked, "The puzzle has exactly one solution.")
    if broken := game.violations(puzzle, solution, partial=True):
        return _with(Answer(f"{capital(answers.sentence(broken))}.", BAD, answers.wrong(broken)), checked)
    if found is None:
        return answers.failed(checked.blame)  # type: ignore[arg-type]  # the error of the search
    if isinstance(checked.mistake, PuzzleError):
        return _with(Answer(f"Unknown whether a solution contains your entries: {checked.mistake}.", BAD), checked)
    if mistake := checked.mistake:
        told = f"{capital(mistake.message)}. Next step shows why."
        return _with(Answer(told, BAD, dict.fromkeys(mistake.entries, "wrong")), checked)
    return _with(Answer(f"Right so far: {answers.so_many(entries)}.", GOOD), checked)


def _with(answer: Answer, checked: Checked, unique: str = "") -> Answer:
    """Return the answer with an additional sentence about the number of solutions. The sentence is `unique` if there is
    exactly one solution."""
    if checked.solutions is None:
        besides = f"Unknown whether another solution exists: {checked.blame}."
    else:
        besides = unique if len(checked.solutions) == 1 else "The puzzle has several solutions."
    return Answer(f"{answer.message} {besides}", answer.tone, answer.marks)


def _against(game: PuzzleAdapter, sheet: BoardLayout, solution: State, entries: State) -> Answer:
    """Compare the entries with the only solution, and return an answer that names the wrong entries. If the elements of
    the wrong entries all have just two states, the answer only counts these entries, because a name would reveal the
    right state."""
    wrong = [element for element, held in entries.items() if not game.agrees(held, solution.get(element, ""))]
    if not wrong:
        return Answer(f"Right so far: {answers.so_many(entries)}.", GOOD)
    many = f"{len(wrong)} of {answers.so_many(entries)} {'is' if len(wrong) == 1 else 'are'} wrong"
    if all(len(sheet.kind(element).notes) == 2 for element in wrong):
        return Answer(f"{many}.", BAD)
    marks = dict.fromkeys(wrong, "wrong")
    if len(wrong) > FEW:
        return Answer(f"{many}: they are hatched.", BAD, marks)
    named = (f"{sheet.elements[e].label} is not {sheet.spoken(entry(entries[e]))}" for e in wrong)
    return Answer(f"{many}: {'; '.join(named)}.", BAD, marks)


def _of_the_puzzle(game: PuzzleAdapter, puzzle: Any, checked: Checked) -> Answer:
    if checked.solutions is None:
        return answers.failed(checked.blame)  # type: ignore[arg-type]  # the error of the search
    if len(checked.solutions) == 1:
        return Answer("Unique: this puzzle has exactly one solution.", GOOD)
    one, other = (game.write(puzzle, solution) for solution in checked.solutions[:2])
    differ = [e for e in {**one, **other} if one.get(e, "") != other.get(e, "")]
    told = f"Not unique: two solutions differ in the {len(differ)} marked places."
    return Answer(told, BAD, answers.hinted(differ))


def _none(game: PuzzleAdapter, puzzle: Any, checked: Checked) -> Answer:
    if repair := checked.repair:
        again = " Check again for another repair." * checked.more
        return Answer(f"Repair: {repair.message}.{again}", BAD, answers.hinted(repair.where))
    return answers.no_solution(game, puzzle, checked.blame, " Check again for a repair." * checked.more)
