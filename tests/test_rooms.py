"""The contract that every room keeps. A room gets these tests by standing in `puzzlekit.ROOMS`."""

import importlib
import inspect
import random
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import FrozenInstanceError, dataclass, fields
from functools import cache, partial, wraps
from itertools import combinations, islice, permutations, product, zip_longest
from pathlib import Path
from types import ModuleType
from typing import Any

import all_boards
import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import pyplot as plt
from pyscipopt import Variable

from puzzlekit import ROOMS, explain, grid, scip, unique
from puzzlekit.board import clue, entry, given
from puzzlekit.board.actions import BUTTONS
from puzzlekit.board.table import Table
from puzzlekit.errors import NoSolution, ParseError, PuzzleError, TimeLimitReached, Unsuited
from puzzlekit.explain import Explanation, premises
from puzzlekit.explain.naming import conclusion
from puzzlekit.grid import DATA, Cell, Edge, Element, Label, Point, Violation
from puzzlekit.scip.handler import TOLERANCE, LazyFamily
from puzzlekit.scip.model import BuiltModel
from puzzlekit.scip.rows import HANDLER, as_row, is_broken, keys

FACES = {
    "parse": "(text)",
    "parse_solution": "(puzzle, text)",
    "load": "(name)",
    "names": "()",
    "solve": "(puzzle, formulation=None, *, time_limit=None)",
    "solutions": "(puzzle, limit=2, formulation=None, *, time_limit=None)",
    "is_unique": "(puzzle, formulation=None, *, time_limit=None)",
    "violations": "(puzzle, solution, *, partial=False)",
    "clashes": "(puzzle)",
    "marks": "(puzzle, solution, broken=None)",
    "deduce": "(puzzle, candidates=None)",
    "draw": "(puzzle, solution=None, *, fractions=None, marks=None, ax=None)",
    "board": "(puzzle, *, solve=None)",
    "next_step": "(puzzle, candidates=None)",
    "explanation": "(puzzle)",
    "difficulty": "(puzzle)",
}
PEER = "(puzzle, limit=2, *, time_limit=None, workers=1)"
MANY = 50  # a tiny puzzle with fewer solutions is compared completely
SEEDS = 10  # puzzles of a generator, of which one at least has several solutions if it may
FEW = 12  # a model with at most so many decisions is solved by trying everything
SPOILED = 16  # small puzzles that are spoiled in edit mode
FEW_SEEDS = (0, 1, 3)  # those of them that the usual run looks at closely
OFFERED = 6  # repairs of each that are asked for
PATIENCE = 60.0  # seconds for one answer, so that a hanging model fails
AT_ONCE = 30.0  # seconds, generously, for an answer that is to come within one or to be none
CHOSEN = {  # files of different shape, for tests that take long; the slow run makes them on all files
    "sudoku": {"tiny_4x4", "tiny_two_solutions", "tiny_clash", "clues_17a", "square_16b"},
    "battleship": {"tiny_4x4", "tiny_parts", "easy_10"},
    "circuit": {"tiny_3x3", "tiny_two_solutions", "tiny_path", "tiny_path_detour", "tiny_no_solution", "board_6x6"},
    "hashi": {"tiny_six", "tiny_uncrossed", "table_a4_17"},
    "zebra": {"tiny_kinds", "tiny_not", "five"},
    "slitherlink": {"tiny_zero", "tiny_four", "fifteen_easy"},
    "numberlink": {"tiny_line", "tiny_touch", "tiny_empty", "eight"},
}
LARGE = 300  # a picture of more symbols than this (from 25x25 on) belongs to the slow run; a word counts as one

MODULES = {name: importlib.import_module(f"puzzlekit.{name}") for name in ROOMS}
FILES = [(room, name) for room in MODULES.values() for name in room.names()]
TINY = [file for file in FILES if file[1].startswith("tiny_")]


def _case(room: ModuleType, name: str) -> Any:
    symbols = re.sub(r"[A-Za-z]{2,}[A-Za-z ]*(?![A-Za-z])", "w", grid.load_text(_name(room), name))
    own = f"{_name(room)}-{name}"
    marks = [pytest.mark.xdist_group(own)]  # one process, in which answers about a file are found once
    return pytest.param(room, name, id=own, marks=[*marks, pytest.mark.slow] if len(symbols) > LARGE else marks)


def _few(files: list[tuple[ModuleType, str]]) -> list[Any]:
    """All cases, of which only the few belong to the usual run."""
    cases = [_case(*file) for file in files]
    return [
        case
        if name in CHOSEN[_name(room)]
        else pytest.param(room, name, id=case.id, marks=[*case.marks, pytest.mark.slow])
        for case, (room, name) in zip(cases, files, strict=True)
    ]


def _name(room: ModuleType) -> str:
    return room.__name__.rpartition(".")[2]


each_room = pytest.mark.parametrize("room", MODULES.values(), ids=MODULES)
each_file = pytest.mark.parametrize(("room", "name"), [_case(*file) for file in FILES])
each_tiny = pytest.mark.parametrize(("room", "name"), [_case(*file) for file in TINY])
few_files = pytest.mark.parametrize(("room", "name"), _few(FILES))
few_tiny = pytest.mark.parametrize(("room", "name"), _few(TINY))
each_answer = pytest.mark.parametrize(
    ("room", "name"), [_case(*file) for file in FILES if (DATA / _name(file[0]) / f"{file[1]}.answer.txt").exists()]
)


def _spoiled(name: str) -> pytest.MarkDecorator:
    """A room's spoiled puzzles are looked for once, in one process."""
    return pytest.mark.xdist_group(f"{name}-spoiled")


def each_spoiled(seeds: int) -> Any:
    """Each room with seeds of spoiled puzzles, most of them in the slow run."""
    cases = []
    for (name, room), seed in product(MODULES.items(), range(seeds)):
        marks = [_spoiled(name), *([] if seed in FEW_SEEDS else [pytest.mark.slow])]
        cases.append(pytest.param(room, seed, id=f"{name}-{seed}", marks=marks))
    return pytest.mark.parametrize(("room", "seed"), cases)


def signature(function: Callable) -> str:
    """Parameters and defaults, without the types."""
    bare = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in _parameters(function).values()]
    return str(inspect.Signature(bare))


def _parameters(function: Callable) -> Any:
    return inspect.signature(function).parameters


def builds(room: ModuleType, puzzle: Any) -> Iterator[tuple[str, BuiltModel]]:
    """The puzzle's model in each formulation that takes it."""
    for name, build in room.FORMULATIONS.items():
        with suppress(Unsuited):
            built = build(puzzle)
            yield name, built
            built.free()


def text_builds(room: ModuleType, puzzle: Any) -> Iterator[tuple[str, BuiltModel]]:
    """The same for the formulations that a text prints."""
    return ((name, built) for name, built in builds(room, puzzle) if not name.endswith("_fast"))


def ask_peers(room: ModuleType, puzzle: Any, limit: int) -> dict[str, list]:
    """What each peer that takes the puzzle answers, every answer proved."""
    found = {}
    for name, peer in room.PEERS.items():
        with suppress(Unsuited):
            answer = peer(puzzle, limit, time_limit=PATIENCE)
            assert answer.status == ("solved" if answer.solutions else "infeasible")
            found[name] = list(answer.solutions)
    return found


def first_peer(room: ModuleType, puzzle: Any) -> list:
    """What the first peer answers that takes the puzzle: two solutions, or all."""
    for peer in room.PEERS.values():
        with suppress(Unsuited):
            answer = peer(puzzle, 2, time_limit=PATIENCE)
            assert answer.status == ("solved" if answer.solutions else "infeasible")
            return list(answer.solutions)
    raise AssertionError("no peer takes the puzzle")


def ask_formulations(room: ModuleType, puzzle: Any, limit: int) -> dict[str, list]:
    """What each formulation that takes the puzzle answers."""
    found = {}
    for name in room.FORMULATIONS:
        with suppress(Unsuited):
            found[name] = room.solutions(puzzle, limit, name, time_limit=PATIENCE)
    return found


def _game(room: ModuleType) -> Any:
    """What a room's board is made of."""
    return inspect.getmodule(room.board).GAME  # type: ignore[union-attr]


# What several tests ask of the same file is asked once. Whoever tests an engine asks it itself.


@cache
def solved(room: ModuleType, name: str, limit: int = 2) -> tuple:
    """At most so many solutions of a file, by the default formulation."""
    return tuple(room.solutions(room.load(name), limit, time_limit=PATIENCE))


@cache
def proved(room: ModuleType, name: str) -> tuple:
    """At most two solutions of a file, by the first peer that takes it."""
    return tuple(first_peer(room, room.load(name)))


@cache
def peer_says(room: ModuleType, puzzle: Any) -> tuple:
    """The same of a puzzle: most edits leave what it was, or another that was asked for before."""
    return tuple(first_peer(room, puzzle))


@cache
def explained(room: ModuleType, name: str) -> Explanation | None:
    """A solvable file's explanation, or None: its objective counts, or its rows are not linear."""
    with suppress(Unsuited):
        return room.explanation(room.load(name))
    return None


