"""Wrong attempts at the exercises, made from their answers by small mistakes, and what their checks say of them.

python tools/wrong_answers.py [CHAPTER ...]     print what hears "Right." (03, say, or 03_sudoku; default: all)

A mistake is one that readers make: a condition or a family left out, a range one shorter, a loop that ends after its
first turn or whose last turn alone counts, `<=` for `==`, a constant for a size. `tests/test_wrong_answers.py` says of
each mutant that hears "Right." why it is right.
"""

import argparse
import ast
import contextlib
import io
import json
import os
import re
import signal
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

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
USUAL = 3  # a constant for a size
FEWEST = 20  # mutants of an answer
PATIENCE = 60  # seconds for one check: an attempt may never end
VERDICT = re.compile(r"^(?:Right|Not yet|not attempted)", re.MULTILINE)
CHECKED = re.compile(r"(\w+)\.check_\w+\(")
Change = tuple[str, str, Any]  # what is done, and the part of a node with its new value


class WrongAnswer(NamedTuple):
    """An answer with one mistake: what was done, and the source that it leaves."""

    how: str
    source: str


def wrong_answers(source: str) -> list[WrongAnswer]:
    """All mutants of a cell, each once. Where these are few, some have a second mistake."""
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
    """What is not changed: the call of the check, and the name that a row gets."""
    if isinstance(node, ast.Expr) and CHECKED.match(ast.unparse(node)):
        return [node]
    pair = node.value if isinstance(node, ast.Yield) else None
    return [pair.elts[0]] if isinstance(pair, ast.Tuple) else []


def _difference(right: str, changed: str) -> str:
    """The first changed line, or the line that is missing."""
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
    """A loop that ends too early, begins too late, or is done once."""
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
    """An item is overwritten by another, which leaves it out."""
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
    """An answer of a notebook of solutions: its cell and source, the names before it, and what has it checked."""

    cell: str
    source: str
    space: dict[str, Any]
    following: list[str]

    def said(self, source: str) -> str:
        """What is printed when this source stands in the cell, and what follows is run."""
        out, space = io.StringIO(), dict(self.space)
        with contextlib.redirect_stdout(out):
            for code in (source, *self.following):
                exec(code, space)
        return out.getvalue()

    def outcome(self, wrong: WrongAnswer) -> str:
        """What comes of a wrong answer: "right", "refused", or "raised", if a check shows an exception.

        It is asked in a fork, for an attempt may never end, which is a refusal as well.
        """
        reading, writing = os.pipe()
        if not (child := os.fork()):
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(PATIENCE)
            os.write(writing, self._judged(wrong.source).encode())
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            found = pipe.read().decode()
        os.waitpid(child, 0)
        return found or "refused"

    def _judged(self, source: str) -> str:
        try:
            verdicts = set(VERDICT.findall(self.said(source)))
        except BaseException as error:  # the cell's own, as of a name that is left out, unless a check is on the way
            files = {Path(frame.filename).stem for frame in traceback.extract_tb(error.__traceback__)}
            return "raised" if "exercise" in files else "refused"
        return "right" if verdicts == {"Right"} else "refused"


def sources(chapter: str) -> dict[str, str]:
    """Of each function among the answers of a chapter: cell -> source."""
    return {cell["id"]: "".join(cell["source"]) for cell in _checked_cells(chapter) if _is_function(cell)}


def _checked_cells(chapter: str) -> list[dict[str, Any]]:
    """The code cells of a notebook of solutions, as far as something is checked."""
    (path,) = SOLUTIONS.glob(f"{chapter}*.ipynb")
    cells = [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    last = max(i for i, cell in enumerate(cells) if CHECKED.search("".join(cell["source"])))
    return cells[: last + 1]


def _is_function(cell: dict[str, Any]) -> bool:
    return "answer" in cell["metadata"].get("tags", ()) and bool(re.search(r"^def ", "".join(cell["source"]), re.M))


def answers(chapter: str) -> Iterator[Answer]:
    """The functions among the answers of a chapter. Each was run and checked, so that what a check keeps is there."""
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
