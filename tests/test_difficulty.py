"""How hard a puzzle is: what notes and refutations cost, and the levels of Simon Tatham's generators."""

from typing import Any

import pandas as pd
import pytest

from puzzlekit import bench, explain, scip, sudoku
from puzzlekit.explain.difficulty import A_RULE, EXCLUDED, HARDEST
from puzzlekit.grid import DATA, Cell
from puzzlekit.scip import BuiltModel

RATED = pd.read_csv(DATA / "results" / "difficulty.csv")
TYPES = {"loopy": "slitherlink", "bridges": "hashi", "solo": "sudoku"}
CELLS = a, b, c, d, e, f, g = tuple(Cell(0, j) for j in range(7))


def rated(rules: Any) -> int:
    """The difficulty of a model with seven cells that are 0 or 1."""
    model = scip.new_model("seven")
    v = scip.variables(x={cell: model.addVar(f"x{cell.column}", vtype="B") for cell in CELLS})

    def family(puzzle: Any, v: Any) -> Any:
        yield from enumerate(rules(v.x))

    indicators = {(cell, s): v.x[cell] if s else 1 - v.x[cell] for cell in CELLS for s in (0, 1)}
    built = BuiltModel(model, v, decode=lambda values: dict(values.x), indicators=indicators)
    return explain.difficulty(built.add([family], None))


def test_what_follows_from_one_rule_after_the_other_costs_nothing() -> None:
    assert rated(lambda x: [x[a] + x[b] >= 2, x[b] + x[c] <= 1]) == 0


def test_rules_about_the_same_places_are_one_and_what_may_be_anything_costs_nothing() -> None:
    """With a 0 in a, b would have to be 1 and must not; c and d may be anything."""
    assert rated(lambda x: [x[a] + x[b] >= 1, x[b] - x[a] <= 0]) == 2


def test_it_costs_more_where_notes_tell_only_what_is_not_there() -> None:
    """With a 1 in a, b must not be 1 and would have to be; so it is with c, but a refutation costs the same."""
    assert rated(lambda x: [x[a] + x[b] <= 1, x[b] - x[a] >= 0]) == EXCLUDED * 2
    assert rated(lambda x: [x[a] + x[b] <= 1, x[c] - x[a] >= 0, x[b] - x[c] >= 0]) == 3 * A_RULE


def test_what_rules_say_by_themselves_is_one_round() -> None:
    """Of a and b one learns what is there, of c and d what is not: the easier one counts."""
    assert rated(lambda x: [x[a] + x[b] >= 1, x[b] - x[a] <= 0, x[c] + x[d] <= 1, x[d] - x[c] >= 0]) == 2


def test_notes_on_pairs_cost_the_square_of_their_rules() -> None:
    """At most one of a and b is 1, so c is, too; or c or d is, and so both are, since they are equal."""
    assert rated(lambda x: [x[a] + x[b] <= 1, x[a] + x[b] + x[c] >= 2]) == 2**2 * 3
    assert rated(lambda x: [x[a] + x[b] <= 1, x[a] + x[b] + x[c] + x[d] >= 2, x[c] - x[d] == 0]) == 3**2 * 2


def test_nothing_is_noted_of_pairs_of_which_one_rule_speaks() -> None:
    """With a 0 in c, d would be 0 and so b, and one of b and c is 1: the rules of a refutation count."""
    rules = [(d, c), (b, d)]
    cost = rated(lambda x: [x[c] + x[b] >= 1, *(x[p] - x[q] <= 0 for p, q in rules)])
    assert cost == 3 * A_RULE


def test_rounds_are_added() -> None:
    """First a must be 1 by two rules about a and b, then c by a refutation."""
    at_most = [(b, a), (b, d), (d, c)]
    cost = rated(lambda x: [x[a] + x[b] >= 1, x[c] + x[b] >= 1, *(x[p] - x[q] <= 0 for p, q in at_most)])
    assert cost == 2 + 3 * A_RULE


def test_what_takes_fewer_rules_comes_first() -> None:
    """Without c, e takes the three rules that say c, too; c and e, which are of one kind, are two rounds."""
    at_most = [(d, c), (b, d), (f, e), (g, f)]
    cost = rated(lambda x: [x[c] + x[b] >= 1, x[e] + x[g] >= x[c], *(x[p] - x[q] <= 0 for p, q in at_most)])
    assert cost == (3 + 3) * A_RULE


def test_what_is_there_is_never_what_is_not() -> None:
    """Each cell has one of three letters: two rules say that both have the first."""
    model = scip.new_model("letters")
    v = scip.variables(x={(cell, k): model.addVar(f"x{cell.column}{k}", vtype="B") for cell in (a, b) for k in "pqr"})

    def one_letter(puzzle: Any, v: Any) -> Any:
        yield from ((cell, sum(v.x[cell, k] for k in "pqr") == 1) for cell in (a, b))

    def one_is_first(puzzle: Any, v: Any) -> Any:
        yield "some", v.x[a, "p"] + v.x[b, "p"] >= 1
        yield "alike", v.x[a, "p"] - v.x[b, "p"] == 0

    built = BuiltModel(model, v, decode=lambda values: dict(values.x), indicators=v.x)
    assert explain.difficulty(built.add([one_letter, one_is_first], None)) == 2


def test_what_only_a_search_settles_costs_most() -> None:
    """With d any two of three others would add up to one: no rule says that d must be 0, nor do two in turn."""
    pairs = [(a, b), (b, c), (a, c)]
    assert rated(lambda x: [row for p, q in pairs for row in (x[p] + x[q] <= 2 - x[d], x[p] + x[q] >= x[d])]) == HARDEST


@pytest.mark.parametrize("game", TYPES)
@pytest.mark.once
def test_harder_levels_rate_harder_and_the_table_is_of_today(game: str) -> None:
    own = RATED[RATED["game"] == game]
    assert own["level"].corr(own["difficulty"], method="spearman") > 0.85
    package = bench.find_package(TYPES[game])
    for level, lines in own.groupby("level"):
        line = lines.iloc[0]
        if level < 2:
            assert package.difficulty(package.parse(line["board"])) == line["difficulty"]


def test_a_board_of_singles_costs_nothing() -> None:
    basic = pd.read_csv(DATA / "results" / "sudoku_difficulty.csv").query("level == 'basic'")["id"]
    assert [sudoku.difficulty(sudoku.parse(board)) for board in basic[:3]] == [0, 0, 0]
