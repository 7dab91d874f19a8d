"""How things are named in proofs: claims, places, rows in the words of their family, what is known."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from puzzlekit.errors import counted, joined
from puzzlekit.explain.proofs.premises import Premises
from puzzlekit.explain.proofs.proof import Proof
from puzzlekit.explain.proofs.row_kinds import elements_in, is_claim
from puzzlekit.explain.words.proof_parts import UsedConstraint
from puzzlekit.grammar import FEW, LONGEST, MANY, Clause, alternatives, clauses, listed
from puzzlekit.grid import Element, Label
from puzzlekit.scip.constraints import LinearConstraint
from puzzlekit.scip.wording import Wording

PARTS = 9  # of a row's place that are named: of more the number is told
NOT, BY = "is not ", ", by "  # before what something is not, and before the clue by which it is not
OFTEN = {2: "twice", 3: "three times"}
CHANGING = re.compile(r"\{(?:at|state|rest)\b")  # the places of a template that tell of what is known


class _Count(int):
    """A number that can be written with a noun: `{side:edge}`."""

    def __format__(self, noun: str) -> str:
        return counted(int(self), noun) if noun else str(int(self))


def conclusion(premises: Premises, claim: LinearConstraint) -> str:
    """A claim in words: "cell (1,1) is 5"."""
    if not claim.coefficients and claim.index is None:
        return "there is no solution"
    return _of_states([state_of(premises, *claim.index, holds=claim.lower is not None)])


def concluded(premises: Premises, proofs: Sequence[Proof], left: Mapping[Any, frozenset]) -> str:
    """What proofs prove, in words, where so many states are left to the elements: of several elements together."""
    said = []
    for claim in (proof.claim for proof in proofs):
        element, state = claim.index or (None, None)
        if len(own := left.get(element, ())) == 1:
            said.append(state_of(premises, element, *own))
        elif element is not None:
            said.append(state_of(premises, element, state, holds=claim.lower is not None))
    return _of_states(said) or "there is no solution"


def state_of(premises: Premises, element: Any, state: Any, *, holds: bool = True) -> tuple[str, str]:
    """An element and what it is, in words; not to be in one state is to be in the other, or in several with a name."""
    if not holds:
        others = frozenset(premises.states.get(element, ())) - {state}
        if others in premises.display_names:
            state, holds = others, True
        elif len(others) == 1:
            (state,), holds = others, True
    return _said(premises, element, state, holds=holds)


def _said(premises: Premises, element: Any, state: Any, *, holds: bool) -> tuple[str, str]:
    words = str(premises.display_names.get(state, state))
    return str(premises.display_names.get(element, element)), f"is {words}" if holds else f"is not {words}"


def _in_one(predicates: Sequence[str]) -> str:
    """What is said of one subject: "is water, not 4 and not 5"."""
    return joined([predicates[0], *(one.removeprefix("is ") for one in predicates[1:])])


def _of_states(pairs: Iterable[tuple[str, str]]) -> str:
    by_element: dict[str, list[str]] = {}
    for element, predicate in dict.fromkeys(pairs):
        by_element.setdefault(element, []).append(predicate)
    said: dict[str, list[Clause]] = {}
    for element, own in by_element.items():
        said.setdefault(predicate := _in_one(own), []).append(Clause(element, predicate))
    return joined([clauses(own, MANY) for own in said.values()])


def clauses_of(premises: Premises, used: Sequence[UsedConstraint]) -> list[Clause]:
    """What is said of rows: first of those that have few elements left, then of those whose places have most parts."""
    parts = {id(one): len(one.row.index) if isinstance(one.row.index, tuple) else 1 for one in used}
    ranked = sorted(used, key=lambda one: (not _left_to(premises, one), -parts[id(one)]))
    return [clause_of(premises, one) for one in ranked]


def clause_of(premises: Premises, one: UsedConstraint) -> Clause:
    """What is said of a row."""
    phrases = phrases_of(premises, one.row)
    template, more = phrases.at_least if one.at_least else phrases.at_most, dict[str, str]()
    if phrases.settled and (known := phrases.settled.get(premises.settled.get(one.row.index))):
        template = known
    elif one.filled and phrases.satisfied is not None:
        template = phrases.satisfied
    elif not one.at_least and one.side == 0 and phrases.none:
        template = phrases.none
    elif phrases.only and (left := _left_to(premises, one)):
        template, more = phrases.only, left
    own = Clause(*filled_in(premises, one, template, **more).split(" | "))
    if one.times not in OFTEN:
        return own
    often = f"(taken {OFTEN[one.times]})"
    if not own.predicate:
        return Clause(f"{own.subject} {often}")
    return Clause(own.subject, f"{own.predicate} {own.object}".rstrip(), often)


def _left_to(premises: Premises, one: UsedConstraint) -> dict[str, str]:
    """The places and the states that are left to a row that asks, but not those of which something else is known;
    nothing where they are too many to be told."""
    pairs = [premises.named[key] for key in one.open if key in premises.named]
    left = [(element, state) for element, state in pairs if premises.settled.get(element, state) == state]
    told = left if len(left) > 1 else pairs
    if not pairs or len(pairs) < len(one.open) or len(told) > FEW:
        return {}
    return at(premises, told)


def at(premises: Premises, pairs: Sequence[tuple[Any, Any]]) -> dict[str, str]:
    """Elements and states for a template: where, and what."""
    where = dict.fromkeys(str(premises.display_names.get(element, element)).split(" ")[-1] for element, _ in pairs)
    what = dict.fromkeys(str(premises.display_names.get(state, state)) for _, state in pairs)
    return {"at": alternatives([*where]), "state": alternatives([*what])}


def phrases_of(premises: Premises, row: LinearConstraint) -> Wording:
    """How rows of this family are spoken of; a reader's own family may have no words."""
    own = (row.family or "a row of the model").replace("_", " ")
    return premises.wording.get(row.family or "") or Wording(
        f"{{here}} | needs more ({own})", f"{{here}} | is full ({own})"
    )


