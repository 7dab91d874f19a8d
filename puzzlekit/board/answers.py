"""The answers of a board to entries, Solve and Hint, as plain functions of the puzzle and the state of the board."""

import inspect
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from puzzlekit.board.adapter import PuzzleAdapter
from puzzlekit.board.layout import BoardLayout, State, entry
from puzzlekit.board.notes import Notes
from puzzlekit.core.errors import NoShortProof, NoSolution, PuzzleError, TimeLimitReached, capital, counted, joined
from puzzlekit.core.grid import Violation

GOOD, BAD = "good", "bad"
HINTED = "hinted"
SHOWN = 2_000  # the most characters of printed text in a message
FEW = 4  # the most places that a sentence names
FULL = "The board is full. Check says whether it is right."


class Picture(NamedTuple):
    """A sentence, the marks that illustrate it, and the known states of empty elements, shown pale."""

    words: str
    marks: Mapping[Any, str]
    pale: State = MappingProxyType({})


@dataclass(frozen=True)
class Answer:
    """An answer of the board: a sentence, its tone, extra marks, and perhaps a new state of the board. States in `pale`
    are shown on empty elements, and are never filled in.

    A step of reasoning has `pictures`, each a sentence with its marks; the message joins their sentences."""

    message: str = ""
    tone: str = ""
    marks: Mapping[Any, str] = field(default_factory=dict)
    state: State | None = None
    notes: Notes | None = None  # with a state: new notes, or None to keep the old ones
    pale: State = field(default_factory=dict)
    pictures: Sequence[Picture] = ()
    own: bool = True  # with a state: whether it counts as the player's, as after a hint, or as a solver's
    question: str = ""  # to be confirmed before anything changes


@dataclass(frozen=True)
class StepPlayer:
    """A step of reasoning that the board shows picture by picture.

    Attributes
    ----------
    answer
        The answer of the last picture, with the state that this picture fills in.
    at
        The number of the picture that is shown, counted from zero.
    """

    answer: Answer
    at: int

    @property
    def last(self) -> int:
        """The number of the last picture."""
        return len(self.answer.pictures) - 1

    @property
    def shown(self) -> Answer:
        """The answer at this picture: all sentences so far, and this picture's marks."""
        if self.at == self.last:
            return self.answer
        told = self.answer.pictures[: self.at + 1]
        message = in_one([one.words for one in told])
        return Answer(message, self.answer.tone, marks=told[-1].marks, pale=told[-1].pale)

    @property
    def data(self) -> dict[str, Any]:
        """The numbers of this picture and of the last, and this picture's sentence, for a page."""
        part = self.answer.pictures[self.at].words
        return {"at": self.at, "last": self.last, "part": part}


def in_one(parts: Sequence[str]) -> str:
    """Join the parts of a message. A part of several lines begins a new line, and so does the part after it, so a part
    looks the same whatever follows."""
    breaks = ["\n" if "\n" in before + part else " " for before, part in pairwise(parts)]
    return "".join(mark + part for mark, part in zip(["", *breaks], parts, strict=True))


def in_pictures(pictures: Sequence[Picture], **more: Any) -> Answer:
    """Return an answer that is shown in these pictures."""
    last, message = pictures[-1], in_one([one.words for one in pictures])
    return Answer(message, marks=last.marks, pale=last.pale, pictures=pictures, **more)


def struck(pictures: Iterable[Picture], elements: Iterable[Any]) -> list[Picture]:
    """Return the pictures with these elements marked as wrong."""
    wrong = list(elements)
    return [
        one._replace(marks={**one.marks, **{e: f"{one.marks.get(e, '')} wrong".strip() for e in wrong}})
        for one in pictures
    ]


def so_many(entries: State) -> str:
    """Return the number of entries in words."""
    return "1 entry" if len(entries) == 1 else f"{len(entries)} entries"


def held(sheet: BoardLayout, entries: State, notes: Notes) -> str:
    """Describe a board: "Nurikabe, 9 x 9, with 30 entries and notes in 2 places"."""
    told = [so_many(entries)] * bool(entries) + [f"notes in {counted(len(notes), 'place')}"] * bool(notes)
    return f"{sheet.title}, with {joined(told)}" if told else sheet.title


