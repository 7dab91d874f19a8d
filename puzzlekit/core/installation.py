"""Folders of the course's files: beside the package in a clone, inside the package in an installation."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]


def folder(name: str) -> Path:
    """Return the path of the folder `data` or `notebooks`. If there is no such folder, return the path that it has in a
    clone."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def is_clone() -> bool:
    """Return whether the package lies in a clone, whose notebooks belong to the reader."""
    return (PACKAGE.parent / "notebooks").is_dir()
