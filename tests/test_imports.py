"""The direction of imports, after the design: read from the source, so it holds for modules to come as well."""

import ast
import graphlib
import importlib
import io
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType

import page_modules
import pytest
from page_modules import imports, module_parts
from patience import PATIENCE

from puzzlekit import PUZZLES

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "puzzlekit"

# A shared module may import these and what they may import. Where a folder's files are named, the folder's own name is
# its face, which may import them all; of the other folders every file stands on one level.
STANDS_ON = {
    "core.type_checks": "",
    "core.errors": "core.type_checks",
    "core.installation": "",
    "core.grammar": "core.errors",
    "core.grid": "core.grammar core.installation",
    "core.union_find": "core.grid",
    "core.texts": "core.grid",
    "core.lattice": "core.texts",
    "core.clock": "core.errors",
    "core.collector": "",
    "core.interrupts": "",
    "core.face": "core.interrupts",
    "core.thread_abort": "",
    "core.threads": "",
    "formats.tatham_ids": "core.errors",
    "formats": "core.lattice formats.tatham_ids",
    "scip.locking": "core.errors core.interrupts",
    "scip.constraints": "scip.locking",
    "scip.handler": "scip.constraints",
    "scip.model": "scip.handler core.grid",
    "scip.lightweight": "scip.model",
    "scip.solve_thread": "scip.handler core.thread_abort core.threads",
    "scip.result": "scip.constraints",
    "scip.unboundedness": "scip.result scip.solve_thread",
    "scip.solver": "scip.model scip.unboundedness core.clock",
    "scip.relaxation": "scip.solver",
    "scip.counting": "scip.solver",
    "scip.lazy": "scip.handler",
    "scip.enumeration": "scip.solver core.collector",
    "scip": "scip.relaxation scip.counting scip.lightweight",
    "scip.tree.run": "scip",
    "scip.tree.recorder": "scip.tree.run",
    "scip.tree.recording": "scip.tree.recorder",
    "scip.tree": "scip.tree.recording",
    "engines.problem": "",
    "engines.libraries": "core.errors core.interrupts",
    "engines.rounds": "core.clock engines.problem core.collector",
    "engines.solver_thread": "core.interrupts core.threads",
    "engines.sat": "core.clock engines.solver_thread engines.libraries",
    "engines.cp_sat": "engines.rounds engines.solver_thread engines.libraries",
    "engines.counting": "engines.sat",
    "engines.clauses": "engines.counting engines.problem",
    "engines.cadical": "engines.rounds engines.clauses",
    "engines.backtracking": "",
    "engines.scip": "engines.problem scip scip.lazy core.collector",
    "engines": "engines.rounds engines.problem engines.libraries",
    "engines.uniqueness": "engines",
    "reasoning.system": "",
    "reasoning.engine": "reasoning.system",
    "reasoning.steps": "reasoning.engine core.grid",
    "reasoning.suppositions": "reasoning.steps core.clock",
    "reasoning.explainer": "reasoning.suppositions",
    "reasoning.answer": "reasoning.explainer",
    "reasoning.answers": "reasoning.answer",
    "reasoning.difficulty": "reasoning.answers",
    "reasoning.certificates.premises": "scip.model core.grid",
    "reasoning.certificates.certificate": "reasoning.certificates.premises",
    "reasoning.certificates.proof_lp": "reasoning.certificates.certificate core.clock",
    "reasoning.certificates.why": "reasoning.certificates.proof_lp scip",
    "reasoning.certificates": "reasoning.certificates.why",
    "reasoning.conflicts": "reasoning.certificates scip.enumeration scip.lazy",
    "reasoning": "",
    "zdd": "core.grid engines engines.rounds",
    "drawing": "core.grid core.interrupts",
    "board.puzzle_api": "reasoning.difficulty scip.enumeration engines board",
    "board.layout": "core.grid",
    "board.adapter": "board.layout",
    "board.draw": "board.layout drawing",
    "board.notes": "board.adapter",
    # the board stops a reader's solve through scip.ambient_stop
    "board": "board.notes core.face core.lattice drawing scip.tree reasoning.answers reasoning.conflicts",
    "course.results": "core.errors core.interrupts",
    "course.sentences": "scip",
    "course.exercise": "course.sentences",
    "course.model_comparison": "scip scip.enumeration",  # same_solutions enumerates
    "course.zdd": "zdd course.exercise",
    "course.modelling": "course.exercise course.model_comparison",
    "course.tables": "course.model_comparison course.results",
    "course.preliminaries.plane": "scip",
    "course.preliminaries.draw": "course.preliminaries.plane drawing",
    "course.preliminaries.exercises": "course.preliminaries.plane course.modelling",
    "course.preliminaries.exercises_introduction": "course.modelling",
    "course.preliminaries": "course.preliminaries.draw",
    "course.conclusion.atlas": "course.tables board drawing",
    "course.conclusion.masyu": "zdd drawing",
    "course.conclusion.exercises": "course.conclusion.masyu course.modelling",
    "course.conclusion": "course.conclusion.atlas",
    "course": "",
    "bench": "scip.enumeration engines puzzlekit core.interrupts course.results core.texts",
    "cli.jupyter": "core.installation core.errors",
    "cli": "bench board course.model_comparison core.installation cli.jupyter formats page.links reasoning.answers "
    "core.threads scip.tree",
    "page.links": "board formats puzzlekit",
    "page.board": "page.links engines.cadical",
    "entry_point": "cli",
}
SHARED = {name: below.split() for name, below in STANDS_ON.items()}
# In a room: every level may import the levels before it, and no other file of its own level.
LEVELS = (
    ("puzzle",),
    ("graph",),
    ("rules",),
    ("link",),  # texts of other sites, which `text` reads as well
    ("starting_rules",),  # what clues say before anything is settled
    ("numbered",),  # what is still possible, by numbers
    ("deduce",),
    ("masks",),  # what deduction has no words for
    ("technique_board", "exclusions"),  # a board as its techniques see it
    ("technique_exclusion",),
    ("technique_groups", "technique_fleet", "technique_forks"),
    ("technique_words",),  # how techniques speak
    ("technique_clues",),
    ("technique_colours", "technique_corners", "technique_loops", "technique_singles", "technique_subsets"),
    ("technique_turns",),
    ("technique_walls",),
    ("techniques",),  # rules of reasoning, with the facts that each uses
    ("families",),  # the rows that two formulations of a room share
    ("statement",),  # what deduction leaves open, for every engine
    ("search",),  # what goes on from there before a formulation begins
    ("<formulation>",),
    ("play",),  # what a board needs of the room to be judged: no solver, no pictures
    ("model_follower",),  # a follower's model holds the families of another formulation
    ("solve",),
    ("draw",),
    ("unavoidable",),
    ("model_fewest_clues",),  # it asks the room's engines, and exercises may ask it
    ("clue_sets", "minimum_clues"),  # searches for clue sets of a loop or a grid, which exercises may ask for
    ("generate",),  # exercises may try a rule on generated puzzles
    ("exercises", "exercises_fewest_clues"),
    ("__init__",),
)
LEVEL = {name: level for level, names in enumerate(LEVELS) for name in names}
# Who may import what is not ours: shared modules by their names above, files of a room by theirs.
USERS = {
    "pyscipopt": "scip engines.scip course.sentences course.model_comparison course.modelling course.preliminaries "
    "course.conclusion.exercises reasoning.certificates reasoning.conflicts scip.tree exercises exercises_fewest_clues "
    "families <formulation> model_follower model_fewest_clues minimum_clues",
    "scipy": "reasoning.certificates.proof_lp",
    "numpy": "reasoning.certificates.proof_lp",
    "pandas": "course.tables course.conclusion.atlas",
    "matplotlib": "drawing cli board.draw course.preliminaries.draw course.conclusion draw",
    "anywidget": "board course.conclusion.atlas",
    "ipywidgets": "board",
    "ortools": "engines.cp_sat cp_sat",
    "pysat": "engines.sat engines.counting",
}
OUTSIDE = {library: {*who.split()} for library, who in USERS.items()}
# What a board in a page must do without, whatever it reaches.
HEAVY = ("pyscipopt", "numpy", "scipy", "matplotlib", "pandas", "anywidget", "ipywidgets", "IPython")
LOOKS_UP = ("bench", "cli", "page")  # they stand above the rooms, and know them by name