def sentence(broken: Sequence[Violation]) -> str:
    """Describe all violated rules: the first FEW violations of each rule, and the number of the others."""
    by_rule: dict[str, dict[str, None]] = {}
    for violation in broken:
        by_rule.setdefault(violation.rule, {})[violation.message] = None
    told = []
    for places in by_rule.values():
        told += [*places][:FEW] + [f"{len(places) - FEW} more like that"] * (len(places) > FEW)
    return "; ".join(told)


def wrong(broken: Sequence[Violation]) -> dict[Any, str]:
    """Mark all elements of these violations."""
    return {element: "wrong" for violation in broken for element in violation.where}


def judge(
    game: PuzzleAdapter, sheet: BoardLayout, puzzle: Any, solution: Any, state: State, broken: Sequence[Violation]
) -> Answer:
    """Judge a board without search; `broken` are its violations so far."""
    if broken:
        return Answer(f"{capital(sentence(broken))}.", BAD)
    if unmet := game.violations(puzzle, solution):
        return Answer(f"{capital(sentence(unmet))}.", BAD) if _is_filled(sheet, state) else Answer()
    return Answer("Solved: all rules hold.", GOOD)


def not_judged(game: PuzzleAdapter, sheet: BoardLayout, puzzle: Any, solution: Any, state: State) -> Answer:
    """Say that a board is full, right or wrong, if entries are not judged. A board is full if every element holds
    something, or if more entries would mend no violation."""
    broken, for_good = (
        {(violation.rule, violation.where) for violation in game.violations(puzzle, solution, partial=partial)}
        for partial in (False, True)
    )
    return Answer(FULL) if broken <= for_good or _is_filled(sheet, state) else Answer()


def _is_filled(sheet: BoardLayout, state: State) -> bool:
    return all(state.get(element) for element in sheet.elements if sheet.kind(element).play)


def solved(game: PuzzleAdapter, puzzle: Any, solution: Any, state: State) -> Answer:
    """Show the solution of a solve, with all its violations; `state` is the board before the solve."""
    clues, after = game.write(puzzle, None), game.write(puzzle, solution)
    lost = any(held not in (clues.get(element), after.get(element)) for element, held in state.items())
    undo = " Undo restores your entries." if lost else ""
    if broken := game.violations(puzzle, solution):
        return Answer(f"The answer violates a rule: {sentence(broken)}.{undo}", BAD, wrong(broken), after, own=False)
    return Answer(f"Solved: all rules hold.{undo}", GOOD, state=after, own=False)


class Blamed(Protocol):
    """A conflict of clues or a repair, as `reasoning.conflicts` returns it; that module is not imported here."""

    @property
    def where(self) -> tuple[Any, ...]:
        """The elements of the conflict or repair."""

    @property
    def message(self) -> str:
        """The conflict or repair in a sentence."""


class BlamedEntries(Blamed, Protocol):
    """Entries that leave no solution, perhaps with a step whose marks show why."""

    @property
    def step(self) -> Any:
        """A step, or None."""

    @property
    def reason(self) -> str:
        """The reason in words."""


def mistaken(mistake: BlamedEntries, pictures: Sequence[Picture] = ()) -> Answer:
    """Blame the entries that leave no solution, with the reason: in pictures, if there is a step that shows it."""
    begins = f"{capital(mistake.message)}."
    if not mistake.step:
        return Answer(f"{begins} {mistake.reason}", BAD, dict.fromkeys(mistake.where, "wrong"))
    told = pictures or [Picture(*one) for one in mistake.step.pictures]
    return in_pictures(struck([Picture(begins, {}), *told], mistake.where), tone=BAD)


