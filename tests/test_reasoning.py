"""The reasoner: every step follows from what it names, no fact is to spare, and questions get the shorter answer."""

import random
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from reasoned import checker_of, finished, spared, there
from step_check import Checker, Row, refuted

from puzzlekit import battleship, circuit, hashi, numberlink, slitherlink, sudoku, zebra
from puzzlekit.core.errors import NoSolution, PuzzleError, TimeLimitReached
from puzzlekit.core.grammar import sentences
from puzzlekit.core.grid import Cell, Edge, Point
from puzzlekit.reasoning import answers, suppositions
from puzzlekit.reasoning.answer import TOLD
from puzzlekit.reasoning.difficulty import difficulty
from puzzlekit.reasoning.engine import Engine
from puzzlekit.reasoning.explainer import Explainer
from puzzlekit.reasoning.steps import SUPPOSITION, Case, Link, ReasonedStep, lines
from puzzlekit.reasoning.suppositions import ways
from puzzlekit.reasoning.system import NOTE, Found, Left, Rule, System
from puzzlekit.slitherlink import technique_words
from puzzlekit.slitherlink.technique_board import ANY, IN, OPEN, OUT, Corner, board_of
from puzzlekit.slitherlink.technique_colours import EVEN, ODD, Colours

BOARDS = ("tiny_four", "tiny_pair", "tiny_square", "tiny_subtours", "tiny_zero", "five_easy", "five_hard", "seven_easy")


def truth(puzzle: Any) -> dict[Edge, int]:
    solution = slitherlink.solve(puzzle)
    return {edge: int(edge in solution.drawn) for edge in puzzle.edges}


def loop_checker(puzzle: Any) -> Checker:
    return checker_of(puzzle, slitherlink.FORMULATIONS["single_loop"](puzzle))


@pytest.fixture(scope="module")
def explained() -> dict[str, tuple[Any, Checker, tuple[ReasonedStep, ...]]]:
    puzzles = {name: slitherlink.load(name) for name in BOARDS}
    return {name: (own, loop_checker(own), answers.explanation(own).steps) for name, own in puzzles.items()}


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_is_explained_whole_and_each_step_follows_with_no_fact_to_spare(explained: Any, name: str) -> None:
    puzzle, checker, steps = explained[name]
    drawn, known = truth(puzzle), dict.fromkeys(puzzle.edges, frozenset({0, 1}))
    for step in steps:
        assert all(known[edge] <= states for edge, states in step.facts.items()), f"{step} takes what was not told"
        assert all(drawn[edge] in states for edge, states in step.candidates.items()), f"{step} is false"
        checker.check(step)
        assert not spared(checker, step.links)
        known |= step.candidates
    assert {edge: {state} for edge, state in drawn.items()} == known


def test_a_step_is_refused_that_says_too_much(explained: Any) -> None:
    _, checker, steps = explained["five_hard"]
    step = next(step for step in steps if step.facts and step.kind == "rule")
    with pytest.raises(PuzzleError, match="is not known"):
        checker.check(replace(step, facts={}))
    *before, last = step.links
    edge = next(iter(last.claim))
    wrong = replace(last, claim={**last.claim, edge: frozenset({0, 1}) - last.claim[edge]})
    with pytest.raises(PuzzleError, match="does not follow"):
        checker.check(replace(step, links=(*before, wrong)))


def test_a_case_that_is_left_out_or_stops_early_is_refused(explained: Any) -> None:
    puzzle, checker, steps = explained["tiny_pair"]
    step = steps[0]
    edge, states = next(iter(step.candidates.items()))
    (state,) = states
    other = puzzle.edges[-1] if puzzle.edges[-1] != edge else puzzle.edges[0]
    claim = {edge: frozenset({1 - state})}
    half = Case({other: frozenset({0})}, "", (replace(step.links[-1], claim=claim),))
    for cases in ((half,), (Case({edge: states}, "", ()),)):
        with pytest.raises(PuzzleError):
            checker.check(replace(step, links=(Link("", {}, claim, (), "", "", cases),)))