def complaints(package: Path) -> list[str]:
    """Every import of the package that goes the wrong way."""
    found = []
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package).with_suffix("").parts
        module = ".".join(["puzzlekit", *(part for part in parts if part != "__init__")])
        for name in imports(package, parts):
            if reason := refusal(parts, name.split("."), package):
                found.append(f"{module} imports {name}: {reason}")
    return found


def refusal(importer: tuple[str, ...], imported: list[str], package: Path) -> str | None:
    """Why this import is not allowed, or None."""
    if imported[0] in OUTSIDE:
        return None if OUTSIDE[imported[0]] & roles(importer) else f"{imported[0]} is not for {'.'.join(importer)}"
    if imported[0] != "puzzlekit":
        return None
    if imported[1:] == ["__version__"]:
        return None
    if imported[1:] == ["PUZZLES"]:
        return None if importer[0] in LOOKS_UP else f"only {', '.join(LOOKS_UP)} look a room up"
    if len(importer) == 1 and importer[0] == "__init__":
        return "the package imports nothing, so that every room can be imported alone"
    target = module_parts(imported[1:], package)
    return _refused_by_room(importer, target) if is_room(importer[0]) else _refused_by_shared(level(importer), target)


def is_room(name: str) -> bool:
    return name != "__init__" and name not in {known.partition(".")[0] for known in SHARED}


