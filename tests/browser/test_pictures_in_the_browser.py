"""Pictures in JupyterLab's themes: stored ones and those that follow a slider are no white slabs on a dark page; nor
are those of a handout, whose page follows the reader's system."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import notebooks

SETUP = (
    "from IPython.display import Image\nfrom puzzlekit import board, drawing, sudoku\nfour = sudoku.load('tiny_4x4')"
)
PICTURE = "Image(drawing.strip(lambda number, ax: sudoku.draw(four, ax=ax), [0], columns=1))"
SLIDER = "board.PictureSlider(lambda n: sudoku.draw(four), range(3))"
PLACES = (".jp-RenderedImage img", ".jp-RenderedSVG > svg", ".jp-RenderedSVG img", ".widget-html-content > svg")
DARK, BRIGHT = 70, 180  # of 255


class Seen:
    """The last picture on the page."""

    def __init__(self, page: Any):
        self.page, self.shown = page, page.locator(", ".join(PLACES)).last


def lightness(seen: Seen) -> Image.Image:
    return Image.open(io.BytesIO(seen.shown.screenshot())).convert("L")


PAPER = {"light": lambda paper: paper > BRIGHT, "dark": lambda paper: paper < DARK}


@pytest.mark.parametrize("scheme", PAPER)
@pytest.mark.parametrize("cell", [PICTURE, SLIDER], ids=["stored", "live"])
def test_ink_and_paper_change_places_in_the_dark_theme(opened: Callable[..., Seen], cell: str, scheme: str) -> None:
    picture = lightness(opened(cell, theme=f"JupyterLab {scheme.title()}"))
    assert PAPER[scheme](picture.getpixel((2, 2)))
    darkest, brightest = picture.getextrema()
    assert darkest < DARK < BRIGHT < brightest


# How bright each piece of text is, and what is behind it, as Rec. 709 has it
TEXTS = """() => {
    const light = (colour) => {
        const [r, g, b, a = 1] = colour.match(/[0-9.]+/g).map(Number);
        return a ? 0.2126 * r + 0.7152 * g + 0.0722 * b : null;
    };
    const behind = (e) => (e ? light(getComputedStyle(e).backgroundColor) ?? behind(e.parentElement) : 255);
    return [...document.querySelectorAll("h1, p, code, th, td, mi, .highlight span, .highlight pre, pre")]
        .filter((e) => e.textContent.trim() && e.checkVisibility())
        .map((e) => [e.textContent, light(getComputedStyle(e).color), behind(e)]);
}"""
APART = 60  # of 255


@pytest.mark.parametrize("scheme", PAPER)
@pytest.mark.parametrize("picture", ["first-picture", "puzzle-03"], ids=["png", "svg"])
def test_a_handout_is_as_dark_as_the_readers_system(picture: str, scheme: str, browser: Any, tmp_path: Path) -> None:
    chapter = notebooks.read(notebooks.FOLDER / "03_sudoku.ipynb")
    shown = next(i for i, cell in enumerate(chapter.cells) if cell.id == picture)
    told = next(i for i, cell in enumerate(chapter.cells) if cell.id == "compared-04")
    chapter.cells = [chapter.cells[0], chapter.cells[shown], chapter.cells[told]]
    file = tmp_path / "handout.html"
    file.write_text(notebooks.handout(chapter), encoding="utf-8")
    page, asked = browser.new_page(color_scheme=scheme), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    seen = lightness(Seen(page))
    assert PAPER[scheme](seen.getpixel((2, 2)))
    darkest, brightest = seen.getextrema()
    assert darkest < DARK < BRIGHT < brightest
    texts = page.evaluate(TEXTS)
    assert len(texts) > 20
    assert [text for text, ink, paper in texts if abs(ink - paper) < APART or not PAPER[scheme](paper)] == []
    assert {url for url in asked if not url.startswith("data:")} == {file.as_uri()}
    page.close()