def test_what_is_known_of_an_element_holds_when_it_is_supposed_to_be_in_a_range() -> None:
    puzzle = battleship.parse("fleet: 1x2\n.. ?\n? ?")
    checker = checker_of(puzzle, battleship.FORMULATIONS["cell"](puzzle))
    one, two = puzzle.cells
    known, part = {one: frozenset("~<")}, {one: frozenset("<>^v#o")}
    thought = Link("", {one: frozenset("<")}, {two: frozenset("#>")}, (("ends_go_on", one),), "", "")
    link = Link("", known, thought.claim, (), "", "", (Case(part, "", (thought,)),))
    step = ReasonedStep({}, "", (), message="", kind="", links=(link,), facts=known, pictures=())
    with pytest.raises(PuzzleError, match="a case is left out"):
        checker.check(step)
    sea = Case({one: frozenset("~")}, "", (replace(thought, facts={one: frozenset("~")}, claim={one: frozenset()}),))
    with pytest.raises(PuzzleError, match="does not follow"):
        checker.check(replace(step, links=(replace(link, cases=(*link.cases, sea)),)))


def test_an_element_is_supposed_to_be_in_a_coarse_range_before_it_is_in_one_state() -> None:
    puzzle = battleship.parse("fleet: 1x2 1x1\n*.. ?\n... ?\n? ? ?")
    system = answers.system_of(puzzle)
    engine = Engine(system, system.start)
    given, free = ways(engine, 0), ways(engine, 1)
    assert sum(given) == system.start[0]
    assert all(mask.bit_count() == 1 for mask in given)
    assert [system.states_in(1, mask) for mask in free] == [frozenset("<>^v#o"), frozenset("~")]


def test_rows_are_refuted_as_by_brute_force() -> None:
    whole = {name: frozenset({0, 1}) for name in "abc"}
    terms = {name: {0: 0, 1: 1} for name in "abc"}
    assert not refuted(dict(whole), [Row(terms, 2, 3)])
    assert refuted(dict(whole), [Row(terms, 2, 3), Row(terms, 0, 1)])
    assert refuted(
        whole | {"a": frozenset({1})},
        [Row(terms, 0, 3, even=True), Row({"b": terms["b"]}, 0, 0), Row({"c": terms["c"]}, 0, 0)],
    )
    assert not refuted(dict(whole), [Row(terms, 1, 3, even=True)])
    odd = [Row({x: terms[x] for x in pair}, 1, 1) for pair in ("ab", "bc", "ac")]
    assert refuted(dict(whole), odd)  # bounds alone do not show it


def test_a_reason_does_not_repeat_the_conclusion_before_it() -> None:
    def link(reason: str, conclusion: str, *facts: str) -> Link:
        return Link("", {fact: frozenset({1}) for fact in facts}, {conclusion: frozenset({1})}, (), reason, conclusion)

    first = link("a", "b")
    assert [*lines([first, link("b", "c", "b")])] == ["A.", "So c."]
    assert [*lines([first, link("b and d", "c", "b")])] == ["A.", "So b.", "D.", "So c."]
    assert [*lines([first, link("b, as shown; d", "c", "b")])] == ["A.", "So b.", "B, as shown; d.", "So c."]
    assert [*lines([first, link("b or d", "c", "b")])] == ["A.", "So b.", "B or d.", "So c."]
    later = link("e", "f", "b")
    assert [*lines([first, link("b", "c", "b"), later])] == ["A.", "So b.\nSo c.", "E.", "So f."]
    assert [*lines([first, link("e", "f"), link("b", "c", "b")])] == ["A.", "So b.", "E.", "So f.", "B.", "So c."]


def test_a_refutation_is_shortened() -> None:
    """Never made longer, and on this board some become shorter."""
    system = answers.system_of(sudoku.load("hard_1"))
    engine = finished(system, system.start)
    before, after = [], []
    for key in suppositions.supposable(engine):
        trial = suppositions.Trial(engine, *key)
        if not trial.run():
            before.append(trial.cost[0])
            case = trial.found().about.cases[0]
            assert case.links[-1].is_contradiction
            after.append(trial.cost[0])
            assert after[-1] == 1 + sum(one.length for one in case.links[:-1])
    assert all(now <= then for now, then in zip(after, before, strict=True))
    assert sum(after) < sum(before)


