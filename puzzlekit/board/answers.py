"""The answers of a board to entries, Solve and Hint, as plain functions of the puzzle and the state of the board."""

import inspect
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from puzzlekit.board.adapter import PuzzleAdapter
from puzzlekit.board.layout import BoardLayout, State
from puzzlekit.board.notes import Notes
from puzzlekit.core.errors import NoShortProof, NoSolution, PuzzleError, TimeLimitReached, capital, counted, joined
from puzzlekit.core.grid import Violation

GOOD, BAD = "good", "bad"
HINTED = "hinted"
SHOWN = 2_000  # a message shows at most this many characters of printed text
FEW = 4  # a sentence names at most this many places
FULL = "The board is full. Check says whether it is right."


class Picture(NamedTuple):
    """A sentence of an explanation with its marks on the board, {element: mark}. `pale` has known states of elements,
    which the board shows in pale print."""

    words: str
    marks: Mapping[Any, str]
    pale: State = MappingProxyType({})


@dataclass(frozen=True)
class Answer:
    """The board's answer to an action: a sentence, its tone (GOOD, BAD or ""), marks {element: mark}, and perhaps a new
    state of the board. States in `pale` are shown on empty elements, but are never filled in.

    The answer with a step of reasoning has `pictures`, each a sentence with its marks. The message then consists of
    these sentences.
    """

    message: str = ""
    tone: str = ""
    marks: Mapping[Any, str] = field(default_factory=dict)
    state: State | None = None
    notes: Notes | None = None  # if there is a new state: the new notes, or None to keep the old notes
    pale: State = field(default_factory=dict)
    pictures: Sequence[Picture] = ()
    own: bool = True  # if there is a new state: whether it counts as the player's own; True for a hint
    question: str = ""  # a question that the reader must answer before the board changes


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
        """Return the number of the last picture, counted from zero."""
        return len(self.answer.pictures) - 1

    @property
    def shown(self) -> Answer:
        """Return the answer to show at this picture: all sentences so far, and the marks of this picture."""
        if self.at == self.last:
            return self.answer
        told = self.answer.pictures[: self.at + 1]
        message = in_one([one.words for one in told])
        return Answer(message, self.answer.tone, marks=told[-1].marks, pale=told[-1].pale)

    @property
    def data(self) -> dict[str, Any]:
        """Return JSON data: `at` and `last`, the numbers of the current and the last picture, and `part`, the current
        sentence."""
        part = self.answer.pictures[self.at].words
        return {"at": self.at, "last": self.last, "part": part}


def in_one(parts: Sequence[str]) -> str:
    """Join the parts of a message. A part with several lines starts on a new line, and so does the part after it."""
    breaks = ["\n" if "\n" in before + part else " " for before, part in pairwise(parts)]
    return "".join(mark + part for mark, part in zip(["", *breaks], parts, strict=True))


def in_pictures(pictures: Sequence[Picture], **more: Any) -> Answer:
    """Return an Answer with these pictures. Its message joins the pictures' sentences. `more` has further fields of the
    Answer."""
    last, message = pictures[-1], in_one([one.words for one in pictures])
    return Answer(message, marks=last.marks, pale=last.pale, pictures=pictures, **more)


def struck(pictures: Iterable[Picture], elements: Iterable[Any]) -> list[Picture]:
    """Return the pictures in which these elements have the additional mark "wrong"."""
    wrong = list(elements)
    return [
        one._replace(marks={**one.marks, **{e: f"{one.marks.get(e, '')} wrong".strip() for e in wrong}})
        for one in pictures
    ]


def so_many(entries: State) -> str:
    """Return the number of entries as text: "1 entry" or "2 entries"."""
    return "1 entry" if len(entries) == 1 else f"{len(entries)} entries"


def held(sheet: BoardLayout, entries: State, notes: Notes) -> str:
    """Return a description of a board: "Nurikabe, 9 x 9, with 30 entries and notes in 2 places"."""
    told = [so_many(entries)] * bool(entries) + [f"notes in {counted(len(notes), 'place')}"] * bool(notes)
    return f"{sheet.title}, with {joined(told)}" if told else sheet.title


def sentence(broken: Sequence[Violation]) -> str:
    """Return a description of violations: for each rule, the messages of the first FEW violations and the number of
    further violations."""
    by_rule: dict[str, dict[str, None]] = {}
    for violation in broken:
        by_rule.setdefault(violation.rule, {})[violation.message] = None
    told = []
    for places in by_rule.values():
        told += [*places][:FEW] + [f"{len(places) - FEW} more of this kind"] * (len(places) > FEW)
    return "; ".join(told)


def wrong(broken: Sequence[Violation]) -> dict[Any, str]:
    """Return {element: "wrong"} for all elements of these violations."""
    return {element: "wrong" for violation in broken for element in violation.where}


