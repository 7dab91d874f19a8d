"""English, as far as explanations need it: lists and plurals."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from puzzlekit.errors import counted, joined

NUMBERED = re.compile(r"(?P<before>(?:.*? )??)(?P<noun>[a-z]+(?: at)?) (?P<number>\d+|\(\d+,\d+\)(?:-\(\d+,\d+\))?)")
AMOUNT = re.compile(  # a limit that each of several subjects has
    r"(needs|needs only|wants|has only) \d|is one thing only|(holds|takes) (at most|one|three|.*(at most|only)$)"
)
VOWEL = re.compile(r"\ba (?=8|11\b|18\b)")  # "a" before what begins with a vowel
OF = re.compile(r"the \w+ of \w+ \d[^;]*")  # one thing of several: "the pet of houses 1 and 3"
ARTICLE = re.compile(  # "are a left end, not an end": of several "are left ends, not ends"
    r"(?P<before>(?:^are|\bnot|\bor|,) )an? (?P<adjectives>(?:[^\s,]+ )*?)(?P<noun>[^\s,]+)(?=,| and | or |$)"
)
FEW = 3
MANY = 99
FULL = 12  # of so many things of a kind each is named
LONGEST = 120  # characters of a sentence
SMALL = {"at", "from", "of", "in", "by", "and", "to", "one"}  # no nouns
PLURAL = {"has": "have", "is": "are", "its": "their", "does": "do", "box": "boxes"}
VERBS = {
    "needs",
    "wants",
    "takes",
    "touches",
    "holds",
    "leaves",
    "stands",
    "joins",
    "goes",
    "ends",
    "asks",
    "comes",
    "fits",
    "says",
}
IRREGULAR = {"goes": "go", "touches": "touch"}


class Clause(NamedTuple):
    """What is said of a subject, perhaps with an object: "row 7", "has its", "5"; or all of it as the subject."""

    subject: str
    predicate: str = ""
    object: str = ""


def plural(noun: str) -> str:
    """More than one of it."""
    word, *more = noun.split(" ")
    return " ".join([PLURAL.get(word, f"{word}s"), *more])


def many(predicate: str) -> str:
    """What is said of one, said of several: "has its 7" becomes "have their 7"."""
    words = [PLURAL.get(word, word) for word in predicate.split(" ")]
    if predicate.split(" ")[0] in VERBS:
        words[0] = IRREGULAR.get(words[0], words[0][:-1])
    if words[0] != "are":
        return " ".join(words)
    return ARTICLE.sub(lambda found: f"{found['before']}{found['adjectives']}{plural(found['noun'])}", " ".join(words))


def said_of(subjects: Sequence[str], predicate: str, shown: int, objects: str = "") -> str:
    """A clause: subjects, of which at most `shown` of a kind are named, what is said of them, and perhaps an object."""
    names = listed(subjects, shown)
    each = " each" if len(subjects) > 1 and AMOUNT.match(predicate) else ""
    one = len(subjects) == 1 or (OF.fullmatch(names) and names.count(" of ") == 1 and not each)
    return VOWEL.sub("an ", f"{names} {predicate if one else many(predicate)} {objects}".rstrip() + each)


def listed(names: Sequence[str], shown: int = MANY) -> str:
    """Names in a list, numbers of one noun together: "rows 7 and 8 and boxes 2 and 5"."""
    groups: dict[tuple[str, str], list[str]] = {}
    for name in dict.fromkeys(names):
        found = NUMBERED.fullmatch(name)
        if found and found["noun"] not in SMALL:
            groups.setdefault((found["before"], found["noun"]), []).append(found["number"])
        else:
            groups.setdefault((name, ""), []).append("")
    alone = [before for before, noun in groups if not noun]
    return joined([*(_numbered(*kind, own, shown) for kind, own in groups.items() if kind[1]), *alone])


def _numbered(before: str, noun: str, numbers: Sequence[str], shown: int) -> str:
    numbers = sorted(numbers, key=lambda number: [int(part) for part in re.findall(r"\d+", number)])
    if len(numbers) == 1:
        return f"{before}{noun} {numbers[0]}"
    if len(numbers) > shown:
        return f"{before if before != 'the ' else ''}{len(numbers)} {plural(noun)}"
    return f"{before}{plural(noun)} {joined(numbers)}"


def alternatives(words: Sequence[str]) -> str:
    """ "a", "a or b", "a, b or c"."""
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def clauses(said: Iterable[Clause], shown: int) -> str:
    """Several clauses in one sentence: what is said of several subjects is said once, and so is what is said of one
    subject with several objects."""
    objects: dict[tuple[str, str], list[str]] = {}
    for subject, predicate, word in dict.fromkeys(said):
        if subject:
            objects.setdefault((subject, predicate), []).append(word)
    together: dict[tuple[str, ...], list[str]] = {}
    for (subject, predicate), its in objects.items():
        own = sorted(its, key=lambda word: (len(word), word))
        together.setdefault((predicate, *own) if predicate else (subject,), []).append(subject)
    told: dict[str, str] = {}  # subjects -> all that is said of them
    for what, subjects in together.items():
        if len(what) == 1:
            told[what[0]] = what[0]
            continue
        names, words = listed(subjects, shown), said_of(subjects, what[0], shown, listed(what[1:]))
        if before := told.get(names):  # a comma ends what is told between commas
            told[names] = f"{before}{',' if ', by ' in before else ''} and{words.removeprefix(names)}"
        else:
            told[names] = words
    return "; ".join(told.values())


def named(said: Iterable[Clause]) -> str | None:
    """Clauses in one sentence that names everything; None where it gets too long."""
    words = clauses(said, FULL)
    return words if len(words) < LONGEST else None


def short(wording: Callable[[int], str], numbers: Iterable[int]) -> str | None:
    """A sentence that names as much as fits."""
    return next((words for words in map(wording, numbers) if len(words) < LONGEST), None)


def lines(write: Callable[[Sequence[Any]], str], items: Sequence[Any]) -> list[str]:
    """Everything, in as few lines as it takes: each has as many items as fit."""
    found, own = list[str](), list[Any]()
    for item in items:
        if own and len(write([*own, item])) >= LONGEST:
            found.append(write(own))
            own = []
        own.append(item)
    return [*found, *filter(None, [write(own)])]


def in_lines(said: Iterable[Clause], before: str = "") -> str:
    """Clauses that name everything, those of which the same is said together, in as many lines as it takes; `before`
    stands before the first."""
    own = list(said)
    predicates = [one.predicate for one in own]
    ranked = sorted(own, key=lambda one: predicates.index(one.predicate))
    first, *more = lines(lambda part: f"{before}{clauses(part, MANY)}", ranked) or [""]
    return "\n".join([first, *(line.removeprefix(before) for line in more)])


def narrowed(count: int, place: str) -> str:
    """That less is left to so many places than before."""
    return f"{counted(count, place)} {'is' if count == 1 else 'are'} narrowed down"
