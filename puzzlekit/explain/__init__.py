"""Why must this be so? Proofs in the solver's own language: a few rows whose signed sum leaves no other way."""

from puzzlekit.explain.difficulty import difficulty
from puzzlekit.explain.explained_step import ExplainedStep, Explanation, Rating
from puzzlekit.explain.highlights import marks, touched
from puzzlekit.explain.proofs.certificate import CONTRADICTION, Certificate, Term, added_up
from puzzlekit.explain.proofs.memory import Memory
from puzzlekit.explain.proofs.premises import Premises
from puzzlekit.explain.proofs.premises_of import premises
from puzzlekit.explain.proofs.proof import Cases, ContradictionProof, Proof
from puzzlekit.explain.proofs.proof_lp import ProofLP, get_ready
from puzzlekit.explain.steps import explanation, next_step, steps
from puzzlekit.explain.walk import TOLD
from puzzlekit.explain.why import why, why_not
from puzzlekit.reasoning.conflicts import ClueConflict, Repair, asked, minimal_conflict, repairs
