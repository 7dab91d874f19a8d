"""The links of suppositions in words, of proofs that are made by hand: what is told in a line of its own, what together
with others, and what not at all."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from test_words_by_hand import (
    CELLS,
    CLASH,
    COUNTED,
    ELEVEN,
    FIRST,
    KEYS,
    NO_B,
    ONE,
    ONE_ROW,
    OTHERS,
    OUT,
    SEVERAL,
    SPLIT,
    SUPPOSED,
    THEN,
    WORDING,
    WORLD,
    A,
    B,
    at_least,
    at_most,
    by_row,
    known,
    proof,
    supposing,
    told,
)

from puzzlekit.explain.proofs.certificate import CONTRADICTION, Certificate
from puzzlekit.explain.proofs.premises import Premises
from puzzlekit.explain.proofs.proof import Cases, assume
from puzzlekit.explain.words.link_kinds import links_of, with_silent
from puzzlekit.explain.words.link_lines import linked
from puzzlekit.explain.words.verbalize_cases import in_parts
from puzzlekit.grammar import FULL, LONGEST
from puzzlekit.grid import Label
from puzzlekit.scip import Wording
from puzzlekit.scip.constraints import LinearConstraint

QUIET = known(wording=WORDING | {"quiet": Wording("", "", via="by {0}"), "silent": Wording("", "")})
FACTS = [(WORLD.holds(CELLS[j], 1), -1) for j in (8, 9)]
LETTERS = "abcdefghijkl"  # for names of cells
GROUND = [by_row(j, j) for j in range(6, 9)]  # enough for lines, and not alike


def silent(index: Any, cells: Sequence[int], family: str = "silent") -> LinearConstraint:
    return LinearConstraint(family, index, {KEYS[j]: 1.0 for j in cells}, None, 1.0)


def somewhere(index: Any, family: str = "few", first: int = 0) -> LinearConstraint:
    return silent(index, (first, first + 1), family)


def lines_of(world: Premises, *links: Certificate, claim: LinearConstraint = OUT) -> list[str]:
    """What is told behind a supposition that does not fit in a sentence."""
    pattern, reason, *_ = told(world, supposing(claim, *links, CLASH))
    assert pattern.startswith("Suppose that ")
    return reason.splitlines()


# What is told together


def test_what_says_more_by_its_row_stands_in_a_line_of_its_own() -> None:
    """Row 1 says what is, too, and row 5 only what is not: which row says what would be lost."""
    both = [proof(WORLD.holds(CELLS[2], 1), (ONE_ROW[0], -1), SUPPOSED), FIRST]
    for own in ([*both, by_row(4)], [by_row(4), *both]):
        reason = lines_of(WORLD, *own, *GROUND)
        assert "Row 5 has room for 1: cell (1,5) would be 0." in reason
        assert "Row 1 has room for 1: cell (1,3) would be 1 and (1,2) 0." in reason


@pytest.mark.parametrize("full_first", [True, False])
def test_what_a_full_row_leaves_stays_with_what_it_leads_to(full_first: bool) -> None:
    """Whether rows that say the same, and need no full row, come before or after."""
    there = WORLD.holds(CELLS[10], 1)
    full = proof(WORLD.excluded(CELLS[11], 1), (at_most(5, (10, 11)), 1), (there, -1))
    by_full = proof(WORLD.excluded(CELLS[4], 1), (at_most(4, range(3)), 1), (assume(full.claim), -1), SUPPOSED)
    own = [by_full, by_row(1)] if full_first else [by_row(1), by_full]
    reason = lines_of(known(known=(there,)), full, *own, *GROUND)
    assert "Row 6 has its 1; row 5 has room for 1: cell (1,5) would be 0." in reason
    assert "Row 2 has room for 1: cell (1,2) would be 0." in reason


def test_nothing_is_told_before_all_that_it_rests_on() -> None:
    """Also where a part of it was supposed, and so is there from the beginning."""
    rests = proof(WORLD.excluded(CELLS[5], 1), (at_most(5, range(3)), 1), SUPPOSED, (assume(THEN.claim), -1))
    assert lines_of(WORLD, by_row(1), THEN, rests, *GROUND)[:3] == [
        "Row 2 has room for 1: cell (1,2) would be 0.",
        "Row 2 needs a 1: cell (1,4) would be 1.",
        "Row 6 has room for 1: cell (1,6) would be 0.",
    ]


def test_what_is_so_anyhow_is_said_together_as_well() -> None:
    """It rests on nothing that is supposed, and so nothing need be told before it."""
    sure = [proof(WORLD.excluded(CELLS[j], 1), (at_most(j, (j, 8)), 1), FACTS[0]) for j in (4, 5)]
    pattern, *_ = told(WORLD, supposing(OUT, *sure, FIRST, THEN, CLASH))
    assert pattern.splitlines() == [
        "Cell (1,9) is 1; rows 5 and 6 have room for 1: cells (1,5) and (1,6) are 0.",
        "Suppose that cell (1,1) is 1.",
    ]


@pytest.mark.parametrize(
    ("spoken", "facts", "together"),
    [
        (True, (), True),
        (True, (0, 1), True),
        (True, (0,), True),
        (False, (), True),
        (False, (0, 1), False),
        (False, (0,), False),  # in one line it would seem to be the reason for both
        (False, (1,), False),
    ],
)
def test_without_words_of_rules_what_is_known_is_told_with_what_it_leads_to(
    spoken: bool, facts: tuple[int, ...], together: bool
) -> None:
    """It is the only reason that is told. Where rules have words, they say what is needed and for what."""
    rows = [silent(i, (0, 1, 2), "few" if spoken else "silent") for i in (3, 4)]
    more = [[FACTS[i]] if i in facts else [] for i in range(2)]
    two = [proof(WORLD.excluded(CELLS[1 + i], 1), (rows[i], 1), SUPPOSED, *more[i]) for i in range(2)]
    reason = lines_of(QUIET, *two, *GROUND)
    assert any("cells (1,2) and (1,3) would be 0." in line for line in reason) == together
    assert any(line.endswith("cell (1,3) would be 0.") for line in reason) != together


def test_what_is_alike_but_does_not_fit_in_a_line_stands_by_itself() -> None:
    """Else many rows would be told first, and then many things that follow: nobody could say which from which."""
    world = known(display_names={cell: letter * 40 for cell, letter in zip(CELLS, LETTERS, strict=True)})
    reason = lines_of(world, *(by_row(j) for j in range(1, 9)))
    assert all(": " in line for line in reason[:-1])
    assert len(reason) == 9


def test_rows_of_which_more_is_known_under_the_supposition_say_other_things() -> None:
    """The cell on one of them would be c, so something else is said of it, and in another line."""
    words = replace(WORDING["few"], settled={"c": "{here} | goes on"})
    world = known(wording=WORDING | {"few": words})
    is_c = proof(world.holds(B, "c"), (at_least(1, (1, 3)), 1), SUPPOSED)
    here, there = (somewhere(cell) for cell in (A, B))
    links = [
        proof(world.excluded(CELLS[4], 1), (here, 1), SUPPOSED),
        is_c,
        proof(world.excluded(CELLS[5], 1), (there, 1), (assume(is_c.claim), -1)),
    ]
    again = proof(world.excluded(CELLS[10], 1), (somewhere(A, "few", 6), 1), (assume(is_c.claim), -1))
    assert lines_of(world, *links, again, *GROUND)[:3] == [
        "Cell (2,1) has room for 1: cell (1,5) would be 0.",
        "Row 2 needs a 1: cell (2,2) would be c.",
        "Cell (2,2) goes on: cell (1,6) would be 0.",
    ]


# What is said of the rules


def test_of_a_row_is_said_once_what_it_asks_for() -> None:
    """Though of its cell one link knows more than the other; but what all of them know is said."""
    world = known(wording=WORDING | {"few": replace(WORDING["few"], settled={"c": "{here} | goes on"})})
    row, supposed = somewhere(A), (assume(world.holds(A, "c")), -1)
    one, other = (proof(world.excluded(CELLS[j], 1), (row, 1), supposed) for j in (4, 5))
    unaware = proof(other.claim, (row, 1), SUPPOSED)
    assert linked(world, [one, other]) == ["cell (2,1) goes on: cells (1,5) and (1,6) would be 0"]
    assert linked(world, [one, unaware]) == ["cell (2,1) has room for 1: cells (1,5) and (1,6) would be 0"]


def test_rules_of_which_the_same_would_be_said_are_told_so() -> None:
    """That is shorter than what each asks for."""
    settled = {"c": "the way goes on"}
    world = known(wording={family: replace(words, settled=settled) for family, words in WORDING.items()})
    rows = somewhere(A), somewhere(A, "some")
    link = proof(world.excluded(CELLS[4], 1), *((row, 1) for row in rows), (assume(world.holds(A, "c")), -1))
    assert linked(world, [link]) == ["the way goes on: cell (1,5) would be 0"]


@pytest.mark.parametrize("facts", [FULL, FULL + 1])
def test_as_many_facts_as_can_be_named_are_told_and_more_are_in_the_picture(facts: int) -> None:
    """Where a rule that needs no other words runs through them; also through all that a fact is about."""
    row = at_most(0, range(12))
    own = [WORLD.excluded(cell, 1) for cell in CELLS[2:]] + [WORLD.excluded(*item) for item in list(OTHERS)[3:4]]
    own += [LinearConstraint("known", (A, state), row.coefficients, 0.0, None) for state in "abc"]
    link = proof(FIRST.claim, (row, 1), SUPPOSED, *[(fact, -1) for fact in own[:facts]])
    whole = " ".join(linked(WORLD, [link]))
    assert ("(1,12)" in whole) == ("(2,1)" in whole) == (facts == FULL)
    assert "cell (2,2) is not a" in whole


def test_where_nothing_is_supposed_no_rule_would_be_broken() -> None:
    words = replace(WORDING["few"], broken=("{here} | starves", "{here} | bursts"))
    world = known(wording=WORDING | {"few": words})
    assert told(world, supposing(OUT, CLASH))[1] == "Row 3 has room for 1."


def test_a_supposition_in_one_sentence_ends_with_the_rule_that_would_be_broken() -> None:
    world = known(wording=WORDING | {"few": replace(WORDING["few"], broken=("{here} | starves", "{here} | bursts"))})
    assert told(world, supposing(OUT, THEN, CLASH))[:2] == (
        "If cell (1,1) were 1, cell (1,4) would be 1.",
        "Row 2 needs a 1; but row 3 bursts.",
    )


def test_of_rules_that_clash_with_each_other_both_are_told() -> None:
    """One alone would be no reason, in a sentence as little as in lines."""
    clash = proof(CONTRADICTION, (at_most(2, (3, 4)), 1), (at_least(5, (3, 4), 2, "few"), -1), (assume(THEN.claim), -1))
    both = "row 3 has room for 1; row 6 needs 2"
    assert told(WORLD, supposing(OUT, THEN, clash))[1] == f"Row 2 needs a 1; but {both}."
    assert told(WORLD, supposing(OUT, THEN, *GROUND, clash))[1].splitlines()[-1] == f"But {both}."


# By what a rule without words leads on


def test_several_ways_by_rules_without_words_are_named_together() -> None:
    """Else a line that names three edges is too long."""
    rows = [(silent((CELLS[j], 1), (0, 1), "quiet"), 1) for j in (5, 6, 7)]
    (line,) = linked(QUIET, [proof(WORLD.excluded(CELLS[1], 1), *rows, SUPPOSED)])
    assert line == "so cell (1,2) would be 0, by cells (1,6), (1,7) and (1,8)"


@pytest.mark.parametrize(
    ("facts", "by"),
    [
        ([assume(WORLD.holds(CELLS[5], 1))], "as cell (1,6) would be 1"),
        ([assume(WORLD.excluded(CELLS[5], 1))], "as cell (1,6) would be 0"),
        ([assume(WORLD.excluded(CELLS[5], 1)), SUPPOSED[0]], "as cell (1,6) would be 0"),
        ([SUPPOSED[0], assume(WORLD.holds(CELLS[5], 1))], "as cell (1,6) would be 1"),
        ([SUPPOSED[0]], "by cell (1,6)"),
    ],
)
def test_what_leads_on_is_told_as_it_would_be_where_that_is_supposed(facts: list[LinearConstraint], by: str) -> None:
    row = silent((CELLS[5], 1), (0, 1), "quiet")
    link = proof(FIRST.claim, (row, 1), *((fact, -1) for fact in facts))
    assert linked(QUIET, [link]) == [f"so cell (1,2) would be 0, {by}"]
    assert linked(QUIET, [link], would=False) == [f"so cell (1,2) is 0, {by.replace('would be', 'is')}"]


def test_by_what_several_links_go_on_is_not_told() -> None:
    """It need not be the same of each: a cell does not lead to itself."""
    row = silent((CELLS[5], 1), (0, 1), "quiet")
    links = [proof(WORLD.excluded(CELLS[j], 1), (row, 1), SUPPOSED) for j in (1, 5)]
    assert linked(QUIET, links) == ["so cells (1,2) and (1,6) would be 0"]


# What follows


def test_all_that_follows_is_told_however_many_lines_it_takes() -> None:
    """Though the rules have no words, and the first line would fit."""
    names = {cell: letter * 25 for cell, letter in zip(CELLS, LETTERS, strict=True)}
    world = replace(QUIET, display_names=names)
    row = silent(None, range(12))
    for number in range(1, 12):
        links = [proof(WORLD.excluded(CELLS[j], 1), (row, 1), SUPPOSED) for j in range(number)]
        whole = linked(world, links)
        assert [name for name in list(names.values())[:number] if name not in " ".join(whole)] == []
        assert max(len(f"{line}.") for line in whole) <= LONGEST


@pytest.mark.parametrize(
    ("names", "told_as"),
    [
        ({}, "cell (1,2) would be 0 and (2,1) a"),
        ({A: "point (2,1)"}, "cell (1,2) would be 0 and point (2,1) a"),
        ({A: "arc (2,1)"}, "cell (1,2) would be 0 and arc (2,1) a"),
        ({A: "the pair"}, "cell (1,2) would be 0 and the pair a"),
        ({CELLS[1]: "the pair"}, "the pair would be 0 and cell (2,1) a"),
    ],
)
def test_a_noun_is_left_out_only_where_it_is_the_same(names: dict, told_as: str) -> None:
    world = known(display_names=names)
    links = [FIRST, proof(WORLD.holds(A, "a"), (ONE_ROW[0], -1), SUPPOSED)]
    assert linked(world, links) == [f"row 1 has room for 1: {told_as}"]


@pytest.mark.parametrize("name", ["as it is now", "as it would be alone"])
def test_the_name_of_a_state_stays_as_it_is(name: str) -> None:
    """Only the verb that says of a subject what it is becomes what it would be, or were."""
    world = known(display_names={"a": name}, wording=QUIET.wording)
    would = proof(WORLD.holds(A, "a"), (ONE_ROW[0], -1), SUPPOSED)
    assert linked(world, [would]) == [f"row 1 has room for 1: cell (2,1) would be {name}"]
    after = f"row 1 has room for 1: cell (1,2) would be 0 and (2,1) {name}"
    assert linked(world, [FIRST, would]) == [after]
    pattern, *_ = told(world, supposing(WORLD.excluded(A, "a"), FIRST, CLASH))
    assert pattern == f"If cell (2,1) were {name}, cell (1,2) would be 0."
    idle = proof(WORLD.excluded(A, "b"), (not_both("silent"), 1), (assume(would.claim), -1))
    clash = proof(CONTRADICTION, (at_most(2, (3, 4)), 1), (assume(idle.claim), -1))
    _, reason, *_ = told(world, supposing(OUT, would, idle, *SEVERAL, clash))
    assert reason.splitlines()[-1] == f"But cell (2,1) would be {name}; row 3 has room for 1."


def test_an_element_that_would_be_in_a_state_and_not_in_it_has_nothing_left() -> None:
    own = [(assume(one), -1) for one in (WORLD.holds(A, "a"), WORLD.excluded(A, "a"))]
    clash = proof(CONTRADICTION, (not_both("silent"), 1), *own)
    assert linked(QUIET, [clash]) == ["but nothing is left that cell (2,1) could be"]


# What has no line of its own


def not_both(family: str, *, element: Any = A) -> LinearConstraint:
    """That an element is not a and b."""
    return LinearConstraint(family, element, {OTHERS[element, "a"]: 1.0, OTHERS[element, "b"]: 1.0}, None, 1.0)


def test_what_an_element_is_not_that_is_known_to_be_something_is_never_told() -> None:
    """Whatever it takes to show that."""
    world = known(known=(WORLD.holds(A, "c"),))
    links = links_of(world, supposing(OUT, FIRST, NO_B, THEN, CLASH))
    assert (links.idle, links.then) == ([NO_B], [FIRST, THEN, CLASH])
    assert NO_B in links_of(WORLD, supposing(OUT, FIRST, NO_B, THEN, CLASH)).then


@pytest.mark.parametrize("first", [CELLS[1], B])
def test_what_is_not_by_what_is_known_needs_no_reason_that_would_be(first: Any) -> None:
    """Though something was supposed to show it: of this element that is known."""
    world = known(known=(WORLD.holds(A, "c"),), wording=QUIET.wording)
    state = "a" if first is B else 1
    would = proof(WORLD.holds(first, state), (at_least(1, (1, 3)), 1), SUPPOSED)
    idle = proof(WORLD.excluded(A, "b"), (not_both("silent"), 1), (assume(would.claim), -1))
    out = proof(WORLD.excluded(A, "a"), (not_both("silent"), 1), (assume(WORLD.excluded(A, "b")), -1))
    clash = proof(CONTRADICTION, (at_most(2, (3, 4)), 1), (assume(idle.claim), -1), (assume(out.claim), -1))
    _, reason, *_ = told(world, supposing(OUT, would, idle, out, *SEVERAL, clash))
    assert reason.splitlines()[-1] == "But row 3 has room for 1."


@pytest.mark.parametrize(("family", "said"), [("few", True), ("silent", False)])
def test_what_an_element_is_as_it_is_something_else_is_told_where_a_rule_says_so(family: str, said: bool) -> None:
    """As a left end of a ship is an end: states may hold together."""
    would = proof(WORLD.holds(A, "a"), (at_least(1, (1, 3)), 1), SUPPOSED)
    too = proof(WORLD.holds(A, "b"), (not_both(family), -1), (assume(would.claim), -1))
    links = links_of(QUIET, supposing(OUT, would, too, CLASH))
    assert (too in links.then) == said
    assert (too in links.idle) != said


def test_what_a_cell_of_two_states_is_not_needs_no_reason() -> None:
    """Not to be the one is to be the other: nobody was told anything else."""
    row = silent(None, (4, 5))
    idle = proof(WORLD.excluded(CELLS[4], 0), (row, 1), (assume(WORLD.holds(CELLS[4], 1)), -1))
    would = proof(WORLD.holds(CELLS[4], 1), (at_least(1, (1, 3)), 1), SUPPOSED)
    clash = proof(CONTRADICTION, (at_most(2, (3, 4)), 1), (assume(idle.claim), -1))
    _, reason, *_ = told(QUIET, supposing(OUT, would, idle, *SEVERAL, clash))
    assert reason.splitlines()[-1] == "But row 3 has room for 1."


THERE = WORLD.holds(CELLS[10], 1)


def full(*rows: LinearConstraint) -> Certificate:
    return proof(WORLD.excluded(CELLS[11], 1), *((row, 1) for row in rows), (THERE, -1))


def test_what_only_one_of_two_full_rows_leaves_has_a_line_of_its_own() -> None:
    """Of rows that are all full nobody need hear more; where one is not, somebody must say what follows."""
    world, rows = (
        known(known=(THERE,)),
        [at_most(i, cells) for i, cells in ((5, (10, 11)), (6, (10, 11)), (7, (9, 11)))],
    )
    for own, kind in ((rows[:1], "full"), (rows[:2], "full"), (rows[1:], "sure"), (rows[::-1], "sure")):
        link = full(*own)
        assert link in getattr(links_of(world, supposing(OUT, link, FIRST, THEN, CLASH)), kind)


@pytest.mark.parametrize("lower", [None, 1.0])
@pytest.mark.parametrize("telling", [True, False])
def test_of_full_rows_that_do_not_all_say_so_is_told_what_fills_them(telling: bool, lower: float | None) -> None:
    """And that they have their number, not that they need it, though a row may do both."""
    rows = [replace(at_most(5, (10, 11), 1, "few"), lower=lower), at_most(6, (10, 11), 1, "few" if telling else "some")]
    link = full(*rows)
    then = proof(WORLD.holds(CELLS[9], 1), (at_least(4, (9, 11), 1, "few"), 1), (assume(link.claim), -1), SUPPOSED)
    reason = lines_of(known(known=(THERE,)), link, FIRST, then, THEN)
    said = "rows 6 and 7 have their 1" if telling else "cell (1,11) is 1; row 6 has its 1; row 7 has room for 1"
    assert f"{said}; row 5 needs 1: cell (1,10) would be 1.".lower() in [line.lower() for line in reason]


def test_links_go_with_those_on_which_they_rest_that_have_no_line() -> None:
    """And with no others."""
    link, world = full(at_most(5, (10, 11))), known(known=(THERE,))
    idle = proof(WORLD.excluded(A, "b"), (not_both("few"), 1), (assume(WORLD.holds(A, "a")), -1))
    by_full = proof(WORLD.excluded(CELLS[4], 1), (at_most(4, range(3)), 1), (assume(link.claim), -1), SUPPOSED)
    by_idle = proof(WORLD.excluded(CELLS[5], 1), (at_most(4, range(3)), 1), (assume(idle.claim), -1), SUPPOSED)
    own = supposing(OUT, link, idle, FIRST, by_full, by_idle, CLASH)
    assert with_silent(world, own, [FIRST]) == [FIRST]
    assert with_silent(world, own, [by_full]) == [link, by_full]
    assert with_silent(world, own, [by_idle]) == [idle, by_idle]
    assert with_silent(world, own, [by_idle, by_full]) == [link, idle, by_idle, by_full]


@pytest.mark.parametrize("family", ["few", "some", "a_b", None])
def test_a_clue_that_is_given_goes_without_saying_whatever_its_family(family: str | None) -> None:
    """A reader's own may have no name. Neither the clue is told, nor what an element is not by it."""
    given = LinearConstraint(family, A, {OTHERS[A, "c"]: 1.0}, 1.0, 1.0)
    not_b = proof(WORLD.excluded(A, "b"), (not_both("silent"), 1), (given, -1))
    first, then = (replace(link, terms=(*link.terms, *proof(OUT, (given, -1)).terms)) for link in (FIRST, THEN))
    clash = proof(CONTRADICTION, (at_most(2, (3, 4)), 1), (assume(THEN.claim), -1), (assume(not_b.claim), -1))
    own = supposing(OUT, not_b, first, then, *SEVERAL, clash)
    assert told(QUIET, own) == told(QUIET, supposing(OUT, FIRST, THEN, *SEVERAL, CLASH))
    assert with_silent(QUIET, own, [then]) == [then]


