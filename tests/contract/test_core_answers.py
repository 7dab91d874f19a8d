"""The core's contract: how a puzzle's package is called, and that its answers are right."""

import inspect
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import product
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from capabilities import CAPABILITIES, CORE, capabilities, function_of, has, signature
from packages import (
    MANY,
    PACKAGES,
    PATIENCE,
    answer_file,
    ask_formulations,
    ask_peers,
    builds,
    each_file,
    each_room,
    each_tiny,
    few_files,
    is_linear,
    loaded,
    name_of,
    parameters_of,
    peers,
    proved,
    solvable,
    text_builds,
    tiny,
    tiny_names,
    told,
)
from pyscipopt import Variable
from strange import NEVER_NUMBERS, NUMBERS, STRANGE, refused_badly

from puzzlekit import scip
from puzzlekit.core.errors import NoSolution, PuzzleError, TimeLimitReached, UnsupportedPuzzle
from puzzlekit.scip.constraints import LinearConstraint, is_broken, linear_constraints
from puzzlekit.scip.handler import TOLERANCE, LazyFamily
from puzzlekit.scip.model import BuiltModel

FEW = 12  # a model with at most so many decisions is solved by trying everything
CALLED = [
    pytest.param(room, name, expected, id=f"{name}-{own}")
    for own, room in PACKAGES.items()
    for one in (CORE, *(CAPABILITIES[name] for name in sorted(capabilities(room))))
    for name, expected in one.functions.items()
    if expected
]


@pytest.mark.parametrize(("room", "name", "expected"), CALLED)
def test_functions_are_called_alike_in_every_room(room: ModuleType, name: str, expected: str) -> None:
    assert signature(function_of(room, name)) == expected


@each_room()
def test_what_is_no_puzzle_of_the_room_is_refused_in_a_sentence(room: ModuleType) -> None:
    """By each of its functions that takes a puzzle; and what is no solution of the room, where one comes second."""
    name, other = name_of(room), next(other for other in PACKAGES.values() if other is not room)
    puzzle = next(puzzle for puzzle in map(room.load, room.names()) if room.solutions(puzzle, 1))
    solution, stranger = room.solve(puzzle), other.load(other.names()[0])
    strangers = [None, "no such", room.names()[0], 5, (), room, room.Puzzle, solution, stranger]
    strangers += [room.board(puzzle)] if has(room, "board") else []
    taking = [f for f in _asked(room) if next(iter(parameters_of(f)), "") == "puzzle"]
    assert len(taking) > len(peers(room)) + len(room.FORMULATIONS)
    for function in taking:
        others = list(parameters_of(function).items())[1:]
        more = {n: solution for n, p in others if p.default is p.empty and n != "text"}
        known = {"broken": ()} if "broken" in parameters_of(function) else {}  # without it, another function refuses
        for wrong in strangers:
            with pytest.raises(PuzzleError, match=f"^found .*, expected a puzzle of {name}") as caught:
                function(wrong, **more | known | ({"text": str(solution)} if "text" in parameters_of(function) else {}))
            assert " object at " not in str(caught.value)
        if "solution" in parameters_of(function):
            for wrong in ["", 5, (), puzzle, stranger]:
                with pytest.raises(PuzzleError, match=f"^found .*, expected a solution of {name}"):
                    function(puzzle, solution=wrong, **known)


@each_room()
def test_every_formulation_has_one_place_for_its_families_and_statements(room: ModuleType) -> None:
    for name, build in room.FORMULATIONS.items():
        module = inspect.getmodule(build)
        assert signature(module.indicators) == "(puzzle, v)"
        assert list(parameters_of(build)) == (["puzzle"] if name.endswith("_fast") else ["puzzle", "families"])


@each_file()
def test_the_default_formulation_solves_every_file(room: ModuleType, name: str, puzzle: Any) -> None:
    theirs = list(proved(room, name))
    assert answer_file(room, name).exists() == (len(theirs) == 1), "an answer where there is one"
    if not theirs:
        with pytest.raises(NoSolution):
            room.solve(puzzle, time_limit=PATIENCE)
        return
    solution = room.solve(puzzle, time_limit=PATIENCE)
    assert room.violations(puzzle, solution) == []
    assert room.clue_conflicts(puzzle) == []
    assert room.parse_solution(puzzle, str(solution)) == solution
    assert room.is_unique(puzzle, time_limit=PATIENCE) == (len(theirs) == 1)
    if len(theirs) == 1:
        answer = room.parse_solution(puzzle, answer_file(room, name).read_text(encoding="utf-8"))
        assert theirs == [solution] == [answer]


@each_tiny()
@pytest.mark.once("room")
def test_all_formulations_and_peers_find_the_same_solutions(room: ModuleType, puzzle: Any) -> None:
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


