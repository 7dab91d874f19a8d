"""SCIP models with few plugins, for fast builds: linear constraints on binary variables, and a search that is mostly
logic.

SCIP has some two hundred plugins, for products, cuts, files and much else. Setting up all of them takes 3 to 4 ms a
model, more than many of our searches. PySCIPOpt includes all plugins or none, so this module includes some of them
through SCIP's library. Where the library does not export them (on Windows), a model has all plugins.
"""

import ctypes

from pyscipopt import SCIP_PARAMSETTING, Model

from puzzlekit.scip.constraints import check_model
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
    """Return an empty, silent model for linear constraints on binary variables, safe to use. It has no heuristics and
    no cuts."""
    model = Model(title, defaultPlugins=not all(_includes))
    if all(_includes):
        own = ctypes.c_void_p(address(model))
        if any(include(own) != OKAY for include in _includes if include):
            model = Model(title)
    model.hideOutput()
    make_safe(model)
    return model


def set_cp_emphasis(model: Model, *, depth_first: bool = True) -> Model:
    """Set a model to a search that is mostly logic, and return it. Where degrees, counts and parities decide, thorough
    presolving, cuts and heuristics cost more than they find, and branching by inference beats branching by the LP.
    Where any solution will do, one depth-first search without restarts is the fastest to find it and to prove that
    there is no other. SCIP's own choice of nodes is better for an objective, or for boards whose LP relaxation is weak
    (all measured on our own puzzles, see data/results/)."""
    check_model(model)
    model.setPresolve(SCIP_PARAMSETTING.FAST)
    model.setHeuristics(SCIP_PARAMSETTING.OFF)
    model.setSeparating(SCIP_PARAMSETTING.OFF)
    model.setParam("branching/inference/priority", 1_000_000)
    if depth_first:
        model.setParams({"nodeselection/dfs/stdpriority": 1_000_000, "presolving/maxrestarts": 0})
    return model
