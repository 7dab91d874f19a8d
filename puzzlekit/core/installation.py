"""Folders of the course's files: beside the package in a clone, inside the package in an installation."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]


def folder(name: str) -> Path:
    """Return the path of the folder `name`, which is `data` or `notebooks`. If the folder does not exist, return the
    path that it would have in a clone."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def is_clone() -> bool:
    """Return whether the package is in a clone of the repository. In an installation, the notebooks are in the package
    and must not be changed; in a clone, the reader may change them."""
    return (PACKAGE.parent / "notebooks").is_dir()
