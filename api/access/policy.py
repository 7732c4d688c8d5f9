"""The whole access policy: what each reader may read, which hands it sees, and what it may write.

A reader is a role with a scope. All that lies open on a table is public. Hands in play are for readers with the match in their
scope; a player sees the own hand only. A refusal says what would be right.
"""

from collections.abc import Callable, Iterable

import msgspec

from referee.errors import Forbidden, NotAuthenticated, ServiceRefusal
from referee.match.aggregate import Match
from referee.match.events import Claim, Confirm, Event, Note, Opening, ShuffleText
from referee.match.registry import tag
from referee.match.seat_history import player_at
from referee.match.state import ALL, NOBODY
from referee.people.scope import EVERYWHERE, Scope
from referee.people.tokens import Token
from referee.text import Text

WRITERS = ("organizer", "referee")
STAFF = (*WRITERS, "auditor")
"""Roles that see every hand of the matches in their scope."""

Places = Callable[[str], str | None]
"""Maps the id of a contest or fixture to the id of its championship; None if it has none."""


NOW = "9999"
"""After every time."""


class Principal(msgspec.Struct, frozen=True):
    """The sender of a request: its role, its name in the log, and the scope of its token."""

    role: str
    name: str
    scope: Scope = EVERYWHERE
    places: Places = lambda _: None
    token: Token | None = None
    now: Callable[[str], str] = lambda id_: id_
    """The id that a person has now. People who were merged keep both ids, and a seat under either of them is theirs."""

    def is_everywhere(self) -> bool:
        """True if the scope is the whole service."""
        return self.scope == EVERYWHERE

    def covers(self, match_id: str, opening: Opening) -> bool:
        """True if a match is in the scope."""
        if self.scope.match is not None and self.scope.match != match_id:
            return False
        return self.scope.championship is None or self.scope.championship == self.championship_of(opening)

    def championship_of(self, opening: Opening) -> str | None:
        """The championship for which a match is played; None for a match of its own."""
        return self.places(opening.fixture) if opening.fixture is not None else None

    def seats(self, match: Match) -> tuple[int, ...]:
        """The player's own seats in a match; a token of a seat follows the person that sat there at its creation."""
        if self.role != "player" or not self.covers(match.id, match.opening):
            return ()
        player = self.scope.player
        if self.scope.seat is not None:
            when = self.token.created_at if self.token else NOW
            player = player_at(match.seatings, self.scope.seat, when)
        if player is None:
            return ()
        own = self.now(player)
        return tuple(seat for seat, seat_entry in enumerate(match.opening.seats) if self.now(seat_entry.player) == own)

    def sees_hands_of(self, championship: str) -> bool:
        """True if this reader may know what was made in hands that others have still to play (duplicate.deals)."""
        in_scope = self.is_everywhere() or self.scope == Scope(championship=championship)
        return self.role in STAFF and in_scope

    def sees(self, match: Match) -> int:
        """The hands of a match that this reader may see while they are in play, as a mask of seats."""
        if self.role in STAFF:
            return ALL if self.covers(match.id, match.opening) else NOBODY
        return sum(1 << seat for seat in self.seats(match))


def name_of(token: Token) -> str:
    """The name under which the log records the acts of a token."""
    return f"{token.role}:{token.id}"


PUBLIC = Principal("public", "public")
LOCAL = Principal("organizer", "local")


def _forbidden(es: str, en: str) -> Forbidden:
    return Forbidden(Text(es=es, en=en))


def _require_role(principal: Principal, roles: Iterable[str], names: Text) -> None:
    """Raises NotAuthenticated without a token, Forbidden for another role; `names` names the roles that may."""
    if principal.role in roles:
        return
    if principal.role == "public":
        raise NotAuthenticated(
            Text(
                es=f"{names.es}, con `Authorization: Bearer <token>`",
                en=f"{names.en}, with `Authorization: Bearer <token>`",
            )
        )
    raise _forbidden(
        f"el papel «{principal.role}» no basta: {names.es}", f"the role {principal.role!r} is not enough: {names.en}"
    )


