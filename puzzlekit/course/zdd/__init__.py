"""What chapter 11 needs beside `puzzlekit.zdd`: its exercises."""
