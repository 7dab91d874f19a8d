"""A SCIP with few plugins, for fast builds: linear rows of binary variables, and a search that is mostly logic.

SCIP brings some two hundred plugins, for products, cuts, files and much else. To set them all up takes 3 to 4 ms a
model, which is more than many of our searches take. PySCIPOpt includes all or none, so some are included here by the
library that it brings; where that does not show them (on Windows), a model has them all.
"""

import ctypes

from pyscipopt import SCIP_PARAMSETTING, Model

from puzzlekit.scip.constraints import check_model
from puzzlekit.scip.locking import address, native
from puzzlekit.scip.model import make_safe

OKAY = 1  # SCIP's word for a call that went well
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
    """An empty, silent model for linear rows of binary variables, safe to use. It knows no heuristic and no cut."""
    model = Model(title, defaultPlugins=not all(_includes))
    if all(_includes):
        own = ctypes.c_void_p(address(model))
        if any(include(own) != OKAY for include in _includes if include):
            model = Model(title)
    model.hideOutput()
    make_safe(model)
    return model


def set_cp_emphasis(model: Model, *, depth_first: bool = True) -> Model:
    """The same model, with settings for a search that is mostly logic: where degrees, counts and parities decide,
    thorough presolving, cuts and heuristics cost more than they find, and branching by inference beats branching by the
    LP. Where any solution will do, one search in depth without restarts finds it and proves that there is no other
    soonest; an objective, or boards of which the LP says little, want SCIP's own choice of nodes (all measured on our
    own puzzles, see data/results/)."""
    check_model(model)
    model.setPresolve(SCIP_PARAMSETTING.FAST)
    model.setHeuristics(SCIP_PARAMSETTING.OFF)
    model.setSeparating(SCIP_PARAMSETTING.OFF)
    model.setParam("branching/inference/priority", 1_000_000)
    if depth_first:
        model.setParams({"nodeselection/dfs/stdpriority": 1_000_000, "presolving/maxrestarts": 0})
    return model
