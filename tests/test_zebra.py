"""The Zebra puzzle: every engine against brute force, denials included; deductions, checker, traps, generator."""

import random
import subprocess
import sys
from functools import cache
from itertools import chain, pairwise, product
from typing import Any

import brute_zebra
import pytest
from board_states import check_reasoning
from engines import agreeing, by_cp_sat
from patience import PATIENCE

from puzzlekit import zebra
from puzzlekit.core import grid
from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.grid import Cell, Label
from puzzlekit.zebra import Clue, Puzzle, Solution, model_assignment
from puzzlekit.zebra.deduce import houses_left, initial_candidates
from puzzlekit.zebra.puzzle import RELATIONS
from puzzlekit.zebra.rules import FAMILY, clue_words, told
from puzzlekit.zebra.statement import problem

SEEDS = [*range(40), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(40, 300))]
FEW = 12  # solution sets up to this size are compared
SHAPES = [(1, 2), (2, 1), (2, 2), (2, 4), (3, 2), (3, 3), (4, 2), (5, 1)]  # houses, attributes

each_seed = pytest.mark.parametrize("seed", SEEDS)


def random_puzzle(seed: int) -> Puzzle:
    """Any clues, or clues that are true of a random table, of which one may be turned round."""
    rng = random.Random(seed)
    houses, attributes = rng.choice(SHAPES)
    own = tuple(
        (f"kind-{'abcd'[i]}", tuple(f"{'abcd'[i]} {'xyzuv'[j]}" for j in range(houses))) for i in range(attributes)
    )
    names = [name for _, row in own for name in row]
    table = {name: house for _, row in own for house, name in enumerate(rng.sample(row, houses), start=1)}
    clues, kind = list[Clue](), rng.choice(("any", "true", "true", "spoiled"))
    for _ in range(rng.randint(0, 3 * attributes + houses)):
        relation, negated = rng.choice(RELATIONS), rng.random() < 0.4
        first, second = rng.choice(names), rng.choice(names)
        if relation != "at" and first == second:
            continue
        clue = Clue(first, relation, rng.randint(1, houses) if relation == "at" else second, negated)
        if kind != "any" and not brute_zebra.is_true(str(clue), table):
            clue = Clue(clue.first, relation, clue.second, not negated)
        clues.append(clue)
    if kind == "spoiled" and clues:
        last = clues.pop()
        clues.append(Clue(last.first, last.relation, last.second, not last.negated))
    return Puzzle(houses, own, tuple(clues))


def table_of(puzzle: Puzzle, house: dict[str, int]) -> Solution:
    return Solution.of(puzzle, {puzzle.cells_of[name][at - 1]: name for name, at in house.items()})


@cache
def truth(puzzle: Puzzle) -> frozenset[Solution]:
    """All solutions, by brute force."""
    found = brute_zebra.solutions([own for _, own in puzzle.attributes], [*map(str, puzzle.clues)])
    return frozenset(table_of(puzzle, house) for house in found)


# Engines

ENGINES = ["assignment_fast", "assignment", "cp_sat", "cp_sat_plain", "cadical", "search"]


@each_seed
@pytest.mark.once
def test_all_engines_agree_with_brute_force(seed: int) -> None:
    """The models, the peers that get their rows, CP-SAT and the search."""
    puzzle = random_puzzle(seed)
    some = frozenset(sorted(truth(puzzle), key=str)[:FEW])
    assert agreeing(zebra, puzzle, some, FEW) == ENGINES
    assert set(by_cp_sat(problem(puzzle, deduced=False), 1000)) == truth(puzzle)


def test_the_random_puzzles_are_of_all_kinds() -> None:
    puzzles = [random_puzzle(seed) for seed in range(40)]
    counts = [min(2, len(truth(puzzle))) for puzzle in puzzles]
    assert min(counts.count(number) for number in (0, 1, 2)) >= 4
    assert [not truth(p) and not zebra.clue_conflicts(p) for p in puzzles].count(True) >= 2
    told = {(clue.relation, clue.negated) for p in puzzles if len(truth(p)) == 1 for clue in p.clues}
    assert told == {(relation, negated) for relation in RELATIONS for negated in (True, False)}


