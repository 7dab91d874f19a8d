"""Proofs in words: sorted, named, told in sentences, and as the table of their sum."""
