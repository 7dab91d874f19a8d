"""What all tests share: pictures are drawn off screen and closed, hypothesis repeats itself."""

from collections.abc import Iterator

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest
from hypothesis import settings

mpl.use("Agg")
settings.register_profile("course", deadline=None, derandomize=True)
settings.load_profile("course")


@pytest.fixture(autouse=True)
def close_figures() -> Iterator[None]:
    yield
    plt.close("all")
