"""SCIP models with few plugins, which are built fast. They are for linear constraints on binary variables, and have no
heuristics and no cuts.

SCIP has some two hundred plugins, for products, cuts, files and much else. Setting up all of them takes 3 to 4 ms for
each model, longer than many of our searches take. PySCIPOpt includes all plugins or none, so this module calls
functions of SCIP's library to include some of them. If the library does not export these functions (on Windows), a
model has all plugins.
"""

import ctypes

from pyscipopt import SCIP_PARAMSETTING, Model

from puzzlekit.scip.locking import address, native
from puzzlekit.scip.model import make_safe

OKAY = 1  # SCIP_OKAY, the return code of a successful call
PLUGINS = (
    *("ConshdlrLinear", "ConshdlrIntegral", "ConshdlrSetppc", "ConshdlrLogicor", "ConshdlrKnapsack"),  # linear first
    *("ConshdlrVarbound", "ConshdlrBounddisjunction", "ConshdlrFixedvar", "ConshdlrCountsols"),
    "ConshdlrXor",  # for its parameter, which `make_safe` sets
    *("PresolTrivial", "PresolImplics", "PresolBoundshift", "PresolDomcol", "PresolDualagg"),
    *("PropDualfix", "PropPseudoobj", "PropRedcost", "PropRootredcost", "PropProbing"),
    *("NodeselEstimate", "NodeselDfs", "NodeselBfs", "CutselHybrid"),
    *("BranchruleRelpscost", "BranchrulePscost", "BranchruleInference", "BranchruleMostinf"),
    *("ReaderMps", "ReaderLp", "ReaderCip", "DispDefault", "TableDefault"),
)
_includes = [native(f"SCIPinclude{plugin}") for plugin in PLUGINS]


def lightweight_model(title: str) -> Model:
    """Return an empty SCIP model for linear constraints on binary variables. It prints nothing, and has no heuristics
    and no cuts."""
    model = Model(title, defaultPlugins=not all(_includes))
    if all(_includes):
        own = ctypes.c_void_p(address(model))
        if any(include(own) != OKAY for include in _includes if include):
            model = Model(title)
    model.hideOutput()
    make_safe(model)
    return model


def set_cp_emphasis(model: Model, *, depth_first: bool = True) -> Model:
    """Set a model's parameters for a search in the style of constraint programming: fast presolving, no heuristics, no
    cuts, and branching by inference. Return the model.

    In puzzles with constraints on degrees, counts and parities, thorough presolving, cuts and heuristics take more time
    than they save, and branching by inference is better than branching by the LP. If the model has no objective, a
    depth-first search without restarts is the fastest way to find a solution and to prove that it is the only one.
    SCIP's default node selection (`depth_first=False`) is better with an objective or with a weak LP relaxation. All of
    this was measured on our own puzzles, see data/results/.
    """
    model.setPresolve(SCIP_PARAMSETTING.FAST)
    model.setHeuristics(SCIP_PARAMSETTING.OFF)
    model.setSeparating(SCIP_PARAMSETTING.OFF)
    model.setParam("branching/inference/priority", 1_000_000)
    if depth_first:
        model.setParams({"nodeselection/dfs/stdpriority": 1_000_000, "presolving/maxrestarts": 0})
    return model