# What is supposed, in a sentence or in lines


def test_what_an_element_is_not_that_is_supposed_to_be_something_is_not_what_would_follow() -> None:
    supposed = (assume(WORLD.holds(A, "a")), -1)
    row = LinearConstraint("few", Label("row", 6), {OTHERS[A, "b"]: 1.0, KEYS[1]: 1.0}, None, 1.0)
    links = [proof(claim, (row, 1), supposed, ELEVEN[4]) for claim in (WORLD.excluded(A, "b"), FIRST.claim)]
    pattern, *_ = told(WORLD, supposing(WORLD.excluded(A, "a"), *links, CLASH))
    assert pattern == "If cell (2,1) were a, cell (1,2) would be 0."


def test_what_is_supposed_is_told_though_more_follows_of_the_same_element() -> None:
    links = [proof(WORLD.holds(A, "c"), ONE_ROW, (assume(WORLD.excluded(A, "a")), -1)), FIRST]
    pattern, *_ = told(WORLD, supposing(WORLD.holds(A, "a"), *links, CLASH))
    assert pattern == "If cell (2,1) were not a, cell (2,1) would be c and (1,2) 0."


@pytest.mark.parametrize(("seen", "said"), [(FULL - 1, True), (FULL, True), (FULL + 1, False)])
def test_by_what_is_known_an_element_is_not_something_is_told_of_as_many_as_can_be_named(seen: int, said: bool) -> None:
    """Of more all is to be seen on the board."""
    items = [*((cell, 1) for cell in CELLS), (A, "a"), (B, "b")][:seen]
    facts = [WORLD.holds(*item) for item in items]
    world = replace(QUIET, indicators=QUIET.indicators | {(e, "x"): ({("x", e): 1.0}, 0.0) for e, _ in items})
    idle = [
        proof(world.excluded(element, "x"), (silent(None, (0, 1)), 1), (fact, -1))
        for (element, _), fact in zip(items, facts, strict=True)
    ]
    pattern, *_ = told(world, supposing(OUT, *idle, FIRST, *GROUND, CLASH))
    assert ("(1,11)" in pattern) == said


