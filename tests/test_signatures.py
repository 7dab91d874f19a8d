"""Whatever a face is handed, it answers or raises a PuzzleError: every one is tried with wrong arguments.

The functions are found by looking (`tests/public.py`), and so are their parameters. What they are tried with is in
`tests/right.py`: a parameter for which it has no right value fails here with a sentence that says so.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import pytest
from patience import limit

from puzzlekit.core.errors import InvalidSolution, PuzzleError
from puzzlekit.course.exercise import NotAttempted, NotRight, Remark
from tests.public import Call, calls
from tests.right import SMALL, WRONG, owner, right

SECONDS = round(limit(30))  # what takes as long goes on for ever
EXPECTED = PuzzleError, Remark, NotAttempted, NotRight


def is_family(call: Call) -> bool:
    """A family is called by `BuiltModel.add` or by SCIP, with a puzzle and variables that were looked at there."""
    first = [one.name for one in call.parameters][:2]
    return first in (["puzzle", "v"], ["given", "v"])


NOT_ASKED = {  # called for each row, place or state, thousands of times: what is wrong there, Python says
    "battleship.model_placement.covering", "numberlink.Solution.count",
    "zdd.Cycles.step", "zebra.Clue.allows",
}  # fmt: skip
ASKED = [call for call in calls() if call.parameters and not is_family(call) and call.name not in NOT_ASKED]
LONG = {  # they solve, or draw, for each wrong argument that they take
    "course.conclusion.Atlas", "reasoning.certificates.why", "reasoning.certificates.why_not", "scip.tree.record",
}  # fmt: skip
CASES = [pytest.param(call, id=call.name, marks=pytest.mark.full if call.name in LONG else ()) for call in ASKED]


@contextmanager
def soon() -> Iterator[None]:
    """Time for an answer."""

    def late(*_: Any) -> None:
        raise TimeoutError(f"it goes on after {SECONDS} s")

    if not hasattr(signal, "SIGALRM"):  # on Windows, the limit of the whole run has to do
        yield
        plt.close("all")
        return
    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
        plt.close("all")


def rights(call: Call, also: str = "") -> dict[str, Any]:
    """Right arguments by their names; what has a default is left out, or small."""
    given = {"self": owner(call)} if call.owner else {}
    asked = (one for one in call.parameters if one.default is one.empty and one.name != also)
    return given | SMALL.get(call.name, {}) | {one.name: right(call, one) for one in asked}


def outcome(call: Call, given: dict[str, Any]) -> Exception | None:
    """What a call raises, or None if it answers; of what comes one by one, three are taken."""
    places = [one.name for one in call.parameters if one.default is one.empty and one.kind is not one.KEYWORD_ONLY]
    values = [given[name] for name in ("self", *places) if name in given]
    named = {name: value for name, value in given.items() if name not in ("self", *places)}
    try:
        with soon():
            found = call.function(*values, **named)
            if isinstance(found, Iterator):
                list(islice(found, 3))
    except Exception as error:
        return error
    return None


def foreign(call: Call, name: str) -> Iterator[str]:
    """What a call raises beside PuzzleErrors with one argument that is wrong. A refusal changes nothing, so the other
    arguments are made anew only after an answer."""
    given = rights(call, name)
    for kind, wrong in WRONG.items():
        error = outcome(call, given | {name: wrong(call)})
        if error is None:
            given = rights(call, name)
        elif not isinstance(error, EXPECTED) or " at 0x" in str(error):  # an address tells nobody anything
            yield f"{call.name}({name} = {kind}): {error!r:.200}"


@pytest.mark.filterwarnings("ignore::UserWarning")  # matplotlib's, of legends and ticks
@pytest.mark.parametrize("call", CASES)
def test_a_wrong_argument_is_refused_or_answered(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    error = outcome(call, rights(call))
    assert error is None or isinstance(error, InvalidSolution), f"{call.name} with right arguments: {error!r}"
    found = [told for one in call.parameters for told in foreign(call, one.name)]
    assert not found, "\n".join(["expected an answer or a PuzzleError", *found])


def test_what_is_treated_apart_is_there() -> None:
    assert {call.name for call in calls()} >= LONG | NOT_ASKED


def test_what_raises_something_else_is_found() -> None:
    def careless(text: str) -> int:
        return len(text)

    assert {told.partition(":")[0] for told in foreign(Call("careless", careless), "text")} >= {
        "careless(text = None)",
        "careless(text = nan)",
    }


def test_what_cells_call_is_found() -> None:
    assert {call.name for call in calls()} >= {
        "sudoku.generate",  # common to all puzzles
        "hashi.model_cut_set.build_fast",
        "reasoning.certificates.why",  # a function of a module that is imported
        "slitherlink.graph.spoilt",
        "core.grid.Cell",
        "slitherlink.Puzzle.of",  # a method of a class, and of what a function gave
        "zdd.Family.lightest",
        "scip.lazy.family",  # a decorator
    }
