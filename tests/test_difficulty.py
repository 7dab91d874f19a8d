"""How hard a puzzle is: what refutations cost, and that it follows the levels of Simon Tatham's generators."""

from typing import Any

import pandas as pd
import pytest

from puzzlekit import bench, explain, scip, sudoku
from puzzlekit.explain.difficulty import HARDEST
from puzzlekit.grid import DATA, Cell
from puzzlekit.scip import BuiltModel

RATED = pd.read_csv(DATA / "results" / "difficulty.csv")
TYPES = {"loopy": "slitherlink", "bridges": "hashi", "solo": "sudoku"}
CELLS = a, b, c, d = tuple(Cell(0, j) for j in range(4))


def rated(rules: Any) -> int:
    """The difficulty of a model with four cells that are 0 or 1."""
    model = scip.new_model("four")
    v = scip.variables(x={cell: model.addVar(f"x{cell.column}", vtype="B") for cell in CELLS})

    def family(puzzle: Any, v: Any) -> Any:
        yield from enumerate(rules(v.x))

    indicators = {(cell, s): v.x[cell] if s else 1 - v.x[cell] for cell in CELLS for s in (0, 1)}
    built = BuiltModel(model, v, decode=lambda values: dict(values.x), indicators=indicators)
    return explain.difficulty(built.add([family], None))


def test_what_follows_from_one_rule_after_the_other_costs_nothing() -> None:
    assert rated(lambda x: [x[a] + x[b] >= 2, x[b] + x[c] <= 1]) == 0


def test_a_way_costs_its_rules_times_the_open_places_in_them_and_what_may_be_anything_nothing() -> None:
    """A 0 in a would ask for a 1 in b and forbid it; b and c may be anything."""
    assert rated(lambda x: [x[a] + x[b] >= 1, x[b] - x[a] <= 0]) == 2 * (2 + 2)
    assert rated(lambda x: [x[a] + x[b] + x[c] >= 2, x[b] + x[c] - x[a] <= 1]) == 2 * (3 + 3)


def test_it_costs_twice_as_much_where_one_learns_only_what_is_not_there() -> None:
    """A 1 in a would forbid and ask for a 1 in b."""
    assert rated(lambda x: [x[a] + x[b] <= 1, x[b] - x[a] >= 0]) == 2 * 2 * (2 + 2)


def test_what_is_as_short_is_one_round() -> None:
    """Nothing of c follows from a."""
    assert rated(lambda x: [row for p in (a, c) for row in (x[p] + x[b] >= 1, x[b] - x[p] <= 0)]) == 2 * (2 + 2)


def test_rounds_are_added() -> None:
    """First a must be 1, then c: with c also d would be 0, and b."""
    at_most = [(b, a), (b, d), (d, c)]
    cost = rated(lambda x: [x[a] + x[b] >= 1, x[c] + x[b] >= 1, *(x[p] - x[q] <= 0 for p, q in at_most)])
    assert cost == 2 * (2 + 2) + 3 * (2 + 2 + 2)


def test_what_only_a_search_settles_costs_most() -> None:
    """With d any two of three others would add up to one: no rule says that d must be 0, nor do two in turn."""
    pairs = [(a, b), (b, c), (a, c)]
    assert rated(lambda x: [row for p, q in pairs for row in (x[p] + x[q] <= 2 - x[d], x[p] + x[q] >= x[d])]) == HARDEST


@pytest.mark.parametrize("game", TYPES)
def test_harder_levels_rate_harder_and_the_table_is_of_today(game: str) -> None:
    own = RATED[RATED["game"] == game]
    assert own["level"].corr(own["difficulty"], method="spearman") > 0.75
    package = bench.find_package(TYPES[game])
    for level, lines in own.groupby("level"):
        line = lines.iloc[0]
        if level < 2:
            assert package.difficulty(package.parse(line["board"])) == line["difficulty"]


def test_a_board_of_singles_costs_nothing() -> None:
    basic = pd.read_csv(DATA / "results" / "sudoku_difficulty.csv").query("level == 'basic'")["id"]
    assert [sudoku.difficulty(sudoku.parse(board)) for board in basic[:3]] == [0, 0, 0]