LINES = {1: [], 2: [], 3: [], 4: [], 5: [3, 2], 6: [3, 3], 7: [4, 3], 8: [4, 4], 9: [3, 3, 3], 10: [3, 4, 3]}


@pytest.mark.parametrize("number", LINES)
def test_a_long_reason_has_parts_of_four_lines_at_most_and_of_like_length(number: int) -> None:
    """A shorter one has none: it is taken in at once."""
    own = supposing(OUT, *(by_row(j, j) for j in range(1, number)), CLASH)
    reason = "\n".join(f"line {j}" for j in range(number))
    parts = in_parts(WORLD, own, reason)
    assert [len(words.splitlines()) for words, _ in parts] == LINES[number]
    assert [link for _, links in parts for link in links] == ([*own.links] if parts else [])
    assert "\n".join(words for words, _ in parts) == (reason if parts else "")


def test_a_reason_that_supposes_nothing_has_no_parts() -> None:
    """However long it is."""
    reason = "\n".join(f"line {j}" for j in range(9))
    assert in_parts(WORLD, supposing(OUT, CLASH), reason) == []


@pytest.mark.parametrize("length", range(80, 100))
@pytest.mark.parametrize("case", ["few", "some"])
def test_cases_are_a_line_each_where_both_fit(case: str, length: int) -> None:
    """Else what is so in each stands below it."""
    world = known(wording=WORDING | {case: Wording("", f"{{here}} | {'n' * length}")})
    own = Cases(OUT, SPLIT, ONE, proof(OUT, (at_most(1, range(4), 1, "some"), 1)))
    pattern, reason, *_ = told(world, own)
    head = "If cell (1,3) is 1, row 1" if case == "few" else "If not, row 2"
    fits = len(f"{head} {'n' * length}.") <= LONGEST
    assert bool(reason) == fits
    assert max(map(len, (*pattern.splitlines(), reason))) <= LONGEST
    assert len(pattern.splitlines()) == (1 if fits else 4)


