"""Conflicts in a model without a solution: the clues to blame, and the smallest repairs."""

from puzzlekit.reasoning.conflicts.asked import asked
from puzzlekit.reasoning.conflicts.conflict import ClueConflict, minimal_conflict
from puzzlekit.reasoning.conflicts.repairs import Repair, repairs
