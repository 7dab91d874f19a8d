"""Authors, day and archive of the course, as CITATION.cff and the paper in `paper/` state them."""

from collections.abc import Callable
from datetime import date

from published import Author, Publication

NOBODY = "the puzzlekit authors"
NOWHERE = "none yet: publish.toml, authors"
TITLE = "puzzlekit: integer programming on the puzzles of the daily paper"


def names(known: Publication) -> list[str]:
    """Return the authors' names."""
    return [f"{author.given} {author.family}" for author in known.authors] or [NOBODY]


def cited_authors(known: Publication) -> str:
    """Return the authors for CITATION.cff."""
    return _listed(
        known,
        lambda author: [f"family-names: {author.family}", f"given-names: {author.given}"],
        "https://orcid.org/",
    )


def citation(known: Publication) -> str:
    """Return the lines of CITATION.cff below the version."""
    told = {"date-released": known.released, "doi": known.doi, "repository-code": known.repository, "url": known.site}
    return "".join(f"{key}: {value}\n" for key, value in told.items() if value)


def paper_authors(known: Publication) -> str:
    """Return the authors for the head of the paper. Each has the number of an affiliation."""
    number = {place: str(i) for i, place in enumerate(_places(known), start=1)}
    return _listed(
        known,
        lambda author: [f"name: {author.given} {author.family}", f"affiliation: {number.get(author.affiliation, '')}"],
        "",
    )


def affiliations(known: Publication) -> str:
    """Return the affiliations for the head of the paper, with their numbers."""
    numbered = enumerate(_places(known) or [NOWHERE], start=1)
    return "".join(f'  - name: "{place}"\n    index: {number}\n' for number, place in numbered)


def day(known: Publication) -> str:
    """Return the day of the release, such as 1 March 2027."""
    if not known.released:
        return "unreleased"
    released = date.fromisoformat(known.released)
    return f"{released.day} {released:%B %Y}"


def archive(known: Publication) -> str:
    """Return the fields of the archived release in the paper's references."""
    people = " and ".join(f"{author.family}, {author.given}" for author in known.authors) or f"{{{NOBODY}}}"
    told = {
        "author": people,
        "title": f"{{{TITLE}}}",
        "year": known.released[:4],
        "doi": known.doi,
        "note": f"Version {known.version}{'' if known.doi else ', not archived yet'}",
    }
    return ",\n".join(f"  {key} = {{{value}}}" for key, value in told.items() if value) + "\n"


def _places(known: Publication) -> list[str]:
    return [*dict.fromkeys(author.affiliation for author in known.authors if author.affiliation)]


def _listed(known: Publication, told: Callable[[Author], list[str]], before: str) -> str:
    """Return the authors as a list in YAML, with their ORCID iDs behind `before`."""
    listed = [[*told(author), *([f"orcid: {before}{author.orcid}"] * bool(author.orcid))] for author in known.authors]
    lines = ["\n    ".join(one) for one in listed or [[f"name: {NOBODY}"]]]
    return "".join(f"  - {line}\n" for line in lines)
