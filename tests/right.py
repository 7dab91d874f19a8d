"""What a public function is tried with: a right argument for each parameter, and wrong ones of every kind.

A right one is found by "function.parameter", else by its type, else by its name. Each is made anew, so that no call
sees what another one has done.
"""

import inspect
import math
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import matplotlib.pyplot as plt
import networkx as nx
import pandas as pd

from puzzlekit import bench, board, circuit, numberlink, scip, slitherlink, sudoku, zdd
from puzzlekit.core.grid import DATA, Cell, Edge, Point
from puzzlekit.reasoning import certificates
from puzzlekit.scip import lazy, tree
from puzzlekit.scip.tree import Node
from puzzlekit.sudoku import model_assignment, model_fewest_clues
from tests.public import Call

Make = Callable[[str], Any]  # room -> a value

TINY = {"sudoku": "tiny_4x4", "battleship": "tiny_4x4", "circuit": "tiny_3x3", "hashi": "tiny_square"}
TINY |= {"zebra": "tiny_two", "slitherlink": "tiny_square", "numberlink": "tiny_line"}


@cache
def puzzle(room: str) -> Any:
    return bench.find_package(room).load(TINY[room])


@cache
def solution(room: str) -> Any:
    return bench.find_package(room).solve(puzzle(room))


def built(room: str = "sudoku") -> scip.BuiltModel:
    module = bench.find_package(room)
    plain = next(build for name, build in module.FORMULATIONS.items() if not name.endswith("_fast"))
    return plain(puzzle(room))


@cache
def freed() -> scip.BuiltModel:
    own = model_assignment.build(puzzle("sudoku"))
    own.free()
    return own


@cache
def freed_by_hand() -> Any:
    model = scip.new_model("freed")
    model.free()
    return model


@cache
def record() -> tree.Record:
    return tree.record(sudoku.model_assignment.build(sudoku.parse("." * 16)))


@cache
def premises() -> certificates.Premises:
    return certificates.premises(built())


def an_edge(room: str = "sudoku") -> Edge:
    return Edge(Cell(0, 0), Cell(0, 1)) if room in ("sudoku", "numberlink") else Edge(Point(0, 0), Point(0, 1))


def values() -> Any:
    return scip.solve(built()).values


@lazy.family
def nothing(puzzle: Any, v: Any, values: Any) -> Any:
    return []


OWN: dict[type, Make] = {  # of what has methods
    board.PictureSlider: lambda room: board.PictureSlider(lambda value: plt.subplots(figsize=(1, 1))[1], [1, 2]),
    tree.Record: lambda room: record(),
    certificates.ProofLP: lambda room: certificates.ProofLP(premises()),
    certificates.Certificate: lambda room: certificates.why(built(), Cell(0, 1)).proof,  # type: ignore[union-attr]
    Edge: an_edge,
    scip.BuiltModel: built,
    slitherlink.ValidClueSets: lambda room: slitherlink.valid_clue_sets(slitherlink.loop_around(["#."])),
    zdd.Family: lambda room: zdd.Family.of([{"a"}, {"a", "b"}, {"b", "c"}]),
}


def owner(call: Call) -> Any:
    """What has the method: of a room its puzzle or its solution, or what is in `OWN`."""
    if call.owner in OWN:
        return OWN[call.owner](call.room)
    return next(one for one in (puzzle(call.room), solution(call.room)) if isinstance(one, call.owner))


def cut(room: str) -> scip.LinearConstraint:
    """A row such as a lazy family adds."""
    if room == "hashi":
        (place, _), *_ = puzzle(room).islands
        return scip.LinearConstraint(
            "cut_set", place, {("x", (edge, 1)): 1.0 for edge in puzzle(room).bridges_at[place]}, 1.0, None
        )
    return scip.LinearConstraint("no_cycle", None, {("x", edge): 1.0 for edge in puzzle(room).edges[:4]}, None, 3.0)


def search() -> tree.Search:
    return tree.Search("a", {1: Node(1, None, 0, None, order=1), 2: Node(2, 1, 1, "b", order=2)})


def differing(kept: Any) -> frozenset[Cell]:
    return frozenset(puzzle("sudoku").cells) if not kept else frozenset()


