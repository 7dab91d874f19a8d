"""Conflicts in a model without a solution: the clues to blame, and the smallest repairs."""

from puzzlekit.reasoning.conflicts.conflict import ClueConflict, asked, minimal_conflict
from puzzlekit.reasoning.conflicts.repairs import Repair, repairs