def test_cases_of_which_one_has_cases_that_nobody_could_follow_are_counted() -> None:
    own = Cases(OUT, SPLIT, ONE, Cases(OUT, (CELLS[3], 1), COUNTED, ONE))
    pattern, *_ = told(WORLD, own)
    assert pattern.startswith("The proof takes 3 cases, first whether cell (1,3) is 1, ")


def test_a_reason_for_two_things_is_told_once() -> None:
    """Where they do not fit in a line with it, and are not by one row."""
    world = known(display_names={cell: letter * 40 for cell, letter in zip(CELLS, LETTERS, strict=False)})
    two = [proof(world.excluded(CELLS[j], 1), (at_most(4, (j, 8)), 1), SUPPOSED, *FACTS) for j in (4, 5)]
    reason = lines_of(world, *two, *GROUND)
    assert reason[:3] == [
        f"{'I' + 'i' * 39} and {'j' * 40} are 1; row 5 has room for 1.",
        f"So {'e' * 40} would be 0.",
        f"So {'f' * 40} would be 0.",
    ]


@pytest.mark.parametrize(("times", "often"), [(2, "twice"), (3, "three times")])
def test_in_a_case_a_row_is_told_as_often_as_it_is_taken(times: int, often: str) -> None:
    case = proof(OUT, (at_most(1, range(3)), times), (at_most(2, range(3)), 1))
    pattern, *_ = told(WORLD, Cases(OUT, SPLIT, case, case))
    assert f"row 2 has room for 1 (taken {often}); row 3 has room for 1" in pattern
