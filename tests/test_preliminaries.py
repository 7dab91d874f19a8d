"""The plane of chapter 2, the checks of its exercises, and the picture that follows a slider."""

import random
import re
from typing import Any

import pytest
from matplotlib.axes import Axes

from puzzlekit import drawing, scip
from puzzlekit.board import PictureSlider
from puzzlekit.core.errors import PuzzleError
from puzzlekit.course.preliminaries import draw_choices, draw_plane, vertices
from puzzlekit.course.preliminaries.draw import inside


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
@pytest.mark.once
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
        for name, place in (("x", x), ("y", y)):
            fixed.addCons((w[name] <= place + 1e-4) >= place - 1e-4)
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
