"""How a family's rows are spoken of, so that a proof reads as a person would tell it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Phrases:
    """Three sides of a family's rows in words, and what one of them says alone.

    Each is a template `"subject | predicate"`, or a clause without a subject of its own; rows of which the same is said
    are told together: `"{0} | has its {1}"` gives "rows 7 and 8 have their 7". In the places stand

    - `{0}`, `{1}`, ...: the parts of the row's place in words; `{last}` is the last of them, and `{p0}`, `{p1}`, ...
      are their last words, of "cell (1,2)" the numbers;
    - `{side}`: the number that the row is compared with; `{rest}`: what known elements leave of it; both with a noun
      if one is given (`{side:edge}` is "1 edge" or "2 edges");
    - `{n}`: how many elements the row runs through, with a noun as well.

    An empty text is for what needs no words.

    Attributes
    ----------
    asks
        The row needs something: its lower side.
    room
        The row admits no more than something: its upper side.
    has
        It has that already, for known elements fill it; without it, `room` is said.
    only
        What follows where it asks and every other row has what it asks for; `{at}` and `{state}` are the element's
        place and its state.
    name
        What that is called: "hidden single".
    """

    asks: str
    room: str
    has: str | None = None
    only: str = ""
    name: str = ""

    @property
    def telling(self) -> bool:
        """Whether `has` says enough: where it names no place, the known elements are told beside it."""
        return "{" in (self.has or "")

    @property
    def silent(self) -> bool:
        """Whether rows of this family need no words."""
        return not (self.asks or self.room or self.has)
