"""What deduction leaves open of a puzzle, stated once, and the engines that answer it: SCIP, CP-SAT, CaDiCaL."""

from puzzlekit.engines.libraries import where_installed
from puzzlekit.engines.problem import Constraint, Problem, Settled
from puzzlekit.engines.rounds import MOST_WORKERS, EngineResult, check_request
