"""The widgets' JavaScript, as far as it can be judged without a browser: its modules fit each other when joined."""

import re

import pytest

from puzzlekit.board.js_bundle import HERE, IMPORT, in_order, joined

ENTRIES = ("board.js", "tree.js", "atlas.js")
MODULES = sorted(path.name for path in HERE.glob("*.js"))
NAMED = re.compile(r"^(?:export )?(?:async )?(?:function|const|let|class) (\w+|[\[{][^=]*?[\]}]) ?[=({e]", re.MULTILINE)
IMPORTED = re.compile(r'^import \{([^}]*)\} from "\./(\w+\.js)";$', re.MULTILINE)
EXPORTED = re.compile(r"^export (?:async )?(?:function|const|class) (\w+)", re.MULTILINE)


def text(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


def named(source: str) -> list[str]:
    """The names that a module gives at its top level."""
    return [name for found in NAMED.findall(source) for name in re.findall(r"\w+", found)]


def test_every_module_is_part_of_a_widget() -> None:
    assert {module for entry in ENTRIES for module in in_order(entry)} == set(MODULES)


@pytest.mark.parametrize("entry", ENTRIES)
def test_joined_modules_are_one_text(entry: str) -> None:
    source = joined(entry)
    assert re.findall(r"^(?:import|export)\b.*", source, re.MULTILINE) == ["export default {"]
    names = named(source)
    assert len(names) > 20
    assert len(names) == len(set(names)), "they share one scope"
    order = in_order(entry)
    for place, module in enumerate(order):
        assert set(IMPORT.findall(text(module))) <= set(order[:place])


@pytest.mark.parametrize("module", MODULES)
def test_what_is_imported_is_there(module: str) -> None:
    source = text(module)
    assert len(IMPORTED.findall(source)) == len(re.findall(r"^\s*import\b", source, re.MULTILINE)), "only this form"
    for names, other in IMPORTED.findall(source):
        assert set(re.findall(r"\w+", names)) <= set(EXPORTED.findall(text(other)))


CLASS = re.compile(r"\.(pk-[\w-]+)")


def selectors(sheet: str) -> list[set[str]]:
    """The classes that each selector of a style sheet names."""
    source = re.sub(r"/\*.*?\*/", "", text(sheet), flags=re.DOTALL)
    groups = re.findall(r"([^{}]+)\{[^{}]*\}", source)
    return [set(CLASS.findall(one)) for group in groups for one in re.split(r",(?![^(]*\))", group)]


@pytest.mark.parametrize(("sheet", "others"), [("tree.css", ["board.css"]), ("atlas.css", ["board.css", "tree.css"])])
def test_a_widgets_style_touches_no_other_widget(sheet: str, others: list[str]) -> None:
    """They may stand on one page: then each sheet holds for all, and two once drew all points black."""
    elsewhere = {name for other in others for classes in selectors(other) for name in classes}
    assert [classes for classes in selectors(sheet) if classes <= elsewhere] == []
