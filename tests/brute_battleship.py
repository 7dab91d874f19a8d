"""All solutions of a Battleship puzzle by plain backtracking over ships: no solver, nothing of the package."""

from collections.abc import Iterator, Sequence

Place = tuple[int, int]  # row, column
Board = tuple[str, ...]


def ships(height: int, width: int, length: int) -> list[dict[Place, str]]:
    """Every place of a ship of this length, as place -> symbol."""
    if length == 1:
        return [{(i, j): "o"} for i in range(height) for j in range(width)]
    found = []
    for i in range(height):
        for j in range(width):
            middle = "#" * (length - 2)
            if j + length <= width:
                found.append({(i, j + k): symbol for k, symbol in enumerate(f"<{middle}>")})
            if i + length <= height:
                found.append({(i + k, j): symbol for k, symbol in enumerate(f"^{middle}v")})
    return found


def boards(height: int, width: int, fleet: Sequence[int]) -> Iterator[dict[Place, str]]:
    """Every way to place these ships apart, each once; `fleet` lists the lengths, equal ones together."""
    places = {length: ships(height, width, length) for length in fleet}

    def place(left: Sequence[int], first: int, board: dict[Place, str], taken: set[Place]) -> Iterator[dict]:
        if not left:
            yield board
            return
        for index, ship in enumerate(places[left[0]]):
            if index >= first and not taken & ship.keys():
                again = index + 1 if left[1:] and left[1] == left[0] else 0
                yield from place(left[1:], again, board | ship, taken | _near(ship))

    return place(list(fleet), 0, {}, set())


def _near(ship: dict[Place, str]) -> set[Place]:
    return {(i + a, j + b) for i, j in ship for a in (-1, 0, 1) for b in (-1, 0, 1)}


def any_boards(height: int, width: int, lengths: Sequence[int]) -> Iterator[dict[Place, str]]:
    """Every way to place any number of ships of these lengths apart, each once."""
    places = [ship for length in lengths for ship in ships(height, width, length)]

    def place(first: int, board: dict[Place, str], taken: set[Place]) -> Iterator[dict]:
        yield board
        for index in range(first, len(places)):
            if not taken & places[index].keys():
                yield from place(index + 1, board | places[index], taken | _near(places[index]))

    return place(0, {}, set())


def solutions(
    clues: Sequence[str], rows: Sequence[int | None], columns: Sequence[int | None], fleet: Sequence[int]
) -> Iterator[Board]:
    """Yield each board that keeps the clues and the counts (None = not told), as a string for each row."""
    height, width = len(clues), len(clues[0])
    for board in boards(height, width, fleet):
        picture = tuple("".join(board.get((i, j), "~") for j in range(width)) for i in range(height))
        if _keeps(picture, clues) and _counts(picture, rows) and _counts(list(zip(*picture, strict=True)), columns):
            yield picture


def _counts(lines: Sequence[Sequence[str]], counts: Sequence[int | None]) -> bool:
    return all(count in (None, len(line) - line.count("~")) for line, count in zip(lines, counts, strict=True))


def _keeps(picture: Board, clues: Sequence[str]) -> bool:
    pairs = zip("".join(picture), "".join(clues), strict=True)
    return all(clue in (".", symbol) or (clue == "*" and symbol != "~") for symbol, clue in pairs)
