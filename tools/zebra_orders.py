"""Inferences for several orders of the clauses, in SWI-Prolog, if it is installed, and in our own search.

python tools/zebra_orders.py --csv data/results/zebra_orders.csv [--prolog swipl]

The Prolog program is a plain one: a list of house terms, `member` for a connection, `nth1` for a given house and
`nextto` for neighbours, with the goals in the order of `zebra.model_ordered.heuristic_order`. Each solver counts its
own inferences: SWI-Prolog counts calls of predicates, our search attempted matches. So compare numbers within a column
only.
"""

import argparse
import shutil
import subprocess
import tempfile
from pathlib import Path

from puzzlekit import bench, zebra
from puzzlekit.core.errors import PuzzleError
from puzzlekit.course.results import Results
from puzzlekit.zebra.model_ordered import Goal, heuristic_order, ordered

ORDERS = {"as numbered": (), "1": (1,), "1 and 2": (1, 2), "1, 2 and 3": (1, 2, 3)}
HEADER = ("order", "goals", "prolog_first", "prolog_all", "ours_first", "ours_all")
PATIENCE = 300  # seconds for one run of Prolog


def house(puzzle: zebra.Puzzle, *names: str) -> str:
    """Return the Prolog term of a house with these properties: h(_, red, _)."""
    own = ["_"] * len(puzzle.attributes)
    for name in names:
        own[puzzle.cells_of[name][0].row] = f"'{name}'"
    return f"h({', '.join(own)})"


def clause(puzzle: zebra.Puzzle, goal: Goal) -> str:
    """Return a goal in Prolog. Raises PuzzleError if the goal is a negated clue."""
    if isinstance(goal, str):
        return f"member({house(puzzle, goal)}, S)"
    clue = puzzle.clues[goal - 1]
    if clue.negated:
        raise PuzzleError(f"found the clue '{clue}', expected clues that are not denied")
    if isinstance(clue.second, int):
        return f"nth1({clue.second}, S, {house(puzzle, clue.first)})"
    if clue.relation == "=":
        return f"member({house(puzzle, clue.first, clue.second)}, S)"
    first, second = house(puzzle, clue.first), house(puzzle, clue.second)
    ways = {"left of": f"nextto({first}, {second}, S)", "right of": f"nextto({second}, {first}, S)"}
    return ways.get(clue.relation, f"( nextto({first}, {second}, S) ; nextto({second}, {first}, S) )")


def program(puzzle: zebra.Puzzle, order: list[Goal]) -> str:
    """Return a Prolog program that prints the inferences to the first solution and to the end, and the number of
    solutions."""
    street = ", ".join([house(puzzle)] * puzzle.houses)
    goals = ",\n    ".join(clause(puzzle, goal) for goal in order)
    return f""":- use_module(library(lists)).
street(S) :- S = [{street}],
    {goals}.
count(Goal, N) :- statistics(inferences, A), call(Goal), statistics(inferences, B), N is B - A.
main :- count(once(street(_)), First), count(findall(S, street(S), All), Every), length(All, Number),
    format("~w ~w ~w~n", [First, Every, Number]).
"""


def by_prolog(swipl: str, puzzle: zebra.Puzzle, order: list[Goal]) -> tuple[int, int]:
    """Return Prolog's inferences to the first solution and to the end. Raises PuzzleError unless there is exactly one
    solution."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "zebra.pl"
        path.write_text(program(puzzle, order), encoding="utf-8")
        asked = [swipl, "-q", "-g", "main", "-t", "halt", str(path)]
        done = subprocess.run(asked, capture_output=True, text=True, timeout=PATIENCE, check=True)
    first, every, number = map(int, done.stdout.split())
    if number != 1:
        raise PuzzleError(f"found {number} solutions by Prolog, expected 1")
    return first, every


def main() -> None:
    """Count the inferences of all orders, and write them to the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--csv", type=Path, required=True)
    parser.add_argument("--prolog", default="swipl", help="SWI-Prolog's program (default: swipl)")
    given = parser.parse_args()
    swipl = shutil.which(given.prolog)
    if swipl is None:
        print("SWI-Prolog was not found: the columns of Prolog stay empty")
    puzzle = zebra.load("life_1962")
    version = subprocess.run([swipl, "--version"], capture_output=True, text=True, check=True).stdout if swipl else ""
    results = Results(given.csv, HEADER, f"{bench.about()} {version.strip()}".strip())
    for name, heuristics in ORDERS.items():
        order = heuristic_order(puzzle, heuristics)
        theirs = by_prolog(swipl, puzzle, order) if swipl else ("", "")
        ours = [ordered(puzzle, order, limit=limit).inferences for limit in (1, 2)]
        results.add([[name, " ".join(map(str, order)), *theirs, *ours]])
        print(name, *theirs, *ours, flush=True)


if __name__ == "__main__":
    main()
