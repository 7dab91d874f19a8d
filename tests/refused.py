"""How a function refuses what is handed in."""

from collections.abc import Callable
from typing import Any

import pytest

from puzzlekit.core.errors import ParseError


def refusal(read: Callable, *arguments: Any) -> ParseError:
    """What is raised of a text that cannot be read."""
    with pytest.raises(ParseError) as caught:
        read(*arguments)
    return caught.value