def judge(
    game: PuzzleAdapter, sheet: BoardLayout, puzzle: Any, solution: Any, state: State, broken: Sequence[Violation]
) -> Answer:
    """Return the verdict on the entries of a board, without a search. The answer is empty if nothing is wrong but the
    board is not full. `broken` has the violations that further entries cannot repair."""
    if broken:
        return Answer(f"{capital(sentence(broken))}.", BAD)
    if unmet := game.violations(puzzle, solution):
        return Answer(f"{capital(sentence(unmet))}.", BAD) if _is_filled(sheet, state) else Answer()
    return Answer("Solved: all rules hold.", GOOD)


def not_judged(game: PuzzleAdapter, sheet: BoardLayout, puzzle: Any, solution: Any, state: State) -> Answer:
    """Return the answer to entries that the board does not judge: a neutral sentence for a full board, otherwise an
    empty answer. A board counts as full if no element is empty, or if it has no violation that a further entry can
    repair."""
    broken, for_good = (
        {(violation.rule, violation.where) for violation in game.violations(puzzle, solution, partial=partial)}
        for partial in (False, True)
    )
    return Answer(FULL) if broken <= for_good or _is_filled(sheet, state) else Answer()


def _is_filled(sheet: BoardLayout, state: State) -> bool:
    return all(state.get(element) for element in sheet.elements if sheet.kind(element).play)


class Blamed(Protocol):
    """The interface of a clue conflict or a repair (clues to remove), as returned by the functions of
    `reasoning.conflicts`. It is a protocol, so this module need not import `reasoning`."""

    @property
    def where(self) -> tuple[Any, ...]:
        """Return the elements of the conflict or repair."""

    @property
    def message(self) -> str:
        """Return a sentence that describes the conflict or repair."""


def no_solution(game: PuzzleAdapter, puzzle: Any, clash: Blamed | PuzzleError | None = None, more: str = "") -> Answer:
    """Return the answer that the puzzle has no solution, with the conflicting clues. `clash` is the conflict, an error
    if the conflict is unknown, or None if clues violate a rule directly. The text `more` is added to the message."""
    if isinstance(clash, PuzzleError):
        return Answer(f"No solution. The conflicting clues are unknown: {clash}.", BAD)
    if clash:
        return Answer(f"No solution: {clash.message}.{more}", BAD, dict.fromkeys(clash.where, "wrong"))
    if clashes := game.clue_conflicts(puzzle):
        return Answer(f"No solution, conflicting clues: {sentence(clashes)}.{more}", BAD, wrong(clashes))
    return Answer("No solution: proved infeasible. Check names the conflicting clues.", BAD)


def fits(game: PuzzleAdapter, board: State, entries: State) -> bool:
    """Return whether all entries agree with a solution. `board` has the solution's states."""
    return all(game.agrees(held, board.get(element, "")) for element, held in entries.items())


def hinted(elements: Iterable[Any]) -> dict[Any, str]:
    """Return {element: mark "hinted"} for these elements."""
    return dict.fromkeys(elements, HINTED)


def failed(error: BaseException, solve: Callable | None = None) -> Answer:
    """Return the answer that describes an error; `solve` is the reader's own function, or None."""
    if isinstance(error, NoSolution):
        return Answer(f"{capital(str(error))}.", BAD)
    if isinstance(error, NoShortProof):
        return Answer(f"Unknown: {error}. Press Hint to fill in one place.", BAD)
    if isinstance(error, TimeLimitReached):
        return Answer(f"Unknown: {error}.", BAD)
    return Answer(f"{_line(error, solve)}{type(error).__name__}: {error}", BAD)


def _line(error: BaseException, solve: Callable | None) -> str:
    """Return the location of the last line of the reader's code in the traceback of an error: "line 3 of solve: ".
    Return "" if there is no such line, or if `solve` is None or part of puzzlekit.

    The reader's code is all code with the globals of `solve`: the whole notebook, or a module.
    """
    own = getattr(inspect.unwrap(getattr(solve, "func", solve)), "__globals__", {}) if solve else {}
    if own.get("__name__", "").startswith("puzzlekit."):
        return ""
    lines = [
        (line, frame.f_code.co_name) for frame, line in traceback.walk_tb(error.__traceback__) if frame.f_globals is own
    ]
    return "line {} of {}: ".format(*lines[-1]) if lines else ""


def with_print(answer: Answer, printed: str) -> Answer:
    """Return the answer with the printed text of the reader's function below the message. Only the last SHOWN
    characters are shown."""
    if not (text := printed.strip("\n")):
        return answer
    shown = text if len(text) <= SHOWN else f"... {text[-SHOWN:]}"
    return replace(answer, message=f"{answer.message}\nPrinted:\n{shown}")
