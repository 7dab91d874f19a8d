"""Python for the site: Pyodide's core from npm, PySAT's wheel for it, and the modules that boards need."""

import json
import os
import shutil
import subprocess
from importlib.metadata import version
from pathlib import Path

import page_modules

ROOT = Path(__file__).resolve().parents[1]
PYODIDE = ROOT / "node_modules" / "pyodide"
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
WHEELS = ROOT / "node_modules" / ".cache" / "wheels"
PATIENCE = 120  # seconds for the download of the wheel


def add(out: Path) -> str:
    """Copy Pyodide and the packages to `out`. Return "", or the reason why this is not possible."""
    if not (PYODIDE / CORE[0]).exists():
        return "pyodide is not there: `npm install --no-package-lock` brings it"
    wheel = _wheel()
    if wheel is None:
        return f"there is no wheel of python-sat {version('python-sat')} for this Pyodide, or no way to it"
    (out / "pyodide").mkdir(parents=True, exist_ok=True)
    for name in CORE:
        shutil.copy(PYODIDE / name, out / "pyodide" / name)
    shutil.copy(wheel, out / wheel.name)
    (out / "puzzlekit.zip").write_bytes(page_modules.packed())
    (out / "archives.json").write_text(json.dumps(["puzzlekit.zip", wheel.name]), encoding="utf-8")
    return ""


def _wheel() -> Path | None:
    """Return the wheel of PySAT in the installed version, downloaded if needed, or None."""
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
