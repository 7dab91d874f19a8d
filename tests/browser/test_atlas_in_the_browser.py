"""The atlas of chapter 12 as a reader uses it: choices, mouse, keyboard, table, a small page, a dark one."""

from typing import Any

import pytest
from bare import Bare
from seen import api

from puzzlekit.course.conclusion import Atlas
from puzzlekit.course.conclusion.atlas import AXES


@pytest.fixture
def shown(bare: Bare) -> Bare:
    bare.show(Atlas(), "atlas.js")
    return bare


def points(bare: Bare) -> Any:
    return bare.page.locator(".pk-point")


def told(bare: Bare) -> Any:
    return bare.page.get_by_role("status")


def test_all_is_there_once(shown: Bare) -> None:
    table = Atlas().table
    seen = table["variables"].notna() | table["seconds"].notna()
    api.expect(points(shown)).to_have_count(int(seen.sum()))
    half = table[["variables", "seconds"]].isna().any(axis=1)
    api.expect(shown.page.locator(".pk-half")).to_have_count(int(half.sum()))
    api.expect(shown.page.locator("tbody tr")).to_have_count(len(table))
    api.expect(shown.page.locator(".pk-legend .pk-item")).to_have_count(table["puzzle"].nunique())
    api.expect(told(shown)).to_contain_text("have no value and no point")


def test_another_puzzle_and_other_axes(shown: Bare) -> None:
    own = Atlas().table.query("puzzle == 'battleship'")
    shown.page.get_by_label("Puzzle").select_option("battleship")
    shown.page.get_by_label("Across").select_option("settled")
    shown.page.get_by_label("Up").select_option("constraints")
    count = int(own["settled"].notna().sum())
    api.expect(points(shown)).to_have_count(count)
    api.expect(shown.page.locator(".pk-legend .pk-item")).to_have_text(own["formulation"].unique().tolist())
    api.expect(shown.page.get_by_role("listbox")).to_have_attribute(
        "aria-label", f"constraints over {AXES['settled'][0]}, {count} points"
    )
    shown.page.locator("summary").click()
    api.expect(shown.page.locator("tbody tr")).to_have_count(len(own))
    api.expect(shown.page.locator("tbody .pk-none").first).to_have_text("not measured")
    api.expect(shown.page.locator("thead th")).to_have_count(3 + len(AXES))


def test_a_click_near_a_point_says_what_it_is(shown: Bare) -> None:
    shown.page.get_by_label("Puzzle").select_option("battleship")
    point = shown.page.locator('.pk-point[aria-label^="battleship 20 x 20, cell."]')
    box = point.bounding_box()
    shown.page.mouse.click(box["x"] + box["width"] / 2 + 4, box["y"] + box["height"] / 2)
    api.expect(told(shown)).to_contain_text("battleship 20 x 20, cell. elements of the board: 400; variables: 6,000")
    api.expect(point).to_have_attribute("aria-selected", "true")
    api.expect(shown.page.locator("[aria-selected=true]")).to_have_count(1)


def test_the_keyboard_goes_from_point_to_point(shown: Bare) -> None:
    shown.page.get_by_label("Puzzle").select_option("zebra")
    shown.page.get_by_label("Puzzle").focus()
    for _ in range(3):
        shown.page.keyboard.press("Tab")  # the axes, and then the points
    shown.page.keyboard.press("Home")
    api.expect(points(shown).first).to_be_focused()
    shown.page.keyboard.press("ArrowRight")
    api.expect(points(shown).nth(1)).to_be_focused()
    api.expect(told(shown)).to_have_text(points(shown).nth(1).get_attribute("aria-label"))
    shown.page.keyboard.press("End")
    api.expect(points(shown).last).to_be_focused()
    shown.page.keyboard.press("ArrowRight")  # there is no further one
    api.expect(points(shown).last).to_be_focused()
    api.expect(shown.page.locator(".pk-point[tabindex='0']")).to_have_count(1)


def test_it_fits_a_telephone(shown: Bare) -> None:
    shown.page.set_viewport_size({"width": 375, "height": 800})
    assert shown.page.evaluate("document.documentElement.scrollWidth") <= 375
    height = shown.page.evaluate("document.querySelector('.pk-points text').getBoundingClientRect().height")
    assert height > 9


def test_shapes_differ_where_colours_cannot_be_told_apart(shown: Bare) -> None:
    marks = shown.page.locator(".pk-legend path").evaluate_all("all => all.map((one) => one.getAttribute('d'))")
    assert len(marks) == len(set(marks)) == 7
