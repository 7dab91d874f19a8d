"""What the board answers to Solve, Hint and Check: plain functions of the puzzle and of what stands on the board."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from puzzlekit.board.sheet import Game, Sheet, State, entry
from puzzlekit.errors import NoSolution, PuzzleError, TimeLimitReached
from puzzlekit.explain import Clash, Explained
from puzzlekit.grid import Violation

GOOD, BAD = "good", "bad"


@dataclass(frozen=True)
class Answer:
    """What the board says: a sentence, its tone, extra marks, and a new state of the board if there is one."""

    message: str = ""
    tone: str = ""
    marks: Mapping[Any, str] = field(default_factory=dict)
    state: State | None = None


def sentence(broken: Sequence[Violation]) -> str:
    """The first broken rule in words, with its name, and how many there are."""
    others = f", and {len(broken) - 1} more" if len(broken) > 1 else ""
    return f"{broken[0].message} ({broken[0].rule}{others})"


def wrong(broken: Sequence[Violation]) -> dict[Any, str]:
    """Marks for all that these violations speak of."""
    return {element: "wrong" for violation in broken for element in violation.where}


def judge(game: Game, puzzle: Any, solution: Any, broken: Sequence[Violation]) -> Answer:
    """What is to be said of a board as it stands, without search; `broken` are the rules that it breaks already."""
    if broken:
        return Answer(sentence(broken), BAD)
    return Answer() if game.violations(puzzle, solution) else Answer("Solved: every rule is kept.", GOOD)


def solved(game: Game, puzzle: Any, solution: Any, state: State) -> Answer:
    """The board that a solve found, with every rule that it breaks; `state` is what stood there before."""
    clues, after = game.write(puzzle, None), game.write(puzzle, solution)
    lost = any(held not in (clues.get(element), after.get(element)) for element, held in state.items())
    undo = " Undo brings back what stood here." if lost else ""
    if broken := game.violations(puzzle, solution):
        return Answer(f"The answer breaks a rule: {sentence(broken)}.{undo}", BAD, wrong(broken), after)
    return Answer(f"Solved: every rule is kept.{undo}", GOOD, state=after)


def check(game: Game, puzzle: Any, found: Sequence[Any], clash: Clash | PuzzleError | None = None) -> Answer:
    """Whether the puzzle has one solution; `found` are two of them, or all. If there is none, `clash` may say why, or
    why that is not known."""
    if len(found) == 1:
        return Answer("Unique: this puzzle has exactly one solution.", GOOD)
    if found:
        one, other = (game.write(puzzle, solution) for solution in found[:2])
        differ = [e for e in {**one, **other} if one.get(e, "") != other.get(e, "")]
        return Answer(f"Two solutions at least: they differ in the {len(differ)} marked places.", BAD, _hinted(differ))
    if clashes := game.clashes(puzzle):
        return Answer(f"None: these clues clash: {sentence(clashes)}.", BAD, wrong(clashes))
    if isinstance(clash, Clash):
        return Answer(f"None: {clash.message}.", BAD, dict.fromkeys(clash.where, "wrong"))
    if clash:
        return Answer(f"None: this puzzle has no solution, but which clues are to blame is unknown: {clash}.", BAD)
    return Answer("None: it is proved that this puzzle has no solution, though no two clues clash visibly.", BAD)


def hint(game: Game, sheet: Sheet, puzzle: Any, found: Sequence[Any], state: State, at: Any = None) -> Answer:
    """One element of a solution: `at` if it is empty, else the first that is; or an entry that is wrong."""
    if not found:
        return check(game, puzzle, found)
    boards = [game.write(puzzle, solution) for solution in found]
    clues = game.write(puzzle, None)
    entries = {e: held for e, held in state.items() if held != clues.get(e)}
    board = next((b for b in boards if _fits(game, b, entries)), None)
    if board is None:
        return _contradicted(game, sheet, boards, entries)
    empty = [element for element, held in board.items() if held and not state.get(element)]
    if not empty:
        return Answer("There is nothing left to fill in.", GOOD)
    element = at if at in empty else empty[0]
    message = f"Hint: {sheet.elements[element].label}: {sheet.spoken(board[element])}."
    return Answer(message, marks=_hinted([element]), state={**state, element: board[element]})


def _fits(game: Game, board: State, entries: State) -> bool:
    return all(game.agrees(held, board.get(element, "")) for element, held in entries.items())


def _contradicted(game: Game, sheet: Sheet, boards: Sequence[State], entries: State) -> Answer:
    if len(boards) > 1:
        return Answer("Hint: this puzzle has several solutions, and neither of two found has what stands here.")
    element = next(e for e, held in entries.items() if not game.agrees(held, boards[0].get(e, "")))
    what = sheet.spoken(entry(entries[element]))
    return Answer(f"Hint: {sheet.elements[element].label} cannot be {what}.", BAD, {element: "wrong"})


def explained(sheet: Sheet, state: State, step: Explained | None, *, fill: bool) -> Answer:
    """A step of reasoning with its rows on the board; `fill` writes down what it proves."""
    if step is None:
        return Answer("There is nothing to explain here: other solutions differ, or only a search shows it.")
    return Answer(step.message, marks=step.marks, state={**state, **proved(sheet, step)} if fill else None)


def proved(sheet: Sheet, step: Explained) -> State:
    """What a step proves, as far as it can be written on the board."""
    settled = {element: str(next(iter(left))) for element, left in step.candidates.items() if len(left) == 1}
    return {e: word for e, word in settled.items() if e in sheet.elements and word and sheet.allows(e, word)}


def candidates(built: Any, entries: State) -> dict[Any, frozenset]:
    """What entries on the board say in the words of a model: the states whose names they are."""
    return {element: frozenset((state,)) for element, state in built.statements if str(state) == entries.get(element)}


def _hinted(elements: Sequence[Any]) -> dict[Any, str]:
    return dict.fromkeys(elements, "hinted")


def failed(error: BaseException) -> Answer:
    """Why there is no answer."""
    if isinstance(error, NoSolution):
        return Answer(f"None: {error}.", BAD)
    if isinstance(error, TimeLimitReached):
        return Answer(f"Unknown: {error}.", BAD)
    return Answer(f"{type(error).__name__}: {error}", BAD)
