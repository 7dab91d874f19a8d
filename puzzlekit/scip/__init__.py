"""All that touches SCIP: a model's rows, lazy families, building, and the only door to a solve.

Whoever solves through the door gets plain, rounded values and an honest status, can stop it at any time, and never
holds one of SCIP's own values or solutions.
"""

from puzzlekit.scip.counting import count
from puzzlekit.scip.door import solve, write_mps
from puzzlekit.scip.lean import for_logic, lean_model
from puzzlekit.scip.model import Bounds, BuiltModel, new_model, variables
from puzzlekit.scip.phrases import Pattern, Phrases
from puzzlekit.scip.relaxation import Relaxation, relax
from puzzlekit.scip.result import Result, Stopped
from puzzlekit.scip.rows import Row, name
from puzzlekit.scip.running import Progress, ambient_stop
