"""Interface to SCIP: linear constraints, lazy families, building and solving models.

Every solve goes through `solve`. It returns plain, rounded values and a reliable status, it can be stopped at any time,
and no caller holds SCIP's own values or solutions. Readers write lazy families with `scip.lazy`, and `scip.enumeration`
finds one solution after another.
"""

from puzzlekit.scip.constraints import LinearConstraint, name
from puzzlekit.scip.counting import count
from puzzlekit.scip.lightweight import lightweight_model, set_cp_emphasis
from puzzlekit.scip.model import Bounds, BuiltModel, new_model, variables
from puzzlekit.scip.relaxation import Relaxation, relax
from puzzlekit.scip.result import Result, Stopped
from puzzlekit.scip.solve_thread import Progress, ambient_stop
from puzzlekit.scip.solver import solve, write_mps
