"""What chapters say in words of recorded runs and printed tables. Whoever records a run anew, and sees one of these
fail, reads the section that the test names and mends it."""

from collections.abc import Iterable
from functools import cache

import pandas as pd

from puzzlekit.core.grid import DATA
from puzzlekit.course.conclusion import atlas
from puzzlekit.course.tables import percentile_table, recorded_run, runtime_table

NOTES = {"ahead": "battleship|benchmark", "behind": "hashi|benchmark|sudoku|solo|zebra|numberlink|circuit"}
PEERS = ["cp_sat_default", "cp_sat", "cadical"]


def medians(table: str, runs: Iterable[str]) -> pd.DataFrame:
    return runtime_table({run: f"{table}/{run}" for run in runs})


def ours_to_peers(*families: str) -> pd.DataFrame:
    """Our seconds at the 95th percentile to those of each peer, of recorded families of boards."""
    table = percentile_table({family: family for family in families}).drop(columns="boards")
    return table.rdiv(table.iloc[:, 0], axis=0)[PEERS]


def test_the_notes_on_equal_peers() -> None:
    """Of data/results/journal.md."""
    runs = pd.read_csv(DATA / "results" / "percentiles.csv", comment="#")["run"].unique()
    table = percentile_table({run: run for run in runs})
    others = [*PEERS, "boards", "clingo", "clingo_deduced"]
    ratio = table[[*PEERS, "clingo"]].rdiv(table.drop(columns=others).min(axis=1), axis=0)
    of_peers = {side: ratio.filter(regex=f"^({names})_", axis=0) for side, names in NOTES.items()}
    assert (of_peers["ahead"]["cp_sat_default"] < 1).all()
    assert (of_peers["behind"]["cadical"] > 1).all()
    assert 6.5 < ratio.loc["slitherlink_15", "clingo"] < 7.5


def printed(name: str) -> pd.DataFrame:
    return pd.read_csv(DATA / "report" / f"report_table_{name}.csv")


def test_section_3_7_on_what_each_engine_was_given() -> None:
    told = medians("sudoku", ["twentyfive_400", "twentyfive_minimal"])
    assert 15 * told.loc["twentyfive_400", "assignment_fast"] < told.loc["twentyfive_400", "cp_sat_plain"]
    engines = ["assignment", "assignment_fast", "cp_sat_plain", "cp_sat_all_different"]
    nine = medians("sudoku", ["nine_hard", "nine_very_hard"])[engines]
    assert (nine.loc["nine_very_hard"] <= nine.loc["nine_hard"]).all()
    largest = recorded_run("sudoku/twentyfive_minimal")
    assert set(largest["status"][largest["formulation"] == "assignment"]) == {"unknown"}
    ratio = ours_to_peers("sudoku_9", "sudoku_16", "sudoku_25", "solo_9", "solo_16")
    assert (ratio > 1).all(axis=None)
    of_cp = ratio[["cp_sat_default", "cp_sat"]].max(axis=1)
    assert of_cp["sudoku_9"] < 2
    assert 4.5 < of_cp["sudoku_25"] < 5.5
    assert (ratio["cadical"] > 0.9 * of_cp).all()
    assert 1.8 < ratio.loc["sudoku_25", "cadical"] / of_cp["sudoku_25"] < 2.2


def test_section_3_8_on_how_hard_steps_are() -> None:
    rated = pd.read_csv(DATA / "results" / "sudoku_difficulty.csv")
    assert set(rated.groupby("level").size()) == {40}
    assert rated["difficulty"].corr(rated["explainer"], method="spearman") > 0.8
    assert ((rated["explainer"] > 6) == (rated["difficulty"] > 9)).all()
    assert rated.groupby("explainer")["difficulty"].nunique().min() > 2, "rounds tell no boards apart"


SIZES = {"six": 36, "eight": 64, "ten": 100, "fifteen": 225, "twenty": 400}  # cells; of thirty there is one hard board


def ships_to_cells(run: str) -> float:
    """How many times as long as by ships a puzzle takes by cells: the median."""
    own = recorded_run(f"battleship/{run}")
    seconds = own.assign(seconds=own.filter(like="_seconds").sum(axis=1))
    by_puzzle = seconds.pivot(index="instance", columns="formulation", values="seconds")
    return (by_puzzle["cell"] / by_puzzle["placement"]).median()


