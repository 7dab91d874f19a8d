"""Why must this be so? Proofs in the solver's own language: a few rows whose signed sum leaves no other way."""

from puzzlekit.explain.certificate import CONTRADICTION, Certificate, Term, added_up
from puzzlekit.explain.clash import Clash, clash
from puzzlekit.explain.picture import marks, touched
from puzzlekit.explain.premises import Premises, premises
from puzzlekit.explain.proof import Cases, Proof, Supposition
from puzzlekit.explain.repairs import Repair, repairs
from puzzlekit.explain.search import Program, get_ready
from puzzlekit.explain.steps import (
    Explained,
    Explanation,
    Rating,
    asked,
    difficulty,
    explanation,
    next_step,
    steps,
    why,
)
from puzzlekit.explain.why_not import Mistake, mistake, why_not
