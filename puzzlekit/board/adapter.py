"""The functions of a puzzle type that its board calls.

The adapter needs no solver and no pictures, so a page can judge a board without a kernel. Solvers are passed in.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from puzzlekit.board.layout import BoardLayout, State, agrees
from puzzlekit.core.grid import Candidates, Element, Step, Violation


def no_steps(puzzle: Any, candidates: Candidates) -> Sequence[Step]:
    """Return no steps: the `deduce` of a puzzle type without one, whose board has no Next step."""
    return ()


@dataclass(frozen=True)
class PuzzleAdapter:
    """The functions of a puzzle type that its board needs; only the board calls the first four.

    Attributes
    ----------
    sheet
        `puzzle -> BoardLayout`.
    write
        `(puzzle, solution or None) -> State`, with the clues. Raises PuzzleError if the solution is another puzzle's.
    read_puzzle
        `(puzzle, State) -> Puzzle`: the puzzle with the clues on the board, otherwise like `puzzle`. May raise
        PuzzleError.
    read_solution
        `(puzzle, State) -> Solution`: the solution on the board, filled in part or wholly.
    agrees
        `(entry, state of a solution) -> bool`: whether an entry may stay. The default is `layout.agrees`; a type whose
        entries can say less than a solution has its own.
    techniques
        The rules of reasoning, see `reasoning`; None where there are none.
    initial_candidates, deduce
        The possible states of each element, and the propagation of the rules, for notes of the remaining candidates.
    empty
        `(puzzle, rows, columns) -> Puzzle`: a board of this size without clues, otherwise like this puzzle; None if
        the type has none.
    compose
        `(puzzle, name of a form, words) -> Puzzle`: the puzzle changed by a form of the sheet. May raise PuzzleError.
    link
        `puzzle -> str`: its address on another site. Raises PuzzleError if it has none.
    limited
        `ask -> ask`: apply the puzzle type's own time limit to a function `(puzzle, ..., time_limit=...)`.
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


FACE = {  # file of the puzzle type -> the functions that the adapter takes from it
    "rules": ("violations", "clue_conflicts", "marks"),
    "text": ("parse", "parse_solution"),
    "deduce": ("initial_candidates", "deduce"),
    "techniques": ("techniques",),  # not every type has them
    "link": ("link",),  # not every type has links
}


def adapter(package: str, *first: Any, **own: Any) -> PuzzleAdapter:
    """Return the adapter of a puzzle package, from its own functions for the board and the functions of FACE."""
    files = {file: import_module(f"{package}.{file}") for file in FACE if find_spec(f"{package}.{file}")}
    face = {name: getattr(files[file], name) for file in files for name in FACE[file]}
    return PuzzleAdapter(*first, **{**face, **own})
