"""Mutation testing of the exercises' checks: wrong attempts, made from the answers by small mistakes.

python tools/wrong_answers.py [CHAPTER ...]     print the mutants judged "Right." (03, say, or 03_sudoku; default: all)

The mistakes are those that readers make: a condition or a family left out, a range that is too short by one, a loop of
which only the first or the last turn counts, `<=` for `==`, a constant for a size. `tests/test_wrong_answers.py` gives
the reason why each mutant judged "Right." is right. Each check runs in a fork, so not on Windows.
"""

import argparse
import ast
import contextlib
import io
import json
import re
import signal
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from forks import forked

SOLUTIONS = Path(__file__).resolve().parents[1] / "notebooks" / "solutions"
SIGNS: dict[type, tuple[type, ...]] = {
    ast.LtE: (ast.Eq, ast.GtE, ast.Lt),
    ast.GtE: (ast.Eq, ast.LtE, ast.Gt),
    ast.Eq: (ast.LtE, ast.GtE, ast.NotEq),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE,),
    ast.Gt: (ast.GtE,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
SWAPPED = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Pow: ast.Mult}
OTHER = {"min": "max", "max": "min", "any": "all", "all": "any", "maximize": "minimize"}
SIZES = {"n", "m", "k", "c", "rows", "columns", "clues", "pairs", "houses", "attributes", "length", "size"}
USUAL = 3  # the constant that replaces a size
FEWEST = 20  # an answer with fewer mutants gets some with two mistakes
PATIENCE = 60  # seconds for one check: an attempt may never end
VERDICT = re.compile(r"^(?:Right|Not yet|not attempted)", re.MULTILINE)
CHECKED = re.compile(r"(\w+)\.check_\w+\(")
Change = tuple[str, str, Any]  # the kind of mistake, the field of a node, and the field's new value


class WrongAnswer(NamedTuple):
    """A mutant of an answer: the mistake in words, and the changed source."""

    how: str
    source: str


def wrong_answers(source: str) -> list[WrongAnswer]:
    """Return all mutants of a cell, each once. If there are fewer than FEWEST, add some with two mistakes."""
    found = {wrong.source: wrong for wrong in _mistakes(source)}
    for first in list(found.values()):
        for second in _mistakes(first.source) if len(found) < FEWEST else ():
            if second.source != ast.unparse(ast.parse(source)):
                found.setdefault(second.source, WrongAnswer(f"{first.how}; {second.how}", second.source))
    return list(found.values())


def _mistakes(source: str) -> list[WrongAnswer]:
    tree, found = ast.parse(source), dict[str, WrongAnswer]()
    right = ast.unparse(tree)
    kept = {id(part) for node in ast.walk(tree) for whole in _kept(node) for part in ast.walk(whole)}
    for node in ast.walk(tree):
        for how, field, new in _changes(node) if id(node) not in kept else ():
            old = getattr(node, field)
            setattr(node, field, new)
            changed = ast.unparse(ast.fix_missing_locations(tree))
            setattr(node, field, old)
            told = _difference(right, changed)
            if told and changed not in found:
                alike = sum(other.how.startswith(f"{how}: {told}") for other in found.values())
                again = f" ({alike + 1})" if alike else ""
                found[changed] = WrongAnswer(f"{how}: {told}{again}", changed)
    return list(found.values())


def _kept(node: ast.AST) -> list[ast.AST]:
    """Return the parts of a node that are not changed: the call of the check, and the name of a constraint."""
    if isinstance(node, ast.Expr) and CHECKED.match(ast.unparse(node)):
        return [node]
    pair = node.value if isinstance(node, ast.Yield) else None
    return [pair.elts[0]] if isinstance(pair, ast.Tuple) else []


def _difference(right: str, changed: str) -> str:
    """Return the first changed line, or "without" and the missing line."""
    old, new = right.split("\n"), changed.split("\n")
    pairs = zip([*old, ""], [*new, ""], strict=False)
    one, other = next(((a.strip(), b.strip()) for a, b in pairs if a != b), ("", ""))
    return f"without {one}" if len(new) < len(old) else other


