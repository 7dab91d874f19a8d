"""What stands in for a board where neither a widget nor a picture is shown, as in a notebook nobody trusts yet."""

PLAYED = "A board. Run this cell to play on it."


def twin(picture: str) -> str:
    """The picture of a puzzle in a frame, spaced so that a grid looks like one."""
    lines = picture.split("\n")
    wide = max(map(len, lines))
    if len(lines) > 1 and all(len(line) == wide for line in lines) and " " not in picture:
        lines, wide = [" ".join(line) for line in lines], 2 * wide - 1
    rule = "─" * (wide + 2)
    return "\n".join([f"┌{rule}┐", *(f"│ {line.ljust(wide)} │" for line in lines), f"└{rule}┘", PLAYED])
