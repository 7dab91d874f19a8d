"""Where there is no solution: the clues or entries to blame, and the smallest repairs."""
