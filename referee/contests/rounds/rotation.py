"""Rounds in which partners change: first the partners, then the pairs against each other (partners.rotating)."""

from collections.abc import Iterable, Mapping
from itertools import chain

from msgspec.structs import replace

from referee.contests.partners import members_of, pair_of
from referee.contests.rounds import pairing
from referee.contests.rounds.costs import Cost, Field
from referee.contests.rounds.next_round import RoundsStage
from referee.contests.rounds.paired_stage import Pairs
from referee.contests.rounds.pairing import Pairing, Rest
from referee.contests.rounds.partner_matching import (
    PartnerPrices,
    PartnersOfRound,
    are_least_partners,
    least_partners,
    price_partners,
)
from referee.contests.rounds.play import fewest
from referee.text import Text

RULE = "partners.rotating"
FOURS = "duplicate.seats"


class RotatingStage(RoundsStage):
    """A fixed number of rounds, in which the entrants of `Pairs` are pairs of one round (`pair_of`)."""

    rule = RULE
    may_rest_together = True

    def refusal(self) -> Text | None:
        present = sum(1 for _ in self.field(self.next_round, "").entrants)
        needed = fewest(self.contest)
        if present < needed:
            return Text(
                es=f"quedan {present}: una mesa necesita {needed}", en=f"{present} are left: a table needs {needed}"
            )
        return super().refusal()

    def pair(self, field: Field, number: int, *, repeats: bool) -> Pairing:
        partners = least_partners(field, number)
        rivals = pairing.pair(field_of_pairs(field, partners.pairs), self.options.pairing, repeats=True)
        return _with_partners(rivals, field, number, partners)

    def price(self, field: Field, number: int, pairs: Pairs, rest: str | None, *, repeats: bool = False) -> Pairing:
        own, resting = _taken_apart(field, pairs)
        partners = price_partners(field, number, own, resting)
        rivals = pairing.price(field_of_pairs(field, partners.pairs), self.options.pairing, pairs, None, repeats=True)
        return _with_partners(rivals, field, number, partners)

    def is_least(self, field: Field, number: int, pairs: Pairs, rest: str | None, *, repeats: bool) -> bool:
        own, resting = _taken_apart(field, pairs)
        return are_least_partners(field, number, own, resting) and pairing.is_least(
            field_of_pairs(field, own), self.options.pairing, pairs, None, repeats=True
        )


class FoursStage(RotatingStage):
    """The same where four play alone at each table: who sits across is chosen as a partner is (duplicate.seats).

    In its field everybody has been a partner of all whom they have met at a table.
    """

    rule = FOURS


def field_of_pairs(field: Field, pairs: Iterable[tuple[str, str]]) -> Field:
    """The field in which these pairs are the entrants, each with the sum of both scores.

    Two pairs have met as often as any of one was a rival of any of the other, the last time when the last of them was.
    """
    draw = {entrant: n for n, entrant in enumerate(field.order)}
    table = {entrant: n for n, entrant in enumerate(field.entrants)}
    members = {pair_of(*pair): pair for pair in sorted(pairs, key=lambda pair: draw[pair[0]])}
    scores = {id_: sum(field.scores[one] for one in pair) for id_, pair in members.items()}
    meetings = _meetings_of_pairs(field, members)
    return Field(
        entrants=tuple(sorted(members, key=lambda id_: (-scores[id_], min(table[one] for one in members[id_])))),
        scores=scores,
        meetings={pair: tuple(sorted(rounds)) for pair, rounds in meetings.items()},
        rests={},
        order=tuple(members),
        seed=field.seed,
        meeting_counts={pair: len(rounds) for pair, rounds in meetings.items()},
        apart=tuple(tuple(id_ for id_, pair in members.items() if {*pair} & {*group}) for group in field.apart),
    )


def _meetings_of_pairs(field: Field, members: Mapping[str, tuple[str, str]]) -> dict[frozenset[str], list[int]]:
    """The rounds in which anybody of two pairs met, each as often as it happened."""
    pair_with = {one: id_ for id_, pair in members.items() for one in pair}
    meetings: dict[frozenset[str], list[int]] = {}
    for two, rounds in field.meetings.items():
        both = frozenset(pair_with[one] for one in two if one in pair_with)
        # Those who are partners now meet nobody of these two.
        if len(both) == 2:
            meetings.setdefault(both, []).extend(rounds)
    return meetings


def in_seats(field: Field, one: str, other: str) -> str:
    """The id of the pair of two persons, in the order of the draw."""
    first, second = sorted((one, other), key=field.order.index)
    return pair_of(first, second)


def _taken_apart(field: Field, pairs: Pairs) -> tuple[list[tuple[str, str]], list[str]]:
    """The partners of a round, and those that rest."""
    own = [(members_of(entrant)[0], members_of(entrant)[-1]) for two in pairs for entrant in two]
    play = {*chain.from_iterable(own)}
    return own, [one for one in field.entrants if one not in play]


def _with_partners(rivals: Pairing, field: Field, number: int, partners: PartnersOfRound) -> Pairing:
    prices, table = PartnerPrices(field, number), {entrant: n for n, entrant in enumerate(field.entrants, start=1)}
    rests = tuple(
        Rest(one, field.scores[one], table[one], Cost(bye=prices.rests_of(one), lots=prices.rest(one).lots))
        for one in partners.rests
    )
    return replace(rivals, rests=rests, partners=partners.cost)