def beginnings(premises: Premises, row: LinearConstraint) -> set[str]:
    """How that may begin which is said of a row: each phrase up to where it tells of what else is known."""
    one = phrases_of(premises, row)
    asking = (row.lower, True, [one.at_least, one.only or one.at_least, *one.settled.values()])
    full = [one.at_most, one.none or one.at_most, *one.settled.values()]
    full += [] if one.satisfied is None else [one.satisfied]
    return {
        filled_in(premises, by_itself(row, asks), begins).strip()
        for side, asks, templates in (asking, (row.upper, False, full))
        for begins in {CHANGING.split(template)[0].replace(" | ", " ") for template in templates if side is not None}
    }


def filled_in(premises: Premises, one: UsedConstraint, template: str, **more: Any) -> str:
    """A template with the parts of a row's place, its numbers and how many elements it runs through."""
    parts = _parts(premises, one.row)
    here = f"{parts[0]} with {joined(parts[1:])}" if len(parts) > 1 else "".join(parts) or "the board"
    named = {one.row.index, *elements_in(one.row.index)}
    n = len({e for key in one.row.coefficients for e in premises.owners.get(key, ())} - named)
    numbers = {
        "side": _Count(one.side),
        "rest": _Count(one.rest),
        "n": _Count(n),
        "k": _Count(len(one.row.coefficients)),
        "spare": _Count(len(one.row.coefficients) - one.side),
    }
    short = {f"p{i}": part.split(" ")[-1] for i, part in enumerate(parts)}
    more |= _where_asked(premises, one, template, parts)
    told = template.format(*parts, here=here, last=parts[-1] if parts else "", **short, **numbers, **more)
    return told.replace("fewer than 1 ", "no ")


def _where_asked(premises: Premises, one: UsedConstraint, template: str, parts: Sequence[str]) -> dict[str, str]:
    """What takes longer to be found, where a template asks for it."""
    more = dict[str, str]()
    if "{all}" in template:
        lists = [listed(parts, PARTS), listed(parts, 1), f"{parts[0]} and {counted(len(parts) - 1, 'other')}"]
        more["all"] = next((own for own in lists if len(template) + len(own) < LONGEST), lists[-1])
    if "{now}" in template:
        now = premises.settled.get(one.row.index)
        more["now"] = str(premises.display_names.get(now, now))
    if "{corners}" in template:
        more["corners"] = " and ".join(_corners(premises, one.row))
    return more


def _corners(premises: Premises, row: LinearConstraint) -> tuple[str, str]:
    """The places of a row's first and its last element, as one reads; of edges their ends."""
    elements = [element for key in row.coefficients for element in premises.owners.get(key, ())]
    ends = sorted({end for e in elements for end in (getattr(e, "a", e), getattr(e, "b", e))})
    return str(ends[0]).split(" ")[-1], str(ends[-1]).split(" ")[-1]


