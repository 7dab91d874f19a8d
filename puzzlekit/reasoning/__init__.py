"""Why must this be so? Rules that people know, then suppositions: one reasoner for all puzzle types."""