def no_solution(game: PuzzleAdapter, puzzle: Any, clash: Blamed | PuzzleError | None = None, more: str = "") -> Answer:
    """Say that there is no solution, because of the clues of `clash`, or else because of clues that violate a rule by
    themselves; `more` ends the message."""
    if isinstance(clash, PuzzleError):
        return Answer(f"No solution, conflicting clues unknown: {clash}.", BAD)
    if clash:
        return Answer(f"No solution: {clash.message}.{more}", BAD, dict.fromkeys(clash.where, "wrong"))
    if clashes := game.clue_conflicts(puzzle):
        return Answer(f"No solution, conflicting clues: {sentence(clashes)}.{more}", BAD, wrong(clashes))
    return Answer("No solution: proved infeasible; no two clues conflict directly.", BAD)


def hint(
    game: PuzzleAdapter, sheet: BoardLayout, puzzle: Any, found: Sequence[Any], state: State, at: Any = None
) -> Answer:
    """Give one element of a solution away: `at` if it is empty, else the first empty one. Or name a wrong entry."""
    if not found:
        return no_solution(game, puzzle)
    boards = [game.write(puzzle, solution) for solution in found]
    clues = game.write(puzzle, None)
    entries = {e: held for e, held in state.items() if held != clues.get(e)}
    board = next((b for b in boards if fits(game, b, entries)), None)
    if board is None:
        return _contradicted(game, sheet, boards, entries)
    empty = [element for element, held in board.items() if held and not state.get(element)]
    if not empty:
        return Answer("There is nothing left to fill in.", GOOD)
    element = at if at in empty else empty[0]
    message = f"Hint: {sheet.elements[element].label}: {sheet.spoken(board[element])}."
    return Answer(message, marks=hinted([element]), state={**state, element: board[element]})


def fits(game: PuzzleAdapter, board: State, entries: State) -> bool:
    """Return whether all entries agree with the board of a solution."""
    return all(game.agrees(held, board.get(element, "")) for element, held in entries.items())


def _contradicted(game: PuzzleAdapter, sheet: BoardLayout, boards: Sequence[State], entries: State) -> Answer:
    if len(boards) > 1:
        return Answer("Hint: your entries match neither of two solutions found.")
    element = next(e for e, held in entries.items() if not game.agrees(held, boards[0].get(e, "")))
    what = sheet.spoken(entry(entries[element]))
    return Answer(f"Hint: {sheet.elements[element].label} is not {what}.", BAD, {element: "wrong"})


def hinted(elements: Iterable[Any]) -> dict[Any, str]:
    """Mark the elements of a hint."""
    return dict.fromkeys(elements, HINTED)


def failed(error: BaseException, solve: Callable | None = None) -> Answer:
    """Say why there is no answer; `solve` is the reader's own function, if there is one."""
    if isinstance(error, NoSolution):
        return Answer(f"{capital(str(error))}.", BAD)
    if isinstance(error, NoShortProof):
        return Answer(f"Unknown: {error}. Hint gives one place away.", BAD)
    if isinstance(error, TimeLimitReached):
        return Answer(f"Unknown: {error}.", BAD)
    return Answer(f"{_line(error, solve)}{type(error).__name__}: {error}", BAD)


def _line(error: BaseException, solve: Callable | None) -> str:
    """Return the last line of the reader's code in a traceback, "line 3 of solve: ", or "" if there is none.

    The reader's code is all code with the function's globals: the whole notebook, or a module.
    """
    own = getattr(inspect.unwrap(getattr(solve, "func", solve)), "__globals__", {}) if solve else {}
    if own.get("__name__", "").startswith("puzzlekit."):
        return ""
    lines = [
        (line, frame.f_code.co_name) for frame, line in traceback.walk_tb(error.__traceback__) if frame.f_globals is own
    ]
    return "line {} of {}: ".format(*lines[-1]) if lines else ""


def with_print(answer: Answer, printed: str) -> Answer:
    """Append the text that the reader's function printed to an answer: its last SHOWN characters."""
    if not (text := printed.strip("\n")):
        return answer
    shown = text if len(text) <= SHOWN else f"... {text[-SHOWN:]}"
    return replace(answer, message=f"{answer.message}\nPrinted:\n{shown}")