# Whole service and championships

ORGANIZES = Text(es="sólo puede hacerlo un organizador", en="only an organizer may do this")
WRITES = Text(es="sólo puede hacerlo un organizador o un árbitro", en="only an organizer or a referee may do this")
SEES_ALL = Text(
    es="mientras se juega la mano, sólo puede preguntarlo quien ve todas: organizador, árbitro o auditor",
    en="while the hand is played, only those who see every hand may ask this: an organizer, a referee, an auditor",
)
SEES_HAND = Text(
    es="a una mesa le queda esta mano por jugar: hasta entonces sólo la leen el personal del campeonato y, mientras la juega, "
    "quien la juega",
    en="a table has this hand still to play: until then only the staff of the championship read it and, while playing, who plays "
    "it",
)
LISTS = Text(
    es="para ver la lista de personas hace falta un token; la página de cada una está abierta",
    en="listing people needs a token; the page of each person is open",
)
OPERATES = Text(
    es="sólo puede leerlo un organizador, un árbitro o un auditor",
    en="only an organizer, a referee or an auditor may read this",
)
SIGNED_IN = Text(
    es="sólo puede leerlo quien anota el encuentro o ve sus manos",
    en="only those who record or see the match may read this",
)
WATCHES = Text(
    es="sólo puede leerlo quien vigila las mesas: organizador, árbitro o auditor",
    en="only those who supervise the tables may read this: an organizer, a referee, an auditor",
)
READS_ALL = Text(es="sólo puede leerlo un organizador o un auditor", en="only an organizer or an auditor may read this")


def require_organizer(principal: Principal, championship: str | None = None) -> None:
    """Raises NotAuthenticated or Forbidden for anyone but an organizer of that championship; of everything, without one."""
    _require_role(principal, ("organizer",), ORGANIZES)
    _require_championship(principal, championship)


def require_organizer_of(principal: Principal, contest: str) -> None:
    """Raises NotAuthenticated or Forbidden for anyone but an organizer of the championship of a contest."""
    _require_role(principal, ("organizer",), ORGANIZES)
    _require_place(principal, contest)


def require_opener(principal: Principal) -> None:
    """Raises NotAuthenticated or Forbidden for a reader that may open no match at all."""
    _require_role(principal, WRITERS, WRITES)
    if principal.scope.match is not None:
        _require_championship(principal, None)


def require_writer(principal: Principal, fixture: str | None = None) -> None:
    """Raises NotAuthenticated or Forbidden for anyone but an organizer or referee of that fixture's championship.

    Without a fixture: of everything.
    """
    _require_role(principal, WRITERS, WRITES)
    if fixture is None:
        _require_championship(principal, None)
    else:
        _require_place(principal, fixture)


def require_to_line_up(principal: Principal, fixture: str) -> None:
    """Raises NotAuthenticated or Forbidden for a reader that speaks for no team of that fixture's championship."""
    _require_role(
        principal,
        (*WRITERS, "player"),
        Text(
            es="una alineación la da un organizador, un árbitro o un miembro del equipo",
            en="an organizer, a referee or a member of the team gives a line-up",
        ),
    )
    _require_place(principal, fixture)


def require_member(principal: Principal, members: Iterable[str]) -> None:
    """Raises Forbidden for a player that is none of the `members` of a team, by id."""
    player = principal.scope.player
    if principal.role not in WRITERS and (player is None or principal.now(player) not in map(principal.now, members)):
        raise _forbidden(
            "este token no es de ningún miembro de ese equipo", "this token is that of no member of that team"
        )


def require_to_take_back(principal: Principal) -> None:
    """Raises Forbidden for a player, once the line-ups of both teams are shown: taking one back is taking both."""
    _require_role(
        principal,
        WRITERS,
        Text(
            es="a la vista las dos alineaciones, sólo las quita un organizador o un árbitro: se dan las dos otra vez",
            en="once both line-ups are shown, only an organizer or a referee takes them back, to be given again",
        ),
    )


