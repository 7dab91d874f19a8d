"""Whole games by ear: a script that has only the names and roles of the page's accessibility tree, and the keyboard,
reads each puzzle, solves it, enters the solution, and hears that it is solved."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from bare import Bare
from hands import ROOMS, seen
from patience import until

from puzzlekit.battleship import rules

TRIES = 5  # presses of a key until a place holds a word: several words begin with one letter
PAIR = re.compile(r"(?:row |\()(\d+),(?: column )?(\d+)")  # of "row 1, column 2", and of "(1,2)"
Place = tuple[tuple[int, int], ...] | str
SHIPS = {kind: rules.said(kind) for kind in "~<>^v#o*"}


def pairs(name: str) -> list[tuple[int, int]]:
    """The row and column in a name, or those of both ends of a line."""
    return [(int(i), int(j)) for i, j in PAIR.findall(name)]


def place(name: str) -> Place:
    """Where an element with this name stands, in numbers or in words."""
    return tuple(pairs(name)) or name.partition(",")[0]


class Reader:
    """What a screen reader has of a page, and the keys that are pressed meanwhile."""

    def __init__(self, page: Any):
        self.page, self._session = page, page.context.new_cdp_session(page)

    def nodes(self) -> list[dict]:
        return [node for node in self._session.send("Accessibility.getFullAXTree")["nodes"] if "role" in node]

    def named(self, *roles: str) -> list[str]:
        return [name(node) for node in self.nodes() if role(node) in roles]

    def focused(self) -> str:
        """The name of the place that has the focus, once the board is at rest; "" if another thing has it."""
        nodes = until(lambda: (nodes := self.nodes()) and not any(has(node, "busy") for node in nodes) and nodes)
        return next((name(n) for n in nodes if role(n) in ("gridcell", "option") and has(n, "focused")), "")

    def lap(self) -> Iterator[str]:
        """Tab to the board, and go by the arrow to the right from place to place until all were heard."""
        while not (first := self.focused()):
            self.page.keyboard.press("Tab")
        yield first
        self.page.keyboard.press("ArrowRight")
        while place(now := self.focused()) != place(first):
            yield now
            self.page.keyboard.press("ArrowRight")

    def symbols(self) -> list[str]:
        """The words that can be entered in the focused place."""
        nodes = {node["nodeId"]: node for node in self.nodes()}
        (group,) = (node for node in nodes.values() if name(node) == "Symbols")
        return [name(nodes[child]) for child in group["childIds"] if name(nodes[child]) != "empty"]

    def heard(self) -> str:
        """What live regions have said."""
        nodes = {node["nodeId"]: node for node in self.nodes()}
        live = [node for node in nodes.values() if any(p["name"] == "live" for p in node.get("properties", ()))]
        return " ".join(text for node in live for text in texts(node, nodes))


def role(node: dict) -> str:
    return str(node["role"]["value"])


def name(node: dict) -> str:
    return str(node.get("name", {}).get("value", ""))


def has(node: dict, wanted: str) -> bool:
    return any(p["name"] == wanted and p["value"].get("value") for p in node.get("properties", ()))


def texts(node: dict, nodes: Mapping[str, dict]) -> Iterator[str]:
    if role(node) == "StaticText":
        yield name(node)
    for child in node.get("childIds", ()):
        yield from texts(nodes[child], nodes) if child in nodes else ()


# How the text of a puzzle is read off the names


def grid(reader: Reader) -> tuple[str, list[str], int, int]:
    """The name of the grid, the names of its places, and its size."""
    (title,) = reader.named("grid")
    rows, columns = re.findall(r"\d+", title)[:2]
    return title, reader.named("gridcell"), int(rows), int(columns)


def picture(rows: int, columns: int, signs: Mapping[tuple[int, int], str]) -> list[str]:
    return ["".join(signs.get((i, j), ".") for j in range(1, columns + 1)) for i in range(1, rows + 1)]


def clues(names: list[str], pattern: str) -> dict[tuple[int, int], str]:
    """What stands in each cell or point in whose name this is found."""
    found = [(pairs(own), re.search(pattern, own)) for own in names]
    return {where[0]: clue[1] for where, clue in found if clue and len(where) == 1}


def sudoku(reader: Reader) -> str:
    title, names, rows, columns = grid(reader)
    p, q = re.findall(r"boxes of (\d+) x (\d+)", title)[0] if "boxes" in title else 2 * (round(rows**0.5),)
    return "\n".join([f"boxes: {p}x{q}", *picture(rows, columns, clues(names, r"given (\w)"))])


def battleship(reader: Reader) -> str:
    _, names, rows, columns = grid(reader)
    signs = {word: sign for sign, word in SHIPS.items()}
    cells = {at: signs[word] for at, word in clues(names, r"given ([a-z ]+)").items()}
    said = "\n".join(names)
    fleet = [f"{number}x{length}" for length, number in re.findall(r"fleet, length (\d+), (\d+)", said)]
    down, across = (re.findall(rf"count of {side} \d+, (\w+)", said) for side in ("row", "column"))
    lines = [f"{line} {count}" for line, count in zip(picture(rows, columns, cells), down, strict=True)]
    return "\n".join([f"fleet: {' '.join(fleet)}", *lines, " ".join(across)]).replace("hidden", "?")


def circuit(reader: Reader) -> str:
    _, names, rows, columns = grid(reader)
    signs = {"empty": "o", "blacked out": "#", "endpoint s": "s", "endpoint t": "t"}
    points = clues(names, rf"({'|'.join(signs)})")
    drawn = {(2 * i - 1, 2 * j - 1): signs[word] for (i, j), word in points.items()}
    for (i, j), (k, m) in (pairs(own) for own in names if own.endswith("given")):
        drawn[i + k - 1, j + m - 1] = "-" if i == k else "|"
    return "\n".join(picture(2 * rows - 1, 2 * columns - 1, drawn))


def hashi(reader: Reader) -> str:
    _, names, rows, columns = grid(reader)
    return "\n".join(picture(rows, columns, clues(names, r"wants (\d)")))


def zebra(reader: Reader) -> str:
    attributes = {}
    for own in reader.lap():
        if found := re.match(r"the (.+) of house 1,", own):
            attributes[found[1]] = reader.symbols()
    houses = re.findall(r"\d+", reader.named("grid")[0])[0]
    known = [f"{attribute}: {', '.join(own)}." for attribute, own in attributes.items()]
    told = [re.findall(r"clue \d+\. (.+), given", own)[0] for own in reader.named("option")]
    listed = [clue.replace("directly ", "") + "." for clue in told]
    return "\n".join([f"houses: {houses}", "attributes:", *known, "clues:", *listed])


def slitherlink(reader: Reader) -> str:
    _, names, rows, columns = grid(reader)
    return "\n".join(picture(rows, columns, clues(names, r"^row .*clue (\d)")))


def numberlink(reader: Reader) -> str:
    title, names, rows, columns = grid(reader)
    cover, touch = "no" if "may stay empty" in title else "yes", "yes" if "touch themselves" in title else "no"
    letters = clues(names, r"^row .*letter (\w)")
    return "\n".join([f"cover: {cover}", f"touch: {touch}", *picture(rows, columns, letters)])


# What is to be entered: at each place a key, and the word that is then heard


def symbols(solution: Any) -> dict[Place, tuple[str, str]]:
    return {(cell.numbers(),): (str(sign), SHIPS.get(sign, str(sign))) for cell, sign in solution.filled.items()}


def lines(solution: Any) -> dict[Place, tuple[str, str]]:
    return {(edge.a.numbers(), edge.b.numbers()): ("1", "drawn") for edge in solution.drawn}


def bridges(solution: Any) -> dict[Place, tuple[str, str]]:
    words = {1: "one bridge", 2: "two bridges"}
    return {(edge.a.numbers(), edge.b.numbers()): (str(count), words[count]) for edge, count in solution.bridges}


def properties(solution: Any) -> dict[Place, tuple[str, str]]:
    return {
        f"the {attribute} of house {house}": (own[0].lower(), own)
        for attribute, row in solution.rows
        for house, own in enumerate(row, start=1)
    }


GAMES: dict[str, tuple[str, Callable[[Reader], str], Callable[[Any], Mapping[Place, tuple[str, str]]]]] = {
    "sudoku": ("tiny_boxes_2x3", sudoku, symbols), "battleship": ("tiny_4x4", battleship, symbols),
    "circuit": ("tiny_path", circuit, lines), "hashi": ("tiny_crossing", hashi, bridges),
    "zebra": ("tiny_kinds", zebra, properties), "slitherlink": ("tiny_square", slitherlink, lines),
    "numberlink": ("tiny_empty_touch", numberlink, lines),
}  # fmt: skip


@pytest.mark.parametrize("room", GAMES)
def test_a_game_is_read_and_played_by_ear(bare: Bare, room: str) -> None:
    package, (file, read, entries) = ROOMS[room], GAMES[room]
    seen(bare, package.board(package.load(file)))
    reader = Reader(bare.page)
    puzzle = package.parse(read(reader))
    assert puzzle == package.load(file)
    entered = entries(package.solve(puzzle))
    for now in reader.lap():
        key, word = entered.get(place(now), ("", ""))
        tries = TRIES if key and "given" not in now else 0
        while word not in now.split(", ") and tries:
            bare.page.keyboard.press(key)
            now, tries = reader.focused(), tries - 1
        if "Solved: all rules hold." in reader.heard():
            return
    pytest.fail(f"it is not solved, or nobody says so: {reader.heard()}")
