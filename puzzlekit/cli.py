"""`puzzlekit lab | solve | explain | bench`: the course from a shell."""

import argparse
import importlib.util
import os
import re
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from tqdm import tqdm

from puzzlekit import PUZZLES, bench, explain, lab
from puzzlekit.clock import Stopwatch, checked_limit
from puzzlekit.engines import MOST_WORKERS
from puzzlekit.errors import NoShortProof, NoSolution, PuzzleError, TimeLimitReached, counted, shown, validate_choice
from puzzlekit.grid import MAX_BYTES, read_text
from puzzlekit.interrupts import STOPPED, DeferInterrupts
from puzzlekit.results import Results

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
FIRST = "01_introduction.ipynb"  # what a newcomer sees
SOLVED, NONE, BAD, LIMIT = 0, 1, 2, 3
REPAIRS = 5  # the most that are told of clues that contradict each other
STATUSES = "exit status: 0 solved, 1 proved to have no solution, 2 bad input or use, 3 a limit was reached"


def main(arguments: Sequence[str] | None = None, *, importing: type[DeferInterrupts] = DeferInterrupts) -> int:
    """Run a command and return its exit status; errors are sentences on stderr, never a traceback.

    `importing` is how an interrupt is taken while a puzzle type's libraries and engines are imported.
    """
    try:
        parser = _parser()
        parser.set_defaults(importing=importing)
        options, others = parser.parse_known_args(arguments)
        if others and options.run is not _lab:
            parser.error(f"unrecognized arguments: {' '.join(others)}")
        return options.run(options, others) if others else options.run(options)
    except (TimeLimitReached, NoShortProof) as error:
        return _say(error, LIMIT)
    except (PuzzleError, OSError) as error:
        return _say(error, BAD)
    except KeyboardInterrupt:
        return _say("stopped", STOPPED)


def _say(message: object, status: int) -> int:
    print(f"puzzlekit: {message}", file=sys.stderr)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="puzzlekit", description="Puzzles solved by mathematical optimization.")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    start = commands.add_parser(
        "lab",
        help="open the notebooks in JupyterLab",
        description="Start JupyterLab on the course's notebooks, on this machine only and with its token.",
        epilog="Options that are not listed here go to JupyterLab, such as --no-browser or --port 9999.",
    )
    start.set_defaults(run=_lab)
    _add_solve(commands)
    _add_explain(commands)
    _add_bench(commands)
    return parser


def _add_solve(commands: Any) -> None:
    solve = commands.add_parser(
        "solve",
        help="solve a puzzle and say whether its solution is the only one",
        description="Print the solved picture, whether it is the only solution, and how long that took.",
        epilog=STATUSES,
    )
    solve.set_defaults(run=_solve)
    solve.add_argument("room", metavar="ROOM", choices=PUZZLES, help=f"one of {', '.join(PUZZLES)}")
    solve.add_argument("puzzle", metavar="PUZZLE", help="a name of data/ROOM, a file, an id, or - for stdin")
    solve.add_argument("--formulation", metavar="F", help="the model (default: the fastest that takes the puzzle)")
    solve.add_argument("--time-limit", metavar="S", type=_seconds, help="seconds for both questions together")


def _add_explain(commands: Any) -> None:
    explained = commands.add_parser(
        "explain",
        help="why must this be so?",
        description="Explain a puzzle step by step: each step follows from a few rules, whose sum is checked exactly.",
        epilog=STATUSES,
    )
    explained.set_defaults(run=_explain)
    explained.add_argument("room", metavar="ROOM", choices=PUZZLES, help=f"one of {', '.join(PUZZLES)}")
    explained.add_argument("puzzle", metavar="NAME|FILE|ID|-", help="a puzzle's name, file or id; - reads from stdin")
    place = "one cell or point (ROW,COLUMN), or an edge (ROW,COLUMN-ROW,COLUMN): why is it as it is?"
    explained.add_argument("--at", metavar="PLACE", type=_numbers, help=place)
    explained.add_argument("--not", metavar="STATE", dest="other", help="why can the place of --at not be this?")


