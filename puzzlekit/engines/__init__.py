"""Problems that deduction leaves open, stated once, and the engines that solve them: SCIP, CP-SAT, CaDiCaL."""

from puzzlekit.engines.libraries import where_installed
from puzzlekit.engines.problem import Constraint, Problem, Settled
from puzzlekit.engines.rounds import MOST_WORKERS, EngineResult, check_request
