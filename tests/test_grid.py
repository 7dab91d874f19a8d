"""The plain things that all puzzles share."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlekit import sudoku
from puzzlekit.core import grid, texts
from puzzlekit.core.errors import ParseError, PuzzleError
from puzzlekit.core.grid import Cell, Edge, Label, Point, Step, apply_steps, contradiction

numbers = st.integers(0, 20)
cells = st.builds(Cell, numbers, numbers)
points = st.builds(Point, numbers, numbers)
edges = st.builds(Edge, cells, cells) | st.builds(Edge, points, points)
labels = st.builds(Label, st.sampled_from(["row", "column"]), numbers)
elements = cells | points | edges | labels


@given(elements, elements)
def test_elements_are_equal_only_to_themselves(a: grid.Element, b: grid.Element) -> None:
    same = type(a) is type(b) and a.numbers() == b.numbers() and str(a) == str(b)
    assert (a == b) == same
    assert len({a, b}) == 2 - same


@given(elements)
def test_people_count_from_one(element: grid.Element) -> None:
    assert min(element.numbers()) >= 1
    assert all(str(number) in str(element) for number in element.numbers())


def test_kinds_are_distinct() -> None:
    assert len({Cell(1, 2), Point(1, 2), Edge(Cell(1, 2), Cell(1, 2)), Label("row", 1), Label("column", 1)}) == 5
    assert len({Edge(Cell(0, 0), Cell(0, 1)), Edge(Point(0, 0), Point(0, 1))}) == 2


@given(cells, cells)
def test_an_edge_has_one_name(a: Cell, b: Cell) -> None:
    assert Edge(a, b) == Edge(b, a)
    assert hash(Edge(a, b)) == hash(Edge(b, a))
    assert Edge(b, a).a <= Edge(b, a).b


def test_an_edge_joins_one_kind() -> None:
    with pytest.raises(PuzzleError, match=r"cell \(1,1\) and point \(1,2\)"):
        Edge(Cell(0, 0), Point(0, 1))


def test_elements_are_frozen() -> None:
    for element, field in ((Cell(0, 0), "row"), (Point(0, 0), "row"), (Label("row", 0), "side")):
        with pytest.raises(AttributeError):
            setattr(element, field, 1)


def step(**left: set) -> Step:
    return Step({Label(side, 0): frozenset(states) for side, states in left.items()}, "rule", ())


def test_steps_are_followed_in_order() -> None:
    start = {Label(side, 0): frozenset((1, 2, 3)) for side in "abc"}
    left = apply_steps([step(a={1, 2}, b={3}), step(a={2})], start)
    assert {label.side: set(states) for label, states in left.items()} == {"a": {2}, "b": {3}, "c": {1, 2, 3}}
    assert all(states == {1, 2, 3} for states in start.values())


def test_the_last_step_tells_of_the_contradiction() -> None:
    assert contradiction([]) is None
    assert contradiction([step(a={1}), step(b={1, 2})]) is None
    assert contradiction([step(a={1}), step(b=set()), step(c=set())]) == step(c=set())


def test_a_step_tells_its_rule_and_what_it_decides() -> None:
    one, two = Cell(0, 0), Cell(0, 1)
    assert str(Step({one: frozenset({3}), two: frozenset({1, 2})}, "single", (one,))) == "single: cell (1,1) is 3"
    both = Step(dict.fromkeys((one, two), frozenset({0, 1})), "bound", (one,))
    assert str(both) == "bound: cells (1,1) and (1,2) in 0, 1"
    row = Step({Cell(0, j): frozenset("~") for j in range(5)}, "count", (Label("row", 0),))
    assert str(row) == "count: 5 cells are ~"
    assert str(replace(row, candidates={one: frozenset()})) == "count: no state is left for row 1"
    edges_ = [Edge(Point(0, 0), Point(0, 1)), Edge(Point(0, 1), Point(0, 2))]
    step_ = Step(dict.fromkeys(edges_, frozenset({1})), "bridge", ())
    assert str(step_) == "bridge: points (1,1)-(1,2) and (1,2)-(1,3) are 1"


class TestTextLines:
    @given(st.lists(st.text(st.characters(min_codepoint=32, max_codepoint=126)), min_size=1, max_size=6))
    def test_lines_keep_their_numbers(self, lines: list[str]) -> None:
        if not any(line.strip() for line in lines):
            return
        found = texts.text_lines("\n".join(lines))
        assert all(lines[number - 1] == line for number, line in found.items())
        assert list(found) == list(range(min(found), max(found) + 1))
        assert all(not line.strip() for number, line in enumerate(lines, 1) if number not in found)

    def test_windows_and_the_byte_order_mark(self) -> None:
        assert texts.text_lines("\ufeff12\r\n34\r\n") == {1: "12", 2: "34"}
        with pytest.raises(ParseError, match=r"line 1, column 1: found character U\+FEFF"):
            texts.text_lines("\ufeff\ufeff12")

    @pytest.mark.parametrize("bad", ["\x0b", "\u2028", "\t", "\0", "\r", "\x7f", "é", "²", "\uff11"])
    def test_a_strange_character_is_named(self, bad: str) -> None:
        with pytest.raises(ParseError) as caught:
            texts.text_lines(f"12\n3{bad}4")
        assert (caught.value.line, caught.value.column) == (2, 2)
        assert f"U+{ord(bad):04X}" in str(caught.value)

    @pytest.mark.parametrize("empty", ["", "\n\n", "  \n ", "\ufeff"])
    def test_nothing_is_no_puzzle(self, empty: str) -> None:
        with pytest.raises(ParseError, match="empty"):
            texts.text_lines(empty)

    def test_size_and_type_come_first(self) -> None:
        with pytest.raises(ParseError, match="1000001 characters"):
            texts.text_lines("\0" * (texts.MAX_BYTES + 1))
        with pytest.raises(ParseError, match="bytes"):
            texts.text_lines(b"1234")  # type: ignore[arg-type]


class TestReasoning:
    """Steps of rules that take turns."""

    @staticmethod
    def rule(log: list[str], name: str, *amounts: int) -> Callable[[], Iterator[Step]]:
        """A rule that gives so many steps when it is asked the first time, the second time, and so on."""
        left = iter(amounts)

        def asked() -> Iterator[Step]:
            log.append(name)
            for _ in range(next(left, 0)):
                yield Step({0: frozenset({1})}, name, ())

        return asked

    def test_rules_take_turns_until_each_was_silent_since_the_last_step(self) -> None:
        log: list[str] = []
        steps = grid.propagate([], (self.rule(log, "a", 2, 0, 1), self.rule(log, "b", 1, 0)))
        assert "".join(step.rule for step in steps) == "aab"
        assert "".join(log) == "aba" + "b"  # b spoke last: a is silent, then b

    def test_a_contradiction_is_the_last_step(self) -> None:
        log: list[str] = []
        lost = Step({0: frozenset({1}), 1: frozenset()}, "lost", ())
        for first in ([lost, lost], []):
            steps = list(grid.propagate(first, (lambda: iter([lost, lost]), self.rule(log, "a", 1))))
            assert steps == [lost]
        assert not log

    def test_the_first_steps_come_first(self) -> None:
        first = Step({}, "first", ())
        assert [step.rule for step in grid.propagate([first], (self.rule([], "a", 1),))] == ["first", "a"]


def test_an_edge_has_another_end() -> None:
    edge = Edge(Cell(0, 1), Cell(0, 0))
    assert [edge.other(end) for end in (edge.a, edge.b)] == [edge.b, edge.a]
    for stranger in (Cell(1, 1), Point(0, 0)):
        with pytest.raises(PuzzleError, match="expected one of the two ends of cells"):
            edge.other(stranger)


def test_errors_say_where() -> None:
    assert str(ParseError("found x", line=3, column=7)) == "line 3, column 7: found x"
    assert str(ParseError("found x", line=3)) == "line 3: found x"
    assert str(PuzzleError("found x")) == "found x"


def test_an_unknown_name_gets_the_nearest_one() -> None:
    with pytest.raises(PuzzleError, match=r"; did you mean report_figure_3_1\?$"):
        sudoku.load("report_figure_31")


@pytest.mark.parametrize("name", ["tiny_4x4.txt", "x" * 10**5])
def test_a_message_about_a_name_is_short(name: str) -> None:
    with pytest.raises(PuzzleError, match="tiny_4x4") as caught:
        sudoku.load(name)
    assert len(str(caught.value)) < 2_000


def test_an_installation_without_data_says_so(tmp_path: Path) -> None:
    files = texts.DataFiles("sudoku", str, tmp_path)
    for ask in (files.names, lambda: files.load("any")):
        with pytest.raises(PuzzleError, match=r"found no folder .*; expected an"):
            ask()
