"""The plane of chapter 2, the checks of its exercises, and the picture that follows a slider."""

import random
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import networkx as nx
import pytest
from matplotlib.axes import Axes

from puzzlekit import drawing, scip
from puzzlekit.board import PictureSlider
from puzzlekit.course.preliminaries import draw_choices, draw_plane, exercises, vertices
from puzzlekit.course.preliminaries.draw import inside
from puzzlekit.errors import PuzzleError


def random_plane(seed: int) -> tuple[Any, dict]:
    rng = random.Random(seed)
    model = scip.new_model("plane")
    v = {name: model.addVar(name, vtype="I", lb=rng.choice([0, -2]), ub=rng.randint(2, 6)) for name in "xy"}
    for _ in range(rng.randint(1, 4)):
        total = rng.randint(-4, 6) * v["x"] + rng.randint(-4, 6) * v["y"]
        side = rng.randint(0, 20)
        model.addCons(total <= side if rng.random() < 0.7 else total >= -side)
    return model, v


@pytest.mark.parametrize("seed", range(30))
def test_vertices_are_where_lps_end(seed: int) -> None:
    """In every direction the best corner is as good as SCIP's LP, and every corner is a point of the LP."""
    model, v = random_plane(seed)
    corners = vertices(model, v)
    rng = random.Random(seed)
    for _ in range(5):
        a, b = rng.randint(-5, 5), rng.randint(-5, 5)
        model.setObjective(a * v["x"] + b * v["y"], "maximize")
        value = scip.relax(model, v).value
        assert value == pytest.approx(max(a * x + b * y for x, y in corners), abs=1e-4)
    for x, y in corners:
        fixed, w = random_plane(seed)
        fixed.addCons(w["x"] <= x + 1e-4)
        fixed.addCons(w["x"] >= x - 1e-4)
        fixed.addCons(w["y"] <= y + 1e-4)
        fixed.addCons(w["y"] >= y - 1e-4)
        assert scip.relax(fixed, w).value is not None
    if len(corners) > 2:
        assert inside((sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)), corners)


def test_no_corner_of_an_empty_set() -> None:
    model, v = random_plane(1)
    model.addCons(v["x"] >= 50)
    assert vertices(model, v) == []


def test_a_plane_has_two_variables() -> None:
    model = scip.new_model("line")
    with pytest.raises(PuzzleError, match="found 1 variables, expected two"):
        vertices(model, {"x": model.addVar("x")})


def test_a_plane_shows_its_points() -> None:
    square = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
    ax = draw_plane({"square": square}, points={"corner": (2, 2)}, objective=(1, 0), size=(3, 3))
    dots = [line for line in ax.get_lines() if line.get_marker() == "o"]
    assert len(dots) == 16
    assert sum(line.get_markerfacecolor() == drawing.INK for line in dots) == 9


def test_choices_are_shaded() -> None:
    values = {(x, y): float(x * y) for x in range(3) for y in range(2)}
    ax = draw_choices(values, [(1, 1), (2, 0)], chosen={"best": (2, 0)})
    assert {text.get_text() for text in ax.texts} == {"0", "1", "2"}
    assert sum(text.get_fontweight() == "bold" for text in ax.texts) == 2


# The checks of the exercises


def says(capsys: pytest.CaptureFixture, check: Callable, attempt: Any) -> str:
    capsys.readouterr()
    check(attempt)
    return capsys.readouterr().out.strip()


def even_and_odd(kind: str = "I", side: int = 5) -> Callable[[], tuple[Any, dict]]:
    def build() -> tuple[Any, dict]:
        model = scip.new_model("even and odd")
        v = {name: model.addVar(name, vtype=kind, ub=3) for name in "xy"}
        model.addCons(2 * v["x"] + 2 * v["y"] == side)
        return model, v

    return build


def without_bounds() -> tuple[Any, dict]:
    model = scip.new_model("no bounds")
    v = {name: model.addVar(name, vtype="I", ub=None) for name in "xy"}
    model.addCons(2 * v["x"] - 2 * v["y"] == 3)
    model.setObjective(v["x"], "maximize")
    return model, v


def graph(*edges: tuple[int, int], vertices_: int = 0) -> Callable[[], nx.Graph]:
    def build() -> nx.Graph:
        made = nx.Graph(edges)
        made.add_nodes_from(range(vertices_))
        return made

    return build