@pytest.mark.parametrize("seed", range(20))
def test_sides_of_the_loop_follow_from_their_facts_even_in_a_contradictory_state(seed: int) -> None:
    rng, board = random.Random(seed), board_of(5, 5)
    left = [rng.choice((IN, OUT, OPEN)) for _ in board.edges] + [rng.choice((ODD, EVEN, ANY)) for _ in board.corners]
    for one in there([*Colours(board).look(left, None)]):
        ((_, mask),) = one.claim.items()
        odd = sum(state == (IN if element < len(board.edges) else ODD) for element, state in one.because)
        assert mask == (IN if odd % 2 else OUT)


def test_notes_stand_in_the_step_that_uses_them(explained: Any) -> None:
    for _, _, steps in explained.values():
        for step in steps:
            assert not any(isinstance(element, Corner) for element in (*step.candidates, *step.facts, *step.where))
    system = answers.system_of(slitherlink.load("five_hard"))
    assert any(rule.telling == NOTE for rule in system.rules)


def test_the_next_step_goes_on_from_what_is_known() -> None:
    puzzle = slitherlink.load("five_hard")
    first = there(answers.next_step(puzzle))
    second = answers.next_step(puzzle, first.candidates)
    assert second
    assert second.candidates != first.candidates
    drawn = there(answers.next_step(puzzle, wanted=lambda step: len(step.candidates) == 1))
    assert len(drawn.candidates) == 1
    everything = {edge: frozenset({state}) for edge, state in truth(puzzle).items()}
    assert answers.next_step(puzzle, everything) is None
    rest = there(answers.next_step(puzzle, wanted=lambda step: not step.links))
    assert rest.candidates == everything


def test_why_and_why_not_lead_from_the_clues_to_the_fact() -> None:
    puzzle = slitherlink.load("five_easy")
    checker = loop_checker(puzzle)
    for edge, state in list(truth(puzzle).items())[::25]:
        for answer in map(there, (answers.why(puzzle, edge), answers.why_not(puzzle, edge, 1 - state))):
            known = dict.fromkeys(puzzle.edges, frozenset({0, 1}))
            for step in answer.steps:
                checker.check(step)
                assert all(known[own] <= states for own, states in step.facts.items()), "a fact was not told before"
                known |= {own: known[own] & states for own, states in step.candidates.items()}
            assert known[edge] == {state}
            assert answer.steps[-1].candidates[edge] <= {state}
        assert answers.why_not(puzzle, edge, state) is None


def test_a_long_sentence_is_parted_between_clauses() -> None:
    clauses = [f"cell (1,{number}) cannot be 3 or 6" for number in range(1, 10)]
    found = sentences("; ".join(clauses))
    assert len(found) > 1
    assert all(len(sentence) <= 120 and sentence.startswith("Cell ") for sentence in found)
    assert [clause for sentence in found for clause in sentence.lower().removesuffix(".").split("; ")] == clauses
    (whole,) = sentences("one clause of " + "very " * 30 + "many words")
    assert len(whole) > 120


def test_of_many_steps_the_last_are_told_and_what_they_take() -> None:
    puzzle = slitherlink.load("seven_easy")
    answer = there(answers.why(puzzle, puzzle.edges[60]))
    assert len(answer.steps) > TOLD == len(answer.told) + 1
    assert max(map(len, str(answer).splitlines())) <= 120
    before = {edge for step in answer.steps[: -len(answer.told)] for edge in step.candidates}
    for edge in before & {edge for step in answer.told for edge in step.facts}:
        assert technique_words.edge(edge) in answer.opening or "edges are" in answer.opening


def test_an_opening_counts_the_steps_and_names_the_hardest() -> None:
    puzzle, counts = sudoku.load("hard_1"), set[int]()
    levels = {rule.name: rule.level for rule in answers.system_of(puzzle).rules}
    for cell in (Cell(0, 1), Cell(0, 3), Cell(1, 4), Cell(6, 0), Cell(5, 3)):
        answer = there(answers.why(puzzle, cell))
        counts.add(len(answer.steps))
        if len(answer.steps) == 1:
            assert not answer.opening
            continue
        count, _, name = answer.opening.partition(".")[0].partition(" steps, the hardest: ")
        assert int(count) == len(answer.steps)
        supposed = any(step.kind == SUPPOSITION for step in answer.steps)
        assert (name == "a supposition") == supposed
        assert supposed or levels[name] == max(levels.get(link.rule, 0) for step in answer.steps for link in step.links)
    assert min(counts) <= TOLD < max(counts)


