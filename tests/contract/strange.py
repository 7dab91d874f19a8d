"""Arguments of every kind, and whether a function takes or refuses them in a sentence."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib import pyplot as plt

from puzzlekit.core.errors import PuzzleError

STRANGE = [None, True, -1, 0, 10**9, 10**400, 2.0, 2.5, float("nan"), float("inf"), "2", "", "x", b"2", 1j, len]
STRANGE += [[], ["x"], {}, {"x": {1}}, (1, 2), {1}, object(), np.float64(2), np.int64(2), Path("/")]
NUMBERS = (int, float, int | None, float | None)
NEVER_NUMBERS = [True, "2", "", b"2", [], {}, (1, 2), object(), len, np.bool_(True), 1j, float("nan"), Path("/")]


def refused_badly(function: Callable, wrong: str, value: Any, right: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with how a function takes or refuses an argument: another exception, or one without a sentence."""
    try:
        function(**{**right, wrong: value})
    except PuzzleError as refusal:
        if " object at " in str(refusal) or not 0 < len(str(refusal)) < 1500:
            yield f"{function.__qualname__}, {wrong}: {refusal}"
    except Exception as error:
        yield f"{function.__qualname__}, {wrong} = {value!r:.30}: {error!r}"
    plt.close("all")
