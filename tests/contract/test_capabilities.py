"""What a package has, by the one table: all of a capability or nothing, and the table in docs."""

import fnmatch
import re
from pathlib import Path
from types import ModuleType

import nurikabe
import pytest
from capabilities import CAPABILITIES, CORE, capabilities, function_of, modules, table
from packages import PACKAGES, each_room

from puzzlekit import PUZZLES

TESTS = Path(__file__).resolve().parents[1]


@each_room()
def test_a_package_has_the_core_and_all_of_each_of_its_capabilities(room: ModuleType) -> None:
    own = modules(room)
    for one in (CORE, *(CAPABILITIES[name] for name in capabilities(room))):
        assert all(fnmatch.filter(own, name) for name in one.modules)
        assert all(callable(function_of(room, name)) for name in one.functions)


def test_the_core_alone_is_a_package() -> None:
    assert capabilities(nurikabe) == set()
    assert set().union(*map(capabilities, PACKAGES.values())) == set(CAPABILITIES)


@pytest.mark.parametrize("name", CAPABILITIES)
def test_every_contract_is_there(name: str) -> None:
    assert list(TESTS.glob(CAPABILITIES[name].tests))


def test_the_table_is_told_to_contributors() -> None:
    told = (TESTS.parent / "docs" / "adding-a-puzzle.md").read_text(encoding="utf-8")
    assert table(PACKAGES[name] for name in PUZZLES) in told


WHOLE = ("test_core_texts", "test_core_rules", "test_capability_deduction", "test_capability_statement")


def test_the_contracts_that_see_most_mistakes_are_usual_for_every_file(request: pytest.FixtureRequest) -> None:
    """But for what they say of pictures, and of models without one of their families."""
    rules = [item for item in request.session.items if item.path.stem in WHOLE]
    marked = [item for item in rules if not re.search("drawing|family", item.name)]
    assert not [item.nodeid for item in marked if {"once", "full"} & {mark.name for mark in item.iter_markers()}]
