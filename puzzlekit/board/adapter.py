"""The functions of a puzzle type that its board calls.

The adapter needs no solver and no pictures, so a page can judge a board without a kernel. The board gets solvers from
its `Queries`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from puzzlekit.board.layout import BoardLayout, State, agrees
from puzzlekit.core.grid import Candidates, Element, Step, Violation


@dataclass(frozen=True)
class PuzzleAdapter:
    """The functions of a puzzle type that its board calls.

    Attributes
    ----------
    sheet
        `puzzle -> BoardLayout`, the layout of the board.
    write
        `(puzzle, solution or None) -> State`: the states of the elements, with the clues. Raises PuzzleError if the
        solution belongs to another puzzle.
    read_puzzle
        `(puzzle, State) -> Puzzle`: the puzzle with the clues on the board, otherwise like `puzzle`. Raises PuzzleError
        if the clues are not a valid puzzle.
    read_solution
        `(puzzle, State) -> Solution`: the solution on the board, perhaps partial.
    agrees
        `(entry, state of a solution) -> bool`: whether the entry agrees with the solution. The default is
        `layout.agrees`; a puzzle type whose entries can leave several states possible has its own function.
    violations, clue_conflicts, marks, parse, parse_solution
        The functions of the same names in the puzzle type's modules `rules` and `text`.
    techniques
        `puzzle -> System`: the puzzle with its rules of reasoning, see `reasoning`. None if the type has no such rules.
    initial_candidates
        `puzzle -> candidates`: all states of each element. The Note button uses them.
    deduce
        `(puzzle, candidates) -> steps`: the steps of propagation. The Note button uses them.
    empty
        `(puzzle, rows, columns) -> Puzzle`: a puzzle of this size without clues, otherwise like `puzzle`. None if the
        type has no empty puzzles.
    compose
        `(puzzle, name of a form, words) -> Puzzle`: the puzzle changed by a form of the layout. Raises PuzzleError if
        the words do not fit. None if the type has no forms.
    link
        `puzzle -> str`: the puzzle's address on another site. Raises PuzzleError if the puzzle has no such address.
        None if the type has no links.
    limited
        `function -> function`: for a function `(puzzle, ..., time_limit=...)`, a function like it that also observes
        the puzzle type's own time limit.
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
    deduce: Callable[[Any, Candidates], Sequence[Step]] = lambda puzzle, candidates: ()
    techniques: Callable[[Any], Any] | None = None
    empty: Callable[[Any, int, int], Any] | None = None
    compose: Callable[[Any, str, tuple[str, ...]], Any] | None = None
    link: Callable[[Any], str] | None = None
    limited: Callable[[Callable[..., Any]], Callable[..., Any]] = lambda ask: ask


FACE = {  # file of the puzzle type -> the functions that the adapter takes from it
    "rules": ("violations", "clue_conflicts", "marks"),
    "text": ("parse", "parse_solution"),
    "deduce": ("initial_candidates", "deduce"),
    "techniques": ("techniques",),  # not every type has this file
    "link": ("link",),  # not every type has this file
}


def adapter(package: str, *first: Any, **own: Any) -> PuzzleAdapter:
    """Return the adapter of a puzzle package. The functions in `first` are the adapter's first attributes, in order,
    and the functions in `own` are attributes by name. The functions listed in FACE are imported from the package's
    modules, unless `own` has them."""
    files = {file: import_module(f"{package}.{file}") for file in FACE if find_spec(f"{package}.{file}")}
    face = {name: getattr(files[file], name) for file in files for name in FACE[file]}
    return PuzzleAdapter(*first, **{**face, **own})
