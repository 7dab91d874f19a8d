"""Interface to SCIP: linear constraints, lazy families, building and solving models.

Every solve goes through `solve`, which returns plain, rounded values and a reliable status, and which can be stopped at
any time. No caller gets SCIP's own values or solutions. Readers use `scip.lazy` to write lazy families, whose
constraints are added during a solve. `scip.enumeration` finds one solution after another.
"""

from puzzlekit.scip.constraints import LinearConstraint, name
from puzzlekit.scip.counting import count
from puzzlekit.scip.lightweight import lightweight_model, set_cp_emphasis
from puzzlekit.scip.model import Bounds, BuiltModel, new_model, variables
from puzzlekit.scip.relaxation import Relaxation, relax
from puzzlekit.scip.result import Result, Stopped
from puzzlekit.scip.solve_thread import Progress, ambient_stop
from puzzlekit.scip.solver import solve
