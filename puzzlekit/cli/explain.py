"""The command `puzzlekit explain`: explain a puzzle step by step, or explain one of its elements."""

import argparse
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any

from tqdm import tqdm

from puzzlekit.board import position_text, reasoned
from puzzlekit.cli.shared import NONE, SOLVED, STATUSES, add_puzzle, find_text, say
from puzzlekit.core.clock import Stopwatch
from puzzlekit.core.errors import (
    NoSolution,
    PuzzleError,
    TimeLimitReached,
    counted,
    joined,
    shown,
    validate_choice,
)
from puzzlekit.core.grid import Candidates
from puzzlekit.reasoning import answers as reasoner
from puzzlekit.reasoning import conflicts

DIFFERS = "differs from solution to solution"
PLACE = "[0-9]{1,4},[0-9]{1,4}"  # a cell or point; an edge has two
FEW = 4  # the most elements that a line names
PATIENCE = 30.0  # seconds for each search for wrong entries or clues
REPAIRS = 5  # the most repairs printed for clues that contradict each other


def add(commands: Any) -> None:
    """Add the command `explain` to the parser."""
    explained = commands.add_parser(
        "explain",
        help="explain a puzzle or one place step by step",
        description="Explain a puzzle step by step, the easiest first. Each step follows from earlier steps.",
        epilog=STATUSES,
    )
    explained.set_defaults(run=run)
    add_puzzle(explained)
    place = "explain one cell or point (ROW,COLUMN), or one edge (ROW,COLUMN-ROW,COLUMN)"
    explained.add_argument("--at", metavar="PLACE", type=_numbers, help=place)
    explained.add_argument("--not", metavar="STATE", dest="other", help="explain why the place of --at cannot be STATE")


def _numbers(text: str) -> tuple[int, ...]:
    if not re.fullmatch(f"{PLACE}(-{PLACE})?", text):
        raise argparse.ArgumentTypeError(f'found {shown(text)}, expected "ROW,COLUMN" or "ROW,COLUMN-ROW,COLUMN"')
    return tuple(number for end in sorted(tuple(map(int, end.split(","))) for end in text.split("-")) for number in end)


def run(options: argparse.Namespace) -> int:
    """Print an explanation of a puzzle, or of one of its elements, which follows from the clues and entries. If there
    is no solution, print the contradictory entries or clues. Return the exit status. Raises PuzzleError if an argument
    is not valid."""
    package, text = find_text(options, entries=True)
    game = import_module(f"{package.__name__}.play").ADAPTER
    puzzle, state, _ = position_text.read_board(game, None, text, entries=False)
    clues = game.write(puzzle, None)
    entries = {e: word for e, word in state.items() if word != clues.get(e)}
    if options.other is not None and not options.at:
        raise PuzzleError("found --not without a place, expected --at, too")
    return _told(package, puzzle, reasoned.candidates(game, puzzle, entries), options)


def _name(elements: Sequence[Any], what: str) -> None:
    """Print `what` and the first FEW elements. Print nothing if there are no elements."""
    if elements:
        more = [f"{len(elements) - FEW} more"] if len(elements) > FEW else []
        print(f"{what}: {joined([*map(str, elements[:FEW]), *more])}")


def _told(package: ModuleType, puzzle: Any, known: Candidates, options: argparse.Namespace) -> int:
    """Print the explanation, and return the exit status. `known` has the reader's entries, {element: states}. If there
    are entries, steps are printed only at the end, when the entries are known to have no contradiction."""
    try:
        if options.at:
            return _reason_at(package, puzzle, dict(known), options.at, options.other)
        told = reasoner.explanation(puzzle, known, each=lambda step: None if known else tqdm.write(step.message))
        if told.steps and told.steps[-1].is_contradiction:
            raise NoSolution(reasoner.IMPOSSIBLE)
    except NoSolution as error:
        mistake = reasoner.mistake(puzzle, known, time_limit=PATIENCE) if known else None
        if mistake and mistake.entries:
            print(f"{mistake.message}\n{mistake}")
        else:
            say(error, NONE)
            with suppress(TimeLimitReached):  # that there is no solution is proved
                _explain_clash(partial(conflicts.asked, puzzle, package.FORMULATIONS))
        return NONE
    print(*(step.message for step in told.steps if known), sep="\n", end="\n" * bool(known))
    _name(told.several, DIFFERS)
    _name(told.open, "not explained")
    kinds = Counter(step.kind for step in told.steps)
    told_by = joined([f"{number} by {kind}" for kind, number in kinds.items()])
    print(f"{counted(len(told.steps), 'step')}{': ' * bool(kinds)}{told_by}")
    return SOLVED


def _reason_at(
    package: ModuleType, puzzle: Any, known: dict[Any, frozenset], at: tuple[int, ...], other: str | None
) -> int:
    watch = Stopwatch()  # the rules of a large puzzle take a while to build
    states = reasoner.states(puzzle)
    left = watch.remaining(reasoner.LIMIT)
    element = _element({one.numbers(): one for one in states}, at)
    known.pop(element, None)  # the explanation must not use the entry in this element
    if other is None:
        reason = reasoner.why(puzzle, element, known, time_limit=left)
        otherwise = f"the state of {element} {DIFFERS}"
    else:
        words = {str(state): state for state in states[element]}
        state = words[validate_choice(other, words, f"state of {element}")]
        reason = reasoner.why_not(puzzle, element, state, known, time_limit=left)
        otherwise = f"{element} can be {other}"
        if reason is None:
            with suppress(TimeLimitReached):
                package.solve(puzzle, time_limit=PATIENCE)  # raises NoSolution: no state is possible
    print(otherwise if reason is None else str(reason) or f"{element} is given")
    return SOLVED


def _element(elements: Mapping[tuple[int, ...], Any], at: tuple[int, ...]) -> Any:
    """Return the element with the numbers `at`, such as (row, column). Raises PuzzleError if there is no such
    element."""
    if at not in elements:
        raise PuzzleError(f"no element at {_place(at)}, expected a place such as {_place(min(elements))}")
    return elements[at]


def _place(at: Sequence[int]) -> str:
    """Return the numbers of a place as `--at` reads them."""
    return "-".join(f"{row},{column}" for row, column in zip(at[::2], at[1::2], strict=True))


def _explain_clash(asked: Callable[..., Any]) -> None:
    """Print the clues that contradict each other, and the repairs: clues whose removal makes the puzzle feasible. Print
    nothing if no such clues are found. `asked(function, ...)` applies a function of `conflicts` to the puzzle. Raises
    TimeLimitReached if one of the two searches takes longer than PATIENCE."""
    if clash := asked(partial(conflicts.minimal_conflict, time_limit=PATIENCE)):
        print(f"{clash.message}\n{clash.reason}", flush=True)  # repairs may take a while
        repairs = asked(partial(conflicts.repairs, time_limit=PATIENCE), REPAIRS)
        print(*(repair.message for repair in repairs), sep="\n", end="\n" * bool(repairs), flush=True)
