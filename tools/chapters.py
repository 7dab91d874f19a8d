"""The notebooks of the course, for all tools."""

from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"


def committed(folder: Path = FOLDER) -> list[Path]:
    """Return the chapters and their solutions, without the checkpoints that JupyterLab leaves beside them."""
    return sorted([*folder.glob("[0-9]*.ipynb"), *folder.glob("solutions/[0-9]*.ipynb")])