def require_head_referee(principal: Principal, championship: str) -> None:
    """Raises NotAuthenticated or Forbidden for a reader that does not supervise the tables of a championship."""
    _require_role(principal, STAFF, WATCHES)
    _require_championship(principal, championship)


def require_whole_record(principal: Principal, championship: str) -> None:
    """Raises NotAuthenticated or Forbidden for a reader that may not read names, and hands still in play."""
    _require_role(principal, ("organizer", "auditor"), READS_ALL)
    _require_championship(principal, championship)


def require_overseer(principal: Principal) -> None:
    """Raises NotAuthenticated or Forbidden for a reader that neither runs nor audits the whole service."""
    _require_role(principal, ("organizer", "auditor"), READS_ALL)
    _require_championship(principal, None)


def may_know_birth_dates(principal: Principal) -> bool:
    """True if this reader may read birth dates: they belong to no single championship."""
    return principal.role in STAFF and principal.is_everywhere()


def may_read_client_data(principal: Principal, championship: str | None = None) -> bool:
    """True if this reader may see what clients keep with a championship and what is in it; with people, without one."""
    return principal.role in ("organizer", "auditor") and (
        principal.is_everywhere() or (championship is not None and principal.scope == Scope(championship=championship))
    )


def _require_place(principal: Principal, id_: str) -> None:
    """Raises Forbidden if a contest or fixture lies outside the scope; an unknown id passes, for a 404 later."""
    if not principal.is_everywhere():
        place = principal.places(id_)
        if place is not None or principal.scope.match is not None:
            _require_championship(principal, place)


def _require_championship(principal: Principal, championship: str | None) -> None:
    scope = principal.scope
    if scope.match is not None:
        raise _forbidden(
            f"este token sólo vale en el encuentro {scope.match}",
            f"this token is valid only in the match {scope.match}",
        )
    if scope.championship not in (None, championship):
        raise _forbidden(
            f"este token sólo vale en el campeonato {scope.championship}",
            f"this token is valid only in the championship {scope.championship}",
        )


# Tokens


def require_organizer_somewhere(principal: Principal) -> None:
    """Raises NotAuthenticated or Forbidden for anyone but an organizer, of everything or of one championship."""
    _require_role(principal, ("organizer",), ORGANIZES)


def require_token_within(principal: Principal, scope: Scope, championship_of: Places) -> None:
    """Raises Forbidden if the scope of a token, new or existing, exceeds that of the organizer."""
    if not scope.is_within(principal.scope, championship_of):
        raise _forbidden(
            f"este token sólo crea y revoca tokens del campeonato {principal.scope.championship}: nómbrelo en `scope`",
            f"this token makes and revokes tokens of the championship {principal.scope.championship} only: name it in `scope`",
        )


def require_hands(principal: Principal, match: Match, version: int) -> None:
    """Raises NotAuthenticated or Forbidden for a reader that does not see every hand in play at a version.

    A judgement by the rules gives a hand away even if it names no card.
    """
    if match.sees(version, principal.sees(match)) != ALL:
        _require_role(principal, STAFF, SEES_ALL)
        raise _forbidden(
            f"el encuentro {match.id} queda fuera del ámbito de este token",
            f"the match {match.id} is outside the scope of this token",
        )


def require_results(principal: Principal, championship: str) -> None:
    """Raises NotAuthenticated or Forbidden for a reader that may not know what was made in hands which others have to play."""
    if not principal.sees_hands_of(championship):
        _require_role(principal, STAFF, SEES_ALL)
        raise _forbidden(
            f"el campeonato {championship} queda fuera del ámbito de este token",
            f"the championship {championship} is outside the scope of this token",
        )


def reads_hand_to_play(principal: Principal, match: Match) -> bool:
    """True if this reader may read a match of a hand that tables have still to play: the staff, and a seat while it plays."""
    if principal.role in STAFF:
        return principal.covers(match.id, match.opening)
    return match.ledger.status == "open" and bool(principal.seats(match))