def _parts(premises: Premises, row: LinearConstraint) -> list[str]:
    """The parts of a row's place in words."""
    own = [part for part in (row.index if isinstance(row.index, tuple) else (row.index,)) if part is not None]
    # a number may be a state as well as something else: it is one where the row is about this state alone
    states = {premises.named.get(key, (None, None))[1] for key in row.coefficients}
    return [premises.display_names.get(part, str(part)) if states == {part} else spoken(premises, part) for part in own]


def spoken(premises: Premises, part: Any) -> str:
    """A part of a place in words."""
    return premises.display_names.get(part, str(part)) if isinstance(part, Element) else str(part)


def known_of(premises: Premises, facts: Iterable[LinearConstraint]) -> list[Clause]:
    """Known facts and rows of one variable, but for those that need no words; of one subject together, but for what
    clues say, which is long."""
    said: dict[tuple[str, str], list[str]] = {}
    for subject, predicate in dict.fromkeys(_last_states(premises, [row for row in facts if not premises.silent(row)])):
        said.setdefault((subject, predicate if BY in predicate else ""), []).append(predicate)
    ranked = ((subject, sorted(own, key=lambda one: one.startswith(NOT))) for (subject, _), own in said.items())
    return [Clause(subject, _in_one(own)) for subject, own in ranked]


def _last_states(premises: Premises, facts: Sequence[LinearConstraint]) -> Iterator[tuple[str, str]]:
    """The facts as subject and predicate. Of an element that is known to be in a state, be it that a reader sees it or
    because the others are ruled out, nothing else is said."""
    out: dict[Any, set] = {}
    sure: dict[Any, Any] = {}
    for element, state, holds in ((*fact.index, fact.lower is not None) for fact in facts if is_claim(fact)):
        if holds:
            sure[element] = state
        else:
            out.setdefault(element, set()).add(state)
    for element, states in out.items():
        if element in premises.settled:
            sure.setdefault(element, premises.settled[element])
        elif len(rest := [state for state in premises.states[element] if state not in states]) == 1:
            sure.setdefault(element, *rest)
    for fact in facts:
        element, says_less = _about(premises, fact)
        if says_less and element in sure:
            yield state_of(premises, element, sure[element])
        else:
            yield stated(premises, fact)


def _about(premises: Premises, fact: LinearConstraint) -> tuple[Any, bool]:
    """The element that a fact is about, and whether it may say less than in which state that is: a clue that says so
    is told as a clue."""
    if is_claim(fact):
        return fact.index[0], True
    element, _, holds = _of_one(premises, fact)
    return element, holds is False


def _of_one(premises: Premises, row: LinearConstraint) -> tuple[Any, Any, bool | None]:
    """An element, a state, and whether a row of one variable says that it is that; None if it says anything else."""
    key, value = next(iter(row.coefficients.items()), (("", None), 0.0))
    element, state = premises.named.get(key) or premises.opposed.get(key, (None, None))
    if element is None or not (row.lower == row.upper == value or (row.upper == 0 and value > 0)):
        return element, state, None
    return element, state, (row.upper != 0) == (key in premises.named)


def stated(premises: Premises, row: LinearConstraint) -> tuple[str, str]:
    """A claim or a row of one variable as subject and predicate: "cell (1,1)", "is 5"; with the clue by which it is not
    something, if it stands elsewhere."""
    if is_claim(row):
        element, state = row.index
        return state_of(premises, element, state, holds=row.lower is not None)
    element, state, holds = _of_one(premises, row)
    if holds is None:
        told = clause_of(premises, by_itself(row))
        return told.subject, f"{told.predicate} {told.object}".strip()
    subject, predicate = _said(premises, element, state, holds=holds)
    by = clue_elsewhere(premises, row)
    return subject, f"{predicate}{BY}{by}" if by else predicate


def clue_elsewhere(premises: Premises, row: LinearConstraint) -> str:
    """The clue by which an element is not something, if it stands elsewhere; empty where the row says anything else."""
    first = row.index[0] if isinstance(row.index, tuple) and row.index else row.index
    known = isinstance(first, Label) and not is_claim(row) and _of_one(premises, row)[-1] is False
    return spoken(premises, first) if known else ""


def by_itself(row: LinearConstraint, asks: bool | None = None) -> UsedConstraint:
    """A row of which nothing else is known, by the side that is used; else by the lower one, if there is one."""
    asks = row.lower is not None if asks is None else asks
    return UsedConstraint(row, asks, Fraction((row.lower if asks else row.upper) or 0))


def clue_of(premises: Premises, row: LinearConstraint) -> str | None:
    """The clue that a row belongs to, in words."""
    return premises.clues.get(premises.owner(row))
