"""Pictures in JupyterLab's themes: stored ones and those that follow a slider are no white slabs on a dark page."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image

SETUP = (
    "from IPython.display import Image\nfrom puzzlekit import board, drawing, sudoku\nfour = sudoku.load('tiny_4x4')"
)
PICTURE = "Image(drawing.strip(lambda number, ax: sudoku.draw(four, ax=ax), [0], columns=1))"
SLIDER = "board.PictureSlider(lambda n: sudoku.draw(four), range(3))"
PLACES = (".jp-RenderedImage img", ".widget-html-content > svg")
DARK, BRIGHT = 70, 180  # of 255


class Seen:
    """The last picture on the page."""

    def __init__(self, page: Any):
        self.page, self.shown = page, page.locator(", ".join(PLACES)).last


def lightness(seen: Seen) -> Image.Image:
    return Image.open(io.BytesIO(seen.shown.screenshot())).convert("L")


@pytest.mark.parametrize("cell", [PICTURE, SLIDER], ids=["stored", "live"])
def test_ink_and_paper_change_places_in_the_dark_theme(opened: Callable[..., Seen], cell: str) -> None:
    dark = lightness(opened(cell, theme="JupyterLab Dark"))
    paper, (_, ink) = dark.getpixel((2, 2)), dark.getextrema()
    assert paper < DARK
    assert ink > BRIGHT


@pytest.mark.parametrize("cell", [PICTURE, SLIDER], ids=["stored", "live"])
def test_the_light_theme_shows_them_as_they_are(opened: Callable[..., Seen], cell: str) -> None:
    light = lightness(opened(cell))
    paper, (ink, _) = light.getpixel((2, 2)), light.getextrema()
    assert paper > BRIGHT
    assert ink < DARK
