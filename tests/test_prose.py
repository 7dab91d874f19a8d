"""What chapters say in words of recorded runs and printed tables. Whoever records a run anew, and sees one of these
fail, reads the section that the test names and mends it."""

from collections.abc import Iterable

import pandas as pd

from puzzlekit.course.tables import percentile_table, recorded_run, runtime_table
from puzzlekit.grid import DATA

PEERS = ["cp_sat_default", "cp_sat", "cadical"]


def medians(table: str, runs: Iterable[str]) -> pd.DataFrame:
    return runtime_table({run: f"{table}/{run}" for run in runs})


def ours_to_peers(*families: str) -> pd.DataFrame:
    """Our seconds at the 95th percentile to those of each peer, of recorded families of boards."""
    table = percentile_table({family: family for family in families}).drop(columns="boards")
    return table.rdiv(table.iloc[:, 0], axis=0)[PEERS]


def printed(name: str) -> pd.DataFrame:
    return pd.read_csv(DATA / "report" / f"report_table_{name}.csv")


def test_section_3_7_on_what_each_engine_was_given() -> None:
    told = medians("sudoku", ["twentyfive_400", "twentyfive_minimal"])
    assert 15 * told.loc["twentyfive_400", "assignment_fast"] < told.loc["twentyfive_400", "cp_sat_plain"]
    largest = recorded_run("sudoku/twentyfive_minimal")
    assert set(largest["status"][largest["formulation"] == "assignment"]) == {"unknown"}
    ratio = ours_to_peers("sudoku_9", "sudoku_16", "sudoku_25", "solo_9", "solo_16")
    assert (ratio > 1).all(axis=None)
    assert ratio.loc["sudoku_9", ["cp_sat_default", "cp_sat"]].max() < 1.6
    assert ratio.loc["sudoku_25"].min() > 4
    assert (ratio["cadical"] > ratio[["cp_sat_default", "cp_sat"]].max(axis=1)).all()


def test_section_3_8_on_how_hard_steps_are() -> None:
    rated = pd.read_csv(DATA / "results" / "sudoku_difficulty.csv").dropna(subset=["kind"])
    assert rated["kind"].max() < 2  # no board needs cases
    assert rated["norm"].corr(rated["explainer"], method="spearman") > 0.8


SIZES = {"six": 36, "eight": 64, "ten": 100, "fifteen": 225, "twenty": 400}  # cells; of thirty there is one hard board


def test_section_4_9_on_ships_and_cells() -> None:
    level = {hard: medians("battleship", [f"{size}_{hard}" for size in SIZES]) for hard in ("easy", "hard")}
    for told in level.values():
        assert (told["placement"] < told["cell"]).all()
        assert (told["cp_sat_plain"] < told["cp_sat_cell"]).all()
        assert told["cell"].is_monotonic_increasing  # no dip
    easy, hard = (told.set_axis(SIZES) for told in level.values())
    assert (hard[["placement", "cell"]] > easy[["placement", "cell"]]).all(axis=None)
    assert (hard.loc["fifteen", ["placement", "cell"]] > 2 * easy.loc["fifteen", ["placement", "cell"]]).all()
    factor_easy, factor_hard = easy["cell"] / easy["placement"], hard["cell"] / hard["placement"]
    assert factor_easy.between(1.6, 2.8).all()
    assert factor_hard["twenty"] > factor_hard["six"] + 1
    largest = pd.concat([recorded_run("battleship/thirty_easy"), recorded_run("battleship/thirty_hard")])
    assert (largest["status"] == "solved").all()


def test_section_4_9_on_equal_engines() -> None:
    ratio = ours_to_peers("battleship_10", "battleship_15", "battleship_20")
    assert (ratio["cp_sat_default"] < 1).all()
    assert (ratio["cp_sat"] > 1).all()
    assert ratio["cadical"].between(0.6, 1.6).all()


