"""A progress bar for long work in a terminal."""

from tqdm import tqdm


class ProgressBar(tqdm):
    """A tqdm progress bar that is closed by its `with` block and freed without running Python code.

    An interrupt inside a `__del__` is printed and lost. tqdm's own `__del__` would also close the bar a second time.
    """

    __del__ = object.__hash__  # in C, and without effect
