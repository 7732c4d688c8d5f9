"""The scope of a token: everywhere, or only one championship, one match, one seat, one player."""

from collections.abc import Callable
from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.errors import BadRequest, Flaw
from referee.text import Text

Role = Literal["organizer", "referee", "player", "auditor"]
Id = Annotated[str, Meta(min_length=1, max_length=64)]


class Scope(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a token is good; whatever is named has to hold, and nothing named is everywhere.

    An organizer's may name a championship; a referee's or auditor's a championship or a match; a player's is a `match` with a
    `seat`, or a `player`, wherever that person sits (in one championship, where that is named too).
    """

    championship: Id | None = None
    match: Id | None = None
    seat: Annotated[int, Meta(ge=0, le=9)] | None = None
    player: Id | None = None

    def require_for(self, role: Role) -> None:
        """Raises BadRequest if a token of this role cannot have such a scope."""
        own_fields = frozenset(field for field in self.__struct_fields__ if getattr(self, field) is not None)
        if own_fields in FIT[role]:
            return
        fit = " · ".join("{" + ", ".join(sorted(fields)) + "}" for fields in FIT[role])
        what = Text(
            es=f"el ámbito de un token de papel «{role}» es uno de: {fit}",
            en=f"the scope of a token of role {role!r} is one of: {fit}",
        )
        raise BadRequest(what, flaws=(Flaw("$.scope", what),))

    def is_within(self, other: "Scope", championship_of: Callable[[str], str | None]) -> bool:
        """True if it is no wider than an organizer's scope. `championship_of` gives the championship of a match."""
        if other.championship is None:
            return True
        mine = self.championship or (championship_of(self.match) if self.match else None)
        return mine == other.championship


EVERYWHERE = Scope()
_SCOPES = (frozenset[str](), frozenset({"championship"}), frozenset({"match"}))
FIT: dict[Role, tuple[frozenset[str], ...]] = {
    "organizer": _SCOPES[:2],
    "referee": _SCOPES,
    "auditor": _SCOPES,
    "player": (frozenset({"match", "seat"}), frozenset({"player"}), frozenset({"player", "championship"})),
}
"""Per role, the fields that a scope of its tokens may name together."""
