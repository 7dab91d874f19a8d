"""Nurikabe: a puzzle's package with the core alone, no more than what everyone is asked for."""

from nurikabe.draw import draw
from nurikabe.puzzle import Puzzle, Solution
from nurikabe.rules import clue_conflicts, marks, violations
from nurikabe.solve import ENGINES, FORMULATIONS, is_unique, solutions, solve
from nurikabe.text import load, names, parse, parse_solution
