"""Python for the site: Pyodide's core from npm, PySAT's wheel for it, and the modules that boards need."""

import ast
import json
import os
import shutil
import subprocess
import zipfile
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

import puzzlekit
from puzzlekit.board.adapter import FACE

HOME = Path(puzzlekit.__file__).parent
ROOT = Path(__file__).resolve().parents[1]
PYODIDE = ROOT / "node_modules" / "pyodide"
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
WHEELS = ROOT / "node_modules" / ".cache" / "wheels"
LOOKED_UP = ("play", "statement", "puzzle", *FACE)  # files of a puzzle type that are imported by their names
Module = tuple[str, ...]  # a module's place in the package; a face is the `__init__` of its folder
PATIENCE = 120  # seconds for the wheel


def add(out: Path) -> str:
    """Lay Python beside the pages, in `out`; gives the reason where it cannot be had, "" where it is there."""
    if not (PYODIDE / CORE[0]).exists():
        return "pyodide is not there: `npm install --no-package-lock` brings it"
    wheel = _wheel()
    if wheel is None:
        return f"there is no wheel of python-sat {version('python-sat')} for this Pyodide, or no way to it"
    (out / "pyodide").mkdir(parents=True, exist_ok=True)
    for name in CORE:
        shutil.copy(PYODIDE / name, out / "pyodide" / name)
    shutil.copy(wheel, out / wheel.name)
    _pack(out / "puzzlekit.zip")
    (out / "archives.json").write_text(json.dumps(["puzzlekit.zip", wheel.name]), encoding="utf-8")
    return ""


def _wheel() -> Path | None:
    """The wheel of PySAT, of the version that is installed here."""
    info = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    platform, python = f"pyemscripten_{info['abi_version']}_{info['arch']}", info["python"].rpartition(".")[0]
    pattern = f"python_sat-{version('python-sat')}-*{platform}.whl"
    uv = os.environ.get("UV") or shutil.which("uv")
    if uv and not any(WHEELS.glob(pattern)):
        wanted = ["--platform", platform, "--python-version", python, "--abi", f"cp{python.replace('.', '')}"]
        line = [uv, "tool", "run", "pip", "download", "--quiet", "--only-binary", ":all:", "--no-deps", *wanted]
        line += ["--dest", str(WHEELS), f"python-sat=={version('python-sat')}"]
        try:
            subprocess.run(line, capture_output=True, timeout=PATIENCE, check=True)
        except (subprocess.SubprocessError, OSError):
            return None
    return next(WHEELS.glob(pattern), None)


def _pack(path: Path) -> None:
    """The modules that boards need, the same bytes each time; what the faces of their folders bring stays at home."""
    needed = _needed()
    faces = {(*module[:k], "__init__") for module in needed for k in range(1, len(module))} - needed
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for module in sorted(needed | faces | {("__init__",)}):
            text = "" if module in faces else _file(module).read_text(encoding="utf-8")
            name = "/".join(("puzzlekit", *module)) + ".py"
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)


def _needed() -> set[Module]:
    """What a page imports, and what that imports, wherever in it."""
    starts = [(name, part) for name in puzzlekit.PUZZLES for part in LOOKED_UP if _file((name, part)).exists()]
    found: set[Module] = set()
    waiting: list[Module] = [("page",), *starts]
    while waiting:
        if (module := waiting.pop()) not in found:
            found.add(module)
            waiting += _imports(module)
    return found


def _imports(module: Module) -> Iterator[Module]:
    for node in ast.walk(ast.parse(_file(module).read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for first, *parts in (name.split(".") for name in names):
            if first == "puzzlekit" and parts:
                yield next(one for k in (len(parts), len(parts) - 1) if _is_there(one := _module(parts[:k])))


def _module(parts: Sequence[str]) -> Module:
    folder = HOME.joinpath(*parts)
    return (*parts, "__init__") if folder.is_dir() else tuple(parts)


def _is_there(module: Module) -> bool:
    return _file(module).exists()


def _file(module: Module) -> Path:
    return HOME.joinpath(*module).with_suffix(".py")
