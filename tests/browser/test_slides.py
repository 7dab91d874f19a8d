"""The slides that a lecturer projects: whole at 1280 x 720, nothing lost, and nothing asked of another host."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE

import notebooks

CHAPTERS = sorted(notebooks.FOLDER.glob("[0-9]*.ipynb"))
SAMPLE = "01_introduction"  # in the usual run; to write and to show a long chapter takes many seconds
SIZE = {"width": 1280, "height": 720}
READABLE = 0.7  # how far a block may be shrunk
# What stands beyond the edge of each page, what is cut off in a box of its own, and how far something was shrunk
PAGES = """() => [...document.querySelectorAll(".page")].map((page) => {
    const edge = page.getBoundingClientRect();
    const drawn = [...page.querySelectorAll("*")].filter((e) => !e.closest("math, svg") || e.matches("math, svg"));
    const beyond = drawn.filter((e) => {
        const box = e.getBoundingClientRect();
        const out = box.right > edge.right || box.bottom > edge.bottom || box.left < edge.left || box.top < edge.top;
        return box.width && box.height && out;
    });
    const cut = drawn.filter((e) => {
        const style = getComputedStyle(e);
        const wide = style.overflowX !== "visible" && e.scrollWidth > e.clientWidth + 1;
        const high = style.overflowY !== "visible" && e.scrollHeight > e.clientHeight + 1;
        return e.clientWidth && (wide || high);
    });
    const zoom = Math.min(1, ...drawn.map((e) => parseFloat(e.style.zoom || 1)));
    return {wrong: [...beyond, ...cut].map((e) => e.outerHTML.slice(0, 200)), zoom, size: [edge.width, edge.height]};
})"""
# Pages without a section's title, and pages of one sentence
BARE = """() => [...document.querySelectorAll(".page")].flatMap((page, i) => {
    const weighty = page.querySelector("pre, table, li, math[display=block], img, svg, h1, h2");
    const lonely = !weighty && page.textContent.trim().length < 160;
    const untitled = !page.dataset.title && !page.querySelector("h1, h2");
    return lonely || untitled ? [[i + 1, page.textContent.trim().slice(0, 80)]] : [];
})"""
TEXTS = """() => {
    const kept = ".jp-RenderedMarkdown, .jp-InputArea-editor, .jp-OutputArea-output";
    const outer = [...document.querySelectorAll(kept)].filter((e) => !e.parentElement.closest(kept));
    return outer.map((e) => e.textContent);
}"""


def words(page: Any) -> Counter:
    return Counter(re.findall(r"\w+", " ".join(page.evaluate(TEXTS))))


@pytest.fixture
def slides(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Shows a notebook as slides, from a file; what the page asks for is in its `asked`."""
    file, shown = tmp_path / "slides.html", list[Any]()

    def show(notebook: Any, place: str = "", *, runs: bool = True) -> Any:
        file.write_text(notebooks.slides(notebook), encoding="utf-8")
        page = browser.new_page(viewport=SIZE, java_script_enabled=runs)
        shown.append(page)
        page.asked = list[str]()
        page.on("request", lambda request: page.asked.append(request.url))
        page.goto(file.as_uri() + place, timeout=1000 * PATIENCE)
        if runs:
            page.wait_for_selector(".page.present", timeout=1000 * PATIENCE)
        return page

    yield show
    for page in shown:
        page.close()


def made(*cells: str, slides: Collection[int]) -> Any:
    """A notebook of these texts; which of them begin a slide."""
    texts = [notebooks.nbformat.v4.new_markdown_cell(cell) for cell in cells]
    for number in slides:
        texts[number].metadata["tags"] = ["slide"]
    return notebooks.nbformat.v4.new_notebook(cells=texts)


@pytest.mark.parametrize(
    "chapter", [pytest.param(p, id=p.stem, marks=() if p.stem == SAMPLE else pytest.mark.slow) for p in CHAPTERS]
)
def test_slides_are_whole_and_ask_nobody(chapter: Path, slides: Callable[..., Any]) -> None:
    page = slides(notebooks.read(chapter))
    assert {url for url in page.asked if not url.startswith("data:")} == {page.url.partition("#")[0]}
    found = page.evaluate(PAGES)
    assert len(found) > 10
    for number, one in enumerate(found, start=1):
        assert one["size"] == list(SIZE.values())
        assert (number, one["wrong"]) == (number, [])
        assert one["zoom"] >= READABLE, f"slide {number} is hard to read"
    assert page.evaluate(BARE) == []
    written = words(slides(notebooks.read(chapter), runs=False))
    assert written
    assert words(page) == written


def test_a_page_that_goes_on_has_a_title_and_a_sentence_joins_another(slides: Callable[..., Any]) -> None:
    long = "A sentence of the section. " * 60
    page = slides(made(f"## 1.1 Sums\n\n{long}", *[long] * 3, "A sentence alone.", slides=(0, -1)))
    titles = page.evaluate("[...document.querySelectorAll('.page')].map((page) => page.dataset.title ?? '')")
    assert len(titles) > 1
    assert titles == ["", *["1.1 Sums"] * (len(titles) - 1)]
    assert page.evaluate(BARE) == []


def test_a_link_to_a_heading_opens_its_page(slides: Callable[..., Any]) -> None:
    cells = [f"## 9.{n} Part {n}" for n in (1, 2, 3)]
    page = slides(made(*cells, slides=range(3)), "#9.2-Part-2")
    assert page.evaluate("location.hash") == "#2"


def test_slides_are_walked_with_keys_and_fill_the_screen(slides: Callable[..., Any]) -> None:
    page = slides(notebooks.read(CHAPTERS[0]))
    page.locator(".page.present h1").wait_for()
    for key, number in (("ArrowRight", 2), (" ", 3), ("ArrowLeft", 2), ("Home", 1), ("ArrowLeft", 1)):
        page.keyboard.press(key)
        assert page.evaluate("location.hash") == f"#{number}"
        assert page.locator(".page.present").count() == 1
    page.set_viewport_size({"width": 640, "height": 720})
    box = page.locator(".page.present").bounding_box()
    assert (round(box["width"]), round(box["height"])) == (640, 360)
