"""The contract of generators."""

import random
import time
from contextlib import suppress
from types import ModuleType

import numpy as np
import pytest
from boards import ask, opened, press
from packages import PATIENCE, ask_peers, each_room, first_peer, loaded, name_of, parameters_of, tiny_names
from strange import NEVER_NUMBERS, NUMBERS, STRANGE, refused_badly

from puzzlekit.core.errors import PuzzleError, TimeLimitReached

SMALL = ((2, 2), (3, 2), (4, 4), (6, 6))  # sizes of puzzles; a generator takes one of them
SEEDS = 10  # puzzles of a generator, of which one at least has several solutions if it may


@each_room("generator")
def test_generators_are_called_alike(room: ModuleType) -> None:
    seed, only = parameters_of(room.generate)["seed"], parameters_of(room.generate)["unique"]
    assert (seed.kind, seed.default) == (seed.KEYWORD_ONLY, seed.empty)
    assert (only.kind, only.default) == (only.KEYWORD_ONLY, True)


@each_room("generator")
@pytest.mark.once
def test_a_seed_gives_one_puzzle_with_one_solution(room: ModuleType) -> None:
    state = random.getstate()
    first, again, other = (room.generate(seed=seed) for seed in (1, 1, 2))
    assert first == again != other
    assert random.getstate() == state
    assert isinstance(first, room.Puzzle)
    for puzzle in (first, other):
        assert {len(found) for found in ask_peers(room, puzzle, 2).values()} == {1}
        assert room.parse(str(puzzle)) == puzzle


@each_room("generator")
def test_a_generator_that_need_not_make_one_solution_sometimes_makes_several(room: ModuleType) -> None:
    def found(seed: int) -> int:
        puzzle = room.generate(seed=seed, unique=False)
        assert puzzle == room.generate(seed=seed, unique=False)
        number = len(first_peer(room, puzzle))
        assert number
        return number

    assert any(found(seed) > 1 for seed in range(1, SEEDS + 1))


@each_room("generator")
def test_a_board_makes_a_puzzle_from_a_seed_and_says_how(room: ModuleType) -> None:
    first = loaded(room, tiny_names(room)[0])
    board, on_a_page = room.board(first), opened(room, tiny_names(room)[0])
    for size in SMALL:
        with suppress(PuzzleError):
            expected = room.generate(*size, seed=7)
            break
    message = {"do": "generate", "text": "{} x {}, 7".format(*size)}
    press(board, message)
    assert board.puzzle == expected
    assert f"{name_of(room)}.generate({size[0]}, {size[1]}, seed=7)" in board.ui["message"]
    board.undo()
    assert board.puzzle == first
    press(board, {"do": "generate", "text": "{} x {}".format(*size)})
    assert "expected a size and a seed" in board.ui["message"]
    assert board.puzzle == first
    assert on_a_page.state()["ui"]["generates"] is None
    assert "no generator" in ask(on_a_page, message)["ui"]["message"]


SIZES = (-1, 0, 1, 5, 20, 30, 100, 10**9, 10**400)  # of what is generated


@each_room("generator")
def test_a_generator_takes_or_refuses_whatever_is_handed_in(room: ModuleType) -> None:
    parameters = {name: p for name, p in parameters_of(room.generate).items() if name not in ("unique", "seed")}
    quick = {"seed": 1, "unique": False, "time_limit": 1.0}
    usual = room.generate(**quick)
    for name, parameter in parameters.items():
        assert [told for strange in STRANGE for told in refused_badly(room.generate, name, strange, quick)] == []
        if parameter.annotation in NUMBERS:
            for strange in NEVER_NUMBERS:
                with pytest.raises(PuzzleError):
                    room.generate(**quick | {name: strange})
        if parameter.annotation is int and parameter.default is not parameter.empty:
            assert room.generate(**quick | {name: np.int64(parameter.default)}) == usual
    for strange in (None, *NEVER_NUMBERS, -1, 1.0):
        with pytest.raises(PuzzleError, match=r"^found seed = .*, expected a whole number, 0 or more$"):
            room.generate(**quick | {"seed": strange})
    assert room.generate(**quick | {"seed": np.int64(1)}) == usual
    assert room.generate(**quick | {"seed": 10**400})


@each_room("generator")
@pytest.mark.once
def test_a_generator_has_an_end_whatever_the_size(room: ModuleType) -> None:
    """Sizes are the parameters without a name: those that it does not take it refuses at once, and others in time."""
    sizes = [p.name for p in parameters_of(room.generate).values() if p.kind is p.POSITIONAL_OR_KEYWORD]
    limit = parameters_of(room.generate)["time_limit"]
    assert (limit.kind, limit.default) == (limit.KEYWORD_ONLY, None)
    assert sizes
    refused = set()
    for values in [(size,) * len(sizes) for size in SIZES] + [
        (*before, size) for size in (-1, 10**9) for before in [(5,) * i for i in range(len(sizes))]
    ]:
        begin = time.monotonic()
        try:
            puzzle = room.generate(*values, seed=1, time_limit=0.05)
            assert len(first_peer(room, puzzle)) == 1
        except TimeLimitReached:
            pass
        except PuzzleError:
            refused.add(values)
        assert time.monotonic() - begin < PATIENCE
    assert {(size,) * len(sizes) for size in (-1, 10**9, 10**400)} <= refused
    with pytest.raises(TimeLimitReached, match=r"^time limit of 0 s reached, no puzzle generated$"):
        room.generate(seed=1, time_limit=0)