def _add_bench(commands: Any) -> None:
    measure = commands.add_parser(
        "bench",
        help="measure formulations side by side",
        description="Measure formulations and engines on the same instances in one run, a row for each of both.",
        epilog="However it ends (Ctrl-C, a full disk), OUT keeps the rows of all instances that are done, and all other"
        " runs.",
    )
    measure.set_defaults(run=_bench)
    measure.add_argument("room", metavar="ROOM", choices=PUZZLES, help=f"one of {', '.join(PUZZLES)}")
    measure.add_argument("--instances", metavar="PATH", nargs="+", required=True, help="files or folders of them")
    measure.add_argument("--formulations", metavar="A,B", required=True, help="names of formulations and engines")
    measure.add_argument("--time-limit", metavar="S", type=_seconds, help="seconds for each instance and formulation")
    measure.add_argument("--unique", action="store_true", help="also ask whether the solution is the only one")
    measure.add_argument("--csv", metavar="OUT", type=Path, help="write the rows to the table OUT, and the machine")
    run = "which run of OUT they are, and replace (default: OUT's name)"
    measure.add_argument("--run", metavar="NAME", dest="run_name", help=run)
    measure.add_argument("--workers", metavar="N", type=_count, default=1, help="processes (default 1; measure with 1)")


def _seconds(text: str) -> float:
    try:
        return checked_limit(float(text))
    except ValueError:  # PuzzleError is one
        raise argparse.ArgumentTypeError(f"found {shown(text)}, expected seconds, 0 or more") from None


def _count(text: str) -> int:
    if not re.fullmatch("[0-9]{1,4}", text) or not 1 <= int(text) <= MOST_WORKERS:
        raise argparse.ArgumentTypeError(f"found {shown(text)}, expected 1 to {MOST_WORKERS}")
    return int(text)


def _numbers(text: str) -> tuple[int, ...]:
    ends = text.split("-")
    parts = [part for end in ends for part in end.split(",")]
    if len(parts) != 2 * len(ends) or len(ends) > 2 or not all(re.fullmatch("[0-9]{1,4}", part) for part in parts):
        raise argparse.ArgumentTypeError(f"found {shown(text)}, expected ROW,COLUMN or ROW,COLUMN-ROW,COLUMN")
    return tuple(number for end in sorted(tuple(map(int, end.split(","))) for end in ends) for number in end)


def _lab(options: argparse.Namespace, others: Sequence[str] = ()) -> int:
    if importlib.util.find_spec("jupyterlab") is None:
        raise PuzzleError("JupyterLab is not installed; expected the extra `lab`, as `uv run puzzlekit lab` brings it")
    arguments = [str(NOTEBOOKS), "--ip=127.0.0.1", f"--LabApp.default_url=/lab/tree/{FIRST}"]
    if getattr(os, "geteuid", lambda: 1)() == 0:
        print("puzzlekit: you are root, where JupyterLab refuses to start; passing --allow-root", file=sys.stderr)
        arguments.append("--allow-root")
    os.environ.update(lab.environment())
    with options.importing():
        from jupyterlab.labapp import LabApp
    LabApp.launch_instance([*arguments, *others])  # in this process: a server of its own might outlive it
    return SOLVED


def _solve(options: argparse.Namespace) -> int:
    room = _room(options)
    puzzle = _find_puzzle(room, options.puzzle)
    watch = Stopwatch()
    try:
        solution = room.solve(puzzle, options.formulation, time_limit=options.time_limit)
    except NoSolution as error:
        for clash in room.clue_conflicts(puzzle):
            print(clash)
        return _say(error, NONE)
    seconds = watch.elapsed
    print(solution)
    print(f"solved in {seconds:.3f} s")
    only = room.is_unique(puzzle, options.formulation, time_limit=watch.remaining(options.time_limit))
    print(f"{'the only solution' if only else 'not the only solution'}: proved in {watch.elapsed - seconds:.3f} s")
    return SOLVED


