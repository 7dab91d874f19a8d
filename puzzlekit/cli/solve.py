"""The command `puzzlekit solve`: print a puzzle's solution, and whether it is the only one."""

import argparse
from importlib import import_module
from typing import Any

from puzzlekit.cli.shared import NONE, SOLVED, STATUSES, add_puzzle, find_text, say, seconds
from puzzlekit.core.clock import Stopwatch
from puzzlekit.core.errors import NoSolution


def add(commands: Any) -> None:
    """Add the command `solve` to the parser."""
    solve = commands.add_parser(
        "solve",
        help="solve a puzzle and say whether its solution is the only one",
        description="Print the solved picture, whether it is the only solution, and how long that took.",
        epilog=STATUSES,
    )
    solve.set_defaults(run=run)
    add_puzzle(solve)
    solve.add_argument("--formulation", metavar="F", help="the model (default: the fastest for this puzzle)")
    solve.add_argument(
        "--time-limit",
        metavar="S",
        type=seconds,
        help="seconds for the solve and the uniqueness check together",
    )


def run(options: argparse.Namespace) -> int:
    """Print the solution, and whether it is the only one. If there is no solution, print the clues that contradict each
    other. Return the exit status. Raises TimeLimitReached at the time limit."""
    package, text = find_text(options)
    puzzle = package.parse(text)
    watch = Stopwatch()
    try:
        solution = package.solve(puzzle, options.formulation, time_limit=options.time_limit)
    except NoSolution as error:
        for clash in package.clue_conflicts(puzzle):
            print(clash)
        return say(error, NONE)
    solved = watch.elapsed
    print(solution)
    print(f"solved by SCIP in {solved:.3f} s")
    only = package.is_unique(puzzle, options.formulation, time_limit=watch.remaining(options.time_limit))
    judge = "SCIP" if options.formulation else import_module(f"{package.__name__}.solve").API.judge
    told = "the only solution" if only else "not the only solution"
    print(f"{told}: proved by {judge} in {watch.elapsed - solved:.3f} s")
    return SOLVED
