"""SCIP with few plugins: it answers as brute force does, and a machine that does not show the plugins has them all."""

import random
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from pyscipopt import Model, quicksum

from puzzlekit import scip, sudoku
from puzzlekit.scip import lightweight

Term = tuple[tuple[int, ...], int, int]  # coefficients, lower and upper side


def rows(rng: random.Random, size: int) -> list[Term]:
    """Counts, covers, packings, knapsacks and equal sums over 0-1 variables."""
    found = []
    for _ in range(rng.randint(2, 6)):
        chosen = [rng.choice((0, 1)) for _ in range(size)]
        weights = tuple(own * rng.choice((1, 1, 1, rng.choice((-2, -1, 2, 3)))) for own in chosen)
        least = rng.randint(0, 2)
        found.append((weights, *rng.choice(((least, least), (least, size * 3), (-size * 3, least + 1)))))
    return found


def answer(new: Callable[[str], Model], terms: list[Term], costs: tuple[int, ...]) -> tuple[str, float | None]:
    """What SCIP says of the cheapest point that keeps the rows."""
    model = new("random")
    x = {i: model.addVar(f"x_{i}", vtype="B") for i in range(len(costs))}
    for weights, lower, upper in terms:
        model.addCons((quicksum(w * x[i] for i, w in enumerate(weights)) <= upper) >= lower)
    model.setObjective(quicksum(cost * x[i] for i, cost in enumerate(costs)), "minimize")
    result = scip.solve(model, x)
    model.free()
    return result.status, result.primal


def total(weights: tuple[int, ...], point: tuple[int, ...]) -> int:
    return sum(weight * value for weight, value in zip(weights, point, strict=True))


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize(
    "new", [scip.lightweight_model, lambda title: scip.set_cp_emphasis(scip.lightweight_model(title))]
)
def test_it_answers_as_brute_force_does(new: Callable[[str], Model], seed: int) -> None:
    rng = random.Random(seed)
    size = rng.randint(4, 9)
    terms, costs = rows(rng, size), tuple(rng.randint(-4, 4) for _ in range(size))
    points = product((0, 1), repeat=size)
    kept = (own for own in points if all(lower <= total(weights, own) <= upper for weights, lower, upper in terms))
    best = min((total(costs, own) for own in kept), default=None)
    status, primal = answer(new, terms, costs)
    assert status == ("infeasible" if best is None else "solved")
    assert best is None or primal == pytest.approx(best)


def test_it_has_few_plugins_where_they_are_found() -> None:
    few, many = (len(new("m").getParams()) for new in (scip.lightweight_model, scip.new_model))
    assert few < many / 2 if all(lightweight._includes) else few == many


@pytest.mark.parametrize("missing", [None, lambda own: 0])
def test_where_a_plugin_is_not_found_or_fails_it_has_all(missing: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lightweight, "_includes", [*lightweight._includes, missing])
    assert len(scip.lightweight_model("m").getParams()) == len(scip.new_model("m").getParams())
    puzzle = sudoku.load(next(name for name in sudoku.names() if name.startswith("tiny_")))
    assert not sudoku.violations(puzzle, sudoku.solve(puzzle))


def test_it_can_be_written_and_shows_its_log(tmp_path: Path, capfd: pytest.CaptureFixture) -> None:
    model = scip.lightweight_model("m")
    x = model.addVar("x", vtype="B", obj=-1)
    model.addCons(2 * x <= 1, name="half")
    model.writeProblem(str(tmp_path / "m.mps"), verbose=False)
    assert "half" in (tmp_path / "m.mps").read_text()
    model.hideOutput(False)
    model.optimize()
    model.printStatistics()
    log = capfd.readouterr().out
    assert "deleted vars" in log
    assert "Presolved Problem" in log
