"""The contract of explanations where there is no solution: clashes of clues, and repairs."""

import random
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache, partial, wraps
from itertools import combinations, product
from types import ModuleType
from typing import Any

import all_boards
import pytest
from boards import adapter_of, check_places, kind_on, rendered, wait
from capabilities import has
from packages import (
    PACKAGES,
    PATIENCE,
    builds,
    each_room,
    each_tiny,
    first_peer,
    kind_of,
    name_of,
    peer_says,
    proved,
    solved,
    text_builds,
    tiny,
    tiny_names,
)

from puzzlekit import scip
from puzzlekit.board.game_state import GameState
from puzzlekit.board.layout import given
from puzzlekit.core.errors import TimeLimitReached, UnsupportedPuzzle
from puzzlekit.core.grid import Label
from puzzlekit.reasoning import conflicts

EXPLAINED = {name: room for name, room in PACKAGES.items() if has(room, "board", "explanations")}
SPOILED = 16  # small puzzles that are spoiled in edit mode
FEW_SEEDS = (0, 1, 3)  # those of them that the usual run looks at closely
OFFERED = 6  # repairs of each that are asked for


def _spoiled(name: str) -> pytest.MarkDecorator:
    """A room's spoiled puzzles are looked for once, in one process."""
    return pytest.mark.xdist_group(f"{name}-spoiled")


def each_spoiled(seeds: int) -> Any:
    """Each room with seeds of spoiled puzzles, most of them in the slow run."""
    cases = []
    for (name, room), seed in product(EXPLAINED.items(), range(seeds)):
        marks = [_spoiled(name), *([] if seed in FEW_SEEDS else [pytest.mark.slow])]
        cases.append(pytest.param(room, seed, id=f"{name}-{seed}", marks=marks))
    return pytest.mark.parametrize(("room", "seed"), cases)


@each_tiny("board", "explanations")
@pytest.mark.once("room")
def test_a_clash_names_clues_of_which_none_can_be_spared(room: ModuleType, puzzle: Any) -> None:
    if not all_boards.is_small(name_of(room), puzzle):
        pytest.skip("too large for brute force")
    _check_clashes(room, puzzle)


@each_spoiled(150)
@pytest.mark.once
def test_a_clash_on_a_spoiled_board_names_clues_of_which_none_can_be_spared(room: ModuleType, seed: int) -> None:
    _check_clashes(room, spoiled(room, seed))


@cache
def spoiled(room: ModuleType, seed: int) -> Any:
    """A small puzzle without a solution, as somebody may leave it who changes what edit mode lets them change."""
    rng, told_less = random.Random(seed), only_takes_away(room)
    chosen = [n for n in tiny_names(room) if bool(proved(room, n)) != told_less]
    while True:
        puzzle = _edited(room, _told_more(room, room.load(rng.choice(chosen)), rng), rng)
        if all_boards.is_small(name_of(room), puzzle) and not peer_says(room, puzzle):
            return puzzle


@cache
def only_takes_away(room: ModuleType) -> bool:
    """Whether edit mode can only take clues away: then what has a solution keeps it, and new clues come as a text."""
    sheets = [adapter_of(room).sheet(puzzle) for puzzle in tiny(room)]
    return {state for sheet in sheets for kind in sheet.kinds.values() for state in kind.edit} <= {"", "given"}


def _told_more(room: ModuleType, puzzle: Any, rng: random.Random) -> Any:
    """The puzzle with some of a solution as clues."""
    table, share = GameState(adapter_of(room), puzzle), rng.random()
    for solution in peer_says(room, puzzle)[:1]:
        said = {element: given(word) for element, word in table.game.write(puzzle, solution).items()}
        told = [element for element, word in said.items() if word in table.sheet.kind(element).edit]
        if chosen := {str(element): said[element] for element in told if rng.random() < share}:
            table.enter(chosen)
    return table.puzzle


def _edited(room: ModuleType, puzzle: Any, rng: random.Random) -> Any:
    """The puzzle with some changes, of one kind or of all."""
    table = GameState(adapter_of(room), puzzle)
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
    boards, broken = list(all_boards.ROOMS[name_of(room)](puzzle)), dict[frozenset, set]()
    for number, (_, built) in enumerate(text_builds(room, puzzle)):
        if built.clues is None:
            assert number, "the first one is asked for explanations"
            continue
        clues = frozenset(built.clues)
        if clues not in broken:
            broken[clues] = {_broken_clues(room, puzzle, board, clues) for board in boards}
        for limit in (PATIENCE, 0):
            with suppress(TimeLimitReached):
                _check_clash(room, puzzle, conflicts.minimal_conflict(built, time_limit=limit), broken[clues])


def _broken_clues(room: ModuleType, puzzle: Any, board: Any, clues: frozenset) -> frozenset:
    """The clues that a board breaks; it breaks nothing else."""
    broken = frozenset((violation.rule, violation.where[0]) for violation in room.violations(puzzle, board))
    assert broken <= clues
    return broken


def _check_clash(room: ModuleType, puzzle: Any, clash: conflicts.ClueConflict | None, broken: set[frozenset]) -> None:
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
    check_places(clash.message, clash.where)
    assert clash.proof is None or clash.proof.problem(clash.premises) is None
    sheet = adapter_of(room).sheet(puzzle)
    assert all(sheet.kinds[sheet.elements[element].kind].edit for element in clash.where)