def test_section_4_9_on_ships_and_cells() -> None:
    level = {hard: medians("battleship", [f"{size}_{hard}" for size in SIZES]) for hard in ("easy", "hard")}
    for told in level.values():
        assert (told["placement"] < told["cell"]).all()
        assert (told["cp_sat_plain"] < told["cp_sat_cell"]).all()
        assert told["cell"].is_monotonic_increasing  # no dip
    easy, hard = (told.set_axis(SIZES) for told in level.values())
    assert (hard.loc["fifteen", ["placement", "cell"]] > 2 * easy.loc["fifteen", ["placement", "cell"]]).all()
    factors = pd.DataFrame({hard: [ships_to_cells(f"{size}_{hard}") for size in SIZES] for hard in ("easy", "hard")})
    assert factors["easy"].between(1.9, 3).all()
    assert (factors["hard"] > factors["easy"]).all()
    largest = pd.concat([recorded_run("battleship/thirty_easy"), recorded_run("battleship/thirty_hard")])
    assert (largest["status"] == "solved").all()


def test_section_4_9_on_equal_engines() -> None:
    ratio = ours_to_peers("battleship_10", "battleship_15", "battleship_20")
    assert (ratio["cp_sat_default"] < 1).all()
    assert ratio["cp_sat"].iloc[:2].between(1.8, 2.2).all()
    assert 1.15 < ratio["cp_sat"].iloc[2] < 1.2
    assert ratio["cadical"].between(1.4, 2.5).all()


def test_sections_4_9_and_12_2_on_the_order_of_constraints() -> None:
    order = recorded_run("battleship_order")
    pairs = order[order["experiment"].str.startswith("clues")]
    times = pairs.pivot_table(index=["instance", "repeat"], columns="experiment", values="seconds")
    assert len(times) == 80
    ratio = times["clues last"] / times["clues first"]
    assert round(100 * (ratio > 1).mean()) == 49
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
    lines = {family: family for family in ("circuit_8", "circuit_10", "circuit_12")}
    table = percentile_table(lines)
    ratio = table[PEERS].rdiv(table["spanning_tree_fast"], axis=0)
    assert ratio.loc["circuit_8", "cp_sat_default"] < 0.8
    assert ratio.loc["circuit_12"].gt([1.9, 6, 40]).all()
    assert (ratio["cadical"] > 5).all()


def test_sections_5_9_and_12_5_on_shortest_paths() -> None:
    paths = medians("circuit", ["path_6", "path_8", "path_10"])
    assert (paths["cp_sat"] < paths["shortest_path_fast"]).tolist() == [True, True, False]
    stopped = recorded_run("circuit/path_10").query("status != 'solved'").groupby("formulation").size()
    assert stopped["cp_sat"] == 1
    assert "shortest_path_fast" not in stopped
    assert 0.9 < paths.loc["path_10", "cp_sat"] / paths.loc["path_10", "shortest_path_fast"] < 1.1


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
    unsolved = runs[runs["status"] == "unknown"]["formulation"]
    assert {"cp_sat_plain", "cut_set"} >= set(unsolved)
    ratio = ours_to_peers(*(f"benchmark_{n}" for n in (100, 200, 300, 400)))
    assert (ratio["cp_sat_default"] < 0.4).all()
    assert ratio["cp_sat"].iloc[:2].max() < 1.2 < 1.3 < ratio["cp_sat"].iloc[2:].min()
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


whole_atlas = cache(atlas)  # some seconds


def of_atlas(puzzle: str, size: str) -> pd.DataFrame:
    table = whole_atlas()
    return table[(table["puzzle"] == puzzle) & (table["size"] == size)].set_index("formulation")


def test_section_12_2_on_variables() -> None:
    ships = of_atlas("battleship", "20 x 20").loc[["placement", "cell"]]
    placement, cell = (ships.loc[name] for name in ships.index)
    assert placement["variables"] < 0.55 * cell["variables"]
    assert placement["constraints"] < cell["constraints"] / 20
    assert 0.4 < placement["seconds"] / cell["seconds"] < 0.6
    assert placement["settled"] == cell["settled"]
    for size in ("6 x 6", "8 x 8"):
        assert of_atlas("battleship", size)["settled"]["placement"] > of_atlas("battleship", size)["settled"]["cell"]
    loop = of_atlas("slitherlink", "10 x 10")
    assert 2 * loop["variables"]["single_loop"] == loop["variables"]["directed"]
    assert loop["settled"]["single_loop"] > 2 * loop["settled"]["directed"]
    assert loop["variables"]["single_loop_fast"] == 0
    for size in ("5 x 5", "6 x 6"):
        assert of_atlas("numberlink", size)["settled"][["linearised", "edge"]].tolist() == [100, 0]
    for size in ("12 x 12", "14 x 14"):
        own = of_atlas("numberlink", size)
        assert own["variables"]["linearised"] > 2 * own["variables"]["edge"]
        assert own["settled"][["linearised", "edge"]].nunique() == 1