def test_an_opening_tells_nothing_that_a_told_step_concludes() -> None:
    puzzle = zebra.load("life_1962")
    for cell in (Cell(3, 3), Cell(4, 2), Cell(4, 4)):
        answer = there(answers.why(puzzle, cell))
        assert answer.opening
        told = {own: states for step in answer.told for own, states in step.candidates.items()}
        first = {own: number for number, step in reversed([*enumerate(answer.told)]) for own in step.facts}
        for number, step in enumerate(answer.told):
            for own, states in step.candidates.items():
                if len(told[own]) == 1 and first.get(own, number + 1) > number:
                    assert f"- {next(iter(states))} is in house {own.column + 1}." not in answer.opening


def test_what_was_concluded_before_a_change_is_concluded_again() -> None:
    def look(left: Left, state: int) -> Iterator[Found]:
        yield Found({0: 1 << state}, (), (), "wrong" if not left[0] & 1 << state else "right")

    rule = Rule("", 0, [(0, (0,)), (1, (0,))], look, lambda found: found.about, conclude=lambda found, claim: "so")
    words = technique_words.Words(slitherlink.load("tiny_four"))
    system = System(("a",), ((0, 1),), 1, (3,), (rule,), words)
    told = [step.message.split(".")[0] for step in Explainer(system, system.start).steps()]
    assert told == ["Right", "Wrong"]


def test_questions_that_have_no_answer() -> None:
    several = slitherlink.load("tiny_several")
    assert any(answers.why(several, edge) is None for edge in several.edges)
    puzzle = slitherlink.load("five_hard")
    with pytest.raises(PuzzleError, match="expected an element"):
        answers.why(puzzle, Cell(0, 0))
    with pytest.raises(PuzzleError, match="expected one of 0, 1"):
        answers.why_not(puzzle, puzzle.edges[0], 2)
    with pytest.raises(TimeLimitReached, match="time limit of 0 s"):
        answers.why(slitherlink.load("seven_hard"), slitherlink.load("seven_hard").edges[0], time_limit=0)
    none = slitherlink.load("tiny_no_solution")
    assert not all(answers.explanation(none).steps[-1].candidates.values())
    with pytest.raises(NoSolution):
        answers.next_step(none, wanted=lambda step: not all(step.candidates.values()))


def test_of_several_solutions_all_that_is_common_is_explained() -> None:
    puzzle = slitherlink.load("tiny_several")
    boards = slitherlink.solutions(puzzle, 50)
    told = answers.explanation(puzzle)
    differ = {edge for edge in puzzle.edges if len({edge in board.drawn for board in boards}) > 1}
    assert set(told.several) == differ
    assert not told.open


def test_what_differs_needs_no_suppositions_inside_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suppositions.Suppositions, "_go_deeper", lambda *trial: pytest.fail("it was asked"))
    puzzle = slitherlink.load("tiny_several")
    several = answers.explanation(puzzle).several
    assert several
    assert answers.why(puzzle, several[0]) is None


def test_an_answer_ends_with_what_was_asked_and_a_visible_fact_has_words() -> None:
    puzzle = sudoku.load("tiny_4x4")
    for cell in set(puzzle.cells) - set(puzzle.given):
        for digit in puzzle.digits:
            if answer := answers.why_not(puzzle, cell, digit):
                assert str(answer)
                assert digit not in answer.steps[-1].candidates[cell]
    assert not answers.why(puzzle, next(iter(puzzle.given))).steps  # it is given


@pytest.mark.parametrize("seed", [9701, 9702])
def test_what_is_told_of_an_element_leaves_its_state_and_no_other(seed: int) -> None:
    """Also where several steps narrow it, some of them untold: the last one puts them together."""
    puzzle, together = battleship.generate(6, 6, seed=seed), 0
    truth = battleship.solve(puzzle).filled
    for cell in puzzle.cells:
        answer = there(answers.why(puzzle, cell))
        if not answer.steps:
            continue
        told = [step.candidates[cell] for step in answer.told if cell in step.candidates]
        assert told[-1] == {truth[cell]}
        last = answer.steps[-1].links[-1]
        if last.reason or last.cases:
            continue
        together += 1
        earlier = [states for states in (answer.taken.get(cell), *told[:-1]) if states is not None]
        assert frozenset.intersection(*earlier) == {truth[cell]}, answer
    assert together


