"""A look inside branch-and-bound: `record` runs SCIP, a `Recorder` hears what it does, and a `Record` keeps it."""

from puzzlekit.scip.tree.recording import EXACT_LP, FAITHFUL, RecordingStopped, record
from puzzlekit.scip.tree.run import STATUSES, Branching, Cut, Incumbent, Moment, Node, Record, Search, Step