@each_spoiled(40)
@pytest.mark.once
def test_repairs_of_a_spoiled_board_are_the_smallest(room: ModuleType, seed: int) -> None:
    """By brute force in every formulation; where a clue can be taken away on the board, by CP-SAT as well."""
    puzzle, told = spoiled(room, seed), dict[frozenset, list[conflicts.Repair]]()
    boards = list(all_boards.ROOMS[name_of(room)](puzzle))
    for _, built in text_builds(room, puzzle):
        if built.clues is not None:
            clues = frozenset(built.clues)
            told[clues] = conflicts.repairs(built, limit=OFFERED, time_limit=PATIENCE)
            _check_repairs(room, puzzle, told[clues], {_broken_clues(room, puzzle, board, clues) for board in boards})
    for clues, repairs in told.items():
        for repair in repairs:
            _check_by_peer(room, puzzle, clues, repair)


def _check_repairs(room: ModuleType, puzzle: Any, repairs: list[conflicts.Repair], broken: set[frozenset]) -> None:
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
        check_places(repair.message, repair.where)


def _check_by_peer(room: ModuleType, puzzle: Any, clues: frozenset, repair: conflicts.Repair) -> None:
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
    least = {str(element): kind_on(board, str(element))["edit"][0] for _, element in clues}
    if not least:
        return puzzle
    board._handle_custom_msg({"do": "set", "changes": least, "edit": ""}, [])
    empty = board.puzzle != puzzle and set(least.values()) <= {"", "?"}
    return board.puzzle if empty and _board_itself(room, board.puzzle) == _board_itself(room, puzzle) else None


def _board_itself(room: ModuleType, puzzle: Any) -> dict:
    places = adapter_of(room).sheet(puzzle).elements.items()
    return {element: place.kind for element, place in places if not isinstance(element, Label)}


@pytest.mark.slow
@each_room("board", "explanations", "generator")
@pytest.mark.parametrize("seed", range(6))
def test_a_clash_on_a_larger_board_is_one_in_every_formulation(room: ModuleType, seed: int) -> None:
    """By models with the named clues alone; a board that is left when one is spared is judged by the checker."""
    if only_takes_away(room):
        pytest.skip("edit mode spoils nothing here")
    rng, puzzle = random.Random(seed), room.generate(seed=seed)
    while first_peer(room, puzzle):
        puzzle = _edited(room, puzzle, rng)
    clash, asked = conflicts.asked(puzzle, room.FORMULATIONS, conflicts.minimal_conflict), 0
    for formulation, whole in text_builds(room, puzzle):
        if whole.clues is None:
            continue
        clues = frozenset(whole.clues)
        for kept in (frozenset(clash.clues), *(clash.clues.keys() - {named} for named in clash.clues)):
            families = tuple(_only(family, clues - kept) for family in whole.families.values())
            built = room.FORMULATIONS[formulation](puzzle, families=families)
            built.stop_at_first = True
            result = scip.solve(built, time_limit=PATIENCE)
            if result.status == "solved":
                assert len(kept) < len(clash.clues)
                assert not _broken_clues(room, puzzle, built.decode(result.values), clues) & kept
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


@pytest.mark.parametrize(
    "room", [pytest.param(room, id=name, marks=_spoiled(name)) for name, room in EXPLAINED.items()]
)
@pytest.mark.once
def test_every_kind_of_clue_is_named_by_some_clash(room: ModuleType) -> None:
    models = [next(text_builds(room, spoiled(room, seed)))[1] for seed in range(SPOILED)]
    known, named = {family for built in models for family, _ in built.clues or ()}, set[str]()
    for built in models:
        if named != known:
            clash = conflicts.minimal_conflict(built)
            assert clash
            named |= {family for family, _ in clash.clues}
    assert named == known


@each_tiny("board", "explanations")
@pytest.mark.once("room")
def test_a_model_in_which_clues_hide_tells_no_clash(room: ModuleType, name: str) -> None:
    for formulation, built in builds(room, room.load(name)):
        if formulation.endswith("_fast") or built.clues is None:
            with pytest.raises(UnsupportedPuzzle):
                conflicts.minimal_conflict(built)


@each_tiny("board", "explanations")
@pytest.mark.once("room")
def test_check_and_why_on_a_board_without_solution_show_the_clash(room: ModuleType, name: str, puzzle: Any) -> None:
    if solved(room, name):
        pytest.skip("a solution")
    clash = conflicts.asked(puzzle, room.FORMULATIONS, conflicts.minimal_conflict)
    visible = {str(element) for violation in room.clue_conflicts(puzzle) for element in violation.where}
    board = room.board(puzzle)
    element = next(e for e in adapter_of(room).sheet(puzzle).elements if not isinstance(e, Label))
    asked = [board.check] if adapter_of(room).techniques else [board.check, partial(board.why, element)]
    for ask in asked:
        ask()
        wait(board)
        wrong = {element for element, mark in board.marks.items() if "wrong" in mark.get("words", ())}
        if visible:
            assert board.ui["message"].startswith("No solution, conflicting clues")
            assert visible <= wrong
        else:
            assert board.ui["message"].startswith(f"No solution: {clash.message}.")
            assert wrong == {str(element) for element in clash.where}
    plain = rendered(room.draw(puzzle))
    for element in {kind_of(element): element for element in clash.where}.values():
        assert (rendered(room.draw(puzzle, marks={element: "wrong"})) != plain).any()
