"""What deduction leaves open of a puzzle, stated once, and the engines that answer it: SCIP, CP-SAT, CaDiCaL."""

from puzzlekit.engines.problem import Constraint, Problem, Settled
