"""The problem that remains of a puzzle after deduction, and the engines that solve it: SCIP, CP-SAT, CaDiCaL."""

from puzzlekit.engines.libraries import where_installed
from puzzlekit.engines.problem import Constraint, Problem, Settled
from puzzlekit.engines.rounds import MOST_WORKERS, EngineResult, check_request