STOPPED = {
    "zebra": (zebra, "life_1962"),
    "sudoku": (sudoku, "report_figure_3_1"),
    "battleship": (battleship, "easy_6"),
    "slitherlink": (slitherlink, "five_hard"),
    "hashi": (hashi, "tiny_six"),
}


@pytest.mark.parametrize("name", STOPPED)
@pytest.mark.once("name")
@pytest.mark.parametrize("most", [0, 1, 2, 3, 5, 8])
def test_where_steps_take_too_long_the_others_are_refuted_and_nothing_is_said_to_differ(
    name: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever the walk was stopped, what is refuted from there is wrong, and the rest is what is so."""
    package, file = STOPPED[name]
    puzzle = package.load(file)
    truth = answers.explanation(puzzle).steps
    state = {element: left for step in truth for element, left in step.candidates.items() if len(left) == 1}
    whole = Explainer.founds

    class Short:
        left = most

        def remaining(self) -> float:
            self.left -= 1
            if self.left < 0:
                raise TimeLimitReached("no reason found")
            return 1.0

    def stopped(self: Explainer) -> Iterator[Found]:
        self.deadline = Short()  # type: ignore[assignment]
        return whole(self)

    monkeypatch.setattr(Explainer, "founds", stopped)
    for element in random.Random(most).sample(list(state), 4):
        answer = there(answers.why(puzzle, element))
        assert answer.steps[-1].candidates[element] == state[element]


def test_steps_are_handed_over_as_they_come_and_a_contradiction_is_always_wanted() -> None:
    puzzle, seen = slitherlink.load("tiny_pair"), list[ReasonedStep]()
    assert answers.explanation(puzzle, each=seen.append).steps == tuple(seen) != ()
    with pytest.raises(NoSolution):
        answers.next_step(slitherlink.load("tiny_no_solution"), wanted=lambda step: False)


def test_entries_are_blamed_that_leave_no_solution() -> None:
    puzzle = slitherlink.load("five_hard")
    right = truth(puzzle)
    entries = {edge: frozenset({state}) for edge, state in list(right.items())[:12]}
    assert answers.mistake(puzzle, entries) is None
    wrong = puzzle.edges[20]
    found = there(answers.mistake(puzzle, entries | {wrong: frozenset({1 - right[wrong]})}))
    assert wrong in found.entries
    blame = "this entry leaves" if len(found.entries) == 1 else "together, these entries leave"
    assert found.message.startswith(f"{blame} no solution: ")
    assert technique_words.edge(wrong) in found.message or "edges are" in found.message
    assert answers.Mistake(()).message == "there is no solution"
    blamed = {edge: right[edge] if edge != wrong else 1 - right[edge] for edge in found.entries}
    boards = slitherlink.solutions(puzzle, 2)
    assert not any(all((edge in board.drawn) == bool(state) for edge, state in blamed.items()) for board in boards)


def test_what_is_visible_is_told_if_it_is_asked_for() -> None:
    puzzle = hashi.parse("2.2..\n.....\n1...1\n..2.2")
    crossing = Edge(Point(2, 0), Point(2, 4))
    answer = there(answers.why(puzzle, crossing, {Edge(Point(0, 2), Point(3, 2)): frozenset({1})}))
    assert str(answer).startswith("The link (3,1)-(3,5) would cross the bridge (1,3)-(4,3).\nSo ")
    assert answer.steps[-1].candidates == {crossing: {0}}


@pytest.mark.parametrize("text", ["o.#.o", "o.o.#.#\n.......\n#.o.o.#\n.......\n#.#.o.o"], ids=["note", "no_facts"])
def test_a_contradiction_that_no_board_shows_is_one(text: str) -> None:
    """The first is about the kind of a point; the second follows from the lattice alone."""
    puzzle = circuit.parse(text)
    assert not circuit.solutions(puzzle, 1)
    assert answers.explanation(puzzle).steps[-1].is_contradiction
    with pytest.raises(NoSolution):
        answers.next_step(puzzle, wanted=lambda step: False)


def test_rules_that_do_not_use_the_whole_puzzle_say_of_no_edge_that_it_differs() -> None:
    """The shortest path is the only solution; the rules, which know trees, leave edges open."""
    puzzle = circuit.load("tiny_path_detour")
    assert len(circuit.solutions(puzzle, 2)) == 1
    told = answers.explanation(puzzle)
    assert told.open
    assert not told.several
    with pytest.raises(TimeLimitReached, match="endpoints"):
        answers.why(puzzle, told.open[0])


@pytest.mark.parametrize(
    ("puzzle", "state"),
    [(sudoku.parse("12..\n....\n....\n...."), 2), (battleship.parse("fleet: 1x1\n~. ?\n.. ?\n? ?"), "o")],
    ids=["sudoku", "battleship"],
)
def test_an_entry_against_what_the_puzzle_gives_is_a_mistake(puzzle: Any, state: Any) -> None:
    entries = {Cell(0, 0): frozenset([state])}
    found = there(answers.mistake(puzzle, entries))
    assert found.entries == (Cell(0, 0),)
    with pytest.raises(NoSolution, match="gives"):
        answers.next_step(puzzle, entries)


@pytest.mark.parametrize(
    ("puzzle", "element", "state", "end"),
    [
        (slitherlink.load("five_easy"), Edge(Point(5, 0), Point(5, 1)), 0, "so the edge (6,1)-(6,2) is drawn."),
        (hashi.load("islands_25"), Edge(Point(3, 7), Point(3, 8)), 0, "has at least one bridge."),
    ],
    ids=["slitherlink", "hashi"],
)
def test_a_mistake_ends_with_what_would_be_violated(puzzle: Any, element: Any, state: Any, end: str) -> None:
    """Not with a premise alone, such as "the 3 is in a corner"."""
    found = there(answers.mistake(puzzle, {element: frozenset([state])}))
    assert found.steps[-1].message.endswith(end)


def test_a_long_conclusion_is_several_sentences() -> None:
    """At most four elements in each, and all of them in one of the sentences."""
    puzzle = slitherlink.load("fifteen_easy")
    steps = answers.explanation(puzzle).steps
    assert any(".\nSo " in step.message and len(step.candidates) > 4 for step in steps)
    for step in steps:
        for line in step.message.splitlines():
            assert len(re.findall(r"\(\d+,\d+\)-\(\d+,\d+\)", line)) <= 4


def test_a_limit_reaches_the_propagation() -> None:
    def stop() -> None:
        raise TimeLimitReached("time limit reached")

    system = answers.system_of(slitherlink.parse("\n".join(["." * 10] * 10)))
    for ask in (lambda engine: engine.run(float("inf")), Engine.ready):
        with pytest.raises(TimeLimitReached):
            ask(Engine(system, system.start, check=stop))


INFEASIBLE = (
    battleship.parse("fleet: 1x2 1x1\n... 4\n... ?\n... ?\n? ? ?"),
    circuit.parse("o"),
    circuit.parse("o.o\n...\no.o"),
    hashi.parse("..4"),
    hashi.parse("1.1\n...\n1.1"),
    numberlink.parse(".\n."),
    numberlink.parse("AB\nBA"),
    slitherlink.parse("0"),
    sudoku.parse("34..\n....\n.13.\n.2.."),
    sudoku.parse("12..\n..3.\n....\n...3"),
    zebra.parse("houses: 2\nattributes:\npet: cat, dog.\nclues:\ncat = dog."),
)


@pytest.mark.parametrize("puzzle", INFEASIBLE, ids=lambda puzzle: type(puzzle).__module__.split(".")[1])
def test_a_puzzle_without_a_solution_has_no_next_fact_and_no_difficulty(puzzle: Any) -> None:
    with pytest.raises(NoSolution):
        difficulty(puzzle)
    for element in answers.states(puzzle):
        with suppress(NoSolution):
            found = answers.why(puzzle, element)
            assert found
            assert "only be ." not in str(found)
            assert " cannot be ." not in str(found)
    with suppress(NoSolution):
        assert answers.explanation(puzzle).steps[-1].is_contradiction
    mistake = answers.mistake(puzzle, {})
    assert mistake
    assert not mistake.entries
