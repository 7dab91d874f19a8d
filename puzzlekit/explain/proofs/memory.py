"""What was found from where, for the next question about the same puzzle."""

from dataclasses import dataclass
from typing import Any

from puzzlekit.explain.proofs.premises import Premises
from puzzlekit.explain.proofs.proof import Proof
from puzzlekit.scip.constraints import LinearConstraint

KEPT = 2_000  # places, some kilobytes each: those of ten long answers and more


@dataclass(frozen=True)
class NextProof:
    """What follows from what is known.

    Attributes
    ----------
    easiest
        The easiest proof.
    told
        It, or another one in its place that can be told, and what is the same thought.
    rows
        What it may use beside the rows of the model, and what follows from them.
    """

    easiest: Proof
    told: tuple[Proof, ...]
    rows: tuple[LinearConstraint, ...]


class Memory:
    """What questions about a model have found, for the next one about it, or about the same model built again.

    Ways to different things begin alike, and an answer that was stopped goes on where it was. With it, an answer may
    be another one that is as easy.
    """

    def __init__(self) -> None:
        self._model: Premises | None = None
        self._found: dict[Any, NextProof] = {}


def remembered(memory: Memory, model: Premises) -> Premises:
    """The premises in which proofs were found, if these say the same; if not, these, and all is forgotten."""
    if memory._model != model:
        memory._model, memory._found = model, {}
    return memory._model


def recall(memory: Memory, place: Any) -> NextProof | None:
    """What was found from this place."""
    return memory._found.get(place)


def remember(memory: Memory, place: Any, found: NextProof) -> None:
    """Keep what was found from a place; of many the last ones."""
    memory._found[place] = found
    if len(memory._found) > KEPT:
        del memory._found[next(iter(memory._found))]