@each_seed
def test_the_checker_agrees_with_brute_force_on_every_table(seed: int) -> None:
    puzzle = random_puzzle(seed)
    tables = list(brute_zebra.tables([own for _, own in puzzle.attributes]))
    for house in random.Random(seed).sample(tables, min(30, len(tables))):
        untrue = [str(clue) for clue in puzzle.clues if not brute_zebra.is_true(str(clue), house)]
        found = zebra.violations(puzzle, table_of(puzzle, house))
        assert [str(puzzle.clues[v.where[0].index]) for v in found] == untrue  # type: ignore[union-attr]  # labels
        assert [v.rule for v in found] == [FAMILY[puzzle.clues[v.where[0].index].kind] for v in found]  # type: ignore[union-attr]


@each_seed
def test_a_clue_is_blamed_where_it_is_not_kept_wherever_its_properties_may_still_stand(seed: int) -> None:
    """Also where a property stands in two houses; but not where one has no house left."""
    puzzle, rng = random_puzzle(seed), random.Random(seed)
    for _ in range(10):
        share = rng.random()
        entries = {cell: rng.choice(puzzle.properties(cell)) for cell in puzzle.cells if rng.random() < share}
        expected = []
        for number, clue in enumerate(puzzle.clues):
            held = [{c: c.column + 1 for c in puzzle.cells_of[n] if entries.get(c) == n} for n in clue.properties]
            free = [{c: c.column + 1 for c in puzzle.cells_of[n] if c not in entries} for n in clue.properties]
            places = [*product(*(own or other for own, other in zip(held, free, strict=True)))]
            apart = [cells for cells in places if len({*cells}) == len(cells)]
            tables = [{n: c.column + 1 for n, c in zip(clue.properties, cells, strict=True)} for cells in apart]
            if places and not any(brute_zebra.is_true(str(clue), table) for table in tables):
                expected.append((Label("clue", number), *chain(*held)))
        found = zebra.violations(puzzle, Solution.of(puzzle, entries), partial=True)
        assert [violation.where for violation in found if violation.rule in FAMILY.values()] == expected


@each_seed
def test_met_are_true_clues_that_are_placed_and_rows_with_every_property(seed: int) -> None:
    puzzle, rng = random_puzzle(seed), random.Random(seed)
    for solution in sorted(truth(puzzle), key=str)[:3]:
        entries = {cell: name for cell, name in solution.filled.items() if rng.random() < 0.8}
        entries |= {cell: rng.choice(puzzle.properties(cell)) for cell in rng.sample(puzzle.cells, 1)}
        house = {name: cell.column + 1 for cell, name in entries.items()}
        once = {name for name in house if [*entries.values()].count(name) == 1}
        clues = {label: str(clue) for label, clue in told(puzzle) if once.issuperset(clue.properties)}
        expected = {label for label, clue in clues.items() if brute_zebra.is_true(clue, house)}
        expected |= {Label("row", i) for i, (_, own) in enumerate(puzzle.attributes) if once.issuperset(own)}
        marks = zebra.marks(puzzle, Solution.of(puzzle, entries))
        assert {element for element, mark in marks.items() if mark == "met"} == expected


@each_seed
def test_reasoning_agrees_with_brute_force(seed: int) -> None:
    puzzle = random_puzzle(seed)
    check_reasoning(zebra, puzzle, truth(puzzle), seed)


