"""Progress bar for long work in a terminal."""

from tqdm import tqdm


class ProgressBar(tqdm):
    """A tqdm bar that its `with` block closes and that is freed without any Python code.

    An interrupt inside a `__del__` is printed and lost. tqdm's own `__del__` would close the bar once more.
    """

    __del__ = object.__hash__  # in C, and without effect
