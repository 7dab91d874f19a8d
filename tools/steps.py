"""Measure explanations: how the steps of some boards are told, and how long they take.

    python tools/steps.py sudoku 20         every step of 20 boards
    python tools/steps.py loopy 10 --at 3   three direct questions a board instead, of places that its seed draws

Printed are the shares of the kinds (see `StepText`; "unproved" is what has no short proof), the longest line and
processor seconds of steps, of the first of a board and of all of it; with `--show KIND` the steps of a kind, too. An
answer counts as its hardest step. Each certificate is checked, and what is concluded is compared with a solution that
the rules' checker has judged. Boards are ours, with seeds above 5,000, or those of Simon Tatham's programs (loopy,
bridges, solo).
"""

import argparse
import random
import re
import time
from collections import Counter
from contextlib import suppress
from statistics import median
from typing import Any

from yardstick_boards import Make, by_seed, tatham

from puzzlekit import battleship, bench, circuit, explain, hashi, numberlink, slitherlink, sudoku, zebra
from puzzlekit.errors import NoShortProof
from puzzlekit.explain.proof_sequence import ProofSequence
from puzzlekit.explain.proofs.oracle import Oracle
from puzzlekit.explain.steps import explained

FIRST = 5001
GROUP = re.compile(r"In \d+ steps")  # how that begins which tells several steps together
KINDS = ("named", "plain", "supposed", "long", "cases", "counted", "unproved")  # from easy to hard
BOARDS: dict[str, tuple[str, Make]] = {  # the puzzle type, and its boards
    "battleship": ("battleship", by_seed(battleship.generate, 6, 6)),
    "circuit": ("circuit", by_seed(circuit.generate, 5)),
    "hashi": ("hashi", by_seed(hashi.generate, 12)),
    "numberlink": ("numberlink", by_seed(numberlink.generate, 5)),
    "slitherlink": ("slitherlink", by_seed(slitherlink.generate, 5)),
    "sudoku": ("sudoku", by_seed(sudoku.generate, 3, 3)),
    "zebra": ("zebra", lambda seed: zebra.generate(3 + seed % 3, 3 + seed // 3 % 3, seed=seed)),
    "bridges": ("hashi", tatham("bridges", "7x7d2")),
    "loopy": ("slitherlink", tatham("loopy", "7x7t0de")),
    "solo": ("sudoku", tatham("solo", "3x3db")),
}


class Measured:
    """What was noted of some boards."""

    def __init__(self, show: str | None):
        self.kinds, self.lines, self.times = Counter[str](), list[int](), list[float]()
        self.firsts, self.walks = list[float](), list[float]()
        self.longest, self._show = "", show

    def steps(self, built: Any, package: Any, puzzle: Any) -> None:
        """Every step of a board."""
        truth, begun, before = _truth(built, package, puzzle), time.process_time(), len(self.times)
        sequence = ProofSequence(built)
        for proofs in sequence.proofs():
            step = explained(sequence, proofs)
            self.times.append(time.process_time() - begun)
            step.check(sequence.known.premises)
            self._note(step, truth)
            begun = time.process_time()
        for element in sequence.known.unproved:
            self._count("unproved", f"{element}: no short proof")
        self.firsts += self.times[before : before + 1]
        self.walks.append(sum(self.times[before:]) + time.process_time() - begun)

    def questions(self, built: Any, package: Any, puzzle: Any, count: int, seed: int) -> None:
        """Some answers; the lines of one are its steps and groups."""
        truth = _truth(built, package, puzzle)
        places = sorted(truth.keys() - explain.premises(built).given.keys(), key=str)
        for place in random.Random(seed).sample(places, min(count, len(places))):
            begun = time.process_time()
            try:
                answer = explain.why(built, place)
            except NoShortProof:
                self._count("unproved", f"{place}: no short proof")
                continue
            assert answer, "an element that may be in several states"
            self.times.append(time.process_time() - begun)
            whole = {k for (words, _), k in zip(answer.pictures, answer.known, strict=True) if not GROUP.match(words)}
            self.lines.append(len(whole) + sum(bool(GROUP.match(words)) for words, _ in answer.pictures))
            self._note(answer, truth)

    def _note(self, step: explain.ExplainedStep, truth: dict[Any, Any]) -> None:
        for one in (*step.before, step):
            wrong = [element for element, left in one.candidates.items() if truth[element] not in left]
            assert not wrong, f"{one} is false"
        self._count(max((one.kind for one in (*step.before, step)), key=KINDS.index), f"{step}\n")
        lines = (line for words, _ in step.pictures for line in words.splitlines())
        self.longest = max(self.longest, *lines, key=len)

    def _count(self, kind: str, told: str) -> None:
        self.kinds[kind] += 1
        if kind == self._show:
            print(told, flush=True)

    def __str__(self) -> str:
        total = max(1, self.kinds.total())
        shares = [f"{kind} {100 * number / total:.1f}%" for kind, number in self.kinds.most_common()]
        told = [f"{total} steps: {', '.join(shares)}", f"longest line {len(self.longest)}: {self.longest}"]
        for name, times in (("steps", self.times), ("first steps", self.firsts), ("walks", self.walks)):
            if times:
                told.append(f"seconds of {name}: median {median(times):.3f}, worst {max(times):.2f}, {sum(times):.1f}")
        if self.lines:
            few = sum(number <= explain.TOLD for number in self.lines)
            told.append(
                f"lines: median {median(self.lines)}, {100 * few / len(self.lines):.0f}% {explain.TOLD} at most"
            )
        return "\n".join(told)


def _truth(built: Any, package: Any, puzzle: Any) -> dict[Any, Any]:
    """The states of a board's elements in a solution."""
    point = Oracle(built).solution()
    assert point
    assert not package.violations(puzzle, built.decode(point.shaped))
    return dict(point.states)


def main() -> None:
    """Measure the boards that are named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("boards", choices=BOARDS, metavar="BOARDS", help=", ".join(BOARDS))
    parser.add_argument("count", type=int)
    parser.add_argument("--at", type=int, metavar="N", help="N direct questions a board")
    parser.add_argument("--first", type=int, default=FIRST, metavar="SEED")
    parser.add_argument("--show", metavar="KIND")
    parser.add_argument("--formulation", metavar="NAME", help="default: the one that explains")
    given = parser.parse_args()
    room, make = BOARDS[given.boards]
    package, measured = bench.find_package(room), Measured(given.show)
    builds = {name: build for name, build in package.FORMULATIONS.items() if given.formulation in (None, name)}
    with suppress(KeyboardInterrupt):  # then what was measured until now is printed
        for seed in range(given.first, given.first + given.count):
            made = make(seed)
            puzzle = package.parse(made) if isinstance(made, str) else made
            if given.at:
                explain.asked(puzzle, builds, measured.questions, package, puzzle, given.at, seed)
            else:
                explain.asked(puzzle, builds, measured.steps, package, puzzle)
    print(f"{given.boards}: {measured}")


if __name__ == "__main__":
    main()
