"""Plays a board of each type with the files alone that a page carries, where no solver, arrays or widgets are there.

    python -I played_alone.py FOLDER PUZZLES.json

FOLDER has the files; PUZZLES is {type: text of a puzzle}. Prints what each board says in the end.
"""

import json
import sys
from typing import Any

folder, puzzles = sys.argv[1:]
ABSENT = {"pyscipopt", "numpy", "scipy", "matplotlib", "pandas", "networkx", "ipywidgets", "anywidget", "traitlets"}
ABSENT |= {"IPython", "ortools", "tqdm"}


class Nowhere:
    """Finds none of these."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        if name.split(".")[0] in ABSENT:
            raise ModuleNotFoundError(f"{name} is not there", name=name)


sys.meta_path.insert(0, Nowhere())
sys.path.insert(0, folder)

from puzzlekit.page.board import PageBoard, open_board  # noqa: E402
from puzzlekit.page.links import from_link  # noqa: E402


def ask(board: PageBoard, do: str, **more: Any) -> dict[str, Any]:
    """What the page shows after a message and all turns."""
    seen = json.loads(json.dumps(board.state()))
    for news in [*board.receive({"do": do, **more}), *(board.turn() if board.pending else ())]:
        seen |= json.loads(json.dumps(news))
    return seen


def play(name: str, text: str) -> str:
    """Everything once; what Check says of the puzzle's own solution."""
    board = open_board(name, text, place="here")
    first = ask(board, "ping")
    hinted = ask(board, "hint")
    (element,) = hinted["state"].keys() - first["state"].keys()
    assert ask(board, "undo")["state"] == first["state"]
    assert ask(board, "set", changes={element: hinted["state"][element]})["state"] == hinted["state"]
    assert ask(board, "check")["ui"]["message"].startswith("Right so far: 1 entry."), name
    assert ask(board, "next_step")["ui"]["walk"], name
    ask(board, "forward")
    ask(board, "note")
    filled = ask(board, "solve")
    position = filled["ui"]["position"]
    ask(board, "mode", mode="edit")
    edited = ask(board, "new", text="4 x 4")
    assert edited["ui"]["puzzle"] != first["ui"]["puzzle"], name
    assert ask(board, "paste", text=position, sure=True)["state"] == filled["state"]
    for link in filter(None, (filled["ui"]["link"], f"{name}:{position}")):
        assert (from_link(link).puzzle_type, from_link(link).text) == (name, str(first["ui"]["puzzle"]))
    ask(board, "mode", mode="play")
    return str(ask(board, "check")["ui"]["message"])


with open(puzzles, encoding="utf-8") as file:
    said = {name: play(name, text) for name, text in json.load(file).items()}
assert not ABSENT & sys.modules.keys()
print(json.dumps(said))
