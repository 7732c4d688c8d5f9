"""The deal of a hand that every table plays with the same cards: nobody brings them, the service has them (duplicate.deals)."""

from msgspec import UNSET

from referee.errors import Flaw, Impossible
from referee.match.aggregate import Match
from referee.match.events import Event, ShuffleCommitment
from referee.text import Text

RULE = "duplicate.deals"
OF_THE_DEALER = frozenset({"dealer", "shuffle"})
"""Fields of a deal that name none of its cards."""


def is_shared_deal(match: Match, event: Event) -> bool:
    """True if this event deals the hand that a match is, and not a later round of it, which is dealt out of the rest."""
    terms = match.rules.same_deals
    return terms is not None and type(event) is terms.deal and not match.state.in_hand()


def fields_of_service(match: Match, event: Event) -> frozenset[str]:
    """The fields that the service writes as it deals, whatever was sent: a deal of such a hand is stored by its cards."""
    terms = match.rules.same_deals
    is_deal = match.opening.shared_hand is not UNSET and terms is not None and type(event) is terms.deal
    return frozenset({"shuffle"}) if is_deal else frozenset()


def require_no_own_pack(match: Match, event: Event) -> None:
    """Raises Impossible for a shuffle committed to, or a cut, in such a hand: its round has bound its cards already."""
    terms = match.rules.same_deals
    if terms is None or type(event) not in (ShuffleCommitment, *terms.own_pack):
        return
    raise Impossible(
        Text(
            es="las cartas de esta mano las compromete ya la ronda: aquí no se baraja ni se corta",
            en="the round has bound the cards of this hand already: nothing is shuffled or cut here",
        ),
        rule=RULE,
    )


def require_no_cards(event: Event) -> None:
    """Raises Impossible for a deal that brings cards, or a seed for them."""
    fields = (field for field in event.__struct_fields__ if field not in OF_THE_DEALER)
    brought = [field for field in fields if getattr(event, field) not in (None, UNSET)]
    if brought:
        names = ", ".join(f"`{field}`" for field in brought)
        raise Impossible(
            Text(
                es=f"las cartas son las mismas en todas las mesas y las pone el servicio: sobra {names}",
                en=f"the cards are the same at every table, and the service fills them in: leave out {names}",
            ),
            rule=RULE,
            flaws=tuple(
                Flaw(f"$.{field}", Text(es="lo pone el servicio", en="the service fills it in")) for field in brought
            ),
        )


def require_its_dealer(event: Event, deal: Event) -> None:
    """Raises Impossible for a deal by another seat than the one that deals this hand at every table (duplicate.alone)."""
    dealer, due = getattr(event, "dealer", None), getattr(deal, "dealer", None)
    if dealer not in (None, due):
        text = Text(
            es=f"esta mano la reparte en todas las mesas el asiento {due}, no el {dealer}",
            en=f"seat {due} deals this hand at every table, not seat {dealer}",
        )
        raise Impossible(text, rule="duplicate.alone", flaws=(Flaw("$.dealer", text),))


def deals_not_kept() -> Impossible:
    """The refusal of a deal whose secret seed is not here: the championship came as a record from elsewhere."""
    return Impossible(
        Text(
            es="el secreto de las manos de esta ronda no está aquí: el campeonato vino de otro servicio",
            en="the secret of the deals of this round is not kept here: the championship came from elsewhere",
        ),
        rule=RULE,
    )
