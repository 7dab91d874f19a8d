"""The parts of the course beside the puzzles: checks of exercises, tables, and the modules of single chapters."""
