"""What it takes to open a match: a ruleset, its parameters, who sits where, and who deals first."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType
from uuid_utils import uuid7

from referee.cards import drawn_order
from referee.errors import Impossible, Inconsistent, Malformed, NotFound, NotInThisGame
from referee.game import Ruleset
from referee.people import People
from referee.registry import read_params, ruleset, rulesets
from referee.rulebook import Text
from referee.vocabulary import Opening, SeatTaken


class Sitting(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who sits down: a name, or the id of a player already entered."""

    name: Annotated[str, Meta(min_length=1, max_length=200, examples=["Ana"])] | UnsetType = UNSET
    player: Annotated[str, Meta(min_length=1, max_length=64)] | UnsetType = UNSET


class OpenMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What it takes to open a match."""

    ruleset: Annotated[str, Meta(examples=["hearts.castillar"])]
    seats: Annotated[tuple[Sitting, ...], Meta(min_length=1, max_length=10)]
    params: dict[str, Any] = {}
    enforcement: Literal["record", "strict"] = "record"
    first_dealer: Annotated[int, Meta(ge=0, le=9)] | None = None
    player_input: bool = False
    confirm: Literal["sides"] | None = None
    table: Annotated[str, Meta(max_length=100)] | None = None


def prepare(asked: OpenMatch, people: People, now: str, chance: Callable[[], str]) -> Opening:
    """The opening event of the match asked for; people named for the first time are entered.

    Raises Malformed (ruleset, params, seats), NotInThisGame, Impossible, Inconsistent, NotFound.
    """
    rules = check_ruleset(asked)
    players = seat_people(asked, people, now)
    dealer, seed = first_dealer(rules, asked, players, people, chance)
    return Opening(
        ruleset=rules.id,
        seats=tuple(SeatTaken(player) for player in players),
        params=msgspec.to_builtins(read_params(rules, asked.params)),
        match=str(uuid7()),
        enforcement=asked.enforcement,
        first_dealer=dealer,
        seed=seed,
        player_input=asked.player_input,
        confirm=asked.confirm,
        table=asked.table,
    )


def check_ruleset(asked: OpenMatch) -> Ruleset:
    """The ruleset asked for, if it can be played so."""
    if asked.ruleset not in rulesets():
        known = ", ".join(sorted(rulesets()))
        raise Malformed(
            Text(
                es=f"no hay reglamento «{asked.ruleset}»; los hay: {known}",
                en=f"no ruleset {asked.ruleset!r}; there are: {known}",
            )
        )
    rules = ruleset(asked.ruleset)
    read_params(rules, asked.params)
    seats = len(asked.seats)
    if seats not in rules.seats:
        those = ", ".join(map(str, rules.seats))
        raise NotInThisGame(
            Text(
                es=f"{rules.id} no se juega con {seats} asientos, sino con {those}",
                en=f"{rules.id} is not played with {seats} seats, but with {those}",
            )
        )
    if asked.first_dealer is not None and not rules.has_dealer:
        raise NotInThisGame(
            Text(es=f"en {rules.id} no reparte nadie: sobra `first_dealer`", en=f"{rules.id} has no `first_dealer`")
        )
    if asked.first_dealer is not None and asked.first_dealer >= seats:
        raise Impossible(
            Text(
                es=f"no existe el asiento {asked.first_dealer}: hay {seats}",
                en=f"there is no seat {asked.first_dealer}: there are {seats}",
            )
        )
    return rules


def seat_people(asked: OpenMatch, people: People, now: str) -> list[str]:
    """The ids of those who sit down, in seat order."""
    for i, seat in enumerate(asked.seats):
        if (seat.name is UNSET) == (seat.player is UNSET):
            raise Malformed(
                Text(es=f"el asiento {i} pide o `name` o `player`", en=f"seat {i} wants either `name` or `player`")
            )
    ids = [seat.player for seat in asked.seats if seat.player is not UNSET]
    known = people.find(ids)
    for id_ in ids:
        if id_ not in known:
            raise NotFound(Text(es=f"no hay jugador {id_}", en=f"there is no player {id_}"))
    if len(set(ids)) < len(ids):
        raise Inconsistent(
            Text(es="la misma persona no puede ocupar dos asientos", en="one person cannot take two seats")
        )
    names: list[tuple[str, date | None]] = [(s.name, None) for s in asked.seats if s.name is not UNSET]
    entered = iter(people.add(names, now))
    return [next(entered) if seat.player is UNSET else seat.player for seat in asked.seats]


def first_dealer(
    rules: Ruleset, asked: OpenMatch, players: Sequence[str], people: People, chance: Callable[[], str]
) -> tuple[int | None, str | None]:
    """The seat that deals first, and the seed that drew it where chance did."""
    if asked.first_dealer is not None or not rules.has_dealer:
        return asked.first_dealer, None
    if rules.game.OLDEST_DEALS:
        born = [people.find([player])[player].birth_date for player in players]
        dates = [day for day in born if day is not None]
        if len(dates) == len(born) and dates.count(min(dates)) == 1:
            return dates.index(min(dates)), None
    seed = chance()
    return int(drawn_order(map(str, range(len(players))), seed, 1)[0]), seed
