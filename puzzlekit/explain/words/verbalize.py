"""Proofs in words: the pattern, the reason, the conclusion, each in a sentence that a person can take in.

How a family's rows are spoken of comes with the model, as `Wording`; which of them are spoken of, and in which order,
is the same for every puzzle.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from puzzlekit.errors import capital, counted, joined
from puzzlekit.explain.proofs.certificate import Certificate
from puzzlekit.explain.proofs.premises import Premises
from puzzlekit.explain.proofs.proof import Cases, ContradictionProof, Proof
from puzzlekit.explain.proofs.row_kinds import ASSUMED, is_claim
from puzzlekit.explain.words.link_kinds import is_direct
from puzzlekit.explain.words.naming import (
    BY,
    at,
    by_itself,
    clause_of,
    clauses_of,
    clue_of,
    concluded,
    filled_in,
    known_of,
    phrases_of,
    state_of,
)
from puzzlekit.explain.words.proof_parts import PLAIN, ProofParts, clue_rows, proof_parts
from puzzlekit.explain.words.verbalize_cases import either_way, supposed
from puzzlekit.grammar import FULL, LONGEST, Clause, clauses, in_lines, lines, listed, named, short
from puzzlekit.scip.constraints import LinearConstraint
from puzzlekit.scip.wording import AtAGlance, StepConstraints

KINDS = 4  # families whose constraints are counted one by one
NAMED, SHORT, LONG, SUPPOSED, CASES, COUNTED = "named", "plain", "long", "supposed", "cases", "counted"


@dataclass(frozen=True)
class StepText:
    """A step in words.

    Attributes
    ----------
    pattern
        What is there already; may be empty.
    reason
        What asks for more, and what admits no more; may be empty.
    conclusion
        What follows.
    kind
        How it is told: "named" with a name that players know, "plain" with three rules at most, "long" with more
        or where one counts more than once, "supposed", by "cases", or "counted" where nobody could follow.
    """

    pattern: str
    reason: str
    conclusion: str
    kind: str

    def __str__(self) -> str:
        return " ".join(part for part in (self.pattern, self.reason, self.conclusion) if part)


def verbalize(premises: Premises, proofs: Sequence[Proof], left: Mapping[Any, frozenset]) -> StepText:
    """A step in words: what these proofs use, and what follows where so many states are left to the elements.

    No sentence is longer than `LONGEST`, unless the name of a single thing is.
    """
    own = proof_parts(premises, proofs)
    said = _said(premises, own, proofs)
    pattern, reason, follows = said or _counted(premises, proofs)
    follows = follows or _follows(premises, proofs, left)
    if said and isinstance(proofs[0], Cases):
        follows = f"either way {follows}"
    if pattern.split(BY)[0] == follows:  # a clue says just this
        row = own.facts[0]
        elsewhere = not is_claim(row) and row.index != proofs[0].claim.index[0]
        pattern, reason = "", clauses([clause_of(premises, by_itself(row))], FULL) if elsewhere else "it is given"
    name = _technique(premises, own, proofs) if said and not isinstance(proofs[0], Cases) else ""
    if isinstance(name, AtAGlance):
        pattern, reason = name.by, ""
    if name and len(f"so {follows}: {name}.") <= LONGEST:
        follows = f"{follows}: {name}"
    elif name:
        reason = f"{name}: {reason}" if len(f"{name}: {reason}") < LONGEST else f"{name}:\n{reason}"
    kind = NAMED if name else _kind(premises, own, proofs[0], told=said is not None)
    return StepText(_sentence(pattern), _sentence(reason), _sentence(f"so {follows}"), kind)


def _sentence(words: str) -> str:
    """What is said, with a capital and a full stop in each line."""
    return "\n".join(f"{capital(line)}{'' if line.endswith(':') else '.'}" for line in words.splitlines())


def _kind(premises: Premises, own: ProofParts, first: Proof, *, told: bool) -> str:
    """How proofs are told that have no name."""
    if isinstance(first, Cases):
        return CASES
    if not told:
        return COUNTED
    if isinstance(first, ContradictionProof):
        return SHORT if is_direct(premises, first) and own.rules <= PLAIN else SUPPOSED
    return SHORT if own.plain else LONG


def proof_signature(premises: Premises, proof: Certificate) -> tuple[str, ...]:
    """What a proof says before it concludes: where two say the same, they are one thought."""
    own = proof_parts(premises, [proof])
    if not _said(premises, own, [proof]):
        return tuple(sorted(map(_place, clue_rows([proof]))))
    said = {*clauses_of(premises, (*own.satisfied, *own.at_least, *own.at_most)), *known_of(premises, own.known)}
    return tuple(sorted(" ".join(pair) for pair in said))


def may_share(premises: Premises, row: LinearConstraint, begins: Iterable[str], signature: Sequence[str]) -> bool:
    """Whether a proof by a row of a rule, of which is said what begins so, may say just this before it concludes."""
    if premises.silent(row) or _place(row) in signature:
        return True
    return any(words.startswith(tuple(begins)) for words in signature)


def _place(row: LinearConstraint) -> str:
    return str((row.family, row.index))


def readable(premises: Premises, proofs: Sequence[Proof]) -> bool:
    """Whether proofs of one step are seen at once: by few rules, or by those of a step that has a name."""
    own = proof_parts(premises, proofs)
    return own.plain or (own.short and own.times == 1 and bool(_technique(premises, own, proofs)))


def is_told(premises: Premises, proofs: Sequence[Proof]) -> bool:
    """Whether proofs of one step are told, and not only counted."""
    if isinstance(first := proofs[0], Cases):
        return either_way(premises, first) is not None
    return isinstance(first, ContradictionProof) or proof_parts(premises, proofs).short


def has_name(premises: Premises, proofs: Sequence[Proof]) -> bool:
    """Whether players have a name for a step by these proofs."""
    return bool(_technique(premises, proof_parts(premises, proofs), proofs))


def _said(premises: Premises, own: ProofParts, proofs: Sequence[Proof]) -> tuple[str, str, str] | None:
    """Pattern, reason and perhaps the conclusion; None where nobody could follow in a sentence."""
    first, *more = proofs
    if isinstance(first, Certificate):
        return _narrated(premises, own, proofs) if own.short else None
    if any(proof.rules for proof in more):
        return None
    words = supposed(premises, first) if isinstance(first, ContradictionProof) else either_way(premises, first)
    return (*words, "") if words else None


def _narrated(premises: Premises, own: ProofParts, proofs: Sequence[Proof]) -> tuple[str, str, str]:
    """Pattern, reason and perhaps the conclusion, in which all is named: in lines where one of them gets too long."""
    full, asks, room = (clauses_of(premises, used) for used in (own.satisfied, own.at_least, own.at_most))
    only = _only(premises, own, proofs)
    told = any(one.open for one in own.at_least)  # what is left to them is what filled rows leave, which all can see
    for facts, has in ((own.facts, full), (own.fewer, full), *([(own.fewer, [])] if told else [])):
        known = known_of(premises, facts)
        if only and (pattern := named([*known, *has])) is not None:
            return pattern, "", only
        rules = [*asks, *room]
        about = {rule.subject for rule in rules}
        others = {one.predicate for one in known if one.subject not in about}  # what is so of several is said once
        apart = [one for one in known if BY in one.predicate or one.predicate in others]
        rules = [*(one for one in known if one not in apart), *rules]
        said = [*apart, *has, *rules]
        for end in (len(apart) + len(has), len(apart), len(said) - len(room)):
            if parts := _parts(said[:end], said[end:]):
                return (*parts, "")
        if parts := _shortest(said):
            return (*parts, "")
    known = known_of(premises, own.fewer)
    return in_lines([*known, *full]), in_lines([*asks, *room]), only


def _parts(first: Sequence[Clause], then: Sequence[Clause]) -> tuple[str, str] | None:
    """Pattern and reason, if neither gets too long."""
    pattern, reason = named(first), named(then)
    if pattern is None or reason is None:
        return None
    return pattern, reason or ("" if pattern else "the rules force it")


def _shortest(said: Sequence[Clause]) -> tuple[str, str] | None:
    """The same clauses, cut in two where that makes them shortest: those together of which the same is said."""
    predicates = [one.predicate for one in said]
    own = sorted(said, key=lambda one: predicates.index(one.predicate))
    cut = filter(None, (_parts(own[:end], own[end:]) for end in range(1, len(own))))
    return min(cut, key=lambda parts: len("".join(parts)), default=None)


def _only(premises: Premises, own: ProofParts, proofs: Sequence[Proof]) -> str:
    """What follows where one row asks, and every other has what it asks for."""
    claim = proofs[0].claim
    if len(own.at_least) != 1 or own.at_most or len(proofs) > 1 or claim.index is None or claim.lower is None:
        return ""
    template = phrases_of(premises, own.at_least[0].row).only.replace(" | ", " ")
    return filled_in(premises, own.at_least[0], template, **at(premises, [claim.index]))


def _technique(premises: Premises, own: ProofParts, proofs: Sequence[Proof]) -> str:
    """What a step is called, if it has a name: by the rows that it takes."""
    claim, known = proofs[0].claim, [fact for fact in own.known if fact.family != ASSUMED]
    if claim.index is None or (known and isinstance(proofs[0], ContradictionProof)):
        return ""
    asks, room = ([one.row for one in used] for used in (own.at_least, own.at_most))
    full = [one.row for one in own.satisfied]
    pattern = StepConstraints(claim, asks, room, known, full, premises.settled.keys())
    if premises.technique and (name := premises.technique(pattern)):
        return name
    return phrases_of(premises, asks[0]).name if len(asks) == 1 and not room and claim.lower is not None else ""


def _follows(premises: Premises, proofs: Sequence[Proof], left: Mapping[Any, frozenset]) -> str:
    """What follows."""
    return "\n".join(lines(lambda own: f"so {concluded(premises, own, left)}", proofs)).removeprefix("so ")


def _counted(premises: Premises, proofs: Sequence[Proof]) -> tuple[str, str, str]:
    """What is said where nobody can follow in a sentence: how many constraints it takes, and which clues."""
    rules = list({(term.row.family, term.row.index): None for proof in proofs for term in proof.rules})
    pattern = f"the proof combines {counted(len(rules), 'constraint')}"
    for first in (proof for proof in proofs if isinstance(proof, Cases)):
        asked = " ".join(state_of(premises, *first.split))
        leaves = sum(len(proof.leaves) for proof in proofs)
        pattern = f"the proof takes {leaves} cases, first whether {asked}, and {counted(len(rules), 'constraint')}"
        break
    kinds = Counter(str(family).replace("_", " ") for family, _ in rules)
    told = short(lambda shown: f"{pattern}{_kinds(kinds, shown)}", range(KINDS, 0, -1)) or pattern
    clues = list(dict.fromkeys(filter(None, (clue_of(premises, row) for row in clue_rows(proofs)))))
    return told, "\n".join(lines(_part_taken, clues)) if clues else "", ""


def _part_taken(clues: Sequence[str]) -> str:
    return f"{'this clue takes' if len(clues) == 1 else 'these clues take'} part: {listed(clues)}"


def _kinds(kinds: Counter[str], shown: int) -> str:
    """How many constraints of each family, the most first: of so many families."""
    ranked = kinds.most_common()
    if len(ranked) == 1:
        return f", all of {ranked[0][0]}"
    told, rest = [f"{number} of {family}" for family, number in ranked[:shown]], ranked[shown:]
    others = [counted(sum(number for _, number in rest), "other")] if rest else []
    return f": {joined([*told, *others])}"


def sentence(premises: Premises, proof: Proof) -> str:
    """A proof that there is no solution, in words."""
    return str(verbalize(premises, [proof], {}))
