"""Pictures in their order, with a slider: a solve replayed after it has ended."""

import base64
from collections.abc import Sequence
from typing import Any

import ipywidgets

from puzzlekit.errors import PuzzleError


class Replay(ipywidgets.VBox):
    """A slider over pictures, each with a caption below; where no widget runs, a strip of pictures and the captions.

    Parameters
    ----------
    frames
        The pictures as PNG, from `drawing.frames`.
    captions
        A sentence for each.
    strip
        The static stand-in as PNG, from `drawing.strip`.

    Attributes
    ----------
    slider, picture, caption
        The widgets; `slider.value` counts from one.
    """

    def __init__(self, frames: Sequence[bytes], captions: Sequence[str], strip: bytes):
        if not frames or len(frames) != len(captions):
            raise PuzzleError(f"found {len(frames)} pictures and {len(captions)} captions, expected one for each")
        self.slider = ipywidgets.IntSlider(value=1, min=1, max=len(frames), description="step")
        self.picture = ipywidgets.Image(value=frames[0], format="png")
        self.caption = ipywidgets.Label()
        self._frames, self._captions, self._strip = tuple(frames), tuple(captions), strip
        super().__init__((self.slider, self.picture, self.caption))
        self.slider.observe(lambda change: self._show(change["new"]), "value")
        self._show(1)

    def _show(self, step: int) -> None:
        self.picture.value = self._frames[step - 1]
        self.caption.value = f"{step} of {len(self._frames)}: {self._captions[step - 1]}"

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict, dict]:
        data, metadata = super()._repr_mimebundle_(**kwargs), {}
        if isinstance(data, tuple):
            data, metadata = data
        static = {"text/plain": repr(self), "image/png": base64.b64encode(self._strip).decode()}
        return {**(data or {}), **static}, metadata

    def __repr__(self) -> str:
        return "\n".join(f"{step}. {caption}" for step, caption in enumerate(self._captions, start=1))