def test_section_12_2_on_connectivity() -> None:
    gains = {}
    for size in (25, 50, 100, 200, 300, 400):
        own = of_atlas("hashi", f"{size} islands")
        assert own["variables"]["network_flow"] == 2.5 * own["variables"]["cut_set"]
        more = (own["settled"]["network_flow"] - own["settled"]["cut_set"]) * own["elements"]["cut_set"] / 100
        gains[size] = round(more)
        if "bfs" in own.index:
            assert own["variables"]["bfs"] > 15 * own["variables"]["cut_set"]
            assert own["settled"]["bfs"] == own["settled"]["cut_set"]
    assert {size for size, gain in gains.items() if gain} == {25, 100}
    assert set(gains.values()) == {0, 1}
    run = recorded_run("circuit/report")
    run["seconds"] = run.filter(like="_seconds").sum(axis=1)
    solved = run[run["status"] == "solved"].groupby("formulation").size()
    assert solved["spanning_tree"] - solved["network_flow"] == 7
    median = run.groupby("formulation")["seconds"].median()
    assert 2 < median["network_flow"] / median["spanning_tree"] < 2.5


def test_section_12_2_on_lazy_constraints() -> None:
    cuts = pd.concat([recorded_run(f"hashi/hashi_{n}") for n in (100, 200, 300, 400)]).groupby("formulation")["cuts"]
    assert 0.6 < (cuts.get_group("cut_set_fast") == 0).mean() < 2 / 3
    loops = recorded_run("slitherlink_loops/resolving")
    size = loops["instance"].str.rsplit("_", n=1).str[0]
    seconds = loops.groupby([size, "way"])["seconds"].median().unstack()
    assert (seconds["lazy"] / seconds["solved again"]).between(1 / 3, 3 / 4).all()
    assert {*loops["solves"][loops["way"] == "solved again"]} == {*range(5, 10)}


def test_section_12_2_on_deduction_and_presolving() -> None:
    for puzzle, size, name in (
        ("sudoku", "16 x 16", "assignment"),
        ("battleship", "20 x 20", "placement"),
        ("hashi", "400 islands", "cut_set"),
    ):
        own = of_atlas(puzzle, size)
        assert own["variables"][f"{name}_fast"] < own["variables"][name] / 5
        assert own["seconds"][f"{name}_fast"] < 0.2 * own["seconds"][name]
    run = recorded_run("sudoku/sixteen_minimal")
    run["seconds"] = run.filter(like="_seconds").sum(axis=1)
    told = run.groupby("formulation")[["nodes", "seconds"]].median()
    assert told["nodes"]["assignment"] == 1
    assert told["nodes"]["assignment_fast"] > 100
    assert 5.5 < told["seconds"]["assignment"] / told["seconds"]["assignment_fast"] < 7


def test_section_12_2_on_the_findings_of_the_report() -> None:
    for houses in (5, 8, 12):
        engines = of_atlas("zebra", f"{houses} x {houses}")["seconds"]
        assert engines["cp_sat_plain"] < engines["assignment"]
    solved = recorded_run("circuit/report").query("status == 'solved'").groupby("formulation").size()
    assert solved[["spanning_tree", "network_flow"]].tolist() == [37, 30]
    assert of_atlas("hashi", "400 islands")["variables"][["cut_set", "cut_set_fast"]].tolist() == [1464, 109]
    inferences = recorded_run("zebra_orders")["ours_first"]
    assert [inferences.max(), inferences.min()] == [5002, 43]


def test_section_12_5_on_engines() -> None:
    near = ["bridges_25", "battleship_10", "battleship_20"]
    behind = ["sudoku_9", "sudoku_25", "zebra_5", "numberlink_10", "numberlink_20", "benchmark_400"]
    behind += ["loopy_25", "slitherlink_10"]
    far = ["slitherlink_15", "circuit_8", "circuit_12"]
    table = percentile_table({name: name for name in (*near, *behind, *far)})
    engines = ["cp_sat_default", "cp_sat", "cadical", "clingo"]
    ours = table.drop(columns=["boards", "clingo_deduced", "backtracking_fast", *engines]).bfill(axis=1).iloc[:, 0]
    ratio = table[engines].rdiv(ours, axis=0)
    to_best = ratio.max(axis=1)
    assert (to_best > 1).all()  # none is bold
    assert to_best[near].max() < 2.2 < to_best[behind].min()
    assert to_best[behind].max() < 10 < to_best[far].min()
    assert ratio.loc[["battleship_10", "battleship_20"], "cp_sat_default"].max() < 1
    assert 1 < ratio.loc["battleship_20", "cp_sat"] < 1.25
    assert 6.5 < ratio.loc["slitherlink_15", "clingo"] < 7.5
    assert ratio.loc["benchmark_400", "cp_sat_default"] < 0.1 < 1 < ratio.loc["benchmark_400", "cp_sat"]
