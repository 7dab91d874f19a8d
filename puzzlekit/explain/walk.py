"""A walk in words: the steps on which something rests, told whole or several of them together."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, NamedTuple

from puzzlekit.errors import capital
from puzzlekit.explain.explained_step import ExplainedStep, step_by
from puzzlekit.explain.proofs.easiest import AT_A_GLANCE
from puzzlekit.explain.proofs.known import Known
from puzzlekit.explain.proofs.premises import Premises
from puzzlekit.explain.proofs.proof import Proof, used
from puzzlekit.explain.proofs.row_kinds import KNOWN, about
from puzzlekit.explain.words.naming import concluded
from puzzlekit.grammar import FEW, LONGEST, lines, narrowed

TOLD = 7  # parts of a walk: of more steps the last and at most two hard ones are told whole, the others in groups
HARDEST = 2
ITEM = "- "  # begins a line of several steps together, so that one sees where they end

Proofs = tuple[Proof, ...]  # of one step


class Part(NamedTuple):
    """What is told, its marks, and how many steps are known where it is told: of several together they themselves,
    too."""

    words: str
    marks: dict[Any, str]
    known: int


def needed(way: Sequence[Proofs], proofs: Iterable[Proof]) -> list[Proofs]:
    """Those of the steps on a way on which some proofs rest."""
    kept, facts = list[Proofs](), _facts(proofs)
    for own in reversed(way):
        if any(about(proof.claim) in facts for proof in own):
            kept.append(own)
            facts |= _facts(own)
    return kept[::-1]


def _facts(proofs: Iterable[Proof]) -> set[tuple[Any, bool]]:
    """What proofs take as known."""
    every = (one for proof in proofs for one in (proof, getattr(proof, "shortest", None)) if one)
    return {about(row) for proof in every for row in used(proof) if row.family == KNOWN}


def in_words(known: Known, way: Sequence[Proofs]) -> list[ExplainedStep]:
    """Proofs as steps, each told by what the ones before it say, and not by what else was found at that time; what
    says nothing new goes with the step before it. What an element is not, when that was asked, is said by itself."""
    premises, left, steps = known.start, dict(known.begun), list[ExplainedStep]()
    for number, proofs in enumerate(way, start=1):
        step = step_by(premises, left, proofs)
        premises = premises.knowing(*(proof.claim for proof in proofs))
        last = number == len(way)
        said = steps[-1].candidates if last and steps else left
        asked_not = last and proofs[0].claim.lower is None
        if steps and not asked_not and step.candidates.items() <= said.items():
            steps[-1] = replace(steps[-1], proofs=(*steps[-1].proofs, *proofs))
        else:
            steps.append(step)
            left |= step.candidates
    return steps


def told_before(premises: Premises, steps: Sequence[ExplainedStep], ends: Sequence[Proof]) -> list[Part]:
    """What is told before the end of a walk: steps, or several of them together, by what later ones that are told, or
    the end, take from them."""
    parts, whole = list[Part](), _told_alone(steps)
    groups = [[*own] for _, own in groupby(range(len(steps)), key=lambda i: i if i in whole else None)]
    alone = {i for numbers in groups for i in numbers if len(numbers) == 1}
    for numbers in groups:
        own = [steps[i] for i in numbers]
        if len(own) == 1:
            step = said_anew(own[0], parts[-1].words if parts else "")
            parts += (Part(words, marks, numbers[0]) for words, marks in _whole(step))
        else:
            later = [proof for i in range(numbers[-1], len(steps)) if i in alone for proof in steps[i].proofs]
            taken = {index[0] for index, _ in _facts([*later, *ends]) if index}
            marks = {element: "hinted" for step in own for element in step.candidates}
            parts.append(Part(_together(premises, own, taken), marks, numbers[-1] + 1))
    return parts


def _told_alone(steps: Sequence[ExplainedStep]) -> set[int]:
    """The numbers of the steps that are told whole: the last ones, and hard ones before them, each of which may stand
    between two groups; so that with the end there are so many parts at most."""
    norms = [steps[i].proof.norm for i in range(len(steps))]
    if len(steps) < TOLD:
        return {*range(len(steps))}
    for number in range(HARDEST + 1):
        last = range(len(steps) - (TOLD - 2 - 2 * number), len(steps))
        hard = [i for i in range(last.start) if norms[i] > AT_A_GLANCE]
        if len(hard) <= number:
            break
    return {*sorted(hard, key=norms.__getitem__)[-HARDEST:], *last}


def _whole(step: ExplainedStep) -> list[tuple[str, dict[Any, str]]]:
    """A step as one part; or where its reason has several pictures, as one for each of them, of which the first begins
    with what is supposed and the last ends with what follows."""
    pattern, reason, conclusion = step.sentences
    reasons = [(words, dict(marks)) for words, marks in step.pictures if words in reason]
    if len(reasons) < 2:
        return [("\n".join(filter(None, step.sentences)), dict(step.marks))]
    hinted = {element: mark for element, mark in step.marks.items() if "hinted" in mark}
    (begins, marks), *_ = reasons
    reasons[0] = ("\n".join(filter(None, (pattern, begins))), marks)
    (ends, marks) = reasons[-1]
    reasons[-1] = (f"{ends}\n{conclusion}", {**marks, **hinted})
    return reasons


def said_anew(step: ExplainedStep, before: str) -> ExplainedStep:
    """A step without what was said just before it, be it with a name."""
    *lines, last = [capital(line.removeprefix("So ").removeprefix(ITEM)) for line in before.splitlines()] or [""]
    told = {*lines, last, f"{last.rpartition(': ')[0]}.", last.replace(" can only be ", " is ")}
    pattern, reason, conclusion = step.sentences
    if pattern and told.issuperset(pattern.splitlines()):
        pattern = ""
    if not pattern and told.issuperset(reason.splitlines()):
        reason = ""
    name = conclusion.rpartition(": ")[2]
    if not pattern and not reason and last.endswith(f": {name}"):
        conclusion = f"{conclusion.removesuffix(f': {name}')}."
    said = (pattern, reason, conclusion)
    anew = ((conclusion if words == step.sentences[2] else words, marks) for words, marks in step.pictures)
    pictures = tuple((words, marks) for words, marks in anew if any(words in own for own in said))
    return replace(step, sentences=said, message=" ".join(filter(None, said)), pictures=pictures)


def _together(premises: Premises, steps: Sequence[ExplainedStep], taken: set[Any]) -> str:
    """Several steps by what follows from them, if that fits in a few lines; else by what is said of the elements that
    are taken from them, however many, or by those whose state is known."""
    left = {element: states for step in steps for element, states in step.candidates.items()}
    claims = {  # of an element whose state is known in the end, that alone
        (proof.claim.index[0] if len(left[proof.claim.index[0]]) == 1 else proof.claim.index): proof
        for step in steps
        for proof in step.proofs
    }
    every = list(claims.values())
    later = [proof for proof in every if proof.claim.index[0] in taken]
    settled = [proof for proof in every if len(left[proof.claim.index[0]]) == 1]
    for told, most in ((every, FEW), (later, len(later)), (settled, FEW)):
        rest = len(left) - len({proof.claim.index[0] for proof in told})
        more = [f"on the way {narrowed(rest, 'more place')}"] if rest else []
        items = lines(lambda own: f"{ITEM}{concluded(premises, own, left)}", told) if told else []
        follows = [*(item.removeprefix(ITEM) for item in items), *more] if items else []
        if 0 < len(follows) <= most + len(more):
            head = f"In {len(steps)} steps:"
            own = "\n".join(f"{ITEM}{capital(line)}." for line in follows)
            one_line = f"{head} {follows[0]}"
            return f"{one_line}." if len(follows) == 1 and len(one_line) < LONGEST else f"{head}\n{own}"
    return f"In {len(steps)} steps {narrowed(len(left), 'place')}."