def level(parts: tuple[str, ...]) -> str:
    """The name under which the table knows a shared file: its own, or that of the folder around it."""
    named = [name for name in parts if name != "__init__"]
    while named and ".".join(named) not in SHARED:
        named.pop()
    return ".".join(named)


def strangers(package: Path) -> list[str]:
    """Files beside the rooms that the table of shared modules does not know."""
    return [path.stem for path in sorted(package.glob("*.py")) if path.stem not in (*SHARED, "__init__")]


def roles(importer: tuple[str, ...]) -> set[str]:
    """The names under which the rules know a file."""
    if is_room(importer[0]):
        last = importer[-1]
        return {last if last in LEVEL or any(last in who for who in OUTSIDE.values()) else "<formulation>"}
    parts = level(importer).split(".")
    return {".".join(parts[:count]) for count in range(1, len(parts) + 1)}


def _refused_by_shared(importer: str, target: tuple[str, ...]) -> str | None:
    if not target or is_room(target[0]):
        return "a shared module knows no room"
    return None if level(target) in {importer, *reach(importer)} else "it does not stand below it"


def reach(name: str) -> set[str]:
    """What a shared module may import, directly or through what it may import."""
    return set(SHARED[name]).union(*(reach(below) for below in SHARED.get(name, ()) if below in SHARED))


def _refused_by_room(importer: tuple[str, ...], target: tuple[str, ...]) -> str | None:
    if not target:
        return "it names no module"
    if not is_room(target[0]):
        return "it stands above the rooms" if target[0] in LOOKS_UP else None
    if target[0] != importer[0]:
        return "a room never imports a room"
    own, other = (LEVEL.get(parts[-1], LEVEL["<formulation>"]) for parts in (importer, target))
    if other < own or target == importer:
        return None
    below = ", ".join(name for names in LEVELS[:own] for name in names)
    return f"in a room it does not stand below it; below stand {below}, and any other name is a formulation"


def test_imports_run_one_way() -> None:
    assert list(PACKAGE.rglob("*.py"))
    assert strangers(PACKAGE) == []
    assert complaints(PACKAGE) == []


