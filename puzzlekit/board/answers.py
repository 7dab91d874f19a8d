"""What the board answers to Solve, Hint and Check: plain functions of the puzzle and of what stands on the board."""

import inspect
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from puzzlekit.board.notes import Notes
from puzzlekit.board.sheet import Game, Sheet, State, clue, entry, given
from puzzlekit.errors import NoSolution, PuzzleError, TimeLimitReached, Unproved
from puzzlekit.explain import Clash, Explained, Mistake, Repair
from puzzlekit.grid import Violation

GOOD, BAD = "good", "bad"
SHOWN = 2_000  # characters that a message shows of what was printed


Blame = Clash | Repair | PuzzleError | None  # why there is no solution, or why that is not known


@dataclass(frozen=True)
class Answer:
    """What the board says: a sentence, its tone, extra marks, and a new state of the board if there is one; and the
    step of reasoning that it tells, if it tells one."""

    message: str = ""
    tone: str = ""
    marks: Mapping[Any, str] = field(default_factory=dict)
    state: State | None = None
    notes: Notes | None = None  # with a state: new notes, or None where they stay
    step: Explained | None = None


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


def check(game: Game, puzzle: Any, found: Sequence[Any], blame: Blame = None, *, more: bool = False) -> Answer:
    """Whether the puzzle has one solution; `found` are two of them, or all. If there is none, `blame` may say why, or
    why that is not known, and whether there is `more` to be said of it."""
    if len(found) == 1:
        return Answer("Unique: this puzzle has exactly one solution.", GOOD)
    if found:
        one, other = (game.write(puzzle, solution) for solution in found[:2])
        differ = [e for e in {**one, **other} if one.get(e, "") != other.get(e, "")]
        return Answer(f"Two solutions at least: they differ in the {len(differ)} marked places.", BAD, _hinted(differ))
    if isinstance(blame, Repair):
        return Answer(f"A way out: {blame.message}.{' Check again for another.' * more}", BAD, _hinted(blame.where))
    return _none(game, puzzle, blame, " Check again for a way out." * more)


def _none(game: Game, puzzle: Any, clash: Clash | PuzzleError | None, more: str) -> Answer:
    """That there is no solution: because of these clues, or of those that clash visibly."""
    if isinstance(clash, Clash):
        return Answer(f"None: {clash.message}.{more}", BAD, dict.fromkeys(clash.where, "wrong"))
    if clash:
        return Answer(f"None: this puzzle has no solution, but which clues are to blame is unknown: {clash}.", BAD)
    if clashes := game.clashes(puzzle):
        return Answer(f"None: these clues clash: {sentence(clashes)}.{more}", BAD, wrong(clashes))
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


def explained(game: Game, sheet: Sheet, state: State, step: Explained | None, *, fill: bool) -> Answer:
    """A step of reasoning with its rows on the board; `fill` writes down what it proves. An entry that it refutes is
    wrong."""
    if step is None:
        return Answer("There is nothing to explain here: other solutions differ.")
    element, said = step.claim.place
    if step.claim.lower is None and element in state and game.agrees(entry(state[element]), str(said)):
        return Answer(step.message, BAD, {**step.marks, element: f"{step.marks[element]} wrong"}, step=step)
    after = {**state, **proved(sheet, state, step)} if fill else None
    return Answer(step.message, marks=step.marks, state=after, step=step)


def mistaken(mistake: Mistake) -> Answer:
    """The entries that leave no solution, and why."""
    shown = mistake.step.marks if mistake.step else {}
    marks = {element: f"{shown.get(element, '')} wrong".strip() for element in mistake.where}
    return Answer(f"None: {mistake.message}. {mistake.reason}", BAD, {**shown, **marks})


def proved(sheet: Sheet, state: State, step: Explained) -> State:
    """What a step proves and the board does not hold yet, as far as it can be written there. A clue stays."""
    found = {}
    for element, left in step.candidates.items():
        if len(left) == 1 and element in sheet.elements:
            word, held = str(next(iter(left))), state.get(element, "")
            after = given(clue(held), word) if clue(held) else word
            if word and word != entry(held) and sheet.allows(element, after):
                found[element] = after
    return found


def candidates(game: Game, built: Any, entries: State, notes: Notes) -> dict[Any, frozenset]:
    """What entries and notes on the board say in the words of a model: the states that may come of them, where it knows
    any."""
    found: dict[Any, frozenset] = {}
    for element, state in built.statements:
        if element in entries:
            left = game.agrees(entry(entries[element]), str(state))
        else:
            left = str(state) in notes.get(element, ())
        if left:
            found[element] = found.get(element, frozenset()) | {state}
    return found


def _hinted(elements: Sequence[Any]) -> dict[Any, str]:
    return dict.fromkeys(elements, "hinted")


def failed(error: BaseException, solve: Callable | None = None) -> Answer:
    """Why there is no answer; `solve` is the reader's own function, if there is one."""
    if isinstance(error, NoSolution):
        return Answer(f"None: {error}.", BAD)
    if isinstance(error, TimeLimitReached | Unproved):
        return Answer(f"Unknown: {error}.", BAD)
    return Answer(f"{_line(error, solve)}{type(error).__name__}: {error}", BAD)


def _line(error: BaseException, solve: Callable | None) -> str:
    """The last line of the reader's code that an exception comes from, "line 3 of solve: ", if it comes from there.

    The reader's code is what shares its names with the function: the whole notebook, or a module.
    """
    own = getattr(inspect.unwrap(getattr(solve, "func", solve)), "__globals__", {}) if solve else {}
    if own.get("__name__", "").startswith("puzzlekit."):
        return ""
    lines = [
        (line, frame.f_code.co_name) for frame, line in traceback.walk_tb(error.__traceback__) if frame.f_globals is own
    ]
    return "line {} of {}: ".format(*lines[-1]) if lines else ""


def with_print(answer: Answer, printed: str) -> Answer:
    """The answer with what the reader's function printed: of much, the end."""
    if not (text := printed.strip("\n")):
        return answer
    shown = text if len(text) <= SHOWN else f"... {text[-SHOWN:]}"
    return replace(answer, message=f"{answer.message}\nPrinted:\n{shown}")