CASES: list[tuple[Callable, Any, str]] = [
    (exercises.check_both_imply, lambda a, b, c: ..., "not attempted yet"),
    (exercises.check_both_imply, lambda a, b, c: a + b - c <= 1, "Right."),
    (exercises.check_both_imply, lambda a, b, c: 2 * a + 2 * b <= 2 * c + 3, "Right."),
    (exercises.check_both_imply, lambda a, b, c: a + b <= c, "your constraint forbids A = 0, B = 1, C = 0"),
    (exercises.check_both_imply, lambda a, b, c: a + b + c >= 0, "your constraint admits A = 1, B = 1, C = 0"),
    (exercises.check_both_imply, lambda a, b, c: a * b <= c, "not linear"),
    (exercises.check_both_imply, lambda a, b, c: 1 / 0, "ZeroDivisionError"),
    (
        exercises.check_both_imply,
        lambda a, b, c: True,
        "found True, a comparison without variables; expected a constraint",
    ),
    (exercises.check_both_imply, lambda a, b, c: a + b, "without <=, >= or ==, expected a constraint"),
    (exercises.check_branching, ..., "not attempted yet"),
    (exercises.check_branching, (16.5, 16.3333, 14, 16), "Right."),
    (exercises.check_branching, (16.5, 49 / 3, 14, 15), "best integer value is another number"),
    (exercises.check_branching, (16.5, ..., 14, 16), "child x <= 1 is still missing"),
    (exercises.check_branching, (16.5, 16.3, 14, 16), "child x <= 1 is another number"),
    (exercises.check_branching, 16, "expected a tuple of 4 numbers"),
    (exercises.check_multipliers, ..., "not attempted yet"),
    (exercises.check_multipliers, (Fraction(5, 4), Fraction(1, 4)), "Right."),
    (exercises.check_multipliers, (2, 0), "a proof, but only of 3 x + 4 y <= 24"),
    (exercises.check_multipliers, (1, 0), "the sum has 2 x"),
    (exercises.check_multipliers, (0, 2), "the sum has 2 y"),
    (exercises.check_multipliers, (2, Fraction(-1, 4)), "the second constraint is taken -1/4 times"),
    (exercises.check_multipliers, (1.25, 0.25), "Right."),
    (exercises.check_cut, lambda x, y: ..., "not attempted yet"),
    (exercises.check_cut, lambda x, y: x + y <= 4, "find one of another slope"),
    (exercises.check_cut, lambda x, y: 2 * x + 2 * y <= 8, "find one of another slope"),
    (exercises.check_cut, lambda x, y: 6 * x + 5 * y <= 24, "Right."),
    (exercises.check_cut, lambda x, y: 5 * x + 4 * y <= 20, "Right."),
    (exercises.check_cut, lambda x, y: 3 * x + 4 * y <= 14, "comes down from 21 to 20.67"),
    (exercises.check_cut, lambda x, y: x <= 3, "forbids the integer point (4, 0)"),
    (exercises.check_cut, lambda x, y: 2 * x + 3 * y <= 11, "still admits the LP point"),
    (exercises.check_no_tree, lambda: ..., "not attempted yet"),
    (exercises.check_no_tree, graph((0, 1), (1, 2), (2, 0), vertices_=4), "Right."),
    (exercises.check_no_tree, graph((0, 1), (1, 2)), "this is a tree"),
    (exercises.check_no_tree, graph((0, 1), (1, 2), (2, 0)), "expected one edge fewer"),
    (exercises.check_no_tree, graph((0, 0), vertices_=2), "from a vertex to itself"),
    (exercises.check_no_tree, lambda: nx.DiGraph([(0, 1)]), "expected an undirected"),
    (exercises.check_empty_inside, lambda: ..., "not attempted yet"),
    (exercises.check_empty_inside, even_and_odd(), "Right."),
    (exercises.check_empty_inside, without_bounds, "Right."),
    (exercises.check_empty_inside, even_and_odd("C"), "continuous"),
    (exercises.check_empty_inside, even_and_odd(side=4), "not proved to be infeasible"),
    (exercises.check_empty_inside, even_and_odd(side=50), "no point either"),
]


@pytest.mark.parametrize(("check", "attempt", "wanted"), CASES)
def test_a_check_answers(check: Callable, attempt: Any, wanted: str, capsys: pytest.CaptureFixture) -> None:
    told = says(capsys, check, attempt)
    assert wanted in told
    assert (told == "Right.") == (wanted == "Right.")


# A picture that follows a slider


def titled(value: float) -> Axes:
    _, ax = drawing.plt.subplots()
    return ax.set_title(f"value {value}").axes


def test_a_picture_follows_its_slider() -> None:
    drawn: list[float] = []

    def draw(value: float) -> Axes:
        drawn.append(value)
        return titled(value)

    pictures = PictureSlider(draw, [1, 2, 3], label="width", start=1)
    first = pictures.picture.value
    pictures.slider.value = 3
    assert pictures.picture.value != first
    pictures.slider.value = 2
    assert pictures.picture.value == first
    assert drawn == [2, 3]  # each is drawn once, and only when it is looked at
    assert drawing.plt.get_fignums() == []


def test_a_slider_goes_on_and_back_one_by_one() -> None:
    pictures = PictureSlider(titled, [5, 7, 9], label="width")
    for button, value, ends in (("on", 7, (False, False)), ("on", 9, (False, True)), ("back", 7, (False, False))):
        getattr(pictures, button).click()
        assert pictures.slider.value == value
        assert (pictures.back.disabled, pictures.on.disabled) == ends
    pictures.step(-5)
    assert (pictures.slider.value, pictures.back.disabled) == (5, True)


def test_a_slider_has_a_static_twin() -> None:
    pictures = PictureSlider(titled, [1, 2, 3], label="width")
    data = pictures._repr_mimebundle_()[0]
    assert data["text/plain"] == "width: a slider from 1 to 3"
    assert re.match(r"<\?xml|<svg", still := data["image/svg+xml"])
    assert "width: a slider from 1 to 3; here 1" in still
    assert "a slider" not in pictures.picture.value  # which has one


def test_a_slider_starts_at_one_of_its_values() -> None:
    with pytest.raises(PuzzleError, match="found start = 2, expected a whole number from 0 to 1"):
        PictureSlider(titled, [1, 2], start=2)
