"""A step of reasoning, walked on the board: what is there, what asks for more, what follows."""

from dataclasses import dataclass
from typing import Any

from puzzlekit.board.answers import Answer
from puzzlekit.explain import Explained


@dataclass(frozen=True)
class Walk:
    """A step in pictures, of which one is shown.

    Attributes
    ----------
    step
        The step.
    answer
        What the last of its pictures says, and what is written down with it.
    at
        Which picture is shown, counted from zero.
    """

    step: Explained
    answer: Answer
    at: int

    @property
    def last(self) -> int:
        """The last picture."""
        return len(self.step.pictures) - 1

    @property
    def shown(self) -> Answer:
        """What is said at this picture: all sentences until here."""
        if self.at == self.last:
            return self.answer
        words = " ".join(sentence for sentence, _ in self.step.pictures[: self.at + 1])
        return Answer(words, marks=self.step.pictures[self.at][1])

    @property
    def data(self) -> dict[str, Any]:
        """Where it is, and the sums behind it, for a page."""
        sums = [{"case": one.case, "rows": one.rows, "total": one.total} for one in self.step.sums]
        return {"at": self.at, "last": self.last, "sums": sums}