def _explain(options: argparse.Namespace) -> int:
    room = _room(options)
    puzzle = _find_puzzle(room, options.puzzle)
    if options.other is not None and not options.at:
        raise PuzzleError("found --not without a place, expected --at as well")
    try:
        if options.at:
            return explain.asked(puzzle, room.FORMULATIONS, _explain_place, options.at, options.other)
        question = partial(explain.explanation, each=lambda step: tqdm.write(str(step)))
        told = explain.asked(puzzle, room.FORMULATIONS, question)
    except NoSolution as error:
        _say(error, NONE)
        clash = explain.asked(puzzle, room.FORMULATIONS, explain.minimal_conflict)
        if clash:
            print(f"{clash.message}\n{clash.reason}", flush=True)  # repairs may take a while
            for repair in explain.asked(puzzle, room.FORMULATIONS, explain.repairs, REPAIRS):
                print(repair.message, flush=True)
        return NONE
    for element in told.several:
        print(f"{element} differs from solution to solution")
    for element in told.unexplained:
        print(f"{element}: no proof was found with few cases; a search proves it")
    print(f"rating: {told.rating}")
    return LIMIT if told.unexplained else SOLVED


def _explain_place(built: Any, at: tuple[int, ...], other: str | None) -> int:
    elements = {element.numbers(): element for element, _ in built.indicators}
    if at not in elements:
        raise PuzzleError(f"found the place {at}, expected one of an element of this puzzle, such as {min(elements)}")
    element = elements[at]
    if other is None:
        step, otherwise = explain.why(built, element), "differs from solution to solution"
    else:
        states = {str(state): state for own, state in built.indicators if own == element}
        step = explain.why_not(built, element, states[validate_choice(other, states, f"state of {element}")])
        otherwise = f"can be {other}"
    print(step if step else f"{element} {otherwise}")
    return SOLVED


def _room(options: argparse.Namespace) -> ModuleType:
    with options.importing():
        return bench.find_room(options.room)


def _find_puzzle(room: ModuleType, given: str) -> Any:
    if given == "-":
        return room.parse(sys.stdin.buffer.read(MAX_BYTES + 1).decode("utf-8", errors="replace"))
    if given in room.names():
        return room.load(given)
    if os.path.isfile(given):
        return room.parse(read_text(Path(given)))
    try:
        return room.parse(given)
    except PuzzleError:
        if "\n" in given or ":" in given:
            raise
    names = ", ".join(room.names())
    raise PuzzleError(f"found {given[:60]!r}, expected - or a file or an id or one of the names {names}")


def _bench(options: argparse.Namespace) -> int:
    if options.run_name is not None and options.csv is None:
        raise PuzzleError("found --run without a table, expected --csv as well")
    if options.csv is not None:
        Results(options.csv, bench.HEADER, "", options.run_name)  # refused before the first hour of measuring
    _room(options)
    names = options.formulations.split(",")
    files = bench.find_instances(options.instances)
    rows = bench.sweep(
        options.room,
        files,
        names,
        time_limit=options.time_limit,
        uniqueness=options.unique,
        workers=options.workers,
    )
    if options.workers == 1:
        with options.importing():
            bench.warm_up(options.room, names)
    shown = tqdm(rows, total=len(files), unit="puzzle", disable=None)
    found: list[bench.Measurement] = []
    try:
        for measurement in bench.write(shown, options.csv or Path(os.devnull), options.run_name):
            found.append(measurement)
    finally:
        print(bench.summary(found, names))
        print(bench.about())
        if options.csv:
            kept = counted(len(found), "complete row") if found else "no complete row, so nothing new"
            print(f"{kept} in {options.csv}")
    return SOLVED