RIGHT: dict[str, Make] = {
    # by "function.parameter"
    "Puzzle.clues": lambda room: puzzle(room).clues,
    "of.number": lambda room: dict(puzzle(room).number),
    "of.letter": lambda room: dict(puzzle(room).letter),
    "Puzzle.rows": lambda room: puzzle(room).rows,
    "Puzzle.columns": lambda room: puzzle(room).columns,
    "of.rows": lambda room: puzzle(room).rows,
    "of.columns": lambda room: puzzle(room).columns,
    "of.drawn": lambda room: solution(room).drawn,
    "of.filled": lambda room: solution(room).filled,
    "house.name": lambda room: puzzle(room).attributes[0][1][0],
    "parse.text": lambda room: str(puzzle(room)),
    "parse_solution.text": lambda room: str(solution(room)),
    "find_package.name": lambda room: room,
    "open_seas.cells": lambda room: 3,
    "with_clues.cells": lambda room: [Cell(0, 0)],
    "picture": lambda room: ".w.\n...\n...",
    "circuit.model_shortest_path.build.puzzle": lambda room: circuit.load("tiny_path"),
    "circuit.model_shortest_path.build_fast.puzzle": lambda room: circuit.load("tiny_path"),
    "sweep.formulations": lambda room: ["assignment"],
    "vertices.v": lambda room: plane()[1],
    "vertices.model": lambda room: plane()[0],
    "attach.v": lambda room: scip.variables(),
    "search.step": lambda room: lambda state, index, taken: state,
    "PictureSlider.draw": lambda room: lambda value: plt.subplots(figsize=(1, 1))[1],
    "Replay.draw": lambda room: lambda number, ax: ax or plt.subplots(figsize=(1, 1))[1],
    "filmstrip.draw": lambda room: partial(sudoku.draw, puzzle("sudoku")),
    "BuiltModel.add_cuts.cuts": lambda room: [],
    "BuiltModel.forbid.values": lambda room: values(),
    "why_not.state": lambda room: 1,
    "Record.fractions.step": lambda room: record().steps[0],
    "board.ships": lambda room: [],
    "draw_zdd.nodes": lambda room: zdd.Family.of([{"a"}]).nodes,
    "draw_zdd.items": lambda room: ["a"],
    "draw_frontier.edges": lambda room: [(1, 2)],
    "draw_frontier.at": lambda room: {1: (0, 0), 2: (1, 0)},
    "draw_choices.values": lambda room: {(0, 0): 1.0, (0, 1): 2.0},
    "runtime_table.lines": lambda room: {"a": "circuit/size_8"},
    "percentile_table.lines": lambda room: {"a": "hashi_100"},
    "recorded_run.name": lambda room: "circuit/size_8",
    "recorded_on.name": lambda room: "circuit/size_8",
    "ablation_table.formulation": lambda room: numberlink.model_quadratic,
    "ablation_table.boards": lambda room: {family.__name__: "AA" for family in numberlink.model_quadratic.FAMILIES},
    "build_a": lambda room: model_assignment.build,
    "build_b": lambda room: model_assignment.build,
    # by type
    "Puzzle": puzzle,
    "Lattice": puzzle,
    "Solution": solution,
    "BuiltModel": built,
    "Model": lambda room: scip.new_model("m"),
    "Record": lambda room: record(),
    "graph": lambda room: nx.grid_2d_graph(2, 2),
    "DataFrame": lambda room: pd.DataFrame({"a": [1.0], "b": [2.0]}),
    "Cell": lambda room: Cell(0, 0),
    "Board": lambda room: bench.find_package(room).board(puzzle(room)),
    "Family": lambda room: zdd.Family.of([{"a"}], "abc"),
    "Given": lambda room: model_fewest_clues.Given(solution("sudoku"), (), differing),
    "LazyFamily": lambda room: nothing,
    # by name
    "puzzle": puzzle,
    "built": built,
    "premises": lambda room: premises(),
    "claim": lambda room: premises().holds(Cell(0, 1), 1),
    "record": lambda room: record(),
    "drawn": lambda room: [an_edge(room)],
    "p": lambda room: puzzle(room).p,
    "q": lambda room: puzzle(room).q,
    "kept": lambda room: list(puzzle("sudoku").given),
    "found": lambda room: list(puzzle("sudoku").cells),
    "cells": lambda room: list(puzzle("sudoku").cells),
    "differing": lambda room: differing,
    "numbers": lambda room: 1,
    "lengthwise.edges": lambda room: [an_edge(room)],
    "element": lambda room: puzzle("sudoku").cells[1],
    "seed": lambda room: 1,
    "name": lambda room: TINY[room],
    "puzzle_type": lambda room: "sudoku",
    "files": lambda room: [DATA / "sudoku" / "tiny_4x4.txt"],
    "rows": lambda room: 3,
    "columns": lambda room: 3,
    "values": lambda room: [1, 2],
    "captions": lambda room: ["a", "b"],
    "one": lambda room: search(),
    "other": lambda room: search(),
    "by": lambda room: 1,
    "chosen": lambda room: {},
    "replies": lambda room: [(0, 0)],
    "regions": lambda room: {"a": [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]},
    "best_of": lambda room: ["a", "b"],
    "count": lambda room: 2,
    "decisions": lambda room: [True],
    "mates": lambda room: {1: 2},
    "searches": lambda room: [search(), search()],
    "start": lambda room: (0.0, 0.0),
    "measured": lambda room: {"a": ([1.0], [2.0])},
    "xlabel": lambda room: "x",
    "a": lambda room: Cell(0, 0),
    "b": lambda room: Cell(0, 1),
    "row": lambda room: 0,
    "column": lambda room: 0,
    "Edge.other.end": lambda room: Cell(0, 0),
    "model": built,
    "replay.cuts": lambda room: [cut(room)],
    "loop_around.rows": lambda room: ["#."],
    "ablation_table.package": lambda room: numberlink,
    "BuiltModel.fractions.values": lambda room: values(),
    "numberlink.ENGINES.zdd.puzzle": lambda room: numberlink.load("tiny_touch"),
    "every_solution.puzzle": lambda room: bench.find_package(room).load(
        "tiny_touch" if room == "numberlink" else TINY[room]
    ),
    "families": lambda room: [],
    "mine": built,
    "puzzles": lambda room: [puzzle(room)],
    "title": lambda room: "m",
    "prefix": lambda room: "x",
    "parts": lambda room: 5,
    "order": lambda room: 1,
    "weight": lambda room: {"a": 1, "b": 1, "c": 1},
    "sets": lambda room: [{"a"}, {"b"}],
    "items": lambda room: "abc",
}
ATTEMPTS = ".exercises"  # and .exercises_fewest_clues, .exercises_introduction


