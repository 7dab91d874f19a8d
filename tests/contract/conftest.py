"""What the contract's tests are handed."""

from types import ModuleType
from typing import Any

import pytest
from packages import loaded


@pytest.fixture
def puzzle(room: ModuleType, name: str) -> Any:
    """The puzzle of a file."""
    return loaded(room, name)
