"""What a board calls of a puzzle type: its own functions for the board, and those that stand in its files.

It needs no solver and no pictures, so that a page can judge a board without a kernel; what answers is handed in.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from puzzlekit.board.layout import BoardLayout, State, agrees
from puzzlekit.core.grid import Candidates, Element, Step, Violation


def no_steps(puzzle: Any, candidates: Candidates) -> Sequence[Step]:
    """The `deduce` of a puzzle type that has none: then its board has no Next step."""
    return ()


@dataclass(frozen=True)
class PuzzleAdapter:
    """The functions of a puzzle type that its board needs; the first four are for the board alone.

    Attributes
    ----------
    sheet
        `puzzle -> BoardLayout`.
    write
        `(puzzle, solution or None) -> State`, the clues included. Raises PuzzleError if they do not fit each other.
    read_puzzle
        `(puzzle, State) -> Puzzle`: the clues on the board; `puzzle` gives what is not on it. May raise PuzzleError.
    read_solution
        `(puzzle, State) -> Solution`: what stands on the board, half-filled or filled.
    agrees
        `(entry, state of a solution) -> bool`: whether an entry may stay; another one than that of `layout` where
        some entries say less than a solution.
    techniques
        The rules of reasoning, see `reasoning`; None where there are none.
    initial_candidates, deduce
        What each element may be in the words of `deduce`, and `deduce` itself, for notes of what is left.
    empty
        `(puzzle, rows, columns) -> Puzzle`: a board of this size without clues, otherwise like this puzzle; None where
        there is none.
    compose
        `(puzzle, name of a form, words) -> Puzzle`: what comes of a form of the sheet. May raise PuzzleError.
    link
        `puzzle -> str`: its address on another site. Raises PuzzleError if it has none.
    limited
        `ask -> ask`: puts the puzzle type's own time limit on a function `(puzzle, ..., time_limit=...)`.
    """

    sheet: Callable[[Any], BoardLayout]
    write: Callable[[Any, Any], State]
    read_puzzle: Callable[[Any, State], Any]
    read_solution: Callable[[Any, State], Any]
    violations: Callable[..., list[Violation]]
    clue_conflicts: Callable[[Any], list[Violation]]
    marks: Callable[[Any, Any, Sequence[Violation]], Mapping[Element, str]]
    parse: Callable[[str], Any]
    parse_solution: Callable[[Any, str], Any]
    agrees: Callable[[str, str], bool] = agrees
    initial_candidates: Callable[[Any], Candidates] = lambda puzzle: {}
    deduce: Callable[[Any, Candidates], Sequence[Step]] = no_steps
    techniques: Callable[[Any], Any] | None = None
    empty: Callable[[Any, int, int], Any] | None = None
    compose: Callable[[Any, str, tuple[str, ...]], Any] | None = None
    link: Callable[[Any], str] | None = None
    limited: Callable[[Callable[..., Any]], Callable[..., Any]] = lambda ask: ask


FACE = {  # what a board takes as it is, by the file in which it stands
    "rules": ("violations", "clue_conflicts", "marks"),
    "text": ("parse", "parse_solution"),
    "deduce": ("initial_candidates", "deduce"),
    "techniques": ("techniques",),  # not every type has them
    "link": ("link",),  # not every type has links
}


def adapter(package: str, *first: Any, **own: Any) -> PuzzleAdapter:
    """The adapter of the puzzle with this package: its own functions for the board; from its files all the others."""
    files = {file: import_module(f"{package}.{file}") for file in FACE if find_spec(f"{package}.{file}")}
    face = {name: getattr(files[file], name) for file in files for name in FACE[file]}
    return PuzzleAdapter(*first, **{**face, **own})