@cache
def elements(room: ModuleType, name: str) -> frozenset[Element]:
    """What lies on a file's board."""
    return frozenset(_game(room).sheet(room.load(name)).elements)


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
    for formulation, built in builds(room, room.load(name)):
        states: dict[Any, frozenset] = {}
        for element, state in built.statements:
            states[element] = states.get(element, frozenset()) | {state}
        boards = tuple(
            (board, result.values, built.fractions(result.values))
            for board, result in islice(unique.boards(built), MANY)
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


def enter(board: Any, element: str, state: str) -> None:
    """What the page sends when somebody enters a state."""
    board._handle_custom_msg({"do": "set", "changes": {element: state}, "edit": ""}, [])


def rendered(ax: Any) -> np.ndarray:
    ax.figure.canvas.draw()
    return np.asarray(ax.figure.canvas.buffer_rgba()).copy()


# The face


@each_room
@pytest.mark.parametrize("name", FACES)
def test_functions_are_called_alike_in_every_room(room: ModuleType, name: str) -> None:
    assert signature(getattr(room, name)) == FACES[name]


@each_room
def test_what_is_no_puzzle_of_the_room_is_refused_in_a_sentence(room: ModuleType) -> None:
    """By each of its functions that takes a puzzle; and what is no solution of the room, where one comes second."""
    name, other = _name(room), next(other for other in MODULES.values() if other is not room)
    puzzle = next(puzzle for puzzle in map(room.load, room.names()) if room.solutions(puzzle, 1))
    solution, stranger = room.solve(puzzle), other.load(other.names()[0])
    strangers = [None, "no such", room.names()[0], 5, (), room, room.Puzzle, room.board(puzzle), solution, stranger]
    functions = [*vars(room).values(), *room.PEERS.values(), *room.FORMULATIONS.values()]
    taking = [f for f in functions if inspect.isroutine(f) and next(iter(_parameters(f)), "") == "puzzle"]
    assert len(taking) > len(room.PEERS) + len(room.FORMULATIONS)
    for function in taking:
        more = {n: solution for n, p in list(_parameters(function).items())[1:] if p.default is p.empty and n != "text"}
        known = {"broken": ()} if "broken" in _parameters(function) else {}  # without it, another function refuses
        for wrong in strangers:
            with pytest.raises(PuzzleError, match=f"^found .*, expected a puzzle of {name}") as caught:
                function(wrong, **more | known | ({"text": str(solution)} if "text" in _parameters(function) else {}))
            assert " object at " not in str(caught.value)
        if "solution" in _parameters(function):
            for wrong in ["", 5, (), puzzle, stranger]:
                with pytest.raises(PuzzleError, match=f"^found .*, expected a solution of {name}"):
                    function(puzzle, wrong, **known)


@each_room
def test_peers_and_generators_are_called_alike(room: ModuleType) -> None:
    assert {signature(peer) for peer in room.PEERS.values()} == {PEER}
    seed, only = _parameters(room.generate)["seed"], _parameters(room.generate)["unique"]
    assert (seed.kind, seed.default) == (seed.KEYWORD_ONLY, seed.empty)
    assert (only.kind, only.default) == (only.KEYWORD_ONLY, True)


@each_room
def test_every_formulation_has_one_place_for_its_families_and_statements(room: ModuleType) -> None:
    for name, build in room.FORMULATIONS.items():
        module = inspect.getmodule(build)
        assert signature(module.statements) == "(puzzle, v)"
        assert list(_parameters(build)) == (["puzzle"] if name.endswith("_fast") else ["puzzle", "families"])


@each_file
def test_puzzles_and_solutions_are_values(room: ModuleType, name: str) -> None:
    puzzle = room.load(name)
    values = [puzzle, *solutions_or_none(room, name)[:1]]
    assert [type(value) for value in values] == [room.Puzzle, room.Solution][: len(values)]
    for value in values:
        assert len({value, type(value)(**{field.name: getattr(value, field.name) for field in fields(value)})}) == 1
        with pytest.raises(FrozenInstanceError):
            setattr(value, fields(value)[0].name, None)


# Files and texts


@each_room
def test_names_are_the_files_in_order(room: ModuleType) -> None:
    files = {path.name.removesuffix(".txt") for path in (DATA / _name(room)).glob("*.txt")}
    assert room.names() == sorted(name for name in files if not name.endswith(".answer"))
    assert {name.removesuffix(".answer") for name in files} == set(room.names()), "an answer without a puzzle"
    assert any(name.startswith("tiny_") for name in room.names())


@each_room
@pytest.mark.parametrize("name", ["/etc/passwd", "../x", "a\0b", "", None])
def test_load_takes_only_names_of_puzzles(room: ModuleType, name: Any) -> None:
    with pytest.raises(PuzzleError, match=re.escape(f"no puzzle of {_name(room)} is named {name!r}; expected")):
        room.load(name)


@each_room
def test_every_file_has_a_source(room: ModuleType) -> None:
    told = (DATA / _name(room) / "SOURCES.md").read_text(encoding="utf-8")
    assert [name for name in room.names() if not re.search(rf"\b{name}\b", told)] == []


@each_file
def test_a_puzzle_survives_its_picture(room: ModuleType, name: str) -> None:
    puzzle = room.load(name)
    picture = str(puzzle)
    assert room.parse(picture) == puzzle
    assert [line for line in picture.split("\n") if line != line.rstrip()] == []
    assert room.parse("\ufeff" + picture.replace("\n", "\r\n") + "\r\n\r\n") == puzzle


@each_tiny
def test_a_line_cut_short_is_refused_or_makes_no_difference(room: ModuleType, name: str) -> None:
    puzzle = room.load(name)
    lines = str(puzzle).split("\n")
    for number, line in enumerate(lines if len(lines) > 1 else ()):
        with suppress(ParseError):
            assert room.parse("\n".join([*lines[:number], line[:-1], *lines[number + 1 :]])) == puzzle


@each_tiny
def test_a_board_of_another_puzzle_is_refused_or_read_as_it_stands(room: ModuleType, name: str) -> None:
    puzzle = room.load(name)
    for other in (other for other in room.names() if other.startswith("tiny_")):
        for board in solved(room, other)[:1]:
            with suppress(ParseError):
                assert str(room.parse_solution(puzzle, str(board))) == str(board)


@each_file
@pytest.mark.parametrize("sign", ["\0", "\t", "\v", "\u2028", "\uff11", "²"])
def test_foreign_characters_are_refused_at_their_place(room: ModuleType, name: str, sign: str) -> None:
    lines = str(room.load(name)).split("\n")
    lines[-1] += sign
    with pytest.raises(ParseError) as caught:
        room.parse("\n".join(lines))
    assert (caught.value.line, caught.value.column) == (len(lines), len(lines[-1]))


@each_tiny
def test_a_wrong_symbol_is_refused_at_its_place(room: ModuleType, name: str) -> None:
    """In its line, and if a column is told, then where its word or number begins; the first line says what follows."""
    puzzle = room.load(name)
    texts = [(str(puzzle), room.parse)]
    texts += [(str(board), lambda text: room.parse_solution(puzzle, text)) for board in solved(room, name)[:1]]
    for text, read in texts:
        lines = text.split("\n")
        for i, j in [(i, j) for i, line in enumerate(lines) for j, sign in enumerate(line) if sign != " "]:
            wrong = f"{lines[i][:j]}@{lines[i][j + 1 :]}"
            with pytest.raises(ParseError) as caught:
                read("\n".join([*lines[:i], wrong, *lines[i + 1 :]]))
            line, column = caught.value.line, caught.value.column
            assert line == i + 1 or (i == 0 and line), (line, i + 1)
            assert column is None or (0 < column <= j + 1 and " " not in wrong[column - 1 : j + 1]), (column, j + 1)


@each_tiny
def test_pictures_have_rows_from_top_to_bottom_and_columns_from_left_to_right(room: ModuleType, name: str) -> None:
    """What is entered or taken away in a lower row changes a lower line, and so farther to the right."""
    puzzle = room.load(name)
    board = room.board(puzzle)
    clues, filled, bare = dict(board.state), {}, {}
    for element in elements(room, name):
        key = str(element)
        if isinstance(element, Label):
            continue
        if key in clues:
            board.mode = "edit"
            enter(board, key, "")
            if board.puzzle != puzzle:
                bare[element] = _first_change(str(puzzle), str(board.puzzle))
        elif states := [state for state in _kind(board, key)["play"] if state]:
            plain = str(board.solution)
            enter(board, key, states[0])
            filled[element] = _first_change(plain, str(board.solution))
        board.reset()
    _check_order(filled)
    _check_order(bare)


@each_tiny
def test_boards_have_rows_from_top_to_bottom_and_columns_from_left_to_right(room: ModuleType, name: str) -> None:
    """Cells among cells and points among points: where points are the corners of cells, they lie between their rows."""
    sheet, lying = _game(room).sheet(room.load(name)), {Cell: {}, Point: {}}
    for element, place in sheet.elements.items():
        if isinstance(element, Cell | Point):  # a cell is told by its corner, a point by itself
            x, y = (number + 0.5 * (sheet.kinds[place.kind].shape == "cell") for number in place.at)
            assert x <= sheet.width
            assert y <= sheet.height
            lying[type(element)][element] = y, x
    for places in lying.values():
        _check_order(places)


def _check_order(places: Mapping[Any, tuple]) -> None:
    """(down, right) places lie as the rows and columns of their elements say."""
    for one, other in permutations(places, 2):
        (rows, columns), (other_rows, other_columns) = _span(one), _span(other)
        if max(rows) < min(other_rows):
            assert places[one][0] < places[other][0], (str(one), str(other))
        if rows == other_rows and max(columns) < min(other_columns):
            assert places[one][0] == places[other][0], (str(one), str(other))
            assert places[one][1] < places[other][1], (str(one), str(other))


def _first_change(before: str, after: str) -> tuple[int, int]:
    """The line, and the place in it, where two pictures begin to differ; a word is one symbol."""
    pictures = [[re.findall(r"[A-Za-z]{2,}|\S", line) for line in text.split("\n")] for text in (before, after)]
    for number, (old, new) in enumerate(zip_longest(*pictures, fillvalue=[])):
        if old != new:
            return number, next(j for j, (a, b) in enumerate(zip_longest(old, new)) if a != b)
    raise AssertionError("nothing has changed")


def _span(element: Any) -> tuple[list[int], list[int]]:
    """The rows and the columns in which an element lies."""
    ends = [element.a, element.b] if isinstance(element, Edge) else [element]
    return [end.row for end in ends], [end.column for end in ends]


IDS = {  # what Simon Tatham's programs wrote of boards or boxes that are not square, and how the picture begins
    "sudoku": ("2x3:f4_2a5c6_3f3_1c1a5_3f", "boxes: 2x3\n......\n42.5..\n"),
    "hashi": ("7x5m2:b1c33c1p3c2a3", "..1...3\n3...1..\n"),
    "slitherlink": ("5x3t0:a2a3120d3a2a", ".2.31\n20...\n"),
}


@each_room
def test_an_id_of_a_board_that_is_not_square_is_read_the_right_way_round(room: ModuleType) -> None:
    with pytest.raises(ParseError) as caught:
        room.parse("3x2#1")
    if not re.search(r"\bids?\b", f"{room.parse.__doc__} {caught.value}"):
        pytest.skip("this room reads no ids")
    text, begins = IDS[_name(room)]
    puzzle = room.parse(text)
    assert str(puzzle).startswith(begins)
    assert len(first_peer(room, puzzle)) == 1


@each_room
@pytest.mark.parametrize("text", [None, b"1", 1, "", " \n", "." * 1_000_001], ids=lambda text: str(text)[:5])
def test_what_is_no_text_is_refused(room: ModuleType, text: Any) -> None:
    puzzle = room.load(room.names()[0])
    for read in (room.parse, lambda text: room.parse_solution(puzzle, text)):
        with pytest.raises(ParseError):
            read(text)


# Answers


@each_file
def test_the_default_formulation_solves_every_file(room: ModuleType, name: str) -> None:
    puzzle = room.load(name)
    theirs = list(proved(room, name))
    assert (DATA / _name(room) / f"{name}.answer.txt").exists() == (len(theirs) == 1), "an answer where there is one"
    if not theirs:
        with pytest.raises(NoSolution):
            room.solve(puzzle, time_limit=PATIENCE)
        return
    solution = room.solve(puzzle, time_limit=PATIENCE)
    assert room.violations(puzzle, solution) == []
    assert room.clashes(puzzle) == []
    assert room.parse_solution(puzzle, str(solution)) == solution
    assert room.is_unique(puzzle, time_limit=PATIENCE) == (len(theirs) == 1)
    assert len(theirs) > 1 or theirs == [solution]


@each_answer
def test_an_answer_file_holds_the_only_solution(room: ModuleType, name: str) -> None:
    puzzle = room.load(name)
    answer = room.parse_solution(puzzle, (DATA / _name(room) / f"{name}.answer.txt").read_text(encoding="utf-8"))
    assert solved(room, name) == (answer,)


@each_tiny
def test_all_formulations_and_peers_find_the_same_solutions(room: ModuleType, name: str) -> None:
    puzzle = room.load(name)
    ours, theirs = ask_formulations(room, puzzle, MANY), ask_peers(room, puzzle, MANY)
    assert ours
    assert theirs
    for found in [*ours.values(), *theirs.values()]:
        assert len(set(found)) == len(found)
        assert [room.violations(puzzle, solution) for solution in found] == [[]] * len(found)
    for found in ours.values():
        assert found == sorted(found, key=str)
    reference = set(next(iter(theirs.values())))
    if len(reference) < MANY:
        assert {engine for engine, found in (ours | theirs).items() if set(found) != reference} == set()
    assert {len(found) for found in (ours | theirs).values()} == {len(reference)}


@each_tiny
def test_the_solutions_are_all_boards_that_the_checker_takes(room: ModuleType, name: str) -> None:
    """No solver: every 0-1 point of a small model is read as a board and judged."""
    puzzle, checked = room.load(name), 0
    for formulation, built in text_builds(room, puzzle):
        decided = {x.ptr() for x in built.decisions if isinstance(x, Variable)}
        ours = [(group, key) for group, xs in vars(built.v).items() for key, x in xs.items() if x.ptr() in decided]
        objective_counts = built.model.getObjective().terms and not built.first  # not every legal board is optimal
        if len(ours) != len(built.decisions) or len(ours) > FEW or objective_counts:
            continue
        values = scip.variables(**{group: dict.fromkeys(xs, 0) for group, xs in vars(built.v).items()})
        found = set()
        for point in product((0, 1), repeat=len(ours)):
            for (group, key), value in zip(ours, point, strict=True):
                vars(values)[group][key] = value
            board = built.read(values)
            found |= {board} if not room.violations(puzzle, board) else set()
        boards = {board for board, _, _ in told(room, name)[formulation].boards}
        assert boards <= found if len(boards) == MANY else boards == found
        checked += 1
    if not checked:
        pytest.skip(f"no model with at most {FEW} decisions")


@each_tiny
def test_each_formulation_answers_all_questions_alike(room: ModuleType, name: str) -> None:
    puzzle = room.load(name)
    for formulation, one in told(room, name).items():
        if one.boards:
            assert room.violations(puzzle, room.solve(puzzle, formulation)) == []
            assert room.is_unique(puzzle, formulation) == (len(one.boards) == 1)
            continue
        for question in (room.solve, room.is_unique):
            with pytest.raises(NoSolution):
                question(puzzle, formulation)


@each_room
def test_an_unknown_formulation_is_refused(room: ModuleType) -> None:
    puzzle = room.load(room.names()[0])
    expected = f"no formulation is named 'no such'; expected one of {', '.join(room.FORMULATIONS)}"
    for question in (room.solve, room.is_unique):
        with pytest.raises(PuzzleError, match=f"^{re.escape(expected)}$"):
            question(puzzle, "no such")
    with pytest.raises(PuzzleError, match=f"^{re.escape(expected)}$"):
        room.solutions(puzzle, 2, "no such")


@each_room
def test_every_formulation_and_every_peer_is_tried(room: ModuleType) -> None:
    """None refuses all the tiny puzzles: it would never be tested."""
    tiny = [room.load(name) for name in room.names() if name.startswith("tiny_")]
    tried: set[str] = set()
    for puzzle in tiny:
        tried |= {name for name, _ in builds(room, puzzle)}
        tried |= set(ask_peers(room, puzzle, 1)) if not set(room.PEERS) <= tried else set()
    assert set(room.FORMULATIONS) | set(room.PEERS) == tried


@each_tiny
def test_a_wrong_limit_is_refused_before_anything_else(room: ModuleType, name: str) -> None:
    """Also where the formulation or the peer does not take the puzzle, or sees at once that it has no solution."""
    puzzle = room.load(name)
    asked = [(question, {}) for question in room.PEERS.values()]
    for question in (room.solve, room.solutions, room.is_unique):
        asked += [(question, {"formulation": formulation}) for formulation in (None, *room.FORMULATIONS)]
    for question, options in asked:
        with pytest.raises(PuzzleError, match="found a time limit of -1, expected a number of seconds"):
            question(puzzle, time_limit=-1, **options)


@each_room
def test_a_limit_of_solutions_is_looked_at(room: ModuleType) -> None:
    puzzle = room.load(room.names()[0])
    with pytest.raises(PuzzleError, match="found limit = 0, expected a whole number from 1"):
        room.solutions(puzzle, 0)


@few_files
def test_a_limit_proves_nothing(room: ModuleType, name: str) -> None:
    puzzle = room.load(name)
    theirs = proved(room, name)
    if not theirs:
        pytest.skip("no solution: a proof without search is right")
    for formulation in room.FORMULATIONS:
        with suppress(TimeLimitReached, Unsuited):
            assert room.violations(puzzle, room.solve(puzzle, formulation, time_limit=0)) == []
        with suppress(TimeLimitReached, Unsuited):
            assert room.is_unique(puzzle, formulation, time_limit=0) == (len(theirs) == 1)
    for peer in room.PEERS.values():
        with suppress(Unsuited):
            answer = peer(puzzle, time_limit=0)
            assert answer.status == "unknown" or len(answer.solutions) == len(theirs)


# Models


@each_tiny
def test_at_a_solution_each_element_is_in_one_state_whatever_the_formulation(room: ModuleType, name: str) -> None:
    """One formulation may speak of lines and letters, another of letters alone. What both speak of is as both say."""
    states_of: dict[Any, dict] = {}
    spoken_of: dict[tuple, tuple[str, set]] = {}
    for formulation, one in told(room, name).items():
        for board, _, fractions in one.boards:
            state = dict(fractions.keys())
            assert set(fractions.values()) == {1.0}, formulation
            assert len(fractions) == len(state) == len(one.states), formulation
            others = states_of.setdefault(board, state)
            assert others.keys() & state.keys(), f"{formulation} has nothing in common with the others"
            assert {element for element in others.keys() & state.keys() if others[element] != state[element]} == set()
            states_of[board] = others | state
        for kind in map(kind_of, one.states) if one.boards else ():  # a refuted model need not speak
            own = {element for element in one.states if kind_of(element) == kind}
            other, known = spoken_of.setdefault(kind, (formulation, own))
            assert own == known, f"of one kind, {formulation} and {other} speak of different elements"


@each_tiny
def test_rows_are_named_after_their_family_and_place(room: ModuleType, name: str) -> None:
    """But those of a fast build, which spares the time."""
    for formulation, built in builds(room, room.load(name)):
        if not built.named:
            assert formulation.endswith("_fast")
            assert built.rows == {}
            continue
        assert {family for family, _ in built.rows.values()} <= set(built.families), formulation
        assert list(built.rows) == [scip.name(family, place) for family, place in built.rows.values()]
        if built.model is not None:
            rows = [row.name for row in own_rows(built)]
            assert sorted(rows) == sorted(built.rows)  # no row without a family, no name given twice
            variables = [variable.name for variable in built.model.getVars()]
            assert len(set(variables)) == len(variables)
            assert [title for title in (*rows, *variables) if not re.fullmatch(r"\w+", title, re.ASCII)] == []


@each_tiny
def test_lazy_rows_are_broken_by_the_candidate_and_kept_by_every_solution(room: ModuleType, name: str) -> None:
    puzzle, asked = room.load(name), 0
    for formulation, built in text_builds(room, puzzle):
        lazily = [family for family in built.families.values() if isinstance(family, LazyFamily)]
        whole = [values for _, values, _ in told(room, name)[formulation].boards]
        unions = [_union(a, b) for a, b in islice(combinations(whole, 2), MANY)]
        for family in lazily:
            assert [list(family(puzzle, built.v, values)) for values in whole] == [[]] * len(whole)
            for values in [*_some_values(built), *unions]:
                for place, found in family(puzzle, built.v, values):
                    row = as_row(found, keys(built.v), family.__name__, place)
                    assert is_broken(row, values, TOLERANCE), (formulation, str(row))
                    assert not any(is_broken(row, values, TOLERANCE) for values in whole), (formulation, str(row))
            asked += 1
    if not asked:
        pytest.skip("no lazy family")


def _union(one: Any, other: Any) -> Any:
    """What is 1 in either of two points."""
    return scip.variables(
        **{n: {k: max(x, vars(other)[n][k]) for k, x in group.items()} for n, group in vars(one).items()}
    )


@each_tiny
def test_families_say_which_equation_they_are(room: ModuleType, name: str) -> None:
    for formulation, built in text_builds(room, room.load(name)):
        for family in built.families.values():
            assert re.match(r"\([^()]+\) \S", family.__doc__ or ""), (formulation, family.__name__)


@each_tiny
def test_families_have_words_for_the_sides_of_their_rows(room: ModuleType, name: str) -> None:
    """What asks for something and what admits no more, unless the family needs no words; no docstring is quoted."""
    for formulation, built in text_builds(room, room.load(name)):
        assert built.families.keys() <= built.phrases.keys(), formulation
        for row in premises(built).rows if is_linear(built) else ():
            own = built.phrases[str(row.family)]
            assert own.silent or ((row.lower is None or own.asks) and (row.upper is None or own.room)), row.family


@each_tiny
def test_any_family_can_be_left_out(room: ModuleType, name: str) -> None:
    puzzle = room.load(name)
    solutions = solved(room, name, MANY)
    for formulation, whole in text_builds(room, puzzle):
        for title in whole.families:
            kept = tuple(family for other, family in whole.families.items() if other != title)
            built = room.FORMULATIONS[formulation](puzzle, families=kept)
            assert list(built.families) == [other for other in whole.families if other != title]
            result = scip.solve(built, time_limit=PATIENCE)
            assert result.status == "solved" or not solutions, f"{formulation} without {title}"
            if result.status == "solved":
                _check_judged(room, name, built, built.read(result.values), solutions)
            built.free()


def _check_judged(room: ModuleType, name: str, built: BuiltModel, board: Any, solutions: tuple) -> None:
    """The checker refuses a board unless it is one of the solutions, in the words of the families."""
    puzzle = room.load(name)
    broken = room.violations(puzzle, board)
    _check_told(room, name, [*broken, *room.violations(puzzle, board, partial=True)])
    objective_counts = built.model.getObjective().terms and not built.first  # not every legal board is optimal
    if len(solutions) < MANY and not objective_counts:
        assert (not broken) == (board in solutions)


def _check_told(room: ModuleType, name: str, broken: list[Violation]) -> None:
    families = {title for one in told(room, name).values() for title in one.families}
    for violation in broken:
        assert violation.rule in families
        assert violation.message
        assert violation.where
        assert all(isinstance(element, Element) for element in violation.where)
        assert elements(room, name).issuperset(violation.where)


# Half-filled boards


@each_file
def test_a_solution_breaks_no_rule_as_a_half_filled_board(room: ModuleType, name: str) -> None:
    puzzle = room.load(name)
    for solution in solved(room, name):
        assert room.violations(puzzle, solution, partial=True) == []
        assert set(room.marks(puzzle, solution).values()) == {"met"}


@each_room
def test_an_empty_board_is_not_finished_and_yet_nothing_on_it_is_wrong(room: ModuleType) -> None:
    """Whoever does not say that a board is half filled has it judged as it stands."""
    puzzles = [room.load(name) for name in room.names() if name.startswith("tiny_") and proved(room, name)]
    boards = [_game(room).read_solution(puzzle, _game(room).write(puzzle, None)) for puzzle in puzzles]
    assert any(map(room.violations, puzzles, boards))  # but for a puzzle that tells all
    assert not any(map(partial(room.violations, partial=True), puzzles, boards))


@each_tiny
def test_a_part_of_a_solution_breaks_no_rule_as_a_half_filled_board(room: ModuleType, name: str) -> None:
    puzzle, rng = room.load(name), random.Random(2)
    for solution in solved(room, name):
        board = room.board(puzzle)
        clues = dict(board.state)
        board.solution = solution
        entries = [element for element, state in board.state.items() if clues.get(element) != state]
        for element in rng.sample(entries, len(entries)):
            enter(board, element, clues.get(element, ""))
            assert room.violations(puzzle, board.solution, partial=True) == []
            assert set(room.marks(puzzle, board.solution).values()) <= {"met"}
        assert board.state == clues


@each_tiny
def test_what_is_wrong_on_an_unfinished_board_is_wrong_on_a_finished_one(room: ModuleType, name: str) -> None:
    puzzle = room.load(name)
    for formulation, built in text_builds(room, puzzle):
        boards = [built.read(values) for values in _some_values(built)]
        found = [room.violations(puzzle, board, partial=True) for board in boards]
        assert any(found) or not any(room.violations(puzzle, board) for board in boards), (
            f"{formulation}: nothing wrong"
        )
        for board in boards:
            now, finally_ = (room.violations(puzzle, board, partial=partial) for partial in (True, False))
            _check_told(room, name, [*now, *finally_])
            assert {violation.rule for violation in now} <= {violation.rule for violation in finally_}
            marks = room.marks(puzzle, board)
            assert set(marks.values()) <= {"wrong", "met", "over"}
            assert all(isinstance(element, Element) for element in marks)
            assert bool({"wrong", "over"} & set(marks.values())) == bool(now)
            assert room.marks(puzzle, board, now) == marks  # what was judged already is not judged again
            assert "wrong" not in room.marks(puzzle, board, []).values()


@each_room
def test_every_rule_can_be_broken_before_the_board_is_full(room: ModuleType) -> None:
    """But for one that asks for entries: all that it has against some board are elements without one."""
    told, early, asking = set(), set(), set()
    for puzzle in (room.load(name) for name in room.names() if name.startswith("tiny_")):
        for board, empty in _half_filled(room, puzzle, 100):
            early |= {violation.rule for violation in room.violations(puzzle, board, partial=True)}
            for violation in room.violations(puzzle, board):
                told.add(violation.rule)
                if empty.issuperset(violation.where):
                    asking.add(violation.rule)
    assert early <= told
    assert told - early <= asking


def _half_filled(room: ModuleType, puzzle: Any, number: int) -> Iterator[tuple[Any, set]]:
    """Boards with anything entered on them, more or less, each with the elements that could hold more."""
    game, rng = _game(room), random.Random(1)
    sheet, clues = game.sheet(puzzle), game.write(puzzle, None)
    kinds = {e: sheet.kinds[place.kind] for e, place in sheet.elements.items() if e not in clues}
    states = {e: [state for state in kind.play if state] for e, kind in kinds.items()}
    for _ in range(number):
        share = rng.random()
        entries = {e: rng.choice(own) for e, own in states.items() if own and rng.random() < share}
        empty = {e for e, own in states.items() if own and e not in entries}
        yield game.read_solution(puzzle, {**clues, **entries}), empty


@each_room
def test_what_is_met_asks_for_nothing_more(room: ModuleType) -> None:
    """No rule is broken in a place that is met, and no other."""
    for puzzle in (room.load(name) for name in room.names() if name.startswith("tiny_")):
        for board, _ in _half_filled(room, puzzle, 100):
            met = _met(room, puzzle, board)
            own = {violation.where[0] for violation in room.violations(puzzle, board) if len(violation.where) == 1}
            assert met & own == set(), str(board)


@each_room
def test_a_place_is_met_only_once_what_it_asks_for_is_there(room: ModuleType) -> None:
    """What is not met from the beginning ceases to be met when one entry of a solution is taken away (after those that
    the others imply); and no kind of place is met from the beginning on every board."""
    met, earned = set(), set()
    for name in (name for name in room.names() if name.startswith("tiny_")):
        puzzle = room.load(name)
        for solution in solved(room, name):
            board = room.board(puzzle)
            clues, at_first = dict(board.state), _met(room, puzzle, board.solution)
            board.solution = solution
            at_last, lost = _met(room, puzzle, board.solution), set()
            entries = [element for element, state in board.state.items() if clues.get(element) != state]
            for twice in range(2):
                for element in entries:
                    enter(board, element, clues.get(element, ""))
                    lost |= at_last - _met(room, puzzle, board.solution)
                    if twice or board.solution != solution:
                        board.undo()
            assert at_last - at_first <= lost, name
            met |= set(map(kind_of, at_last))
            earned |= set(map(kind_of, at_last - at_first))
    assert earned == met


def _met(room: ModuleType, puzzle: Any, board: Any) -> set:
    return {element for element, mark in room.marks(puzzle, board).items() if mark == "met"}


@few_tiny
def test_what_is_wrong_can_be_seen(room: ModuleType, name: str) -> None:
    """Every place that a broken rule or a mark names lies on the board, and a mark changes the picture."""
    puzzle = room.load(name)
    _, built = next(text_builds(room, puzzle))
    sheet = _game(room).sheet(puzzle)
    marks: dict[Any, str] = {}
    for values in _some_values(built):
        board = built.read(values)
        told = [*room.violations(puzzle, board, partial=True), *room.violations(puzzle, board), *room.clashes(puzzle)]
        marks |= room.marks(puzzle, board)
        assert {element for violation in told for element in violation.where} | set(marks) <= set(sheet.elements)
    plain = rendered(room.draw(puzzle))
    kinds = {(type(element), getattr(element, "side", None)): (element, mark) for element, mark in marks.items()}
    for element, mark in kinds.values():
        assert (rendered(room.draw(puzzle, marks={element: mark})) != plain).any(), (element, mark)


def _some_values(built: BuiltModel) -> Iterator[Any]:
    """Values for a board with nothing on it, and for some boards with anything on them."""
    rng = random.Random(1)
    for share in (0.0, 0.1, 0.2, 0.3, 0.5, 1.0):
        groups = vars(built.v).items()
        yield scip.variables(**{name: {key: int(rng.random() < share) for key in group} for name, group in groups})


@each_tiny
def test_reasoning_rules_out_no_solution(room: ModuleType, name: str) -> None:
    puzzle = room.load(name)
    for state in truths(room, name):
        for known in (None, {element: frozenset((value,)) for element, value in state.items()}):
            for step in room.deduce(puzzle, known):
                assert step.message
                assert step.where
                assert step.candidates
                assert {element for element, left in step.candidates.items() if state[element] not in left} == set()


@each_tiny
def test_reasoning_starts_from_what_is_handed_in(room: ModuleType, name: str) -> None:
    puzzle = room.load(name)
    states = {element: own for one in told_in_text(room, name).values() for element, own in one.states.items()}
    for truth in truths(room, name)[:1]:
        for element, state in random.Random(5).sample(sorted(truth.items(), key=str), min(10, len(truth))):
            left = states | {element: states[element] - {state}}
            for step in room.deduce(puzzle, left):
                assert {e for e, own in step.candidates.items() if not own <= left.get(e, own)} == set()
                left |= step.candidates


@each_file
def test_reasoning_only_narrows(room: ModuleType, name: str) -> None:
    left: dict[Any, frozenset] = {}
    steps = room.deduce(room.load(name))
    assert steps == room.deduce(room.load(name))
    for step in steps:
        assert {
            element for element, states in step.candidates.items() if not states <= left.get(element, states)
        } == set()
        left.update(step.candidates)


@each_room
def test_reasoning_finds_what_no_clue_says(room: ModuleType) -> None:
    tiny = [room.load(name) for name in room.names() if name.startswith("tiny_")]
    assert any(
        step.candidates.keys() - _game(room).write(puzzle, None) for puzzle in tiny for step in room.deduce(puzzle)
    )


@each_tiny
def test_visible_clashes_are_contradictions(room: ModuleType, name: str) -> None:
    puzzle = room.load(name)
    _check_told(room, name, room.clashes(puzzle))
    assert not room.clashes(puzzle) or solved(room, name) == ()


@each_room
def test_some_contradictions_are_visible_and_some_are_not(room: ModuleType) -> None:
    unsolvable = [name for name in room.names() if name.startswith("tiny_") and not solved(room, name)]
    assert {bool(room.clashes(room.load(name))) for name in unsolvable} == {True, False}


# Sentences

PLACE = re.compile(r"\((?P<row>\d+),(?P<column>\d+)\)|\b(?P<side>[a-z]+) (?P<index>\d+)\b")


def _places(sentence: str, sides: Iterable[str] = ()) -> set[tuple]:
    """The places that a sentence names: (row, column), or ("row", number), and the same of other sides."""
    found = PLACE.finditer(sentence.lower())
    pairs = [(place["side"] or int(place["row"]), int(place["index"] or place["column"])) for place in found]
    return {(first, second) for first, second in pairs if isinstance(first, int) or first in {"row", "column", *sides}}


def _own_places(element: Any) -> set[tuple]:
    """How a sentence may name the place of an element: people count from one."""
    if isinstance(element, Label):
        return {(element.side, *element.numbers())}
    if isinstance(element, Edge):
        return _own_places(element.a) | _own_places(element.b)
    row, column = element.numbers()
    return {(row, column), ("row", row), ("column", column)}


def _check_places(sentence: str, where: Iterable[Any]) -> None:
    """All places that a sentence names are among the elements that it is about."""
    sides = {element.side for element in where if isinstance(element, Label)}
    own = {place for element in where for place in _own_places(element)}
    assert _places(sentence, sides) <= own, f"{sentence}: {', '.join(map(str, where))}"


@each_tiny
def test_sentences_count_from_one_and_name_the_places_that_they_are_about(room: ModuleType, name: str) -> None:
    puzzle = room.load(name)
    for violation in room.clashes(puzzle):
        _check_places(violation.message, violation.where)
    for board, _ in _half_filled(room, puzzle, 50):
        for violation in (*room.violations(puzzle, board), *room.violations(puzzle, board, partial=True)):
            _check_places(violation.message, violation.where)
    for step in room.deduce(puzzle):
        _check_places(step.message, (*step.where, *step.candidates))
    for _, built in text_builds(room, puzzle):
        for element, words in built.said.items():
            if isinstance(element, Element):
                _check_places(words, [element])
    for element, place in _game(room).sheet(puzzle).elements.items():
        if isinstance(element, Label):
            assert {number for _, number in _places(place.label, [element.side])} <= set(element.numbers())
        else:
            _check_places(place.label, [element])


# Explanations


@few_tiny
def test_every_step_of_an_explanation_is_proved_and_true(room: ModuleType, name: str) -> None:
    puzzle = room.load(name)
    if not solved(room, name):
        _, built = next(text_builds(room, puzzle))
        with pytest.raises(NoSolution if is_linear(built) else Unsuited):
            room.explanation(puzzle)
        return
    if not (explanation := explained(room, name)):
        pytest.skip("this model cannot be asked")
    explanation.check()
    states = [dict(fractions.keys()) for _, _, fractions in next(iter(told_in_text(room, name).values())).boards]
    for step in explanation.steps:
        assert step.message
        assert step.where
        _check_places(step.told, [*step.candidates])
        for element, left in step.candidates.items():
            assert all(state[element] in left for state in states)
            assert element in step.where
    assert room.difficulty(puzzle) == explanation.rating
    settled = {element for step in explanation.steps for element, left in step.candidates.items() if len(left) == 1}
    for element in set(states[0]) - settled - set(explanation.premises.given):
        assert element in {*explanation.several, *explanation.unexplained}
    for element in explanation.several:
        assert len(states) == MANY or len({state[element] for state in states}) > 1


@few_tiny
def test_the_next_step_is_the_easiest_and_starts_from_what_is_known(room: ModuleType, name: str) -> None:
    puzzle = room.load(name)
    if not solved(room, name):
        pytest.skip("nothing to explain")
    if not (explanation := explained(room, name)):
        pytest.skip("this model cannot be asked")
    step, first = room.next_step(puzzle), next(iter(explanation.steps), None)
    assert (step is None) == (first is None)
    if step and first:
        assert (step.rule, step.proof.norm) == (first.rule, first.proof.norm)
    _, _, fractions = next(iter(told_in_text(room, name).values())).boards[0]
    assert room.next_step(puzzle, {element: frozenset((state,)) for element, state in fractions}) is None


@few_tiny
def test_no_step_says_what_a_clue_says(room: ModuleType, name: str) -> None:
    if not solved(room, name) or not (explanation := explained(room, name)):
        pytest.skip("nothing to explain")
    clues = _game(room).write(room.load(name), None)
    for step in explanation.steps:
        for element, left in step.candidates.items():
            assert clues.get(element) not in [given(state) for state in left if len(left) == 1], step.message


@each_tiny
def test_nothing_is_negated_twice(room: ModuleType, name: str) -> None:
    for _, built in text_builds(room, room.load(name)):
        if is_linear(built) and (built.first or not built.model.getObjective().terms):
            model = premises(built)
            for item in model.statements:
                is_so, is_not = (conclusion(model, claim(*item)) for claim in (model.holds, model.excluded))
                assert is_so != is_not
                assert not re.search(r"\bnot not\b", is_not), is_not


@few_tiny
def test_next_steps_on_the_board_go_on_until_nothing_is_left(
    room: ModuleType, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puzzlekit.board.search.SOON", AT_ONCE)
    puzzle = room.load(name)
    if len(solved(room, name)) != 1:
        pytest.skip("not one solution")
    board = room.board(puzzle)
    while _next_step(room, board):
        pass
    finished = room.violations(puzzle, board.solution) == []
    assert finished or room.violations(puzzle, board.solution, partial=True) == []
    if not isinstance(board.error, Unsuited):
        assert board.ui["message"].startswith("Solved" if finished else "Unknown: no short proof was found")
        explanation = explained(room, name)
        assert finished or (explanation and explanation.unexplained)


@few_files
def test_a_next_step_comes_soon_and_says_something_new(
    room: ModuleType, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or the board says that there is none, or that it does not know."""
    monkeypatch.setattr("puzzlekit.board.search.SOON", 0.5)
    board = room.board(room.load(name))
    for _ in range(3):
        if not _next_step(room, board):
            assert board.ui["message"].startswith(("Unknown:", "None:", "Unsuited:", "Solved", "There is nothing to"))
            break


def _next_step(room: ModuleType, board: Any) -> bool:
    """Whether Next step has found one: it fills in what was empty, tells an entry more exactly or narrows what is
    noted, and keeps clues."""
    before, puzzle, agrees, noted = dict(board.state), board.puzzle, _game(room).agrees, dict(board.notes)
    _answered(board, {"do": "next_step"}, 2 * AT_ONCE)
    while (walk := board.ui["walk"]) and walk["at"] < walk["last"]:
        assert board.state == before, "it is written down before it is told"
        _answered(board, {"do": "next_step"})
    after = dict(board.state)
    new = [element for element in after if after[element] != before.get(element)]
    assert board.puzzle == puzzle
    assert before.keys() <= after.keys()
    for element in new:
        old, now = before.get(element, ""), after[element]
        assert clue(old) == clue(now), element
        assert not old or (entry(now) != entry(old) and agrees(entry(old), entry(now))), element
    for element, words in board.notes.items():
        assert {*words} <= {*noted.get(element, words)}, element
    return bool(new) or board.notes != noted


@each_tiny
def test_what_can_be_noted_are_the_states_of_deduce(room: ModuleType, name: str) -> None:
    puzzle = room.load(name)
    sheet, possible = _game(room).sheet(puzzle), _game(room).everything(puzzle)
    for element in sheet.elements:
        if words := sheet.kind(element).notes:
            assert {str(state) for state in possible[element]} == {*words}
            assert {*words} <= {*sheet.looks}
            assert sheet.kind(element).play


@each_tiny
def test_notes_of_what_is_left_keep_every_solution(room: ModuleType, name: str) -> None:
    puzzle, agrees = room.load(name), _game(room).agrees
    board = room.board(puzzle)
    for _ in range(2):  # what follows at once, and what follows then
        _answered(board, {"do": "note"})
        assert board.error is None
        for answer in solved(room, name):
            state = _game(room).write(puzzle, answer)
            for element, left in board.candidates.items():
                assert any(agrees(entry(state.get(element, "")), str(one)) for one in left), (element, answer)
    assert (board.puzzle, board.state) == (puzzle, room.board(puzzle).state)
    board.undo()


def _answered(board: Any, message: dict, patience: float = PATIENCE) -> None:
    """Press a button and wait for its answer."""
    board._handle_custom_msg(message, [])
    end = time.monotonic() + patience
    while board.ui["running"]:
        assert time.monotonic() < end, f"no answer to {message}"
        time.sleep(0.01)


# Clashes


@each_tiny
def test_a_clash_names_clues_of_which_none_can_be_spared(room: ModuleType, name: str) -> None:
    puzzle = room.load(name)
    if not all_boards.is_small(_name(room), puzzle):
        pytest.skip("too large for brute force")
    _check_clashes(room, puzzle)


@each_spoiled(150)
def test_a_clash_on_a_spoiled_board_names_clues_of_which_none_can_be_spared(room: ModuleType, seed: int) -> None:
    _check_clashes(room, spoiled(room, seed))


@cache
def spoiled(room: ModuleType, seed: int) -> Any:
    """A small puzzle without a solution, as somebody may leave it who changes what edit mode lets them change."""
    rng, told_less = random.Random(seed), only_takes_away(room)
    tiny = [n for n in room.names() if n.startswith("tiny_") and bool(proved(room, n)) != told_less]
    while True:
        puzzle = _edited(room, _told_more(room, room.load(rng.choice(tiny)), rng), rng)
        if all_boards.is_small(_name(room), puzzle) and not peer_says(room, puzzle):
            return puzzle


@cache
def only_takes_away(room: ModuleType) -> bool:
    """Whether edit mode can only take clues away: then what has a solution keeps it, and new clues come as a text."""
    sheets = [_game(room).sheet(room.load(name)) for name in room.names() if name.startswith("tiny_")]
    return {state for sheet in sheets for kind in sheet.kinds.values() for state in kind.edit} <= {"", "given"}


def _told_more(room: ModuleType, puzzle: Any, rng: random.Random) -> Any:
    """The puzzle with some of a solution as clues."""
    table, share = Table(_game(room), puzzle), rng.random()
    for solution in peer_says(room, puzzle)[:1]:
        said = {element: given(word) for element, word in table.game.write(puzzle, solution).items()}
        told = [element for element, word in said.items() if word in table.sheet.kind(element).edit]
        if chosen := {str(element): said[element] for element in told if rng.random() < share}:
            table.enter(chosen)
    return table.puzzle


def _edited(room: ModuleType, puzzle: Any, rng: random.Random) -> Any:
    """The puzzle with some changes, of one kind or of all."""
    table = Table(_game(room), puzzle)
    table.set_checks(False)
    kinds = sorted(name for name, kind in table.sheet.kinds.items() if kind.edit)
    kinds = rng.choice([kinds, *([kind] for kind in kinds)])
    for _ in range(rng.randint(1, 6)):
        elements = [element for element, place in table.sheet.elements.items() if place.kind in kinds]
        if elements:
            element, other = rng.choices(elements, k=2)
            words = table.sheet.kind(element).edit
            word = rng.choice((rng.choice(words), table.state.get(other)))
            table.enter({str(element): word if word in words else words[0]})
    return table.puzzle


def _check_clashes(room: ModuleType, puzzle: Any) -> None:
    boards, broken = list(all_boards.ROOMS[_name(room)](puzzle)), dict[frozenset, set]()
    for number, (_, built) in enumerate(text_builds(room, puzzle)):
        if built.clues is None:
            assert number, "the first one is asked for explanations"
            continue
        clues = frozenset(built.clues)
        if clues not in broken:
            broken[clues] = {_broken_clues(room, puzzle, board, clues) for board in boards}
        for limit in (PATIENCE, 0):
            with suppress(TimeLimitReached):
                _check_clash(room, puzzle, explain.clash(built, time_limit=limit), broken[clues])


def _broken_clues(room: ModuleType, puzzle: Any, board: Any, clues: frozenset) -> frozenset:
    """The clues that a board breaks; it breaks nothing else."""
    broken = frozenset((violation.rule, violation.where[0]) for violation in room.violations(puzzle, board))
    assert broken <= clues
    return broken


def _check_clash(room: ModuleType, puzzle: Any, clash: explain.Clash | None, broken: set[frozenset]) -> None:
    """With the named clues alone no board is left, and with one of them less there is one."""
    assert (clash is None) == (frozenset() in broken)
    if clash is None:
        return
    named = frozenset(clash.clues)
    alone = {own & named for own in broken}
    assert frozenset() not in alone
    assert {frozenset((clue,)) for clue in named} <= alone
    assert all(words in clash.message for words in clash.clues.values())
    assert len(set(clash.clues.values())) == len(clash.clues)
    assert set(clash.where) == {element for _, element in named}
    _check_places(clash.message, clash.where)
    assert clash.proof is None or clash.proof.problem(clash.premises) is None
    sheet = _game(room).sheet(puzzle)
    assert all(sheet.kinds[sheet.elements[element].kind].edit for element in clash.where)


@each_spoiled(40)
def test_repairs_of_a_spoiled_board_are_the_smallest(room: ModuleType, seed: int) -> None:
    """By brute force in every formulation; where a clue can be taken away on the board, by CP-SAT as well."""
    puzzle, told = spoiled(room, seed), dict[frozenset, list[explain.Repair]]()
    boards = list(all_boards.ROOMS[_name(room)](puzzle))
    for _, built in text_builds(room, puzzle):
        if built.clues is not None:
            clues = frozenset(built.clues)
            told[clues] = explain.repairs(built, limit=OFFERED, time_limit=PATIENCE)
            _check_repairs(room, puzzle, told[clues], {_broken_clues(room, puzzle, board, clues) for board in boards})
    for clues, repairs in told.items():
        for repair in repairs:
            _check_by_peer(room, puzzle, clues, repair)


def _check_repairs(room: ModuleType, puzzle: Any, repairs: list[explain.Repair], broken: set[frozenset]) -> None:
    """A board that breaks as few clues as any board is what a repair leaves, and each such set is one."""
    fewest = min(map(len, broken), default=0)
    smallest = {own for own in broken if len(own) == fewest}
    found = [frozenset(repair.clues) for repair in repairs]
    assert set(found) <= smallest
    assert len(set(found)) == len(found) == min(len(smallest), OFFERED)
    for repair in repairs:
        assert _broken_clues(room, puzzle, repair.solution, frozenset(repair.clues)) == frozenset(repair.clues)
        assert set(repair.where) == {element for _, element in repair.clues}
        assert all(words in repair.message for words in repair.clues.values())
        _check_places(repair.message, repair.where)


def _check_by_peer(room: ModuleType, puzzle: Any, clues: frozenset, repair: explain.Repair) -> None:
    """Without the repair's clues there is a solution, and without any fewer there is none."""
    if (repaired := _told_less(room, puzzle, repair.clues)) is not None:
        assert first_peer(room, repaired)
        for few in combinations(sorted(clues, key=str), len(repair.clues) - 1):
            fewer = _told_less(room, puzzle, few)
            assert fewer is None or not first_peer(room, fewer)


def _told_less(room: ModuleType, puzzle: Any, clues: Iterable[tuple[str, Any]]) -> Any:
    """The puzzle without these clues, if edit mode can take them away and leaves the board itself as it is."""
    board = room.board(puzzle)
    board.mode = "edit"
    least = {str(element): _kind(board, str(element))["edit"][0] for _, element in clues}
    if not least:
        return puzzle
    board._handle_custom_msg({"do": "set", "changes": least, "edit": ""}, [])
    empty = board.puzzle != puzzle and set(least.values()) <= {"", "?"}
    return board.puzzle if empty and _board_itself(room, board.puzzle) == _board_itself(room, puzzle) else None


def _board_itself(room: ModuleType, puzzle: Any) -> dict:
    places = _game(room).sheet(puzzle).elements.items()
    return {element: place.kind for element, place in places if not isinstance(element, Label)}


@pytest.mark.slow
@each_room
@pytest.mark.parametrize("seed", range(6))
def test_a_clash_on_a_larger_board_is_one_in_every_formulation(room: ModuleType, seed: int) -> None:
    """By models with the named clues alone; a board that is left when one is spared is judged by the checker."""
    if only_takes_away(room):
        pytest.skip("edit mode spoils nothing here")
    rng, puzzle = random.Random(seed), room.generate(seed=seed)
    while first_peer(room, puzzle):
        puzzle = _edited(room, puzzle, rng)
    clash, asked = explain.asked(puzzle, room.FORMULATIONS, explain.clash), 0
    for formulation, whole in text_builds(room, puzzle):
        if whole.clues is None:
            continue
        clues = frozenset(whole.clues)
        for kept in (frozenset(clash.clues), *(clash.clues.keys() - {named} for named in clash.clues)):
            families = tuple(_only(family, clues - kept) for family in whole.families.values())
            built = room.FORMULATIONS[formulation](puzzle, families=families)
            built.first = True
            result = scip.solve(built, time_limit=PATIENCE)
            if result.status == "solved":
                assert len(kept) < len(clash.clues)
                assert not _broken_clues(room, puzzle, built.read(result.values), clues) & kept
            else:
                assert result.status == "unknown" or len(kept) == len(clash.clues)
            asked += result.status != "unknown"
            built.free()
    assert asked > len(clash.clues)


def _only(family: Any, spared: frozenset) -> Any:
    """A family without the rows of these clues."""
    if family.__name__ not in {name for name, _ in spared}:
        return family

    @wraps(family)
    def kept(puzzle: Any, v: Any) -> Iterator[tuple[Any, Any]]:
        return ((place, row) for place, row in family(puzzle, v) if (family.__name__, first(place)) not in spared)

    def first(place: Any) -> Any:
        """A clue stands on the first part of a place."""
        return place[0] if isinstance(place, tuple) and place else place

    return kept


@pytest.mark.parametrize("room", [pytest.param(room, id=name, marks=_spoiled(name)) for name, room in MODULES.items()])
def test_every_kind_of_clue_is_named_by_some_clash(room: ModuleType) -> None:
    models = [next(text_builds(room, spoiled(room, seed)))[1] for seed in range(SPOILED)]
    known, named = {family for built in models for family, _ in built.clues or ()}, set[str]()
    for built in models:
        if named != known:
            clash = explain.clash(built)
            assert clash
            named |= {family for family, _ in clash.clues}
    assert named == known


@each_tiny
def test_a_model_in_which_clues_hide_tells_no_clash(room: ModuleType, name: str) -> None:
    for formulation, built in builds(room, room.load(name)):
        if formulation.endswith("_fast") or built.clues is None:
            with pytest.raises(Unsuited):
                explain.clash(built)


@each_tiny
def test_check_and_why_on_a_board_without_solution_show_the_clash(room: ModuleType, name: str) -> None:
    puzzle = room.load(name)
    if solved(room, name):
        pytest.skip("a solution")
    clash = explain.asked(puzzle, room.FORMULATIONS, explain.clash)
    visible = {str(element) for violation in room.clashes(puzzle) for element in violation.where}
    board = room.board(puzzle)
    element = next(e for e in _game(room).sheet(puzzle).elements if not isinstance(e, Label))
    for ask in (board.check, partial(board.why, element)):
        ask()
        _finish(board)
        wrong = {element for element, mark in board.marks.items() if "wrong" in mark.get("words", ())}
        if visible:
            assert board.ui["message"].startswith("None: these clues clash")
            assert visible <= wrong
        else:
            assert board.ui["message"].startswith(f"None: {clash.message}.")
            assert wrong == {str(element) for element in clash.where}
    plain = rendered(room.draw(puzzle))
    for element in {kind_of(element): element for element in clash.where}.values():
        assert (rendered(room.draw(puzzle, marks={element: "wrong"})) != plain).any()


@few_tiny
def test_why_of_a_wrong_entry_says_that_it_cannot_be(room: ModuleType, name: str) -> None:
    """Or that only a search shows it; what stands in some solution is never called wrong."""
    puzzle, game, board = room.load(name), _game(room), room.board(room.load(name))
    boards, own = [game.write(puzzle, one) for one in solutions_or_none(room, name)], game.write(puzzle, None)
    model = next(text_builds(room, puzzle))[1]
    if not boards or (model.model.getObjective().terms and not model.first):
        pytest.skip("no solution, or not all of them are known, or its objective counts")
    said = [(element, str(state)) for element, state in model.statements if element in game.sheet(puzzle).elements]
    for element, word in random.Random(name).sample(said, min(4, len(said))):
        if word in _kind(board, str(element))["play"] and not own.get(element):
            enter(board, str(element), word)
            board.why(element)
            _finish(board)
            wrong = "wrong" in board.marks.get(str(element), {}).get("words", ())
            can_be = any(game.agrees(word, solution.get(element, "")) for solution in boards)
            told = board.ui["message"]
            assert wrong != can_be or told.startswith("Unknown: no short proof"), f"{element} {word}: {told}"
            board.clear()


def _finish(board: Any) -> None:
    end = time.monotonic() + PATIENCE
    while board.ui["running"] and time.monotonic() < end:
        time.sleep(0.01)


# Pictures


@few_tiny
def test_drawing_leaves_the_settings_alone_and_shows_what_it_is_given(room: ModuleType, name: str) -> None:
    puzzle = room.load(name)
    _, built = next(text_builds(room, puzzle))
    before = dict(mpl.rcParams)
    plain = rendered(room.draw(puzzle))
    for solution in solved(room, name)[:1]:
        fractions = _fractions(room, name)
        shown = [rendered(room.draw(puzzle, solution)), rendered(room.draw(puzzle, fractions=fractions))]
        nothing_to_add = str(solution) == str(puzzle)
        assert [(picture == plain).all() for picture in shown] == [nothing_to_add] * 2
    seen = [element for values in _some_values(built) for element in room.marks(puzzle, built.read(values))]
    for element in {type(element): element for element in [*(e for e, _ in built.statements), *seen]}.values():
        assert (rendered(room.draw(puzzle, marks={element: "wrong"})) != plain).any()
    assert dict(mpl.rcParams) == before


def _fractions(room: ModuleType, name: str) -> Mapping[tuple, float]:
    """What the first linear model's relaxation says of a solvable file; without one, what is said of a solution."""
    for _, built in text_builds(room, room.load(name)):
        if is_linear(built):
            return dict(built.fractions(scip.relax(built).values))
    return next(iter(told_in_text(room, name).values())).boards[0][2]


@few_files
def test_drawing_goes_where_it_is_told(room: ModuleType, name: str) -> None:
    _, (left, right) = plt.subplots(1, 2)
    assert room.draw(room.load(name), ax=right) is right
    assert right.has_data()
    assert not left.has_data()


# Generators


@each_room
def test_a_seed_gives_one_puzzle_with_one_solution(room: ModuleType) -> None:
    state = random.getstate()
    first, again, other = (room.generate(seed=seed) for seed in (1, 1, 2))
    assert first == again != other
    assert random.getstate() == state
    assert isinstance(first, room.Puzzle)
    for puzzle in (first, other):
        assert {len(found) for found in ask_peers(room, puzzle, 2).values()} == {1}
        assert room.parse(str(puzzle)) == puzzle


@each_room
def test_a_generator_that_need_not_make_one_solution_sometimes_makes_several(room: ModuleType) -> None:
    def found(seed: int) -> int:
        puzzle = room.generate(seed=seed, unique=False)
        assert puzzle == room.generate(seed=seed, unique=False)
        number = len(first_peer(room, puzzle))
        assert number
        return number

    assert any(found(seed) > 1 for seed in range(1, SEEDS + 1))


# The board


@each_tiny
def test_the_board_shows_what_it_holds(room: ModuleType, name: str) -> None:
    puzzle = room.load(name)
    board = room.board(puzzle)
    assert (board.puzzle, repr(board)) == (puzzle, str(puzzle))
    assert set(board.state) <= set(board.sheet["elements"])
    for solution in solutions_or_none(room, name)[:3]:
        board.solution = solution
        assert (board.puzzle, board.solution, repr(board)) == (puzzle, solution, str(solution))
        assert board.ui["message"].startswith("Solved")
        assert {str(element) for element in room.marks(puzzle, solution)} <= set(board.sheet["elements"])
    board.solution = None
    assert board.puzzle == puzzle
    assert set(board._repr_mimebundle_()[0]) >= {"text/plain", "image/svg+xml"}


@each_tiny
def test_a_solution_can_be_entered_on_the_board(room: ModuleType, name: str) -> None:
    puzzle = room.load(name)
    for solution in solved(room, name)[:1]:
        board, filled = room.board(puzzle), room.board(puzzle)
        filled.solution = solution
        for element, state in filled.state.items():
            if board.state.get(element) != state:
                assert state in _kind(board, element)["play"], element
                enter(board, element, state)
        assert (board.puzzle, board.solution) == (puzzle, solution)
        assert board.ui["message"].startswith("Solved")


@each_tiny
def test_every_entry_survives_the_way_to_a_solution_and_to_its_picture(room: ModuleType, name: str) -> None:
    puzzle = room.load(name)
    board, again = room.board(puzzle), room.board(puzzle)
    empty = [element for element in board.sheet["elements"] if element not in board.state]
    for element in random.Random(4).sample(empty, min(8, len(empty))):
        for state in filter(None, _kind(board, element)["play"]):
            enter(board, element, state)
            assert board.state[element] == state
            assert room.parse_solution(puzzle, str(board.solution)) == board.solution
            again.solution = board.solution
            assert again.solution == board.solution
        board.clear()


@few_tiny
def test_no_button_changes_the_puzzle_that_is_played(
    room: ModuleType, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even with wrong entries on the board, or none left to make."""
    monkeypatch.setattr("puzzlekit.board.search.SOON", 0.5)
    puzzle, rng = room.load(name), random.Random(6)
    board = room.board(puzzle)
    empty = [element for element in board.sheet["elements"] if element not in board.state]
    entries = {element: states for element in empty if (states := [s for s in _kind(board, element)["play"] if s])}
    for filled in (0, 4):
        for element in rng.sample(sorted(entries), min(filled, len(entries))):
            enter(board, element, rng.choice(entries[element]))
        asked = rng.sample(sorted(board.sheet["elements"]), min(3, len(board.sheet["elements"])))
        buttons = [*BUTTONS, *BUTTONS, "hint"]
        messages = [{"do": "mode", "mode": "play"}, *({"do": do, "at": at} for do in ("why", "hint") for at in asked)]
        messages += [{"do": do} for do in rng.sample(buttons, len(buttons))]
        for message in messages:
            _answered(board, message)
            assert board.puzzle == puzzle, message
            clues = {element: clue(state) for element, state in board.state.items() if clue(state)}
            assert clues == {str(e): clue(state) for e, state in _game(room).write(puzzle, None).items() if clue(state)}


def _kind(board: Any, element: str) -> dict:
    return board.sheet["kinds"][board.sheet["elements"][element]["kind"]]


@each_tiny
def test_every_clue_can_be_taken_away_alone_or_with_another(room: ModuleType, name: str) -> None:
    """Where one clue less is no puzzle, the board says why and keeps the puzzle."""
    puzzle = room.load(name)
    board = room.board(puzzle)
    board.mode = "edit"
    least = {element: (_kind(board, element)["edit"] or ("",))[0] for element in board.state}  # a count has no ""
    clues = [element for element, state in board.state.items() if state != least[element]]
    stuck = [element for element in clues if not _taken_away(board, puzzle, least, element)]
    for element in stuck:
        assert any(_taken_away(board, puzzle, least, element, other) for other in clues if other != element), element


def _taken_away(board: Any, puzzle: Any, least: dict[str, str], *elements: str) -> bool:
    """Whether the board holds another puzzle without these; they are put back."""
    before = dict(board.state)
    for element in elements:
        enter(board, element, least[element])
        assert board.puzzle != puzzle or board.ui["tone"] == "bad"
    changed = bool(board.puzzle != puzzle)
    for _ in elements:
        board.undo()
    assert (board.puzzle, board.state) == (puzzle, before)
    return changed


# Arguments

STRANGE = [None, True, -1, 0, 10**9, 10**400, 2.0, 2.5, float("nan"), float("inf"), "2", "", "x", b"2", 1j, len]
STRANGE += [[], ["x"], {}, {"x": {1}}, (1, 2), {1}, object(), np.float64(2), np.int64(2), Path("/")]
NUMBERS = (int, float, int | None, float | None)
NEVER_NUMBERS = [True, "2", "", b"2", [], {}, (1, 2), object(), len, np.bool_(True), 1j, float("nan"), Path("/")]
SIZES = (-1, 0, 1, 5, 20, 30, 100, 10**9, 10**400)  # of what is generated


def _foreign(function: Callable, wrong: str, value: Any, right: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with how a function takes or refuses an argument: another exception, or one without a sentence."""
    try:
        function(**{**right, wrong: value})
    except PuzzleError as refusal:
        if " object at " in str(refusal) or not 0 < len(str(refusal)) < 1500:
            yield f"{function.__qualname__}, {wrong}: {refusal}"
    except Exception as error:
        yield f"{function.__qualname__}, {wrong} = {value!r:.30}: {error!r}"
    plt.close("all")


def _functions(room: ModuleType) -> Iterator[tuple[Callable, dict[str, Any]]]:
    """Each function and class of a room, its peers and its formulations, with arguments that it takes."""
    name = next(n for n in room.names() if n.startswith("tiny_") and solved(room, n))
    puzzle, solution = room.load(name), solved(room, name)[0]
    right = {"puzzle": puzzle, "solution": solution, "name": name, "time_limit": 2.0, "cuts": (), "steps": ()}
    right |= {"rows": "#", "grid": solution}
    for value in (puzzle, solution):
        yield type(value), {field.name: getattr(value, field.name) for field in fields(value)}
    yield room.Solution.of, {name: {} if name != "puzzle" else puzzle for name in _parameters(room.Solution.of)}
    for function in (*vars(room).values(), *room.PEERS.values(), *room.FORMULATIONS.values()):
        if inspect.isroutine(function) and function is not room.generate:
            text = str(puzzle if "puzzle" not in _parameters(function) else solution)
            known = right | {"text": text}
            yield function, {key: known[key] for key in _parameters(function) if key in known}


@each_room
def test_whatever_is_handed_in_is_taken_or_refused_in_a_sentence(room: ModuleType) -> None:
    foreign: list[str] = []
    for function, right in _functions(room):
        for name, parameter in _parameters(function).items():
            for strange in STRANGE:
                foreign += _foreign(function, name, strange, right)
            for strange in NEVER_NUMBERS if parameter.annotation in NUMBERS else ():
                with pytest.raises(PuzzleError):
                    function(**right | {name: strange})
    assert foreign == []


@each_room
def test_limits_out_of_range_are_refused_by_everybody(room: ModuleType) -> None:
    """Whatever the formulation or the peer; NumPy's whole numbers are as good as Python's."""
    puzzle = room.load(next(name for name in room.names() if name.startswith("tiny_")))
    for wrong in (0, -1, 10**20 * -1, 2.0, np.float64(2)):
        for ask in (room.solutions, *room.PEERS.values()):
            with pytest.raises(PuzzleError, match=r"^found limit = .+, expected a whole number from 1$"):
                ask(puzzle, wrong)
    for peer in room.PEERS.values():
        for wrong in (0, -1, 10**20, 1.0):
            with pytest.raises(PuzzleError, match=r"^found workers = .+, expected "):
                peer(puzzle, workers=wrong)
    for limit in (10**400, -1, float("nan"), "1", True):
        for ask in (room.solve, room.solutions, room.is_unique, *room.PEERS.values()):
            with pytest.raises(PuzzleError, match=r"^found a time limit of "):
                ask(puzzle, time_limit=limit)
    assert room.solutions(puzzle, np.int64(2), time_limit=np.float32(PATIENCE)) == room.solutions(puzzle, 2)


@each_room
def test_a_candidate_that_does_not_exist_is_refused(room: ModuleType) -> None:
    name = next(name for name in room.names() if name.startswith("tiny_") and solved(room, name))
    puzzle = room.load(name)
    one = next(element for step in room.deduce(puzzle) for element in step.candidates)
    states = next(told.states[one] for told in told_in_text(room, name).values() if one in told.states)
    strange = [{one: frozenset(states | {"no such"})}, {one: {99}}, {one: None}, {one: 1}, {"no such": frozenset({1})}]
    for ask in (room.next_step, room.deduce):
        for candidates in strange:
            with pytest.raises(PuzzleError, match="expected"):
                ask(puzzle, candidates)
    assert room.deduce(puzzle, {}) == room.deduce(puzzle, {one: states})  # the other elements may be in any state


@each_room
def test_a_generator_takes_or_refuses_whatever_is_handed_in(room: ModuleType) -> None:
    parameters = {name: p for name, p in _parameters(room.generate).items() if name not in ("unique", "seed")}
    quick = {"seed": 1, "unique": False, "time_limit": 1.0}
    usual = room.generate(**quick)
    for name, parameter in parameters.items():
        assert [told for strange in STRANGE for told in _foreign(room.generate, name, strange, quick)] == []
        if parameter.annotation in NUMBERS:
            for strange in NEVER_NUMBERS:
                with pytest.raises(PuzzleError):
                    room.generate(**quick | {name: strange})
        if parameter.annotation is int and parameter.default is not parameter.empty:
            assert room.generate(**quick | {name: np.int64(parameter.default)}) == usual
    for strange in (None, *NEVER_NUMBERS, -1, 1.0):
        with pytest.raises(PuzzleError, match=r"^found seed = .*, expected a whole number from 0$"):
            room.generate(**quick | {"seed": strange})
    assert room.generate(**quick | {"seed": np.int64(1)}) == usual
    assert room.generate(**quick | {"seed": 10**400})


@each_room
def test_a_generator_has_an_end_whatever_the_size(room: ModuleType) -> None:
    """Sizes are the parameters without a name: those that it does not take it refuses at once, and others in time."""
    parameters = _parameters(room.generate).values()
    sizes = [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
    limit = _parameters(room.generate)["time_limit"]
    assert (limit.kind, limit.default) == (limit.KEYWORD_ONLY, None)
    assert sizes
    refused = set()
    for values in [(size,) * len(sizes) for size in SIZES] + [
        (*before, size) for size in (-1, 10**9) for before in [(5,) * i for i in range(len(sizes))]
    ]:
        begin = time.monotonic()
        try:
            puzzle = room.generate(*values, seed=1, time_limit=0.5)
            assert len(first_peer(room, puzzle)) == 1
        except TimeLimitReached:
            pass
        except PuzzleError:
            refused.add(values)
        assert time.monotonic() - begin < PATIENCE
    assert {(size,) * len(sizes) for size in (-1, 10**9, 10**400)} <= refused
    with pytest.raises(TimeLimitReached, match=r"^time limit of 0 s reached, no puzzle generated$"):
        room.generate(seed=1, time_limit=0)


# Messages that no honest page sends


def _nested(depth: int) -> list:
    junk: list = []
    for _ in range(depth):
        junk = [junk]
    return junk


JUNK = [None, True, 3, 1.0, float("nan"), [], ["1"], {}, {"1": "1"}, _nested(100_000), "", "x", "\0", "|", "x" * 10**6]


def _send(board: Any, content: Any) -> None:
    """A message, without the net of ipywidgets, which logs an exception and goes on."""
    board._on_message(board, content, [])


def _seen(board: Any) -> tuple:
    """All that a refused message must leave alone."""
    ui = {key: board.ui[key] for key in ("mode", "undo", "redo", "picture", "running")}
    return dict(board.state), board.puzzle, board.solution, ui, board.error


@each_tiny
def test_a_state_that_an_element_cannot_take_is_refused_and_nothing_is_kept(room: ModuleType, name: str) -> None:
    board = room.board(room.load(name))
    _send(board, {"do": "set", "changes": {next(iter(board.state), ""): ""}})  # something to be undone
    before, strange = _seen(board), [junk for junk in JUNK if junk != ""]
    for element in {place["kind"]: element for element, place in board.sheet["elements"].items()}.values():
        kind = _kind(board, element)
        known = sorted({"", *kind["edit"], *kind["play"]})
        some = known[:: 1 + len(known) // 12]  # an alphabet has thousands of pairs
        pairs = [f"{one}|{other}" for one, other in product([*some, "given 1"], repeat=2)]
        for state in [*strange, *pairs, *(f"{state}|" for state in pairs[:3]), "given @", "given given 1", " 1", "1 "]:
            for others in ({}, {other: known[-1] for other in list(board.sheet["elements"])[:1] if other != element}):
                _send(board, {"do": "set", "changes": {**others, element: state}})
                assert _seen(board) == before, (element, state)
                assert board.ui["tone"] == "bad"


@each_room
def test_messages_of_any_shape_raise_nothing_and_change_nothing(room: ModuleType) -> None:
    board = room.board(room.load(next(name for name in room.names() if name.startswith("tiny_"))))
    element = next(iter(board.sheet["elements"]))
    _send(board, {"do": "mode", "mode": "edit", "edit": "page-1"})
    before = _seen(board)
    messages = [*JUNK, *({"do": junk} for junk in JUNK), {"do": "set"}, {"do": "mode"}, {"do": "paste"}]
    messages += [{"do": "set", "changes": junk} for junk in JUNK]
    messages += [{"do": "set", "changes": {junk: "1"}} for junk in (None, 3, True, 1.5, "", "x" * 10**6, (1, 2))]
    messages += [{"do": "set", "changes": {element: ""}, "more": JUNK} for element in ("cell (99,99)", "__class__")]
    messages += [{"do": do, key: junk} for do, key in (("mode", "mode"), ("paste", "text")) for junk in JUNK]
    messages += [{"do": do, "edit": junk} for do in ("why", "stop") for junk in JUNK]
    messages += [{"do": "why", "at": junk} for junk in JUNK]
    messages += [{"do": do} for do in ("__init__", "close", "_publish", "paste ", "SET")]
    for content in messages:
        _send(board, content)
        assert _seen(board) == before, repr(content)[:80]
        assert len(board.ui["message"]) < 300
        assert isinstance(board.ui["edit"], str)
    _send(board, {"do": "mode", "mode": "play", "edit": "page-2"})
    assert (board.mode, board.ui["edit"]) == ("play", "page-2")
    assert element in board.sheet["elements"]


@each_room
def test_a_board_holds_whatever_is_entered_and_finds_the_way_back(room: ModuleType) -> None:
    """Any states that the sheet allows, several at once, in either mode, with texts and steps back and forth."""
    rng = random.Random(7)
    tiny = [name for name in room.names() if name.startswith("tiny_")]
    texts = [str(room.load(name)) for name in tiny] + [str(found) for name in tiny for found in solved(room, name)]
    for _ in range(10):
        board = room.board(room.load(rng.choice(tiny)))
        first = _seen(board)
        for _ in range(15):
            elements = rng.sample(sorted(board.sheet["elements"]), rng.randint(1, 4))
            kinds = {element: _kind(board, element) for element in elements}
            changes = {e: rng.choice(["", *k["edit"], *k["play"]]) for e, k in kinds.items() if k["edit"] or k["play"]}
            do = rng.choice(["set"] * 6 + ["undo", "redo", "clear", "mode", "paste"])
            what = {"changes": changes, "mode": rng.choice(["edit", "play"]), "text": rng.choice(texts)}
            _send(board, {"do": do, **what})
            assert set(board.state) <= set(board.sheet["elements"])
            assert room.parse(str(board.puzzle)) == board.puzzle
        _send(board, {"do": "mode", "mode": "play"})
        while board.ui["undo"]:
            board.undo()
        assert _seen(board)[:3] == first[:3]
