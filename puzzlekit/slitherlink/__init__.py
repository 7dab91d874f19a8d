"""Slitherlink: two companion texts, an integer program and its subtours, and decision diagrams."""

from puzzlekit.slitherlink.deduce import deduce
from puzzlekit.slitherlink.draw import draw
from puzzlekit.slitherlink.generate import generate
from puzzlekit.slitherlink.instances import Instances, instances, loop_around
from puzzlekit.slitherlink.play import board, replay, replay_steps
from puzzlekit.slitherlink.puzzle import Puzzle, Solution
from puzzlekit.slitherlink.rules import clashes, marks, violations
from puzzlekit.slitherlink.solve import (
    FORMULATIONS,
    PEERS,
    difficulty,
    explanation,
    is_unique,
    next_step,
    solutions,
    solve,
)
from puzzlekit.slitherlink.text import load, names, parse, parse_solution
from puzzlekit.slitherlink.zdd import every_solution