def test_section_4_9_on_the_order_of_constraints() -> None:
    order = recorded_run("battleship_order")
    pairs = order[order["experiment"].str.startswith("clues")]
    times = pairs.pivot_table(index=["instance", "repeat"], columns="experiment", values="seconds")
    ratio = times["clues last"] / times["clues first"]
    assert 0.8 < ratio.median() < 1.25
    assert ratio.min() < 0.5
    assert ratio.max() > 2


def test_section_5_9_on_the_tables_of_the_report() -> None:
    trees, flows = printed("a1_circuit_cm1"), printed("a2_circuit_cm2")
    large = trees["vertices"] >= 20
    assert (flows["seconds_gurobi"] > trees["seconds_gurobi"])[large].all()
    assert (flows["seconds_gurobi"][flows["vertices"] >= 62] == 1800).all()


def test_section_5_9_on_equal_engines() -> None:
    first = medians("circuit", ["size_8", "size_10", "size_12", "size_15"])
    assert (first["spanning_tree_fast"] < first["cp_sat_plain"]).all()
    assert 5 * first.loc["size_15", "spanning_tree_fast"] < first.loc["size_15", "cp_sat_plain"]
    ratio = ours_to_peers("circuit_8", "circuit_10", "circuit_12")
    assert ratio.loc["circuit_8", "cp_sat_default"] < 0.8
    assert ratio.loc["circuit_12"].gt([2, 6, 40]).all()
    assert (ratio["cadical"] > 5).all()


def test_section_5_9_on_shortest_paths() -> None:
    paths = medians("circuit", ["path_6", "path_8", "path_10"])
    assert (paths["cp_sat"] < paths["shortest_path_fast"]).tolist() == [True, True, False]


def test_section_6_8_on_the_report() -> None:
    table = printed("a4_hashi")
    ranks = table.corr("spearman")["seconds"]
    assert ranks["possible_bridges"] > ranks["islands"] > ranks["n"] > 0.6
    gain = table["seconds"] / table["seconds_with_deductions"]
    assert abs(gain.corr(table["deductions"] / table["possible_bridges"], method="spearman")) < 0.4


def test_section_6_8_on_the_benchmark() -> None:
    largest = recorded_run("hashi/hashi_400")
    largest["seconds"] = largest.filter(like="_seconds").sum(axis=1)
    means = largest.groupby("formulation")["seconds"].mean()
    assert 5 * means["cut_set_fast"] < means["cp_sat_plain"]
    runs = pd.concat([recorded_run(f"hashi/hashi_{n}") for n in (100, 200, 300, 400)])
    assert set(runs.groupby([runs["instance"], "formulation"]).size()) == {1}
    fast = runs[runs["formulation"] == "cut_set_fast"]
    assert (fast["status"] == "solved").all()
    assert (fast["cuts"] == 0).mean() > 0.5
    unsolved = runs[runs["status"] == "unknown"]["formulation"]
    assert {"cp_sat_plain", "cut_set"} >= set(unsolved)
    ratio = ours_to_peers(*(f"benchmark_{n}" for n in (100, 200, 300, 400)))
    assert (ratio["cp_sat_default"] < 0.4).all()
    assert ratio["cp_sat"].iloc[:2].max() < 1.1 < 1.5 < ratio["cp_sat"].iloc[2:].min()
    assert (ratio["cadical"] > 1.2).all()


def test_section_9_11_on_recorded_boards() -> None:
    loopy = percentile_table({side: f"loopy_{side}" for side in ("10", "15", "20", "25")})
    assert (loopy["single_loop_fast"] < loopy["clingo"]).all()
    own = percentile_table({side: f"slitherlink_{side}" for side in ("10", "15")})
    assert (own["single_loop_fast"] > own["clingo"]).all()


def test_section_8_9_on_the_interval() -> None:
    run = recorded_run("fewest_clues")
    assert run["bound"].is_monotonic_increasing
    assert run["clues"].is_monotonic_decreasing
    assert run["bound"].max() < 17 < run["clues"].min()
