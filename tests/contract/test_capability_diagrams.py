"""The contract of diagrams: all solutions at once. As an engine, a diagram is compared in `test_core_answers`."""

from types import ModuleType

from packages import each_room, tiny

from puzzlekit.core.errors import UnsupportedPuzzle


@each_room("diagrams")
def test_a_diagram_has_all_solutions(room: ModuleType) -> None:
    asked = 0
    for puzzle in tiny(room):
        try:
            every = room.every_solution(puzzle)
        except UnsupportedPuzzle:
            continue
        asked += 1
        assert {board.drawn for board in room.solutions(puzzle, every.count() + 1)} == set(every)
    assert asked
