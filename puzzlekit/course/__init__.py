"""What makes a course of the rooms: how an attempt is answered, how tables look, what the first chapters need."""