def require_to_read_hand(principal: Principal, match: Match) -> None:
    """Raises NotAuthenticated or Forbidden for a reader that may not read a hand which tables have still to play."""
    if not reads_hand_to_play(principal, match):
        _require_role(principal, STAFF, SEES_HAND)
        raise _forbidden(
            f"el encuentro {match.id} queda fuera del ámbito de este token",
            f"the match {match.id} is outside the scope of this token",
        )


def require_another_token(principal: Principal, revoked_ids: Iterable[str]) -> None:
    """Raises Forbidden if a token would revoke itself: the last organizer would lock everyone out."""
    if principal.token is not None and principal.token.id in revoked_ids:
        raise _forbidden(
            "un token no se revoca a sí mismo, ni a aquel con que se hizo: hágalo con otro, o con `referee token revoke`",
            "a token revokes neither itself nor the one it was made with: use another one, or `referee token revoke`",
        )


# Events of a match


def require_recorder(principal: Principal) -> None:
    """Raises NotAuthenticated or Forbidden for a reader that may append to no match at all."""
    _require_role(principal, (*WRITERS, "player"), WRITES)


def require_match(principal: Principal, match_id: str) -> None:
    """Raises Forbidden if a token is valid for another match only."""
    if principal.scope.match not in (None, match_id):
        _require_championship(principal, None)


def require_to_record(principal: Principal, match: Match, bodies: Iterable[bytes | msgspec.Raw]) -> None:
    """Raises Forbidden if this reader may not append any one of these events to a match.

    An event that cannot be decoded passes: that is no matter of access, and its own refusal comes later.
    """
    if principal.role in WRITERS:
        if not principal.covers(match.id, match.opening):
            _require_championship(principal, principal.championship_of(match.opening))
        return
    seats = principal.seats(match)
    if not seats:
        raise _forbidden("este token no es de ningún asiento de este encuentro", "this token has no seat in this match")
    for body in bodies:
        try:
            event = match.codec.read(body)
        except ServiceRefusal:
            continue
        _require_own(event, seats, match)


def require_one_try(principal: Principal, events: int) -> None:
    """Raises Forbidden if a player tries several events in one dry run: the fate of the second can tell what the first drew."""
    if principal.role not in WRITERS and events > 1:
        raise _forbidden(
            f"con `dry_run` un jugador prueba los eventos de uno en uno, no {events}",
            f"with `dry_run` a player tries one event at a time, not {events}",
        )


def hides_what_follows(principal: Principal, match: Match) -> bool:
    """True if a dry run must not show the consequences: a hand is hidden from its sender, and they could reveal it."""
    return match.sees(match.version, principal.sees(match)) != ALL


def require_role(principal: Principal) -> None:
    """Raises NotAuthenticated without a token."""
    _require_role(principal, (*STAFF, "player"), SIGNED_IN)


def require_known(principal: Principal) -> None:
    """Raises NotAuthenticated without a token: a list gives away all people, a page only one."""
    _require_role(principal, (*STAFF, "player"), LISTS)


def require_staff(principal: Principal) -> None:
    """Raises NotAuthenticated or Forbidden for a reader that neither runs nor audits anything."""
    _require_role(principal, STAFF, OPERATES)


def records_moves(principal: Principal, match: Match) -> bool:
    """True if a reader records the moves of this match: staff with it in their scope, and players with `player_input`."""
    if principal.role in WRITERS:
        return principal.covers(match.id, match.opening)
    return match.opening.player_input and bool(principal.seats(match))


def require_device(principal: Principal, match: Match) -> None:
    """Raises Forbidden for a reader that does not record the moves of a match: the clock depends on its devices."""
    require_to_record(principal, match, ())
    if not records_moves(principal, match):
        raise _forbidden(
            "este encuentro lo anota un árbitro: sólo sus dispositivos dicen aquí que están; los de los jugadores, donde se abre "
            "con `player_input`",
            "a referee records this match: only their devices say here that they are there; players' do so where it is opened "
            "with `player_input`",
        )


