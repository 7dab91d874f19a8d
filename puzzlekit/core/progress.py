"""A progress bar, shown in a terminal where something takes long."""

from tqdm import tqdm


class ProgressBar(tqdm):
    """tqdm's bar, which is closed by its `with`, and freed without any Python code.

    An interrupt that comes in a `__del__` is printed and lost, and tqdm has one, which would close it once more.
    """

    __del__ = object.__hash__  # in C, and without effect
