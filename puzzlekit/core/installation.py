"""Where the course's own files are: in a clone beside the package, in an installation inside of it."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]


def folder(name: str) -> Path:
    """The folder `data` or `notebooks`. Where there is none at all, the path at which a clone would have it."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def is_clone() -> bool:
    """Whether the package lies in a clone, whose notebooks are the reader's own."""
    return (PACKAGE.parent / "notebooks").is_dir()
