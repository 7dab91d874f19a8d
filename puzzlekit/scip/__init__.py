"""All that touches SCIP: a model's rows, lazy families, building, solving.

Every solve goes through `solve`: it gives plain, rounded values and an honest status, it can be stopped at any time,
and nobody holds one of SCIP's own values or solutions. `scip.lazy` is how a reader writes lazy families, and
`scip.enumeration` finds one solution after another.
"""

from puzzlekit.scip.constraints import LinearConstraint, name
from puzzlekit.scip.counting import count
from puzzlekit.scip.lightweight import lightweight_model, set_cp_emphasis
from puzzlekit.scip.model import Bounds, BuiltModel, new_model, variables
from puzzlekit.scip.relaxation import Relaxation, relax
from puzzlekit.scip.result import Result, Stopped
from puzzlekit.scip.solve_thread import Progress, ambient_stop
from puzzlekit.scip.solver import solve, write_mps
