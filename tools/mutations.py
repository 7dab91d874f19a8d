"""The mutants of a source, each with one small change: another operator, another number, a negated condition.

cosmic-ray makes most of them; `_by_hand` adds others. `tools/mutants.py` tests them.
"""

import ast
import difflib
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

# The pairs of cosmic-ray's operators that make another rule or another model. Most other pairs end in a TypeError.
SIGNS = {
    "Binary": "Add_Sub Sub_Add Mul_Add Mul_FloorDiv FloorDiv_Mul Mod_Mul Pow_Mul BitAnd_BitOr BitXor_BitOr Sub_BitAnd",
    "Comparison": "Eq_NotEq Eq_LtE Eq_GtE NotEq_Eq Lt_LtE LtE_Lt LtE_Eq LtE_GtE Gt_GtE GtE_Gt GtE_Eq GtE_LtE "
    "Is_IsNot IsNot_Is",
    "Unary": "USub_UAdd Delete_Not",
}
OPERATORS = [f"Replace{kind}Operator_{pair}" for kind, pairs in SIGNS.items() for pair in pairs.split()]
OPERATORS += ["NumberReplacer", "AddNot", "ReplaceAndWithOr", "ReplaceOrWithAnd", "ReplaceTrueWithFalse"]
OPERATORS += ["ReplaceFalseWithTrue", "ReplaceBreakWithContinue", "ZeroIterationForLoop", "RemoveDecorator"]
COUNTERPARTS = "min max, any all, row column, rows columns, height width, lower upper, ceil floor, p q, a b"
COUNTERPARTS += ", getLhs getRhs, _lhs _rhs, row_counts column_counts, lstrip rstrip, issubset issuperset"
OTHER = {one: other for pair in COUNTERPARTS.split(", ") for one, other in (pair.split(), reversed(pair.split()))}


@dataclass(frozen=True)
class Mutant:
    """A mutant of a module: the kind of change, and the source before and after it."""

    how: str
    before: str
    after: str

    @cached_property
    def line(self) -> int:
        """The first changed line, 0 if there is none. Blank lines above a decorator go with it, and are no change."""
        pairs = zip(self.before.split("\n"), self.after.split("\n"), strict=False)
        return next((number for number, (old, new) in enumerate(pairs, start=1) if old != new and old.strip()), 0)

    @cached_property
    def statement(self) -> range:
        """The lines of the innermost statement that was changed."""
        return self._lines_of(-1)

    @cached_property
    def around(self) -> range:
        """The lines of the outermost statement that was changed, such as a class."""
        return self._lines_of(0)

    def _lines_of(self, place: int) -> range:
        within = [node for node in ast.walk(ast.parse(self.before)) if isinstance(node, ast.stmt)]
        within = [node for node in within if _first(node) <= self.line <= (node.end_lineno or 0)]
        if not within:
            return range(0)
        own = sorted(within, key=_first)[place]
        return range(_first(own), (own.end_lineno or 0) + 1)

    def __str__(self) -> str:
        lines = difflib.unified_diff(self.before.split("\n"), self.after.split("\n"), n=0, lineterm="")
        _, _, place, *changed = lines
        return f"{self.how}, line {place.split()[1].lstrip('-').split(',')[0]}\n" + "\n".join(changed)


def _first(node: Any) -> int:
    """Return the line where a statement begins, with its decorators."""
    return min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])


def mutants(source: str) -> list[Mutant]:
    """Return all mutants of a source that are valid Python, each once, except changes of `strict=True`, which holds
    anyway."""
    found: dict[str, Mutant] = {}
    for mutant in (*_by_cosmic_ray(source), *_by_hand(source)):
        with suppress(SyntaxError):
            found.setdefault(ast.dump(ast.parse(mutant.after)), mutant)
    found.pop(ast.dump(ast.parse(source)), None)
    return [
        mutant for mutant in found.values() if not re.search(r"^\+.*strict=(False|None)", str(mutant), re.MULTILINE)
    ]


def _by_cosmic_ray(source: str) -> Iterator[Mutant]:
    nodes = list(ast_nodes(get_ast(source)))
    for name in OPERATORS:
        operator = get_operator(f"core/{name}")()
        places = sum(len(list(operator.mutation_positions(node))) for node in nodes)
        for occurrence in range(places):
            yield Mutant(name, source, mutate_code(source, operator, occurrence))


def _by_hand(source: str) -> Iterator[Mutant]:
    """Yield mutants that cosmic-ray lacks: the counterpart of a function or attribute (`max` for `min`), None for a
    keyword argument, and a negated condition inside an expression."""
    data = source.encode()
    lines = [0, *(place + 1 for place, sign in enumerate(data) if sign == ord("\n"))]

    def changed(how: str, node: Any, new: str, length: int = 0) -> Mutant:
        start, end = lines[node.lineno - 1] + node.col_offset, lines[node.end_lineno - 1] + node.end_col_offset
        start = end - length if length else start
        after = data[:start] + new.replace("?", data[start:end].decode()).encode() + data[end:]
        return Mutant(how, source, after.decode())

    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.keyword(arg=str()):
                yield changed("NoArgument", node.value, "None")
            case ast.Attribute(attr=name) if name in OTHER:
                yield changed("Counterpart", node, OTHER[name], len(name))
            case ast.Call(func=ast.Name(id=name)) if name in OTHER:
                yield changed("Counterpart", node.func, OTHER[name])
            case ast.IfExp(test=test):
                yield changed("NotInside", test, "(not (?))")
            case ast.comprehension(ifs=tests) | ast.BoolOp(values=tests):
                yield from (changed("NotInside", test, "(not (?))") for test in tests)
            case ast.Compare(ops=[ast.In() | ast.NotIn()]):
                yield changed("NotInside", node, "(not (?))")
