"""The parts of the course other than puzzle types: checks of exercises, tables, and the modules of single chapters."""
