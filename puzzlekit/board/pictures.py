"""A picture that follows a slider."""

from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets

from puzzlekit import drawing
from puzzlekit.errors import PuzzleError


class PictureSlider(ipywidgets.VBox):
    """A picture for each of some values, chosen with a slider.

    Parameters
    ----------
    draw
        `value -> Axes`, with any drawing function of the course.
    values
        Where the slider stops.
    label
        What the slider changes, in a word or two.
    start
        The place in `values` to begin with, which is also the picture of a page where widgets do not run.
    """

    def __init__(self, draw: Callable[[Any], Any], values: Sequence[Any], *, label: str = "value", start: int = 0):
        if not 0 <= start < len(values):
            raise PuzzleError(f"found start {start}, expected a place among {len(values)} values")
        self._pictures: dict[Any, str] = {}
        self._draw, self._start, self._label = draw, values[start], label
        self.slider = ipywidgets.SelectionSlider(options=list(values), value=values[start], description=label)
        self.picture = ipywidgets.HTML(self._svg(values[start]))
        self.slider.observe(self._follow, "value")
        super().__init__([self.slider, self.picture])

    def _svg(self, value: Any) -> str:
        if value not in self._pictures:
            self._pictures[value] = drawing.svg(self._draw(value))
        return self._pictures[value]

    def _follow(self, change: Any) -> None:
        self.picture.value = self._svg(change["new"])

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict, dict]:
        own = super()._repr_mimebundle_(**kwargs) or {}
        data, metadata = own if isinstance(own, tuple) else (own, {})
        return {**data, "text/plain": repr(self), "image/svg+xml": self._svg(self._start)}, metadata

    def __repr__(self) -> str:
        return f"{self._label}: a slider from {self.slider.options[0]} to {self.slider.options[-1]}"