@each_seed
def test_reasoning_ends_where_no_clue_and_no_single_leaves_less(seed: int) -> None:
    """From nothing, and from what a solution has in some places."""
    puzzle, rng = random_puzzle(seed), random.Random(seed)
    some = rng.sample(puzzle.cells, len(puzzle.cells) // 3)
    for board in [None, *sorted(truth(puzzle), key=str)[:1]]:
        known = {cell: frozenset((board.filled[cell],)) for cell in some} if board else {}
        if not grid.contradiction(steps := zebra.deduce(puzzle, known)):
            check_left(puzzle, grid.apply_steps(steps, initial_candidates(puzzle) | known))


@each_seed
def test_reasoning_without_steps_leaves_the_same(seed: int) -> None:
    sizes = (seed % 3 + 4, 3)
    for puzzle in (random_puzzle(seed), zebra.generate(*sizes, seed=seed, unique=False)):
        steps, left = zebra.deduce(puzzle), houses_left(puzzle)
        assert (left is None) == bool(grid.contradiction(steps))
        if left is not None:
            cells = {c: {name for name in puzzle.properties(c) if left[name] >> c.column & 1} for c in puzzle.cells}
            assert cells == grid.apply_steps(steps, initial_candidates(puzzle))


@each_seed
def test_a_clue_looks_at_each_place_that_it_narrows(seed: int) -> None:
    """That nothing is left in one is the next step, unless it is so in all of them."""
    puzzle = random_puzzle(seed)
    left = initial_candidates(puzzle)
    for step, following in pairwise([*zebra.deduce(puzzle), None]):
        if isinstance(label := step.where[0], Label):
            kept = kept_by(puzzle, puzzle.clues[label.index], left)
            out = {cell: {name for name in own if cell not in kept.get(name, [cell])} for cell, own in left.items()}
            after = {cell: left[cell] - gone for cell, gone in out.items() if gone}
            assert set(step.where[1:]) == after.keys()
            assert step.candidates == ({cell: own for cell, own in after.items() if own} or after)
            emptied = [] if step.candidates == after else [cell for cell, own in after.items() if not own]
            assert not emptied or following.where in [(cell,) for cell in emptied]
        elif not all(step.candidates.values()):
            assert step.candidates == {step.where[0]: frozenset()}
        left |= step.candidates


def kept_by(puzzle: Puzzle, clue: Clue, left: Any) -> dict[str, set]:
    """Where the properties of a clue may stand so that it is kept."""
    cells = [[cell for cell in puzzle.cells_of[name] if name in left[cell]] for name in clue.properties]
    ways = [way for way in product(*cells) if len({*way}) == len(way)]
    houses = [{n: c.column + 1 for n, c in zip(clue.properties, way, strict=True)} for way in ways]
    kept = [way for way, house in zip(ways, houses, strict=True) if brute_zebra.is_true(str(clue), house)]
    return {name: {way[at] for way in kept} for at, name in enumerate(clue.properties)}


def check_left(puzzle: Puzzle, left: Any) -> None:
    """No clue and no single leaves less than this."""
    cells = {name: [cell for cell in row if name in left[cell]] for name, row in puzzle.cells_of.items()}
    for clue in puzzle.clues:
        assert kept_by(puzzle, clue, left) == {name: {*cells[name]} for name in clue.properties}, clue
    for name, own in cells.items():
        assert own
        assert len(own) > 1 or left[own[0]] == {name}
        assert len(own) == 1 or {name} not in [left[cell] for cell in own]


# The classic puzzle


def test_the_japanese_owns_the_zebra_and_the_norwegian_drinks_water() -> None:
    """Table 7.4, by every engine."""
    puzzle = zebra.load("life_1962")
    solution = zebra.solve(puzzle)
    assert solution.house("zebra") == solution.house("Japanese")
    assert solution.house("water") == solution.house("Norwegian")
    assert agreeing(zebra, puzzle, {solution}, 2) == ENGINES


def test_none_of_its_clues_can_be_spared() -> None:
    puzzle = zebra.load("life_1962")
    for number in range(1, len(puzzle.clues) + 1):
        assert not zebra.is_unique(puzzle.without(number)), number


# Models and their traps


def test_names_that_differ_by_a_hyphen_have_rows_and_variables_of_their_own() -> None:
    puzzle = zebra.parse("houses: 2\nattributes:\nname: a b, a-b.\npet: cat, dog.\nclues:\na b next to cat.")
    built = model_assignment.build(puzzle)
    assert len({x.name for x in built.v.x.values()}) == len(built.v.x)
    assert len(built.rows) == built.model.getNConss()


def test_a_puzzle_with_few_clues_does_not_end_the_process() -> None:
    """SCIP 10.0.2 finds false symmetries in its rows, and ends the process; with lazy rows it looks for none."""
    text = """houses: 6
attributes:
book: atlas, drama, essay, saga, thriller, western.
colour: crimson, ivory, lilac, pink, teal, white.
tool: axe, drill, hammer, pliers, ruler, shovel.
fruit: cherry, grape, kiwi, lemon, mango, peach.
country: Austria, Canada, Denmark, India, Norway, Peru.
pet: dog, hamster, horse, snail, toad, zebra.
clues:
Norway right of western.
ivory right of drama.
kiwi next to hamster."""
    puzzle = f"from puzzlekit import zebra; puzzle = zebra.parse({text!r})"
    code = f"{puzzle}; print([zebra.solve(puzzle, formulation=own) is None for own in sorted(zebra.FORMULATIONS)])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout) == (0, "[False, False]\n"), done.stderr[-500:]
    models = [build(zebra.parse(text)).model for build in zebra.FORMULATIONS.values()]
    assert [model.getParam("misc/usesymmetry") for model in models] == [0, 0]


@pytest.mark.parametrize(
    ("clue", "named"),
    [
        ("red = blue", 1), ("red at 1\ndog at 2\nred at 2", 2), ("red at 1\nblue at 1", 2),
        ("red not at 2\nred at 2", 2), ("red right of dog\ndog not left of red", 2), ("red right of dog", 0),
        ("red next to dog\ndog not next to red", 2), ("red not = blue", 0), ("red at 1\nblue at 2", 0),
        ("red not at 1\nred not at 2", 0), ("red not at 2\nred at 1", 0),
        ("red not at 1\nred at 2", 0), ("red at 2\nblue at 1", 0),
        ("red at 1\ndog at 1", 0), ("dog at 1\nred at 1", 0), ("dog at 1\nred at 2", 0), ("red = dog\nred = tea", 0),
        ("red left of dog\ndog not right of red", 2), ("red left of dog\nred not left of dog", 2),
        ("red left of dog\ndog right of red", 0), ("red left of dog\ndog not left of red", 0),
        ("red = dog\ndog not = red", 2), ("red = dog\nred not = cat", 0),
    ],
)  # fmt: skip
def test_visible_clashes_name_their_clues(clue: str, named: int) -> None:
    lines = "".join(f"{line}.\n" for line in clue.split("\n"))
    own = "colour: blue, green, red.\npet: cat, dog, fox.\ndrink: milk, tea, wine.\n"
    puzzle = zebra.parse(f"houses: 3\nattributes:\n{own}clues:\n{lines}")
    found = zebra.clue_conflicts(puzzle)
    assert {len(violation.where) for violation in found} == ({named} if named else set())
    assert all(isinstance(element, Label) for violation in found for element in violation.where)


def test_the_only_house_has_no_neighbours() -> None:
    puzzle = zebra.parse("houses: 1\nattributes:\npet: cat.\ndrink: tea.\nclues:\ncat next to tea.")
    assert [violation.rule for violation in zebra.clue_conflicts(puzzle)] == ["neighbours"]
    assert zebra.solutions(puzzle) == []


# The checker


def test_the_checker_names_each_rule_and_the_clue() -> None:
    puzzle = zebra.load("tiny_kinds")
    solution = zebra.solve(puzzle)
    assert zebra.violations(puzzle, solution) == []
    cell = Cell(2, 0)
    found = zebra.violations(puzzle, Solution.of(puzzle, {**solution.filled, cell: "milk"}))
    assert found[0].rule == "one_house_per_property"
    assert found[0].where == (Cell(2, 0), Cell(2, 1))
    empty = {other: name for other, name in solution.filled.items() if other != cell}
    found = zebra.violations(puzzle, Solution.of(puzzle, empty))
    assert [(violation.rule, violation.where) for violation in found] == [("one_property_per_house", (cell,))]
    turned = {Cell(c.row, 2 - c.column): name for c, name in solution.filled.items()}
    found = zebra.violations(puzzle, Solution.of(puzzle, turned))
    assert "clue 1 (red directly left of blue) is violated" in [v.message for v in found]
    assert {v.where[0] for v in found} <= {Label("clue", i) for i in range(len(puzzle.clues))}
    twice = Solution.of(puzzle, {Cell(0, 0): "red", Cell(0, 2): "red"})
    assert str(zebra.violations(puzzle, twice, partial=True)[0]) == "red stands in 2 houses: 1, 3"


def test_a_table_of_another_puzzle_is_refused() -> None:
    solution = zebra.solve(zebra.load("tiny_two"))
    with pytest.raises(PuzzleError, match="other attributes, houses or properties"):
        zebra.violations(zebra.load("tiny_kinds"), solution)
    name, own = solution.rows[-1]
    with pytest.raises(PuzzleError, match="other attributes, houses or properties"):
        zebra.violations(zebra.load("tiny_two"), Solution((*solution.rows[:-1], (f"other {name}", own))))


# The board


def test_beside_the_table_a_clue_says_directly_where_a_reader_might_take_it_for_anywhere_on_that_side() -> None:
    elements = zebra.board(zebra.load("life_1962")).sheet["elements"]
    assert elements["clue 5"]["text"] == "5. green directly right of ivory"
    assert elements["clue 8"]["text"] == "8. milk at 3"


def test_a_clue_that_is_taken_away_comes_back_and_the_later_ones_move_up() -> None:
    puzzle = zebra.load("five_spare")
    spare = [
        n for n in range(1, len(puzzle.clues) + 1) if len(zebra.ENGINES["search"](puzzle.without(n)).solutions) == 1
    ]
    board = zebra.board(puzzle)
    board.mode = "edit"
    board._handle_custom_msg({"do": "set", "changes": {f"clue {spare[0]}": ""}, "edit": ""}, [])
    assert board.puzzle == puzzle.without(spare[0])
    assert board.sheet["elements"][f"clue {spare[0]}"]["text"] == f"{spare[0]}. {clue_words(puzzle.clues[spare[0]])}"
    assert len([key for key in board.state if key.startswith("clue")]) == len(puzzle.clues) - 1
    board.undo()
    assert board.puzzle == puzzle
    board._handle_custom_msg({"do": "set", "changes": {"clue 1": "", "clue 3": ""}, "edit": ""}, [])
    assert board.puzzle == puzzle.without(1, 3)
    board.reset()
    assert board.puzzle == puzzle
    board.paste(str(zebra.load("life_1962")))
    assert len(board.puzzle.clues) == 14


# The generator


@pytest.mark.parametrize("seed", [1, 2, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 30))])
def test_generated_clues_are_minimal_and_more_are_true(seed: int) -> None:
    puzzle = zebra.generate(4, 4, seed=seed)
    assert len(zebra.solutions(puzzle)) == 1
    for number in range(1, len(puzzle.clues) + 1):
        assert len(zebra.ENGINES["search"](puzzle.without(number)).solutions) == 2
    more = zebra.generate(4, 4, seed=seed, extra=3)
    assert len(more.clues) == len(puzzle.clues) + 3
    assert zebra.solve(more) == zebra.solve(puzzle)


