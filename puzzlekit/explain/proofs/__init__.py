"""The search for proofs: what a proof may use, the linear programs that find one, and its check in exact fractions."""