def right(call: Call, parameter: inspect.Parameter) -> Any:
    """A right argument. Raises LookupError where nobody has said what that would be."""
    if ATTEMPTS in call.name and call.name.rsplit(".")[-1].startswith("check_"):
        return ...  # the placeholder of a notebook
    kind = getattr(parameter.annotation, "__name__", str(parameter.annotation).strip("'"))
    names = (call.name, call.short, call.name.rsplit(".")[-1])
    keys = (*(f"{name}.{parameter.name}" for name in names), kind, parameter.name)
    make = next((RIGHT[key] for key in keys if key in RIGHT), None)
    if make is None:
        raise LookupError(f"{call.name}: no right value for {parameter}; put one into RIGHT, by type or name")
    return make(call.room)


SMALL: dict[str, dict[str, Any]] = {  # what keeps a call short, where it could be left out
    "sudoku.generate": {"p": 2, "q": 2, "time_limit": 5},
    "battleship.generate": {"height": 3, "width": 3, "fleet": ((1, 2),), "time_limit": 5},
    "circuit.generate": {"rows": 2, "time_limit": 5},
    "hashi.generate": {"islands": 4, "time_limit": 5},
    "slitherlink.generate": {"rows": 3, "time_limit": 5},
    "numberlink.generate": {"rows": 3, "time_limit": 5},
    "zebra.generate": {"houses": 2, "attributes": 2, "time_limit": 5},
}


class Anything:
    """A class: somebody forgot to call it."""


WRONG: dict[str, Callable[[Call], Any]] = {
    "None": lambda call: None,
    "0": lambda call: 0,
    "-1": lambda call: -1,
    "True": lambda call: True,
    "10**30": lambda call: 10**30,
    "nan": lambda call: math.nan,
    "an empty text": lambda call: "",
    "a text": lambda call: "x",
    "bytes": lambda call: b"x",
    "[]": lambda call: [],
    "[[]]": lambda call: [[]],
    "[None]": lambda call: [None],
    "[1]": lambda call: [1],
    "{}": lambda call: {},
    "{None: None}": lambda call: {None: None},
    "an object": lambda call: object(),
    "a puzzle of another room": lambda call: puzzle("hashi" if call.room == "sudoku" else "sudoku"),
    "a freed model": lambda call: freed(),
    "a model that was freed by hand": lambda call: freed_by_hand(),
    "a class": lambda call: Anything,
    "a function of nothing": lambda call: lambda: None,
    "a generator": lambda call: (one for one in [None]),
}


@cache
def plane() -> tuple[Any, dict]:
    model = scip.new_model("plane")
    return model, {name: model.addVar(name, lb=0, ub=2) for name in "xy"}