@each_tiny()
def test_the_solutions_are_all_boards_that_the_checker_takes(room: ModuleType, name: str, puzzle: Any) -> None:
    """No solver: every 0-1 point of a small model is read as a board and judged."""
    checked = 0
    for formulation, built in text_builds(room, puzzle):
        objective_counts = built.model.getObjective().terms and not built.stop_at_first  # some boards are not optimal
        if objective_counts or not (points := _points(built)):
            continue
        found = {board for board in map(built.decode, points) if not _broken(room, name, board)}
        boards = {board for board, _, _ in told(room, name)[formulation].boards}
        assert boards <= found if len(boards) == MANY else boards == found
        checked += 1
    if not checked:
        pytest.skip(f"no model with at most {FEW} decisions")


@each_room()
@pytest.mark.once
def test_a_board_that_breaks_one_rule_alone_is_refused_by_no_other_lazy_family(room: ModuleType) -> None:
    """And one that breaks the rule of a lazy family alone by no other at all: nothing brings a part of a rule back."""
    checked = 0
    for name in tiny_names(room):
        for formulation, built in text_builds(room, puzzle := loaded(room, name)):
            lazily = {title for title, family in built.families.items() if isinstance(family, LazyFamily)}
            if not lazily or not is_linear(built) or sum(map(len, vars(built.v).values())) != len(built.decisions):
                continue  # a board does not say what the other variables are
            rows, others = linear_constraints(built.model, built.v, built.rows), dict[Any, set[str | None]]()
            for values in _points(built):
                board = built.decode(values)
                if len(alone := _broken(room, name, board)) == 1 and alone <= built.families.keys():
                    refusing = _refusing(puzzle, built, rows, values) - alone
                    own = refusing if alone <= lazily else refusing & lazily
                    others[board] = min(others.get(board, own), own, key=len)  # several points may be one board
            assert {board: own for board, own in others.items() if own} == {}, (name, formulation)
            checked += len(others)
    if not checked:
        pytest.skip(f"no lazy model of at most {FEW} decisions and no other variables")


def _points(built: BuiltModel) -> list[SimpleNamespace]:
    """Every 0-1 point of a small model's decisions; none of a larger one, or of one whose decisions are sums."""
    decided = {x.ptr() for x in built.decisions if isinstance(x, Variable)}
    groups = vars(built.v).items()
    ours = [(group, key) for group, xs in groups for key, x in xs.items() if x.ptr() in decided]
    if len(ours) != len(built.decisions) or len(ours) > FEW:
        return []
    found = []
    for point in product((0, 1), repeat=len(ours)):
        values = {group: dict.fromkeys(xs, 0) for group, xs in groups}
        for (group, key), value in zip(ours, point, strict=True):
            values[group][key] = value
        found.append(scip.variables(**values))
    return found


@cache
def _broken(room: ModuleType, name: str, board: Any) -> frozenset[str]:
    """The rules that a board breaks: many points are one board, and two tests ask."""
    return frozenset(violation.rule for violation in room.violations(loaded(room, name), board))


def _refusing(puzzle: Any, built: BuiltModel, rows: list[LinearConstraint], values: SimpleNamespace) -> set[str | None]:
    """The families that do not admit a point."""
    lazily = {title: family for title, family in built.families.items() if isinstance(family, LazyFamily)}
    found = {title for title, family in lazily.items() if list(family(puzzle, built.v, values))}
    return found | {row.family for row in rows if is_broken(row, values, TOLERANCE)}


@each_tiny()
@pytest.mark.once("room")
def test_each_formulation_answers_all_questions_alike(room: ModuleType, name: str, puzzle: Any) -> None:
    for formulation, one in told(room, name).items():
        if one.boards:
            assert room.violations(puzzle, room.solve(puzzle, formulation)) == []
            assert room.is_unique(puzzle, formulation) == (len(one.boards) == 1)
            continue
        for question in (room.solve, room.is_unique):
            with pytest.raises(NoSolution):
                question(puzzle, formulation)


