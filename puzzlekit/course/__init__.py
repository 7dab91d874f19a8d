"""What makes a course of the puzzles: how an attempt is answered, how tables look, what the first chapters need."""
