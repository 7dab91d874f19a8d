"""Widgets that show pictures, which the reader chooses with a slider, such as replays of lazy constraints."""

import base64
from collections.abc import Callable, Hashable, Sequence
from typing import Any

import ipywidgets

from puzzlekit import drawing
from puzzlekit.core.errors import PuzzleError, expect, validate_args, validate_int
from puzzlekit.scip.constraints import LinearConstraint
from puzzlekit.scip.tree.run import Branches

STOPS = 200  # the largest number of stops of a slider over a search


class PictureSlider(ipywidgets.VBox):
    """A widget with one picture for each value. The reader chooses the picture with a slider.

    Parameters
    ----------
    draw
        Function `value -> Axes` that draws the picture of a value.
    values
        The values, one for each stop of the slider. None is not allowed as a value.
    label
        The name of the value, in a word or two.
    start
        The index in `values` of the first picture. Pages where no widget runs show only this picture.

    Raises
    ------
    PuzzleError
        If a value is None, or `start` is not an index in `values`.
    """

    @validate_args
    def __init__(self, draw: Callable[[Any], Any], values: Sequence[Hashable], *, label: str = "value", start: int = 0):
        start = validate_int(start, "start", 0, len(values) - 1)
        if any(value is None for value in values):
            raise PuzzleError("found None among the values, expected a value for each stop of the slider")
        self._pictures: dict[Any, str] = {}
        self._draw, self._start, self._label = draw, values[start], label
        self.slider = ipywidgets.SelectionSlider(
            options=list(values),
            value=values[start],
            description=label,
            style={"description_width": "initial"},  # otherwise a long label is cut off
        )
        self.picture = ipywidgets.HTML(self._fitted(values[start]))
        self.slider.observe(self._follow, "value")
        self.back, self.on = (_button(label, name) for label, name in (("◀", "Previous"), ("▶", "Next")))
        self.back.on_click(lambda _: self.step(-1))
        self.on.on_click(lambda _: self.step(1))
        self.bar = ipywidgets.HBox([self.back, self.slider, self.on])
        self._at_the_ends()
        super().__init__([self.bar, self.picture])

    @validate_args
    def step(self, by: int) -> None:
        """Move the slider forward by `by` values, or back if `by` is negative, but not beyond its ends."""
        last = len(self.slider.options) - 1
        self.slider.index = min(max(self.slider.index + by, 0), last)

    def _at_the_ends(self) -> None:
        self.back.disabled = self.slider.index == 0
        self.on.disabled = self.slider.index == len(self.slider.options) - 1

    def _fitted(self, value: Any) -> str:
        """Return the picture of a value as SVG text. The picture shrinks if its place on the page is narrow."""
        if value not in self._pictures:
            picture = drawing.svg(self._draw(value))
            self._pictures[value] = picture.replace("<svg ", '<svg style="height: auto; max-width: 100%" ', 1)
        return self._pictures[value]

    def _follow(self, change: Any) -> None:
        self.picture.value = self._fitted(change["new"])
        self._at_the_ends()

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict, dict]:
        return {**super()._repr_mimebundle_(**kwargs), "text/plain": repr(self), **self._still()}, {}

    def _still(self) -> dict[str, str]:
        """Return {MIME type: output} for pages where no widget runs: the first picture and, below it, a text about the
        slider."""
        drawn = self._draw(self._start)
        drawn.figure.get_figure(root=True).supxlabel(f"{self!r}; here {self._start}", fontsize="small")
        return {"image/svg+xml": drawing.svg(drawn)}

    def __repr__(self) -> str:
        return f"{self._label}: a slider from {self.slider.options[0]} to {self.slider.options[-1]}"


def _button(label: str, name: str) -> ipywidgets.Button:
    return ipywidgets.Button(description=label, tooltip=name, layout={"width": "40px"})


class SearchPair(PictureSlider):
    """Two recorded searches side by side on one scale. The reader sets the number of nodes to show with a slider.

    Parameters
    ----------
    one, other
        Two results of `tree.record`, or two `Search` objects, see `drawing.draw_searches`.
    names
        The titles of the two searches. By default, the searches' own titles are shown.
    """

    @validate_args
    def __init__(self, one: Any, other: Any, *, names: Sequence[str] = ()):
        for search in (one, other):
            expect(search, Branches, "a search recorded by tree.record")
        stops = _stops(max(len(one.nodes), len(other.nodes)))

        def picture(nodes: int) -> Any:
            return drawing.draw_searches((one, other), upto=nodes, names=names)

        super().__init__(picture, stops, label="nodes", start=len(stops) - 1)


def _stops(most: int) -> list[int]:
    """Return the numbers of nodes at which the slider stops: all numbers from 1 to `most` for a small tree, and about
    STOPS numbers for a large tree."""
    if most <= STOPS:
        return [*range(1, most + 1)]
    return sorted({*range(1, STOPS // 4), *(round(most * k / STOPS) for k in range(1, STOPS + 1))} - {0})


class Replay(PictureSlider):
    """A widget that shows pictures in order, each with a sentence below the picture. Where no widget runs, the first
    pictures are shown side by side.

    Parameters
    ----------
    draw
        Function `(number, ax) -> Axes` that draws the picture with this number, counted from zero. It draws on `ax`, or
        on new Axes if `ax` is None.
    captions
        A sentence for each picture.
    shown, columns
        The number of pictures to show where no widget runs, and the number of pictures in one row.

    Raises
    ------
    PuzzleError
        If there are no captions.
    """

    @validate_args
    def __init__(self, draw: Callable[[int, Any], Any], captions: Sequence[str], *, shown: int = 8, columns: int = 4):
        if not captions:
            raise PuzzleError("found nothing to replay, expected at least one step")
        self._captions, self._strip = tuple(captions), (draw, range(min(shown, len(captions))), columns)
        super().__init__(lambda step: draw(step - 1, None), range(1, len(captions) + 1), label="step")
        self.caption = ipywidgets.Label()
        self.children = (self.bar, self.picture, self.caption)
        self._say(1)

    def _follow(self, change: Any) -> None:
        super()._follow(change)
        self._say(change["new"])

    def _say(self, step: int) -> None:
        self.caption.value = f"{step} of {len(self._captions)}: {self._captions[step - 1]}"

    def _still(self) -> dict[str, str]:
        draw, numbers, columns = self._strip
        return {"image/png": base64.b64encode(drawing.strip(draw, numbers, columns=columns)).decode()}

    def __repr__(self) -> str:
        return "\n".join(f"{step}. {caption}" for step, caption in enumerate(self._captions, start=1))


STRIP = {"shown": 6, "columns": 3}  # on an exported page, six pictures are shown, three in a row


def cut_replay(
    draw_cut: Callable[..., Any],
    puzzle: Any,
    cuts: Sequence[LinearConstraint],
    captions: Sequence[str] | None = None,
    **strip: int,
) -> Replay:
    """Return a Replay with a numbered picture of each constraint in `cuts`. Each picture is drawn by `draw_cut(puzzle,
    cut, number, ax=ax)`.

    `captions` has a sentence for each constraint. If None, the constraint itself is the caption. `strip` has the
    keyword arguments `shown` and `columns` of `Replay`; the default is STRIP.
    """

    def picture(number: int, ax: Any) -> Any:
        return draw_cut(puzzle, cuts[number], number + 1, ax=ax)

    return Replay(picture, [str(cut) for cut in cuts] if captions is None else captions, **{**STRIP, **strip})