def require_present(principal: Principal, match: Match) -> None:
    """Raises Forbidden for a reader that neither records a match nor sees its hands."""
    if not (principal.sees(match) or principal.seats(match)):
        raise _forbidden(
            f"el encuentro {match.id} queda fuera del ámbito de este token",
            f"the match {match.id} is outside the scope of this token",
        )


def _require_own(event: Event, seats: tuple[int, ...], match: Match) -> None:
    """Raises Forbidden for all events of a player but the claims, calls, confirmations and moves of its own seats."""
    side, opening = match.state.side, match.opening
    own = {side(seat) for seat in seats}
    match event:
        case Claim():
            if event.by >= len(opening.seats) or side(event.by) not in own:
                raise _forbidden(
                    f"quien reclama (`by`) es su propio asiento: {_join_numbers(seats)}",
                    f"it is your own seat that claims (`by`): {_join_numbers(seats)}",
                )
        case Note(kind="call"):
            if event.seat not in (None, *seats):
                raise _forbidden(
                    f"se llama al árbitro desde el propio asiento: {_join_numbers(seats)}",
                    f"you call the referee from your own seat: {_join_numbers(seats)}",
                )
        case Confirm() if opening.confirm == "sides":
            if event.side not in own:
                raise _forbidden(
                    f"usted confirma su propio bando: {_join_numbers(own)}",
                    f"you confirm your own side: {_join_numbers(own)}",
                )
        case _:
            _require_own_move(event, seats, opening)


def confirms_by_pin(principal: Principal) -> bool:
    """True if a confirmation by this reader needs the PIN of its side: on every tablet.

    A player's own token is enough for the own side, and for no other.
    """
    return principal.role in WRITERS


def require_to_reset_pins(principal: Principal) -> None:
    """Raises Forbidden for a reader that may not replace a PIN that it does not know."""
    _require_role(
        principal,
        ("organizer",),
        Text(
            es="un PIN sólo lo pone de nuevo un organizador, y consta en el registro con su `reason`",
            en="only an organizer resets a PIN, and the log says so with the `reason`",
        ),
    )


def require_pin_of(principal: Principal, match: Match, side: str) -> None:
    """Raises Forbidden for a reader that may not set the PIN of this side: its players and the recorders may."""
    require_to_record(principal, match, ())
    own = {match.state.side(seat) for seat in principal.seats(match)}
    if principal.role == "player" and side not in map(str, own):
        raise _forbidden(
            f"usted pone el PIN de su propio bando: {_join_numbers(own)}",
            f"you set the PIN of your own side: {_join_numbers(own)}",
        )


def _require_own_move(event: Event, seats: tuple[int, ...], opening: Opening) -> None:
    if not opening.player_input and not isinstance(event, ShuffleText):
        raise _forbidden(
            "este encuentro lo anota un árbitro: un jugador sólo reclama (`claim`); para lo demás se abre con `player_input`",
            "a referee records this match: a player only claims; for the rest it is opened with `player_input`",
        )
    type_ = tag(type(event))
    reserved_fields = [field for field in event.REFEREES if getattr(event, field) not in (None, False, msgspec.UNSET)]
    if not event.OWN or reserved_fields:
        what = ", ".join(f"`{field}`" for field in reserved_fields) or f"«{type_}»"
        raise _forbidden(
            f"{what} lo anota el árbitro: un jugador anota sus propias jugadas y reclamaciones",
            f"{what} is for the referee to record: a player records its own moves and claims",
        )
    if getattr(event, "seat", None) not in seats:
        raise _forbidden(
            f"usted sólo anota lo de su asiento: {_join_numbers(seats)}",
            f"you record for your own seat only: {_join_numbers(seats)}",
        )


def _join_numbers(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(numbers)))
