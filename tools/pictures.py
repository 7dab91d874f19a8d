"""Draw the pictures of the README: `python tools/pictures.py` writes data/pictures/."""

from pathlib import Path

from puzzlekit import drawing, scip, sudoku
from puzzlekit.sudoku import model_assignment

FOLDER = Path(__file__).resolve().parents[1] / "data" / "pictures"


def sudoku_and_relaxation() -> None:
    """Draw Figure 3.1 of the report: solved, and as a point of its LP relaxation."""
    puzzle = sudoku.load("report_figure_3_1")
    built = model_assignment.build(puzzle)
    left, right = drawing.boards(2, titles=["Solved by SCIP", "What the LP relaxation knows"])
    sudoku.draw(puzzle, sudoku.solve(puzzle), ax=left)
    sudoku.draw(puzzle, fractions=built.fractions(scip.relax(built).values), ax=right)
    left.figure.savefig(FOLDER / "sudoku.png", dpi=140, metadata={"Software": None})


def sudoku_checked() -> None:
    """Draw a wrong board as the checker marks it."""
    puzzle = sudoku.load("report_figure_3_1")
    without_boxes = [
        family for family in model_assignment.FAMILIES if family is not model_assignment.digit_once_per_box
    ]
    built = model_assignment.build(puzzle, tuple(without_boxes))
    board = built.decode(scip.solve(built).values)
    ax = sudoku.draw(puzzle, board, marks=sudoku.marks(puzzle, board))
    ax.set_title("The model without its box rows")
    ax.figure.savefig(FOLDER / "sudoku_checked.png", dpi=140, metadata={"Software": None})


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    sudoku_and_relaxation()
    sudoku_checked()
