"""A grid with numbers, as other sites have most puzzles; and what reads and writes those of one type."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from puzzlekit.core.errors import ParseError, PuzzleError, check_kind, shown, validate_choice
from puzzlekit.core.grid import Element
from puzzlekit.core.texts import text_lines
from puzzlekit.formats.addresses import PUZZ_LINK, PZPRV3, Link, find

Puzzle = TypeVar("Puzzle")
Solution = TypeVar("Solution")
Place = tuple[int, int]
ASKED = "?"  # a clue that is not told, in the place of its number


@dataclass(frozen=True)
class Board:
    """A grid of cells, as another site writes it.

    Attributes
    ----------
    clues
        (row, column) -> number, or what stands there instead.
    entries
        What was filled in: the same of cells; of lines (row, column) in a picture whose places are two apart.
    flag
        Letters by which an address asks for other rules.
    """

    rows: int
    columns: int
    clues: Mapping[Place, Any]
    entries: Mapping[Place, Any] = field(default_factory=dict)
    flag: str = ""


def number(clue: Any, place: Element, least: int = 0) -> int:
    """A clue as a number. Raises ParseError if it is a letter, or is not told."""
    if not str(clue).isdecimal() or int(clue) < least:
        raise ParseError(f"{place}: found {shown(clue)}, expected a number from {least} on")
    return int(clue)


class Links(Generic[Puzzle, Solution]):
    """What a puzzle type reads and writes of other sites; its method `link` is the type's function of that name.

    Parameters
    ----------
    kind, solved
        The `Puzzle` and the `Solution`.
    violations
        The checker, which refuses entries that are not of this puzzle.
    names
        What the type is called elsewhere, the variants left out whose rules are others.
    readers
        site -> function of what was found that gives the puzzle and what was filled in.
    writers
        site -> function of (puzzle, entries or None).
    """

    def __init__(
        self,
        kind: type[Puzzle],
        solved: type[Solution],
        violations: Callable[..., Any],
        *,
        names: tuple[str, ...],
        readers: Mapping[str, Callable[[Link], tuple[Puzzle, Solution]]],
        writers: Mapping[str, Callable[[Puzzle, Solution | None], str]],
    ):
        self._kind, self._solved, self._violations = kind, solved, violations
        self._names, self._readers, self._writers = names, readers, writers

    def takes(self, found: Link) -> bool:
        """Whether this may be a puzzle of the type, as far as its name and its site say."""
        return found.name in ("", *self._names) and found.site in self._readers

    def parse(self, text: str, picture: Callable[[dict[int, str]], Puzzle]) -> Puzzle:
        """The puzzle of a text: `picture` reads the lines of one, and all else is as other sites have it."""
        found = self.read(text)
        return found[0] if found else picture(text_lines(text))

    def read(self, text: str) -> tuple[Puzzle, Solution] | None:
        """The puzzle and the entries that an address, an id or a file of another site holds; None for a picture.

        Raises
        ------
        ParseError
            If it is broken, or its rules are not those of this type.
        """
        if not (found := find(text)):
            return None
        if not self.takes(found):
            raise found.refused(" or ".join(self._names))
        try:
            return self._readers[found.site](found)
        except ParseError:
            raise
        except PuzzleError as error:
            raise ParseError(str(error)) from None

    def read_entries(self, puzzle: Puzzle, text: str) -> Solution | None:
        """The entries that such a text holds, which must be of this puzzle; None if it is none."""
        if not (found := self.read(text)):
            return None
        if found[0] != puzzle:
            raise ParseError("found another puzzle in it, expected this one with entries")
        return found[1]

    def link(self, puzzle: Puzzle, site: str = PUZZ_LINK, *, solution: Solution | None = None) -> str:
        """The puzzle as another site reads it.

        Parameters
        ----------
        site
            "puzz.link" for an address there, "pzprv3" for the file that it saves, or, where Simon Tatham's collection
            has the puzzle, "tatham" for an id there.
        solution
            Entries that go with it, which a file alone can hold.

        Raises
        ------
        PuzzleError
            If there is no such site, or it has no puzzles with these rules or of this size.
        """
        check_kind(puzzle, self._kind)
        validate_choice(site, self._writers, "site")
        if solution is not None:
            self._violations(puzzle, check_kind(solution, self._solved), partial=True)
            if site != PZPRV3:
                raise PuzzleError(f"found entries for {site}, expected the site {PZPRV3!r}, whose files can hold them")
        return self._writers[site](puzzle, solution)
