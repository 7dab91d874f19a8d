"""The atlas of chapter 12: its table against the recorded runs, its picture, its widget, and how LPs are measured."""

import json
from itertools import permutations

import matplotlib.pyplot as plt
import model_sizes as tool
import pandas as pd
import pytest

from puzzlekit import battleship, scip, sudoku
from puzzlekit.bench import find_package
from puzzlekit.core.errors import PuzzleError
from puzzlekit.course.conclusion import Atlas, atlas, draw_atlas
from puzzlekit.course.conclusion.atlas import ALL, AXES, KEYS, places
from puzzlekit.course.tables import recorded_run


@pytest.fixture(scope="module")
def table() -> pd.DataFrame:
    return atlas()


def test_each_size_has_all_that_was_measured_and_nothing_else(table: pd.DataFrame) -> None:
    assert not table.duplicated(KEYS).any()
    for place in places():
        own = table[(table["puzzle"] == place.puzzle) & (table["size"] == place.size)].set_index("formulation")
        package = find_package(place.puzzle)
        sized, timed = own.dropna(subset=["variables"]).index, own.dropna(subset=["seconds"]).index
        assert len(sized) > 0 if place.board else len(sized) == 0
        assert set(sized) <= set(package.FORMULATIONS)
        run = recorded_run(f"{place.puzzle}/{place.recorded}") if place.recorded else pd.DataFrame({"formulation": []})
        assert set(timed) == set(run["formulation"])
        assert own["elements"].notna().all() == bool(place.board)
        assert set(own.index) == {*sized, *timed}


def test_a_time_is_the_median_of_a_run_with_its_proof(table: pd.DataFrame) -> None:
    run = recorded_run("battleship/ten_hard")
    own = run[run["formulation"] == "cell"]
    told = table.set_index(KEYS).loc[("battleship", "10 x 10", "cell")]
    sums = own["build_seconds"] + own["solve_seconds"] + own["unique_seconds"]
    assert told["seconds"] == pytest.approx(sums.median())
    assert (told["boards"], told["stopped"]) == (len(own), 0)


def test_a_share_is_a_share(table: pd.DataFrame) -> None:
    assert table["settled"].dropna().between(0, 100).all()
    assert table["settled"][table["variables"].isna()].isna().all()  # an engine without a model has no LP
    assert {0, 100} <= set(table["settled"])


@pytest.mark.parametrize(("puzzle", "board"), [("battleship", "hard_6"), ("circuit", "board_5x5"), ("zebra", "five")])
def test_the_recorded_sizes_are_those_of_today(puzzle: str, board: str) -> None:
    run = recorded_run(f"model_sizes/{puzzle}")
    recorded = run[run["file"] == board].set_index("formulation").drop(columns="file")
    measured = {name: rest for _, name, *rest in tool.measured(puzzle, board)}
    assert measured == {name: list(row) for name, row in zip(recorded.index, recorded.values.tolist(), strict=True)}


def test_what_the_lp_settles_is_what_one_lp_for_each_element_says() -> None:
    """Another way: of each right state the least value by itself."""
    seen = set()
    for build, puzzle in (
        (sudoku.FORMULATIONS["assignment"], sudoku.load("tiny_boxes_2x3")),
        (battleship.FORMULATIONS["placement"], battleship.load("hard_6")),
    ):
        built = build(puzzle)
        right = tool.right_states(built)
        assert len(right) == len(puzzle.cells)
        least = {}
        for item in right:
            built.model.setObjective(built.indicators[item], "minimize")
            least[item] = scip.relax(built).value
        settled = sum(value > 1 - 1e-6 for value in least.values())
        assert tool.settled(built, right) == settled
        seen.add(0 < settled < len(right))
        built.free()
    assert True in seen


@pytest.mark.parametrize("puzzle", [ALL, "slitherlink"])
@pytest.mark.once
def test_every_pair_of_axes_is_drawn(table: pd.DataFrame, puzzle: str) -> None:
    own = table if puzzle == ALL else table[table["puzzle"] == puzzle]
    groups = own["puzzle" if puzzle == ALL else "formulation"].nunique()
    for x, y in permutations(AXES, 2):
        ax = draw_atlas(table, puzzle, x, y)
        whole, at_x, at_y = (sum(len(line.get_xdata()) for line in ax.lines[k::3]) for k in range(3))
        assert whole == len(own.dropna(subset=[x, y]))
        assert at_x == (own[x].isna() & own[y].notna()).sum()
        assert at_y == (own[y].isna() & own[x].notna()).sum()
        assert len(ax.get_legend().get_texts()) == groups
        plt.close("all")


def test_the_widget_holds_its_data_and_a_picture_of_it(table: pd.DataFrame) -> None:
    shown = Atlas("hashi", "elements", "settled")
    rows = json.loads(json.dumps(shown.atlas, allow_nan=False))["rows"]
    assert len(rows) == len(table)
    assert sum(value is None for row in rows for value in row) == table[list(AXES)].isna().sum().sum()
    data, _ = shown._repr_mimebundle_()
    assert data["image/svg+xml"].startswith("<?xml")
    assert str(len(table)) in data["text/plain"]


@pytest.mark.parametrize("wrong", [{"puzzle": "chess"}, {"x": "beauty"}, {"y": "puzzle"}])
@pytest.mark.once
def test_what_is_not_on_the_map_is_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(PuzzleError, match="expected"):
        Atlas(**wrong)
