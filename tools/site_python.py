"""Python for the site: Pyodide's core from npm, PySAT's wheel for it, and the modules of the package that boards need."""

import json
import os
import shutil
import subprocess
import zipfile
from importlib.metadata import version
from pathlib import Path

import puzzlekit

ROOT = Path(__file__).resolve().parents[1]
PYODIDE = ROOT / "node_modules" / "pyodide"
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
WHEELS = ROOT / "node_modules" / ".cache" / "wheels"
ELSEWHERE = ("cli", "course", "data", "drawing", "lab", "notebooks", "scip", "tree", "zdd")  # folders no page's board needs
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
    """The package's modules, without the folders that stay at home; the same bytes each time."""
    home = Path(puzzlekit.__file__).parent
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in sorted(home.rglob("*.py")):
            inside = file.relative_to(home)
            if inside.parts[0] not in ELSEWHERE:
                archive.writestr(zipfile.ZipInfo(f"puzzlekit/{inside.as_posix()}"), file.read_bytes(), zipfile.ZIP_DEFLATED)