@each_tiny()
@pytest.mark.once("room")
def test_without_cadical_scip_says_whether_a_solution_is_the_only_one(
    room: ModuleType, puzzle: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    api = function_of(room, "solve.API")
    some = api.some(puzzle, MANY)
    monkeypatch.setattr("puzzlekit.board.puzzle_api.find_spec", lambda name: None)
    assert api.judge == "SCIP"
    theirs = api.some(puzzle, MANY)
    assert theirs == room.solutions(puzzle, MANY)
    assert len(theirs) == len(some)
    assert len(theirs) == MANY or theirs == some


@each_room()
def test_an_unknown_formulation_is_refused(room: ModuleType) -> None:
    puzzle = room.load(room.names()[0])
    expected = f"no formulation is named 'no such'; expected one of {', '.join(room.FORMULATIONS)}"
    for question in (room.solve, room.is_unique, room.solutions):
        with pytest.raises(PuzzleError, match=f"^{re.escape(expected)}$"):
            question(puzzle, formulation="no such")


@each_room()
def test_every_formulation_and_every_peer_is_tried(room: ModuleType) -> None:
    """None refuses all the tiny puzzles: it would never be tested."""
    tried: set[str] = set()
    for puzzle in tiny(room):
        tried |= {name for name, _ in builds(room, puzzle)}
        tried |= set(ask_peers(room, puzzle, 1)) if not set(peers(room)) <= tried else set()
    assert set(room.FORMULATIONS) | set(peers(room)) == tried


@each_tiny()
def test_a_wrong_limit_is_refused_before_anything_else(room: ModuleType, puzzle: Any) -> None:
    """Also where the formulation or the peer does not take the puzzle, or sees at once that it has no solution."""
    asked = [(question, {}) for question in peers(room).values()]
    for question in (room.solve, room.solutions, room.is_unique):
        asked += [(question, {"formulation": formulation}) for formulation in (None, *room.FORMULATIONS)]
    for question, options in asked:
        with pytest.raises(PuzzleError, match="found a time limit of -1, expected a number of seconds"):
            question(puzzle, time_limit=-1, **options)


@few_files()
@pytest.mark.once
def test_a_limit_proves_nothing(room: ModuleType, name: str, puzzle: Any) -> None:
    theirs = proved(room, name)
    if not theirs:
        pytest.skip("no solution: a proof without search is right")
    for formulation in room.FORMULATIONS:
        with suppress(TimeLimitReached, UnsupportedPuzzle):
            assert room.violations(puzzle, room.solve(puzzle, formulation, time_limit=0)) == []
        with suppress(TimeLimitReached, UnsupportedPuzzle):
            assert room.is_unique(puzzle, formulation, time_limit=0) == (len(theirs) == 1)
    for peer in peers(room).values():
        with suppress(UnsupportedPuzzle):
            answer = peer(puzzle, time_limit=0)
            assert answer.status == "unknown" or len(answer.solutions) == len(theirs)


def _asked(room: ModuleType) -> list[Callable]:
    """The functions that the contract names, and all that answer a package's puzzles."""
    known = [CORE, *(CAPABILITIES[name] for name in capabilities(room))]
    names = [name for one in known for name in one.functions if "." not in name]
    return [*(getattr(room, name) for name in names), *peers(room).values(), *room.FORMULATIONS.values()]


def _functions(room: ModuleType) -> Iterator[tuple[Callable, dict[str, Any]]]:
    """Each of them with arguments that it takes, but no generator."""
    name, puzzle, solution = solvable(room)
    right = {"puzzle": puzzle, "solution": solution, "name": name, "time_limit": 2.0}
    yield room.Solution.of, {name: {} if name != "puzzle" else puzzle for name in parameters_of(room.Solution.of)}
    for function in _asked(room):
        if function is not getattr(room, "generate", None):
            text = str(puzzle if "puzzle" not in parameters_of(function) else solution)
            known = right | {"text": text}
            yield function, {key: known[key] for key in parameters_of(function) if key in known}


@each_room()
@pytest.mark.once
def test_whatever_is_handed_in_is_taken_or_refused_in_a_sentence(room: ModuleType) -> None:
    foreign: list[str] = []
    for function, right in _functions(room):
        for name, parameter in parameters_of(function).items():
            for strange in STRANGE:
                foreign += refused_badly(function, name, strange, right)
            for strange in NEVER_NUMBERS if parameter.annotation in NUMBERS else ():
                with pytest.raises(PuzzleError):
                    function(**right | {name: strange})
    assert foreign == []


@each_room()
def test_limits_out_of_range_are_refused_by_everybody(room: ModuleType) -> None:
    """Whatever the formulation or the peer; NumPy's whole numbers are as good as Python's."""
    puzzle = tiny(room)[0]
    for wrong in (0, -1, 10**20 * -1, 2.0, np.float64(2)):
        for ask in (room.solutions, *peers(room).values()):
            with pytest.raises(PuzzleError, match=r"^found limit = .+, expected a whole number, 1 or more$"):
                ask(puzzle, wrong)
    for peer in peers(room).values():
        for wrong in (0, -1, 10**20, 1.0):
            with pytest.raises(PuzzleError, match=r"^found workers = .+, expected "):
                peer(puzzle, workers=wrong)
    for limit in (10**400, -1, float("nan"), "1", True):
        for ask in (room.solve, room.solutions, room.is_unique, *peers(room).values()):
            with pytest.raises(PuzzleError, match=r"^found a time limit of "):
                ask(puzzle, time_limit=limit)
    assert room.solutions(puzzle, np.int64(2), time_limit=np.float32(PATIENCE)) == room.solutions(puzzle, 2)
