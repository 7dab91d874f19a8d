"""`puzzlekit explain`: why must this be so, step by step or at one place."""

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

from puzzlekit import explain
from puzzlekit.board import position_text, proof_replies, reasoned
from puzzlekit.cli.shared import LIMIT, NONE, SOLVED, STATUSES, add_puzzle, find_text, say
from puzzlekit.errors import (
    NoShortProof,
    NoSolution,
    PuzzleError,
    TimeLimitReached,
    counted,
    joined,
    shown,
    validate_choice,
)
from puzzlekit.grid import Candidates
from puzzlekit.reasoning import answers as reasoner

DIFFERS = "differs from solution to solution"
FEW = 4  # places that are named
PATIENCE = 30.0  # seconds for the reason of a repair
REPAIRS = 5  # the most that are told of clues that contradict each other


def add(commands: Any) -> None:
    """Add the command to the parser's."""
    explained = commands.add_parser(
        "explain",
        help="why must this be so?",
        description="Explain a puzzle step by step, the easiest first: each step follows from what was told before.",
        epilog=STATUSES,
    )
    explained.set_defaults(run=run)
    add_puzzle(explained)
    place = "one cell or point (ROW,COLUMN), or an edge (ROW,COLUMN-ROW,COLUMN): why is it as it is?"
    explained.add_argument("--at", metavar="PLACE", type=_numbers, help=place)
    explained.add_argument("--not", metavar="STATE", dest="other", help="why can the place of --at not be this?")


def _numbers(text: str) -> tuple[int, ...]:
    ends = text.split("-")
    parts = [part for end in ends for part in end.split(",")]
    if len(parts) != 2 * len(ends) or len(ends) > 2 or not all(re.fullmatch("[0-9]{1,4}", part) for part in parts):
        raise argparse.ArgumentTypeError(f"found {shown(text)}, expected ROW,COLUMN or ROW,COLUMN-ROW,COLUMN")
    return tuple(number for end in sorted(tuple(map(int, end.split(","))) for end in ends) for number in end)


def run(options: argparse.Namespace) -> int:
    """Explain a puzzle from what is filled in, or one place of it; of one without a solution, what is to blame."""
    package, text = find_text(options)
    game = import_module(f"{package.__name__}.play").ADAPTER
    puzzle, state, _ = position_text.read_board(game, None, text, entries=False)
    clues = game.write(puzzle, None)
    entries = {e: word for e, word in state.items() if word != clues.get(e)}
    if options.other is not None and not options.at:
        raise PuzzleError("found --not without a place, expected --at as well")
    if game.techniques:
        return _reasoned(package, puzzle, reasoned.candidates(game, puzzle, entries), options)
    known = partial(proof_replies.candidates, game, entries=entries)
    asked = partial(explain.asked, puzzle, package.FORMULATIONS)
    try:
        if options.at:
            return asked(lambda built: _explain_place(built, known(built), options.at, options.other))
        each = partial(explain.explanation, each=lambda step: tqdm.write(str(step)))
        told = asked(lambda built: each(built, known(built)))
    except NoSolution as error:
        say(error, NONE)
        mistake = asked(lambda built: explain.mistake(built, known(built)))
        if mistake and mistake.entries:
            print(f"{mistake.message}\n{mistake.reason}")
            return NONE
        _explain_clash(asked)
        return NONE
    _name(told.several, DIFFERS)
    _name(told.unexplained, "proved by search only")
    print(f"rating: {asked(explain.difficulty)}; hardest step: {told.rating}")
    return LIMIT if told.unexplained else SOLVED


def _name(elements: Sequence[Any], what: str) -> None:
    """Print what is so of these elements, if there are any."""
    if elements:
        more = [f"{len(elements) - FEW} more"] if len(elements) > FEW else []
        print(f"{what}: {joined([*map(str, elements[:FEW]), *more])}")


def _reasoned(package: ModuleType, puzzle: Any, known: Candidates, options: argparse.Namespace) -> int:
    """The same by the reasoner. What entries lead to is told once it is known that they are not wrong."""
    try:
        if options.at:
            return _reason_at(puzzle, dict(known), options.at, options.other)
        told = reasoner.explanation(puzzle, known, each=lambda step: None if known else tqdm.write(step.message))
        if told.steps and not all(told.steps[-1].candidates.values()):
            raise NoSolution("proved infeasible: the puzzle has no solution")
    except NoSolution as error:
        say(error, NONE)
        mistake = reasoner.mistake(puzzle, known, time_limit=PATIENCE)
        if mistake and mistake.entries:
            print(f"{mistake.message}\n{mistake}")
        else:
            _explain_clash(partial(explain.asked, puzzle, package.FORMULATIONS))
        return NONE
    print(*(step.message for step in told.steps if known), sep="\n", end="\n" * bool(known))
    _name(told.several, DIFFERS)
    kinds = Counter(step.kind for step in told.steps)
    told_by = joined([f"{number} by {kind}" for kind, number in kinds.items()])
    print(f"{counted(len(told.steps), 'step')}{': ' * bool(kinds)}{told_by}")
    return SOLVED


def _reason_at(puzzle: Any, known: dict[Any, frozenset], at: tuple[int, ...], other: str | None) -> int:
    states = reasoner.states(puzzle)
    element = _element({one.numbers(): one for one in states}, at)
    known.pop(element, None)  # or else it would be why it is
    if other is None:
        reason, otherwise = reasoner.why(puzzle, element, known), DIFFERS
    else:
        words = {str(state): state for state in states[element]}
        state = words[validate_choice(other, words, f"state of {element}")]
        reason, otherwise = reasoner.why_not(puzzle, element, state, known), f"can be {other}"
    print(f"{element} {otherwise}" if reason is None else str(reason) or f"{element} is given")
    return SOLVED


def _element(elements: Mapping[tuple[int, ...], Any], at: tuple[int, ...]) -> Any:
    """The element at a place."""
    if at not in elements:
        raise PuzzleError(f"found the place {at}, expected one of an element of this puzzle, such as {min(elements)}")
    return elements[at]


def _explain_clash(asked: Callable[..., Any]) -> None:
    """The clues that contradict each other, and which of them could be left out."""
    if clash := asked(explain.minimal_conflict):
        print(f"{clash.message}\n{clash.reason}", flush=True)  # repairs may take a while
        repairs = asked(explain.repairs, REPAIRS)
        print(*(repair.message for repair in repairs), sep="\n", end="\n" * bool(repairs), flush=True)
        if repairs and not clash.proof:
            _explain_repair(asked, repairs[0])


def _explain_repair(asked: Callable[..., Any], repair: explain.Repair) -> None:
    """A reason for a repair where only a search shows that the clues contradict each other, if one is soon found."""
    with suppress(NoShortProof, TimeLimitReached):
        why = asked(partial(explain.why_removed, repair=repair, time_limit=PATIENCE))
        print(f"reason to remove {joined([*repair.clues.values()])}:\n{why.message}")


def _explain_place(built: Any, known: dict[Any, frozenset], at: tuple[int, ...], other: str | None) -> int:
    element = _element({element.numbers(): element for element, _ in built.indicators}, at)
    known.pop(element, None)  # or else it would be why it is
    if other is None:
        step, otherwise = explain.why(built, element, known), DIFFERS
    else:
        states = {str(state): state for own, state in built.indicators if own == element}
        step = explain.why_not(built, element, states[validate_choice(other, states, f"state of {element}")], known)
        otherwise = f"can be {other}"
    print(step if step else f"{element} {otherwise}")
    return SOLVED
