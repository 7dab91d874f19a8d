"""The contract of engines: how they are asked. What they answer is compared in `test_core_answers`."""

from types import ModuleType

from capabilities import ENGINE, has, signature
from packages import each_room


@each_room()
def test_engines_are_called_alike(room: ModuleType) -> None:
    assert {signature(engine) for engine in room.ENGINES.values()} == ({ENGINE} if has(room, "engines") else set())
