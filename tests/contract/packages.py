"""Whose contract is tested, on which files, and what several tests ask of a file: it is asked once.

Whoever tests an engine asks it itself.
"""

import importlib
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

import all_boards
import nurikabe
import pytest
from capabilities import has
from patience import limit

from puzzlekit import PUZZLES
from puzzlekit.core.errors import UnsupportedPuzzle
from puzzlekit.scip import enumeration
from puzzlekit.scip.constraints import HANDLER
from puzzlekit.scip.model import BuiltModel

MANY = 50  # a tiny puzzle with fewer solutions is compared completely
PATIENCE = limit(60.0)  # for one answer, so that a hanging model fails
LARGE = 300  # a picture of more symbols than this (from 25x25 on) belongs to the slow run; a word counts as one
CHOSEN = {  # files of different shape, for tests that take long; the slow run makes them on all files
    "sudoku": {"tiny_4x4", "tiny_two_solutions", "tiny_clash", "clues_17a", "square_16b"},
    "battleship": {"tiny_4x4", "tiny_three", "easy_10"},
    "circuit": {"tiny_3x3", "tiny_two_solutions", "tiny_path", "tiny_path_detour", "tiny_no_solution", "board_6x6"},
    "hashi": {"tiny_six", "tiny_uncrossed", "table_a4_17"},
    "zebra": {"tiny_kinds", "tiny_not", "five"},
    "slitherlink": {"tiny_zero", "tiny_four", "fifteen_easy"},
    "numberlink": {"tiny_line", "tiny_touch", "tiny_several_empty", "eight"},
    "nurikabe": set(nurikabe.names()),
}
PACKAGES = {name: importlib.import_module(f"puzzlekit.{name}") for name in PUZZLES} | {"nurikabe": nurikabe}


def name_of(room: ModuleType) -> str:
    return room.__name__.rpartition(".")[2]


def folder(room: ModuleType) -> Path:
    """Where a package's puzzles lie."""
    return Path(room.text.FILES.folder)


def answer_file(room: ModuleType, name: str) -> Path:
    return folder(room) / f"{name}.answer.txt"


@cache
def tiny_names(room: ModuleType) -> list[str]:
    return [name for name in room.names() if name.startswith("tiny_")]


@cache
def loaded(room: ModuleType, name: str) -> Any:
    """The puzzle of a file, read once."""
    return room.load(name)


def tiny(room: ModuleType) -> list[Any]:
    """The tiny puzzles of a package."""
    return [loaded(room, name) for name in tiny_names(room)]


def solvable(room: ModuleType) -> tuple[str, Any, Any]:
    """A tiny puzzle with a solution: its name, itself, and the solution."""
    name = next(name for name in tiny_names(room) if solved(room, name))
    return name, loaded(room, name), solved(room, name)[0]


# On what a test is made: each takes the capabilities that a package must have for it.


def each_room(*needed: str) -> pytest.MarkDecorator:
    rooms = {name: room for name, room in PACKAGES.items() if has(room, *needed)}
    return pytest.mark.parametrize("room", rooms.values(), ids=rooms)


def each_file(*needed: str, only: Callable[[ModuleType, str], bool] | None = None, few: bool = False) -> Any:
    """Every file of the packages. Of `few`, only the chosen ones belong to the usual run."""
    files = [(room, name) for room in PACKAGES.values() if has(room, *needed) for name in _names(room)]
    cases = [_case(room, name, few) for room, name in files if only is None or only(room, name)]
    return pytest.mark.parametrize(("room", "name"), cases)


def each_tiny(*needed: str, few: bool = False) -> Any:
    return each_file(*needed, only=lambda room, name: name in tiny_names(room), few=few)


def few_files(*needed: str) -> Any:
    return each_file(*needed, few=True)


def few_tiny(*needed: str) -> Any:
    return each_tiny(*needed, few=True)


@cache
def _names(room: ModuleType) -> list[str]:
    return room.names()


@cache
def _case(room: ModuleType, name: str, few: bool) -> Any:
    text = (folder(room) / f"{name}.txt").read_text(encoding="utf-8")
    symbols = re.sub(r"[A-Za-z]{2,}[A-Za-z ]*(?![A-Za-z])", "w", text)
    own = f"{name_of(room)}-{name}"
    slow = len(symbols) > LARGE or (few and name not in CHOSEN[name_of(room)])
    marks = [pytest.mark.xdist_group(own)]  # one process, in which answers about a file are found once
    return pytest.param(room, name, id=own, marks=[*marks, pytest.mark.slow] if slow else marks)


def parameters_of(function: Callable) -> Any:
    return inspect.signature(function).parameters


# Who is asked


