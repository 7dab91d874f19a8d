"""`Board`, a grid with numbers as in most puzzles on other sites, and `Links`, the readers and writers of a puzzle
type."""

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
ASKED = "?"  # a clue whose number is not given


@dataclass(frozen=True)
class Board:
    """A grid of cells in the format of another site.

    Attributes
    ----------
    clues
        (row, column) -> number, or another sign in its place, such as ASKED or a letter.
    entries
        A player's entries: (row, column) of a cell -> entry. For drawn lines, (row, column) is the line's position in a
        picture whose cells or points are two rows and two columns apart.
    flag
        Letters in an address that select other rules; "" for the usual rules.
    """

    rows: int
    columns: int
    clues: Mapping[Place, Any]
    entries: Mapping[Place, Any] = field(default_factory=dict)
    flag: str = ""


def number(clue: Any, place: Element, least: int = 0) -> int:
    """Return a clue as a number. Raises ParseError, which names `place`, if the clue is not a number or is less than
    `least`."""
    if not str(clue).isdecimal() or int(clue) < least:
        raise ParseError(f"{place}: found {shown(clue)}, expected a number, {least} or more")
    return int(clue)


class Links(Generic[Puzzle, Solution]):
    """Readers and writers for the puzzles of one type on other sites. The puzzle's package offers the method `link` as
    a function.

    Parameters
    ----------
    kind, solved
        The classes `Puzzle` and `Solution`.
    violations
        The rule checker, which raises PuzzleError for entries of another puzzle.
    names
        The names of the puzzle type on other sites, without variants that have other rules.
    readers
        {site: function of a `Link` that returns the puzzle and the entries}.
    writers
        {site: function of (puzzle, entries or None) that returns a text}.
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
        """Return whether a link can hold a puzzle of this type, according to the link's name and site."""
        return found.name in ("", *self._names) and found.site in self._readers

    def parse(self, text: str, picture: Callable[[dict[int, str]], Puzzle]) -> Puzzle:
        """Return the puzzle in a text, which is in a form of another site or a text picture. The function `picture`
        gets {line number: line} of a picture and returns the puzzle. Raises ParseError if the text is invalid."""
        found = self.read(text)
        return found[0] if found else picture(text_lines(text))

    def read(self, text: str) -> tuple[Puzzle, Solution] | None:
        """Return the puzzle and the entries in an address, an id or a file of another site; None if the text is a
        picture.

        Raises
        ------
        ParseError
            If the text is broken, or its puzzle has other rules than this puzzle type.
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
        """Return the entries in an address, an id or a file; None if the text is a picture. Raises ParseError if the
        entries belong to another puzzle."""
        if not (found := self.read(text)):
            return None
        if found[0] != puzzle:
            raise ParseError("found the file of another puzzle, expected a file of this puzzle")
        return found[1]

    def link(self, puzzle: Puzzle, site: str = PUZZ_LINK, *, solution: Solution | None = None) -> str:
        """Return the puzzle as a text in a form that another site reads.

        Parameters
        ----------
        site
            "puzz.link" for an address of that site, "pzprv3" for a file that it can open, or, if Simon Tatham's
            collection has the puzzle, "tatham" for an id.
        solution
            Entries to write as well; only a file can hold them.

        Raises
        ------
        PuzzleError
            If the site is unknown, or has no puzzles with these rules or of this size.
        """
        check_kind(puzzle, self._kind)
        validate_choice(site, self._writers, "site")
        if solution is not None:
            self._violations(puzzle, check_kind(solution, self._solved), partial=True)
            if site != PZPRV3:
                raise PuzzleError(f"found entries for {site}, which stores none; expected the site {PZPRV3!r}")
        return self._writers[site](puzzle, solution)
