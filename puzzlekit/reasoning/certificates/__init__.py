"""Certificates that an element must be in its state: a few constraints of the model, and their signed sum."""

from puzzlekit.reasoning.certificates.certificate import CONTRADICTION, Certificate, Term, added_up
from puzzlekit.reasoning.certificates.premises import Premises, premises
from puzzlekit.reasoning.certificates.proof_lp import ProofLP
from puzzlekit.reasoning.certificates.why import ProvedState, why, why_not