@pytest.mark.parametrize("engine", ["cp_sat", "cadical", "search"])
def test_whoever_judges_a_generated_puzzle_has_one_solution(engine: str) -> None:
    puzzle = zebra.generate(4, 3, seed=5, engine=engine)
    assert len(zebra.solutions(puzzle)) == 1


def test_a_generator_refuses_what_it_cannot_make() -> None:
    with pytest.raises(PuzzleError, match="found houses = 13, expected a whole number from 1 to 12"):
        zebra.generate(13, seed=1)
    with pytest.raises(PuzzleError, match="no engine is named 'no such'"):
        zebra.generate(3, 3, seed=1, engine="no such")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["red", "next to", "cat"], "expected a word from its list"),
        (["red", "=", "2"], "expected a house after 'at'"),
        (["red", "at", "green"], "expected a house after 'at'"),
        (["red", "=", "red"], "expected two different properties"),
        (["red", "="], "found the form"),
        ("red", "found the form"),
    ],
)
def test_a_form_that_says_nothing_changes_nothing(words: Any, found: str) -> None:
    board = zebra.board(zebra.load("life_1962"))
    board._handle_custom_msg({"do": "compose", "name": "clue", "words": words}, [])
    assert found in board.ui["message"]
    assert board.puzzle == zebra.load("life_1962")


def test_entries_that_still_fit_stay_where_a_puzzle_is_composed() -> None:
    board = zebra.board(zebra.load("life_1962"))
    board._handle_custom_msg({"do": "set", "changes": {"cell (1,1)": "red", "cell (1,2)": "blue"}}, [])
    board._handle_custom_msg({"do": "compose", "name": "property", "words": ["blue", "teal"]}, [])
    assert {key: word for key, word in board.state.items() if word in ("red", "blue", "teal")} == {"cell (1,1)": "red"}
    assert "teal" in board.puzzle.cells_of
    with pytest.raises(PuzzleError, match="1 to 6 attributes and 1 to 12 houses"):
        board.new(7, 5)
