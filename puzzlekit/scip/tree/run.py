"""A recorded search as plain data: the nodes of the tree, and the steps, cuts and incumbents in chronological order.

`tree.record` returns a `Record`; pictures and the clickable tree are drawn from it. A record holds numbers, tuples and
the puzzle's own elements, but no SCIP objects.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from puzzlekit.core.errors import PuzzleError, counted, joined, shown, validate_args
from puzzlekit.core.grid import LPValues
from puzzlekit.scip import Result
from puzzlekit.scip.constraints import LinearConstraint, VariableKey, in_words


@dataclass(frozen=True)
class Branching:
    """The branching that makes a child of a node: the new bound of one variable. `sense` is "<=" or ">=", or "==" for a
    binary variable."""

    key: VariableKey
    sense: str
    bound: float

    def __str__(self) -> str:
        index = self.key[1]
        name = index if isinstance(index, str) else in_words(self.key)  # a model of named variables
        return f"{name} {self.sense.replace('==', '=')} {self.bound:g}"


@dataclass(frozen=True)
class Node:
    """A node of a branch-and-bound tree.

    Attributes
    ----------
    number, parent, depth
        SCIP's own numbers; the root is 1 and has no parent.
    branching
        The new bound that distinguishes the node from its parent, or None for the root. A text if the search is not
        SCIP's.
    bound, fractions
        The optimal value of the node's LP relaxation, and the LP point as {(element, state): number}. They are None and
        {} if the LP is infeasible or was not solved (SCIP may drop a node before it solves the node's LP).
    status
        "branched"; "solved": the LP solution is integral; "pruned": the bound is no better than the incumbent's value;
        "infeasible"; "open": the search ended before this node was processed, or at this node because its LP is
        unbounded.
    order
        The node's position in the order in which SCIP processed nodes, from 1; None if it was never processed.
    seconds
        The time at which SCIP processed the node, in seconds.
    """

    number: int
    parent: int | None
    depth: int
    branching: Branching | str | None
    bound: float | None = None
    fractions: LPValues = field(default_factory=dict, repr=False)
    status: str = "open"
    order: int | None = None
    seconds: float | None = None


class Branches:
    """The base class of search trees. `nodes` is {number: node}, with parents before their children."""

    nodes: Mapping[int, Node]

    @property
    def root(self) -> Node | None:
        """Return the root node, or None if the tree is empty because no search was needed."""
        return next(iter(self.nodes.values()), None)

    @cached_property
    def children(self) -> dict[int, tuple[int, ...]]:
        """Return {number of a node: numbers of its children}."""
        found: dict[int, tuple[int, ...]] = dict.fromkeys(self.nodes, ())
        for node in self.nodes.values():
            if node.parent is not None:
                found[node.parent] += (node.number,)
        return found

    def path(self, number: int) -> tuple[Node, ...]:
        """Return the nodes from the root to the node with this number. Raises PuzzleError if there is no such node."""
        node = self._node(number)
        return (*(self.path(node.parent) if node.parent is not None else ()), node)

    def _node(self, number: int) -> Node:
        if number not in self.nodes:
            raise PuzzleError(
                f"found node {shown(number)}, but the record has {len(self.nodes)} nodes; expected one of their numbers"
            )
        return self.nodes[number]

    @cached_property
    def columns(self) -> dict[int, float]:
        """Return {number of a node: horizontal position} for a drawing: leaves are 1 apart, and a parent is above the
        middle of its children."""
        found: dict[int, float] = {}
        leaves = 0
        for number in reversed(self._parents_first()):
            if own := [found[child] for child in self.children[number]]:
                found[number] = (min(own) + max(own)) / 2
            else:
                found[number], leaves = -float(leaves), leaves + 1
        return {number: column + leaves - 1 for number, column in found.items()}

    def _parents_first(self) -> list[int]:
        """Return the numbers of all nodes in preorder: a parent, then its first child with all descendants, then the
        next child."""
        order, waiting = [], [self.root.number] if self.root else []
        while waiting:
            order.append(number := waiting.pop())
            waiting.extend(reversed(self.children[number]))
        return order

    @validate_args
    def upto(self, order: int) -> dict[int, Node]:
        """Return {number: node} for the first `order` nodes that SCIP processed, and their ancestors."""
        taken = [n for n in self.nodes.values() if n.order is not None and n.order <= order]
        return {own.number: own for node in taken for own in self.path(node.number)}


@dataclass(frozen=True)
class Search(Branches):
    """A search tree of any method: a title, and {number: node}. The nodes have no LP values."""

    title: str
    nodes: Mapping[int, Node] = field(repr=False)


@dataclass(frozen=True)
class Incumbent:
    """A solution that is better than all earlier solutions. `node` is None if the solution was found before
    the search."""

    node: int | None
    value: float
    fractions: LPValues = field(repr=False)
    seconds: float


@dataclass(frozen=True)
class Cut:
    """A constraint that a lazy family added at a node, and the LP point that the constraint cut off."""

    node: int | None
    row: LinearConstraint
    fractions: LPValues = field(repr=False)


@dataclass(frozen=True)
class Step:
    """One step of the search: a node is finished, a cut is added, or an incumbent is found. `kind` is "node", "cut" or
    "incumbent". `index` is the node's `order`, or the position of the cut or incumbent in the record's tuple."""

    kind: str
    node: int | None
    index: int


@dataclass(frozen=True)
class Moment:
    """The primal and dual bounds at one time of the search; each is None until SCIP has such a bound."""

    seconds: float
    primal: float | None
    dual: float | None


@dataclass(frozen=True)
class Record(Branches):
    """A recorded branch-and-bound run as plain data.

    Attributes
    ----------
    title, sense
        The model's name, and "minimize" or "maximize".
    nodes
        {number: node}, in the order in which SCIP made the nodes.
    steps
        The finished nodes, the cuts and the incumbents, in chronological order.
    incumbents
        Solutions, each better than the one before.
    cuts
        The constraints that lazy families added.
    moments
        The bounds at several times.
    result
        The result of the solve.
    switched_off
        The names of SCIP's features that were switched off; empty for SCIP's default settings.
    capped
        Whether the run was ended because `max_nodes` nodes were recorded.
    restarts
        The number of restarts. `nodes` is the tree after the last restart.
    """

    title: str
    sense: str
    nodes: Mapping[int, Node] = field(repr=False)
    steps: tuple[Step, ...] = field(repr=False)
    incumbents: tuple[Incumbent, ...] = field(repr=False)
    cuts: tuple[Cut, ...] = field(repr=False)
    moments: tuple[Moment, ...] = field(repr=False)
    result: Result
    switched_off: tuple[str, ...]
    capped: bool
    restarts: int = 0

    @cached_property
    def height(self) -> str:
        """Return the vertical axis for a drawing of the tree: "bound", or "time" if all nodes have the same bound, as
        without an objective."""
        return "bound" if len({node.bound for node in self.nodes.values()} - {None}) > 1 else "time"

    def places(self, over: str) -> dict[int, tuple[float, float]]:
        """Return {number of a node: (x, y)} for a drawing of the tree. x is the node's position in `columns`; y is its
        LP value if `over` is "bound", or its `order` if `over` is "time".

        A node without an LP value or order is placed a little below its parent. Raises PuzzleError if `over` has
        another value.
        """
        if over not in ("bound", "time"):
            raise PuzzleError(f"found over = {shown(over)}, expected 'bound' or 'time'")
        known = {number: n.bound if over == "bound" else n.order for number, n in self.nodes.items()}
        values = [value for value in known.values() if value is not None]
        drop = 0.08 * (max(values, default=0) - min(values, default=0)) or 1.0
        drop = -drop if over == "bound" and self.sense == "maximize" else drop
        heights: dict[int | None, float] = {None: 0.0}
        for number, node in self.nodes.items():  # parents come first
            own = known[number]
            heights[number] = heights[node.parent] + drop if own is None else own
        return {number: (column, heights[number]) for number, column in self.columns.items()}

    @validate_args
    def fractions(self, step: Step) -> LPValues:
        """Return the values {(element, state): number} to show on a board at a step: the LP point of a node, the point
        that a cut removed, or the solution."""
        if step.kind == "cut":
            return self.cuts[step.index].fractions
        if step.kind == "incumbent":
            return self.incumbents[step.index].fractions
        return self.nodes[step.node].fractions if step.node is not None else {}

    def frames(self, count: int) -> list[Step]:
        """Return at most `count` steps with different boards, in the order of time: the root, the last solutions, and
        other steps evenly spaced."""
        found = [incumbent.fractions for incumbent in self.incumbents]  # their nodes show the same boards
        steps = [
            s for s in self.steps if s.kind == "incumbent" or (s.kind == "node" and self.fractions(s) not in found)
        ]
        firm = [i for i, step in enumerate(steps) if step.kind == "incumbent"][-max(1, count - 1) :]
        firm = sorted({*firm, *([0] if steps else [])})
        for wanted in (True, False):  # nodes with an LP point, and then the others
            rest = [i for i, step in enumerate(steps) if i not in firm and bool(self.fractions(step)) == wanted]
            free = min(count - len(firm), len(rest))
            firm += [rest[round(k * (len(rest) - 1) / max(1, free - 1))] for k in range(free)]
        return [steps[i] for i in sorted(firm)[:count]]

    @property
    def about(self) -> str:
        """Return a short description of the record: the features switched off, the number of nodes, and whether the
        tree is complete."""
        off = "SCIP with default settings" if not self.switched_off else f"SCIP without {joined(self.switched_off)}"
        taken = sum(node.order is not None for node in self.nodes.values())
        left = len(self.nodes) - taken
        made = f"{counted(taken, 'node')}{f', {left} open' if left else ''}"
        words = [f"{off}: {made}", f"status {self.result.status}"]
        if self.result.primal is not None:
            words.append(f"best value {self.result.primal:.6g}")
        if self.capped:
            words.append(f"node limit of {taken} reached, tree incomplete")
        if self.restarts:
            words.append(f"the tree after {counted(self.restarts, 'restart')}")
        return "; ".join(words) + "."

    def said(self, step: Step) -> str:
        """Return a description of a step: "node 5: x[2] >= 1, LP value 7.25, branched"."""
        if step.kind == "cut":
            return f"cut {step.index + 1}: {self.cuts[step.index].row}"
        if step.kind == "incumbent":
            found = self.incumbents[step.index]
            place = f" at node {found.node}" if found.node is not None else ""
            return f"solution {step.index + 1}{place}: value {found.value:.6g}"
        return self.said_of(step.node or 0)

    def said_of(self, number: int) -> str:
        """Return a description of the node with this number: its branching, LP value and status. Raises PuzzleError if
        there is no such node."""
        node = self._node(number)
        reason = str(node.branching) if node.branching else "the root"
        value = "no LP value" if node.bound is None else f"LP value {node.bound:.6g}"
        return f"node {node.number}: {reason}, {value}, {node.status}"

    def __str__(self) -> str:
        return self.about
