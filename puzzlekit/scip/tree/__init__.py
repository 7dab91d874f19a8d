"""Records of branch-and-bound: `record` runs SCIP, a `Recorder` collects SCIP's events, and a `Record` holds the
tree."""

from puzzlekit.scip.tree.recording import EXACT_LP, FAITHFUL, RecordingStopped, record
from puzzlekit.scip.tree.run import Branching, Cut, Incumbent, Moment, Node, Record, Search, Step