def _changes(node: ast.AST) -> Iterator[Change]:
    for of, changes in _CHANGES.items():
        if isinstance(node, of):
            yield from changes(node)


def _left_out(node: Any, field: str, fewest: int = 0) -> Iterator[Change]:
    members = getattr(node, field)
    for i in range(len(members) if len(members) > fewest else 0):
        yield "left out", field, members[:i] + members[i + 1 :]


def _bodies(node: Any) -> Iterator[Change]:
    for i, one in enumerate(node.body):
        if not isinstance(one, ast.FunctionDef | ast.Pass):
            yield "left out", "body", node.body[:i] + ([ast.Pass()] if len(node.body) == 1 else []) + node.body[i + 1 :]


def _loops(node: Any) -> Iterator[Change]:
    """Yield a loop that ends too early, begins too late, or runs once."""
    yield from ((what, "iter", part) for what, part in _parts(node.iter))


def _parts(many: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    for what, part in (("first", ":1"), ("last", "-1:"), ("all but the last", ":-1"), ("all but the first", "1:")):
        yield what, ast.parse(f"[*({ast.unparse(many)})][{part}]", mode="eval").body


def _conditions(node: Any) -> Iterator[Change]:
    for value in (True, False):
        yield f"always {value}", "test", ast.Constant(value)
    yield "turned round", "test", ast.UnaryOp(ast.Not(), node.test)


def _filters(node: ast.comprehension) -> Iterator[Change]:
    yield from _left_out(node, "ifs")
    for i, one in enumerate(node.ifs):
        yield "turned round", "ifs", [*node.ifs[:i], ast.UnaryOp(ast.Not(), one), *node.ifs[i + 1 :]]


def _comparisons(node: ast.Compare) -> Iterator[Change]:
    for i, one in enumerate(node.ops):
        for other in SIGNS.get(type(one), ()):
            yield "another sign", "ops", [*node.ops[:i], other(), *node.ops[i + 1 :]]


def _sums(node: ast.BinOp) -> Iterator[Change]:
    nothing = 0 if isinstance(node.op, ast.Add | ast.Sub) else 1
    if isinstance(node.op, ast.Add | ast.Sub | ast.Mult | ast.Pow):
        yield "one side alone", "left", ast.Constant(nothing)
        yield "one side alone", "right", ast.Constant(nothing)
    if other := SWAPPED.get(type(node.op)):
        yield "another sign", "op", other()


def _numbers(node: ast.Constant) -> Iterator[Change]:
    if node.value in OTHER:
        yield "its counterpart", "value", OTHER[node.value]
    if type(node.value) is int:
        yield "another number", "value", node.value + 1
        yield "another number", "value", node.value - 1


def _calls(node: ast.Call) -> Iterator[Change]:
    yield from _left_out(node, "keywords")
    if isinstance(node.func, ast.Name) and node.func.id in OTHER:
        yield "its counterpart", "func", ast.Name(OTHER[node.func.id])
    for i, one in enumerate(node.args):
        if ast.unparse(one).endswith(".values()"):
            yield from ((what, "args", [part]) for what, part in _parts(one))
        if _is_size(one):
            yield "a constant for a size", "args", [*node.args[:i], ast.Constant(USUAL), *node.args[i + 1 :]]


def _is_size(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "len"
    return (isinstance(node, ast.Name) and node.id in SIZES) or (isinstance(node, ast.Attribute) and node.attr in SIZES)


def _operands(node: Any) -> Iterator[Change]:
    for field in ("left", "right", "value"):
        if hasattr(node, field) and _is_size(getattr(node, field)):
            yield "a constant for a size", field, ast.Constant(USUAL)


def _tuples(node: Any) -> Iterator[Change]:
    if not isinstance(getattr(node, "ctx", None), ast.Store):
        yield from _left_out(node, "elts", 1)


def _items(node: ast.Dict) -> Iterator[Change]:
    """Yield a dict without an item, whose key is overwritten by another one."""
    for i in range(len(node.keys)):
        yield "left out", "keys", [*node.keys[:i], node.keys[i - 1], *node.keys[i + 1 :]]


_CHANGES: dict[Any, Any] = {
    ast.FunctionDef | ast.For | ast.If | ast.While: _bodies,
    ast.For | ast.comprehension: _loops,
    ast.If | ast.While | ast.IfExp: _conditions,
    ast.comprehension: _filters,
    ast.BoolOp: lambda node: _left_out(node, "values", 1),
    ast.Compare: _comparisons,
    ast.BinOp: _sums,
    ast.BinOp | ast.Assign | ast.Return: _operands,
    ast.Constant: _numbers,
    ast.Call: _calls,
    ast.Tuple | ast.List | ast.Set: _tuples,
    ast.Dict: _items,
}


class Answer(NamedTuple):
    """An answer in a notebook of solutions: its cell and source, the namespace before it, and the code up to its
    check."""

    cell: str
    source: str
    space: dict[str, Any]
    following: list[str]

    def said(self, source: str) -> str:
        """Run a source in place of the answer, and the code up to its check. Return the printed text."""
        out, space = io.StringIO(), dict(self.space)
        with contextlib.redirect_stdout(out):
            for code in (source, *self.following):
                exec(code, space)
        return out.getvalue()

    def outcome(self, wrong: WrongAnswer) -> str:
        """Return the verdict on a wrong answer: "right", "refused", or "raised" if a check shows an exception.

        The check runs in a fork, since an attempt may never end, which counts as "refused".
        """
        found, _ = forked(lambda: self._judged(wrong.source))
        return found or "refused"

    def _judged(self, source: str) -> str:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(PATIENCE)
        try:
            verdicts = set(VERDICT.findall(self.said(source)))
        except BaseException as error:  # of the cell itself, such as a NameError, unless the traceback passes a check
            files = {Path(frame.filename).stem for frame in traceback.extract_tb(error.__traceback__)}
            return "raised" if "exercise" in files else "refused"
        return "right" if verdicts == {"Right"} else "refused"


def sources(chapter: str) -> dict[str, str]:
    """Return the functions among the answers of a chapter: cell -> source."""
    return {cell["id"]: "".join(cell["source"]) for cell in _checked_cells(chapter) if _is_function(cell)}


def _checked_cells(chapter: str) -> list[dict[str, Any]]:
    """Return the code cells of a notebook of solutions, up to the last check."""
    (path,) = SOLUTIONS.glob(f"{chapter}*.ipynb")
    cells = [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    last = max(i for i, cell in enumerate(cells) if CHECKED.search("".join(cell["source"])))
    return cells[: last + 1]


def _is_function(cell: dict[str, Any]) -> bool:
    return "answer" in cell["metadata"].get("tags", ()) and bool(re.search(r"^def ", "".join(cell["source"]), re.M))


def answers(chapter: str) -> Iterator[Answer]:
    """Yield the functions among the answers of a chapter. Each was run and checked once, so the checks' caches are
    filled."""
    cells = _checked_cells(chapter)
    codes = ["".join(cell["source"]) for cell in cells]
    space: dict[str, Any] = {}
    for i, cell in enumerate(cells):
        if _is_function(cell):
            last = next(j for j in range(i, len(cells)) if CHECKED.search(codes[j]))
            answer = Answer(cell["id"], codes[i], dict(space), codes[i + 1 : last + 1])
            answer.said(codes[i])
            yield answer
        with contextlib.redirect_stdout(io.StringIO()):
            exec(codes[i], space)


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("chapters", nargs="*", default=[path.stem for path in sorted(SOLUTIONS.glob("*.ipynb"))])
    for chapter in parser.parse_args().chapters:
        for answer in answers(chapter):
            made = wrong_answers(answer.source)
            found = [(answer.outcome(wrong), wrong.how) for wrong in made]
            told = [f"{outcome}: {how}" for outcome, how in found if outcome != "refused"]
            print(f"{chapter}, {answer.cell}: {len(made) - len(told)} of {len(made)} are refused", *told, sep="\n    ")


if __name__ == "__main__":
    main()
