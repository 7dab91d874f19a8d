"""An event handler that stores SCIP's nodes, cuts and incumbents as plain data (see `record`).

Values and bounds refer to the objective of the model as written, whether the model minimises or maximises. (SCIP itself
always minimises.)
"""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from pyscipopt import SCIP_EVENTTYPE, SCIP_LPSOLSTAT, SCIP_STAGE, Eventhdlr, Model, Variable

from puzzlekit.core.grid import LPValues
from puzzlekit.scip import BuiltModel, Result, handler
from puzzlekit.scip.locking import stop_search
from puzzlekit.scip.solve_thread import bounds
from puzzlekit.scip.tree.run import Branching, Cut, Incumbent, Moment, Node, Record, Step
from puzzlekit.scip.unboundedness import HUGE

LOWER = 0  # SCIP's number for a lower bound that a branching changes


class Recorder(Eventhdlr):
    """An event handler that stores the events of SCIP's search, and never changes the search. An exception in the
    handler ends the search cleanly."""

    TELLS = (
        SCIP_EVENTTYPE.NODEFOCUSED, SCIP_EVENTTYPE.FIRSTLPSOLVED, SCIP_EVENTTYPE.LPSOLVED, SCIP_EVENTTYPE.NODEBRANCHED,
        SCIP_EVENTTYPE.NODEFEASIBLE, SCIP_EVENTTYPE.NODEINFEASIBLE, SCIP_EVENTTYPE.BESTSOLFOUND,
    )  # fmt: skip
    LP = (SCIP_EVENTTYPE.FIRSTLPSOLVED, SCIP_EVENTTYPE.LPSOLVED)

    def __init__(self, built: BuiltModel):
        self.built: Any = built
        self.title, self.sense = "", "minimize"
        self.nodes: dict[int, Node] = {}
        self.steps: list[Step] = []
        self.incumbents: list[Incumbent] = []
        self.cuts: list[Cut] = []
        self.moments: list[Moment] = []
        self.taken = self.restarts = 0
        self.earlier = -1  # the number of nodes of earlier runs; -1 before the first run
        self.too_bad = self.endless = self.over = False
        self.focus: int | None = None
        self.solved = (0, 0)  # the last LP that was stored: its node, and how many LPs there were by then
        self.lp_status: int | None = None
        self.failure: BaseException | None = None
        self._seen: dict[float, float] = {}

    def begin(self, model: Model) -> None:
        """Store the model's data that stay constant during the search, and add this handler to the model, which must be
        in its problem stage."""
        self.title, self.sense = model.getProbName(), model.getObjectiveSense()
        self.offset = model.getObjoffset()
        self.costs = [(x, x.getObj()) for x in model.getVars() if x.getObj()]
        handler.calls_python(model)
        model.includeEventhdlr(self, f"record_{id(self)}", "keeps the tree of a search")

    def eventinit(self) -> None:
        """Prepare for the search (SCIP's callback): store the keys of the variables, and subscribe to SCIP's events."""
        if self.built is not None and not self.over:
            self.keys = {}
            for group, members in vars(self.built.v).items():
                for key, x in members.items():
                    self.keys[self.model.getTransformedVar(x).ptr()] = (group, key)
            for kind in self.TELLS:
                self.model.catchEvent(kind, self)

    def eventexit(self) -> None:
        """Stop recording after the search (SCIP's callback). If `solve` runs SCIP again to decide whether the model is
        unbounded, that run is not recorded."""
        self.over = True

    def eventexec(self, event: Any) -> None:
        """Store the data of one event (SCIP's callback). An exception ends the search, and `finish` raises it."""
        if self.failure is None and self.built is not None:
            try:
                self._note(event.getType(), event)
            except BaseException as failure:  # nothing may escape into SCIP; `finish` raises it
                self.failure = failure
                stop_search(self.model)

    def _note(self, kind: int, event: Any) -> None:
        self._new_cuts()
        if kind == SCIP_EVENTTYPE.BESTSOLFOUND:
            self._incumbent()
        elif kind in self.LP:
            self._lp(self.model.getCurrentNode().getNumber())
        elif kind == SCIP_EVENTTYPE.NODEFOCUSED:
            self._focus(event.getNode())
        else:
            self._end(kind, event.getNode())

    def _focus(self, node: Any) -> None:
        number = node.getNumber()
        earlier = self.model.getNTotalNodes() - self.model.getNNodes()  # PySCIPOpt 6.2 lacks the number of runs
        if earlier > self.earlier:
            self._begin_again(earlier)
        self.taken, self.lp_status = self.taken + 1, None  # SCIP may postpone a node and process it later
        # if the costs at the variables' bounds alone are too bad, SCIP solves no LP
        self.too_bad = bool(self.incumbents) and node.getLowerbound() >= self.model.getCutoffbound()
        self.focus = number
        known = self.nodes.get(number) or self._node(node)
        self.nodes[number] = replace(known, order=self.taken, seconds=self.model.getSolvingTime())

    def _begin_again(self, earlier: int) -> None:
        """Discard the recorded tree after a restart, because SCIP then numbers its nodes from 1 again."""
        self.restarts += self.earlier >= 0
        self.earlier, self.taken = earlier, 0
        self.nodes.clear()
        self.steps = [step for step in self.steps if step.kind != "node"]

    def _node(self, node: Any) -> Node:
        """Return a new `Node` for SCIP's node. If its branching changes several variables, only the first one is
        stored."""
        parent, branching = node.getParent(), None
        if parent is not None and (changes := node.getParentBranchings()):
            variables, values, kinds = changes
            branching = self._branching(variables[0], values[0], kinds[0]) if variables else None
        return Node(node.getNumber(), parent.getNumber() if parent else None, node.getDepth(), branching)

    def _branching(self, variable: Variable, value: float, kind: int) -> Branching:
        key = self.keys.get(variable.ptr(), ("another variable", variable.name.removeprefix("t_")))
        sense = "==" if variable.vtype() == "BINARY" else ">=" if kind == LOWER else "<="
        return Branching(key, sense, float(round(value, 9)))

    def _lp(self, number: int) -> None:
        self.lp_status = self.model.getLPSolstat()
        solved, self.solved = self.solved, (number, self.model.getNLPs())
        is_new = number in self.nodes and solved != self.solved  # SCIP sends two events for one LP
        if is_new and self.lp_status == SCIP_LPSOLSTAT.OPTIMAL:
            value = self.offset + sum(cost * x.getLPSol() for x, cost in self.costs)
            fractions = self._fractions(lambda x: x.getLPSol())
            self.nodes[number] = replace(self.nodes[number], bound=self._plain(value), fractions=fractions)

    def _new_cuts(self) -> None:
        """Store the constraints that lazy families added since the last event. Each is stored with the LP point that it
        cuts off."""
        node = self.nodes.get(self.focus or 0)
        for row in handler.cuts(self.built.model)[len(self.cuts) :]:
            self.steps.append(Step("cut", self.focus, len(self.cuts)))
            self.cuts.append(Cut(self.focus, row, node.fractions if node else {}))

    def _end(self, kind: int, node: Any) -> None:
        number = node.getNumber()
        if kind == SCIP_EVENTTYPE.NODEBRANCHED:
            status = "branched"
            for child in self.model.getChildren():
                self.nodes[child.getNumber()] = self._node(child)
        elif self.lp_status == SCIP_LPSOLSTAT.UNBOUNDEDRAY:
            status, self.endless = "open", True  # the search ends here, and the node was not decided
        elif kind == SCIP_EVENTTYPE.NODEFEASIBLE:
            status = "solved"
        else:
            status = self._why_dropped(number)
        if number in self.nodes:
            self.nodes[number] = replace(self.nodes[number], status=status)
            self.steps.append(Step("node", number, self.nodes[number].order or 0))
        self._moment()

    def _why_dropped(self, number: int) -> str:
        """Return the status of a node that SCIP dropped: "pruned", "infeasible" or "solved". SCIP has the same event
        for all three. A node without an LP was refuted by its costs or by propagation."""
        if self.too_bad:
            return "pruned"
        if not self.incumbents or self.lp_status in (None, SCIP_LPSOLSTAT.INFEASIBLE):
            return "infeasible"
        last, bound = self.incumbents[-1], self.nodes[number].bound
        its_own = last.node == number and bound is not None and abs(last.value - bound) <= 1e-6 * max(1, abs(bound))
        return "solved" if its_own else "pruned"

    def _incumbent(self) -> None:
        model, best = self.model, self.model.getBestSol()
        if abs(model.getSolObjVal(best)) >= HUGE:
            return  # the far end of a ray is no solution
        searching = model.getStage() == SCIP_STAGE.SOLVING
        node = model.getCurrentNode().getNumber() if searching and self.nodes else None
        fractions = self._fractions(lambda x: model.getSolVal(best, x))
        value = self._plain(model.getSolObjVal(best))
        seconds = model.getSolvingTime()
        self.incumbents.append(Incumbent(node, value, fractions, seconds))
        self.steps.append(Step("incumbent", node, len(self.incumbents) - 1))
        dual = bounds(model)[1] if searching else None
        self.moments.append(Moment(seconds, value, dual))  # SCIP's own primal bound is not updated yet

    def _moment(self) -> None:
        primal, dual = bounds(self.model)
        if not self.moments or (primal, dual) != (self.moments[-1].primal, self.moments[-1].dual):
            self.moments.append(Moment(self.model.getSolvingTime(), primal, dual))

    def _fractions(self, value_of: Callable[[Variable], float]) -> LPValues:
        groups = vars(self.built.v).items()
        values = {group: {key: value_of(x) for key, x in members.items()} for group, members in groups}
        found = self.built.fractions(SimpleNamespace(**values))
        return {key: self._plain(value) for key, value in found.items()}

    def _plain(self, value: float) -> float:
        """Return a number rounded to nine digits. Equal numbers share one object, because a record of thousands of
        nodes has few different numbers."""
        rounded = round(value, 9) + 0.0
        return self._seen.setdefault(rounded, rounded)

    def finish(self, result: Result, *, switched_off: tuple[str, ...], max_nodes: int) -> Record:
        """Return the record, or raise the exception that occurred at an event. The handler then discards its data,
        because SCIP never frees the handler."""
        if self.failure:
            self.built, failure = None, self.failure
            raise failure
        nodes = self.nodes
        complete = result.status == "infeasible" or (result.status == "solved" and not self.built.stop_at_first)
        if complete and not self.endless:
            # SCIP drops a node without processing it if the node's bound is no better than the incumbent
            nodes = {n: replace(x, status="pruned") if x.status == "open" else x for n, x in nodes.items()}
        last = Moment(result.seconds, result.primal, result.dual)
        found = Record(
            self.title,
            self.sense,
            nodes,
            tuple(self.steps),
            tuple(self.incumbents),
            tuple(self.cuts),
            (*self.moments, last),
            result,
            switched_off,
            capped=result.status == "unknown" and self.taken >= max_nodes,
            restarts=self.restarts,
        )
        self.__dict__.clear()
        self.built = self.failure = None
        return found