def test_the_entries_form_no_circle_and_stand_on_few_floors() -> None:
    below: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        targets = {module_parts(name.split(".")[1:], PACKAGE)[:1] for name in imports(PACKAGE, parts)}
        below.setdefault(parts[0], set()).update(name for target in targets for name in target if name != parts[0])
    del below["__init__"], below["entry_point"]
    floors: dict[str, int] = {}
    for entry in graphlib.TopologicalSorter(below).static_order():  # a circle raises CycleError
        floors[entry] = 1 + max((floors[other] for other in below[entry]), default=0)
    assert floors["core"] == 1
    assert max(floors.values()) <= 8, floors


def test_a_board_in_a_page_reaches_no_solver_numbers_or_pictures() -> None:
    reached = page_modules.reached(page_modules.starts(PUZZLES))
    assert {("board", "actions"), ("engines", "cadical"), *((name, "rules") for name in PUZZLES)} <= reached
    found = {(parts, name.split(".")[0]) for parts in reached for name in imports(PACKAGE, parts)}
    assert {(parts, name) for parts, name in found if name in HEAVY} == set()


def test_a_page_plays_all_types_with_what_it_carries(tmp_path: Path) -> None:
    """In a process of its own, in which the others cannot be imported."""
    with zipfile.ZipFile(io.BytesIO(page_modules.packed())) as archive:
        archive.extractall(tmp_path)
    rooms = {name: importlib.import_module(f"puzzlekit.{name}") for name in PUZZLES}
    names = {name: next(one for one in room.names() if _is_playable(room, one)) for name, room in rooms.items()}
    puzzles = tmp_path / "puzzles.json"
    texts = {name: str(room.load(names[name])) for name, room in rooms.items()}
    puzzles.write_text(json.dumps(texts), encoding="utf-8")
    script = Path(__file__).with_name("played_alone.py")
    line = [sys.executable, "-I", str(script), str(tmp_path), str(puzzles)]
    done = subprocess.run(line, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == dict.fromkeys(PUZZLES, "Solved: all rules hold. It is the only solution.")


def _is_playable(room: ModuleType, name: str) -> bool:
    """Whether a tiny puzzle has one solution, and something to be filled in."""
    if not name.startswith("tiny_") or len(found := room.solutions(room.load(name))) != 1:
        return False
    return len(str(found[0])) > 12


def at_the_top(package: Path, outside: str) -> set[tuple[str, ...]]:
    """The files that import this as they are imported themselves, not in a function that is called."""
    found = set()
    for path in package.rglob("*.py"):
        top = [node for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.Import)]
        if any(alias.name == outside for node in top for alias in node.names):
            found.add(path.relative_to(package).with_suffix("").parts)
    return found


def test_a_board_that_is_only_judged_does_without_networkx() -> None:
    graphs = {"zdd", "draw", "course.preliminaries", "course.zdd", "course.conclusion"}
    assert {parts for parts in at_the_top(PACKAGE, "networkx") if not roles(parts) & graphs} == set()


def tracked() -> list[Path]:
    """Our text files: what git has or would take, but for this one."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    paths = {ROOT / name for name in listed.stdout.split("\0") if name} - {Path(__file__).resolve()}
    return [path for path in sorted(paths) if path.is_file() and path.suffix not in (".png", ".jpg", ".ico", ".woff2")]


MACHINE = re.compile(
    r"/(?:home|Users|root|work|mnt)/[\w.-]+/"  # a path of one machine
    r"|[A-Z]:\\+Users\\"
    r"|https?://[^/\s\"']*(?:pypi|registry|artifactory|nexus|proxy)[^/\s\"']*"  # a package registry of one place
    r"|index[-]url"
    r"|\.\./shared|/shared/|[\"']shared[\"']"  # a folder beside the checkout
)


@pytest.mark.parametrize("path", sorted(ROOT.glob("tools/*.py")), ids=lambda path: path.stem)
def test_what_a_tool_imports_is_there(path: Path) -> None:
    """No other test runs the tools."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and str(node.module).split(".")[0] == "puzzlekit":
            module = importlib.import_module(str(node.module))
            for alias in node.names:
                assert hasattr(module, alias.name) or importlib.import_module(f"{node.module}.{alias.name}")


def test_no_path_or_registry_of_a_machine() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {place[0]}"
        for path in tracked()
        for place in MACHINE.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []
