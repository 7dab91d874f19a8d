"""What can take long, asked of large puzzles; as a program, it asks until a signal ends the question, again and again.

    python long_questions.py NAME      each line that it reads begins the question anew

It prints "begun", then when the signal was heard, and "right" if all is as it was.
"""

import contextlib
import importlib
import inspect
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any

import matplotlib.pyplot as plt
import networkx as nx

from puzzlekit import PUZZLES, bench, drawing, numberlink, scip, slitherlink, sudoku, zdd
from puzzlekit.core.errors import UnsupportedPuzzle
from puzzlekit.course import model_comparison
from puzzlekit.reasoning import answers, certificates, conflicts
from puzzlekit.scip import enumeration, lazy, locking, tree

Ask = Callable[[], Any]
LARGE = {
    "sudoku": "square_25",
    "battleship": "hard_30",
    "circuit": "board_12x12",
    "hashi": "islands_400",
    "zebra": "six",
    "slitherlink": "twenty_hard",
    "numberlink": "twenty",
}
CORNERS = "\n".join(["cover: no", "touch: yes", "A" + "." * 10, *["." * 11] * 9, "." * 10 + "A"])
MAKE: dict[str, dict[str, Any]] = {
    "sudoku": {"p": 5, "q": 5},
    "battleship": {"height": 30, "width": 20},
    "circuit": {"rows": 10},
    "hashi": {"islands": 100, "side": 20},
    "zebra": {"houses": 7, "attributes": 6},
    "slitherlink": {"rows": 20},
    "numberlink": {"rows": 10},
}
QUICK = {  # at most a second on any data file, most of them far less
    *("board", "clue_conflicts", "draw", "link", "load", "loop_around", "marks", "names", "network", "parse"),
    *("parse_solution", "replay", "replay_steps", "violations"),
}
QUICK_SHARED = {
    "certificates": {"added_up"},
    "conflicts": {"asked"},  # it asks what it is given
    "answers": {"states", "system_of"},
    "scip": {"set_cp_emphasis", "lightweight_model", "name", "new_model", "variables"},
    "zdd": {"lengthwise", "ordered"},
    "tree": set[str](),
    "enumeration": {"checked", "build_model"},
    "model_comparison": {"broken_without"},  # what takes long there is a puzzle's own function
    "lazy": {"attach", "family"},
    "bench": {"about", "find_instances", "find_package", "measure", "summary", "warm_up", "write"},
    "drawing": {word for word, own in vars(drawing).items() if inspect.isfunction(own)} - {"draw_tree", "filmstrip"},
}
MODULES = (certificates, conflicts, answers, scip, zdd, tree, enumeration, model_comparison, lazy, bench, drawing)
SHARED = {module.__name__.rpartition(".")[2]: module for module in MODULES}


def public(module: ModuleType) -> set[str]:
    """The functions that a module offers: those that it defines, or where it is a package, its face."""
    own = "puzzlekit." if module.__name__.split(".")[1] in PUZZLES else f"{module.__name__}."
    offered = ((name, getattr(module, name)) for name in dir(module) if name[0] != "_")
    found = {name: value for name, value in offered if inspect.isroutine(value)}
    return {name for name, value in found.items() if f"{value.__module__}.".startswith(own)}


def quick(name: str) -> set[str]:
    """The functions of a room or a shared module that need not be asked."""
    return QUICK if name in PUZZLES else QUICK_SHARED[name]


def questions(name: str) -> dict[str, Ask]:
    """Of a room or a shared module: function, perhaps with another word -> the question."""
    return _of_a_room(name) if name in PUZZLES else OF_ALL[name]


def _of_a_room(name: str) -> dict[str, Ask]:
    room = importlib.import_module(f"puzzlekit.{name}")
    large = cache(partial(room.load, LARGE[name]))
    told = ("deduce", "difficulty", "explanation", "is_unique", "next_step", "solutions", "solve")
    asks: dict[str, Ask] = {word: partial(_whole, getattr(room, word), large) for word in told}
    engines = ["cadical", None] if "engine" in inspect.signature(room.generate).parameters else [None]
    for engine in engines:
        options = MAKE[name] | ({"engine": engine} if engine in room.ENGINES else {})
        asks[f"generate {engine}"] = partial(_made, room, options)
    asks |= {f"peer {key}": partial(_peer, peer, room, large) for key, peer in room.ENGINES.items()}
    return asks | OWN.get(name, {})


def _whole(function: Callable, large: Ask) -> None:
    answer = function(large())
    if inspect.isgenerator(answer):
        list(answer)


def _made(room: ModuleType, options: dict[str, Any]) -> None:
    for seed in range(10**6):
        room.generate(**options, seed=seed)


def _peer(peer: Callable, room: ModuleType, large: Ask) -> None:
    """Of the large puzzle, or of those that it takes."""
    with contextlib.suppress(UnsupportedPuzzle):
        peer(large(), 2)
        return
    for name in room.names():
        with contextlib.suppress(UnsupportedPuzzle):
            peer(room.load(name), 2)


@cache
def full_grid() -> Any:
    return sudoku.solve(sudoku.load("report_figure_3_1"))


OWN: dict[str, dict[str, Ask]] = {  # what no other room has
    "sudoku": {
        "fewest_clues": lambda: sudoku.fewest_clues(full_grid()),
        "fewest_clues cadical": lambda: sudoku.fewest_clues(full_grid(), engine="cadical"),
    },
    "slitherlink": {
        "valid_clue_sets": lambda: slitherlink.valid_clue_sets(
            slitherlink.solve(slitherlink.load("seven_hard"))
        ).minimum(),
        "every_solution": lambda: slitherlink.every_solution(slitherlink.load("ten_hard")),
    },
    "numberlink": {"every_solution": lambda: numberlink.every_solution(numberlink.parse(CORNERS))},
}


class Given:
    """What the shared modules are asked about: Sudoku's models, and plain graphs."""

    build, fast = map(staticmethod, (sudoku.FORMULATIONS["assignment"], sudoku.FORMULATIONS["assignment_fast"]))

    def __init__(self) -> None:
        self.hard, self.large = sudoku.load("hard_2"), sudoku.load(LARGE["sudoku"])
        self.empty = sudoku.parse("\n".join(["." * 9] * 9))
        self.clashing = sudoku.parse(str(self.hard).replace(".", "1", 2))
        solved = sudoku.solve(self.hard).filled
        self.cell = min(cell for cell in solved if cell not in self.hard.given)
        self.wrong = next(digit for digit in self.hard.digits if digit != solved[self.cell])
        self.file = Path(tempfile.mkdtemp(), "large.txt")
        self.file.write_text(f"{self.large}\n", encoding="utf-8")
        columns = [[(i, j) for i in range(14)] for j in range(14)]
        self.lines = [*columns, *zip(*columns, strict=True)]
        self.grid = nx.grid_2d_graph(12, 12)
        self.record = tree.record(self.build(self.hard))
        self.models = {name: self.build(getattr(self, name)) for name in ("hard", "large", "empty", "clashing")}
        self.loop = slitherlink.load("ten_hard")


given = cache(Given)
OF_ALL: dict[str, dict[str, Ask]] = {
    "certificates": {
        "premises": lambda: certificates.premises(given().models["large"]),
        "why": lambda: certificates.why(given().models["hard"], given().cell),
        "why_not": lambda: certificates.why_not(given().models["hard"], given().cell, given().wrong),
    },
    "conflicts": {
        "minimal_conflict": lambda: conflicts.minimal_conflict(given().models["clashing"]),
        "repairs": lambda: conflicts.repairs(given().models["clashing"], 10),
    },
    "answers": {
        "next_step": lambda: answers.next_step(given().loop, wanted=lambda step: False),
        "explanation": lambda: answers.explanation(given().loop),
        "why": lambda: answers.why(given().loop, given().loop.edges[0]),
        "why_not": lambda: answers.why_not(given().loop, given().loop.edges[0], 1),
        "mistake": lambda: answers.mistake(given().loop, {}),
    },
    "scip": {
        "solve": lambda: scip.solve(given().models["large"]),
        "relax": lambda: scip.relax(given().models["large"]),
        "count": lambda: scip.count(Given.build(given().empty)),
    },
    "tree": {"record": lambda: tree.record(given().models["large"])},
    "enumeration": {
        "enumerate_solutions": lambda: list(enumeration.enumerate_solutions(given().models["empty"])),
        "several": lambda: enumeration.several(given().empty, Given.build(given().empty), sudoku.violations, 1000),
        "solutions": lambda: enumeration.solutions(given().empty, {"fast": Given.fast}, sudoku.violations, limit=1000),
    },
    "model_comparison": {
        "same_model": lambda: model_comparison.same_model(given().models["large"], given().models["large"]),
        "same_solutions": lambda: model_comparison.same_solutions(
            Given.build, Given.fast, [given().hard, given().large]
        ),
    },
    "lazy": {},
    "bench": {"sweep": lambda: list(bench.sweep("sudoku", [given().file], ["assignment", "cp_sat"]))},
    "drawing": {
        "draw_tree": lambda: plt.close(drawing.draw_tree(given().record).figure),
        "filmstrip": lambda: plt.close(drawing.filmstrip(given().record, partial(sudoku.draw, given().hard))[0].figure),
    },
    "zdd": {
        "cycles": lambda: zdd.cycles(given().grid),
        "paths": lambda: zdd.paths(given().grid, (0, 0), (11, 11)),
        "path_matchings": lambda: zdd.path_matchings(nx.grid_2d_graph(8, 8)),
        "good_pairings": lambda: zdd.good_pairings(nx.grid_2d_graph(4, 6)),
        "hitting_sets": lambda: zdd.hitting_sets(given().lines).minimal(),
        "family_of": lambda: zdd.family_of(zdd.Cycles(zdd.ordered(given().grid))),
        "search": lambda: zdd.search(range(10**6), 0, lambda state, index, taken: (state + taken) % 1000),
    },
}


def all_right(name: str) -> None:
    """Nobody holds a model, Ctrl-C is heard as ever, and two small puzzles have the solutions of a second engine."""
    assert locking._holders == {}
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    room = importlib.import_module(f"puzzlekit.{name if name in PUZZLES else 'sudoku'}")
    for tiny in ("tiny_no_solution", max(name for name in room.names() if name.startswith("tiny_"))):
        puzzle, peer = room.load(tiny), room.ENGINES["cp_sat"]
        assert sorted(map(str, room.solutions(puzzle, 50))) == sorted(map(str, peer(puzzle, 50).solutions))


def answered(question: str) -> Iterator[str]:
    """What is printed for each line that is read."""
    name, _, word = question.partition(".")
    ask = questions(name)[word]
    for _ in sys.stdin:
        yield "begun"
        try:
            while True:
                ask()
        except KeyboardInterrupt:
            heard = time.monotonic()
        yield str(heard)
        all_right(name)
        yield "right"


if __name__ == "__main__":
    for line in answered(sys.argv[1]):
        print(line, flush=True)