def builds(room: ModuleType, puzzle: Any) -> Iterator[tuple[str, BuiltModel]]:
    """The puzzle's model in each formulation that takes it."""
    for name, build in room.FORMULATIONS.items():
        with suppress(UnsupportedPuzzle):
            built = build(puzzle)
            yield name, built
            built.free()


def text_builds(room: ModuleType, puzzle: Any) -> Iterator[tuple[str, BuiltModel]]:
    """The same for the formulations that a text prints."""
    return ((name, built) for name, built in builds(room, puzzle) if not name.endswith("_fast"))


def peers(room: ModuleType) -> Mapping[str, Callable]:
    """Who else can be asked for solutions: brute force, where a package has no engines."""
    return room.ENGINES or {"brute_force": all_boards.brute_force(room)}


def ask_peers(room: ModuleType, puzzle: Any, limit: int) -> dict[str, list]:
    """What each peer that takes the puzzle answers, every answer proved."""
    return dict(_answers(room, puzzle, limit))


def first_peer(room: ModuleType, puzzle: Any) -> list:
    """What the first peer answers that takes the puzzle: two solutions, or all."""
    return next(_answers(room, puzzle, 2))[1]


def _answers(room: ModuleType, puzzle: Any, limit: int) -> Iterator[tuple[str, list]]:
    for name, peer in peers(room).items():
        with suppress(UnsupportedPuzzle):
            answer = peer(puzzle, limit, time_limit=PATIENCE)
            assert answer.status == ("solved" if answer.solutions else "infeasible")
            yield name, list(answer.solutions)


def ask_formulations(room: ModuleType, puzzle: Any, limit: int) -> dict[str, list]:
    """What each formulation that takes the puzzle answers."""
    found = {}
    for name in room.FORMULATIONS:
        with suppress(UnsupportedPuzzle):
            found[name] = room.solutions(puzzle, limit, name, time_limit=PATIENCE)
    return found


# What is asked once


@cache
def solved(room: ModuleType, name: str, limit: int = 2) -> tuple:
    """At most so many solutions of a file, by the default formulation."""
    return tuple(room.solutions(loaded(room, name), limit, time_limit=PATIENCE))


@cache
def proved(room: ModuleType, name: str) -> tuple:
    """At most two solutions of a file, by the first peer that takes it."""
    return tuple(first_peer(room, loaded(room, name)))


@cache
def peer_says(room: ModuleType, puzzle: Any) -> tuple:
    """The same of a puzzle: most edits leave what it was, or another that was asked for before."""
    return tuple(first_peer(room, puzzle))


@dataclass(frozen=True)
class Told:
    """What a formulation says of a file.

    Attributes
    ----------
    families
        Their names.
    states
        element -> the states that it speaks of.
    boards
        (solution, values, what it says there: (element, state) -> number), for the first `MANY` solutions.
    """

    families: frozenset[str]
    states: Mapping[Any, frozenset]
    boards: tuple[tuple[Any, Any, Mapping[tuple, float]], ...]


@cache
def told(room: ModuleType, name: str) -> Mapping[str, Told]:
    """What each formulation says that takes the file."""
    found = {}
    for formulation, built in builds(room, loaded(room, name)):
        states: dict[Any, frozenset] = {}
        for element, state in built.indicators:
            states[element] = states.get(element, frozenset()) | {state}
        boards = tuple(
            (board, result.values, built.fractions(result.values))
            for board, result in islice(enumeration.enumerate_solutions(built), MANY)
        )
        found[formulation] = Told(frozenset(built.families), states, boards)
    return found


def told_in_text(room: ModuleType, name: str) -> dict[str, Told]:
    """The same for the formulations that a text prints."""
    return {formulation: one for formulation, one in told(room, name).items() if not formulation.endswith("_fast")}


def solutions_or_none(room: ModuleType, name: str) -> tuple:
    """All solutions by the default formulation, or none of them if there are too many."""
    found = solved(room, name, MANY)
    return found if len(found) < MANY else ()


def truths(room: ModuleType, name: str) -> list[dict]:
    """For each solution the state of each element, as far as a formulation that a text prints speaks of it."""
    states: dict[Any, dict] = {}
    for one in told_in_text(room, name).values():
        for board, _, fractions in one.boards:
            states.setdefault(board, {}).update(fractions.keys())  # pairs of an element and its state
    return list(states.values())


def own_rows(built: BuiltModel) -> list[Any]:
    """SCIP's rows, without the constraint of the handler that asks lazy families."""
    return [row for row in built.model.getConss(transformed=False) if row.getConshdlrName() != HANDLER]


def is_linear(built: BuiltModel) -> bool:
    """Whether the model has a relaxation, and can be asked for proofs."""
    return built.model is None or all(row.isLinear() for row in own_rows(built))


def kind_of(element: Any) -> tuple:
    """What elements of one kind have in common."""
    return type(element), getattr(element, "side", None)
