"""The deals of a round as they are dealt by hand, while they are secret and afterwards (duplicate.deals)."""

from collections.abc import Callable

from msgspec import Struct

from referee.cards import Pack
from referee.championship.recorded_contest import RecordedContest
from referee.contests.contest import Contest
from referee.contests.duplicate.deals import pack_of
from referee.contests.duplicate.sheets import DealSheets, sheets_of
from referee.contests.duplicate.terms import DuplicateTerms
from referee.contests.rounds.hands import seats_of
from referee.errors import Impossible, NotFound
from referee.match.registry import read_params, ruleset
from referee.text import Text

RULE = "duplicate.deals"


class RoundInHand(Struct, frozen=True):
    """The sheets of a round, and the cards that they are dealt from."""

    sheets: DealSheets
    pack: Pack


def round_in_hand(contest: RecordedContest, number: int, seed_of: Callable[[str, int], str]) -> RoundInHand:
    """The sheets of a round that is paired; `seed_of` gives the seed of its deals, open or not.

    Raises Impossible where tables deal for themselves, NotFound for a round that is not paired, and what `seed_of` does.
    """
    state = contest.contest
    require_terms(state)
    round_ = next((one for one in state.pairings if one.round == number), None)
    if round_ is None or round_.deals is None:
        raise NotFound(
            Text(
                es=f"la ronda {number} no está emparejada: sus manos se reparten al emparejarla",
                en=f"round {number} is not paired: its hands are dealt when it is",
            )
        )
    deals, seed = round_.deals, seed_of(contest.id, number)
    rules = ruleset(contest.ruleset)
    params = read_params(rules, dict(state.params))
    seats = seats_of(state)
    sheets = sheets_of(rules, params, seats, seed, number, deals.first, deals.hands, deals.commitment)
    return RoundInHand(sheets, pack_of(rules, params, seats))


def require_terms(contest: Contest) -> DuplicateTerms:
    """The terms of a contest with the same deals at every table. Raises Impossible where tables deal for themselves."""
    if contest.duplicate is None:
        raise Impossible(
            Text(
                es="en este torneo cada mesa reparte lo suyo: no hay manos iguales para todas (`duplicate`)",
                en="in this contest each table deals for itself: no hands are the same for all (`duplicate`)",
            ),
            rule=RULE,
        )
    return contest.duplicate
