"""A day in the hall as a script, for the API or for touch on the pages.

Ten players hold a league of Corazones and its final, and pairs of them play Guiñote. Both ways make the same decisions and plays,
so the outcome has to be the same.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any, Protocol

from tests.support.organizing import TEN, Contest
from tests.support.service import Caller
from tests.support.table import Table

Json = dict[str, Any]
Fixture = dict[str, Any]
PAIRS = (("Ana", "Beto"), ("Carla", "Dani"), ("Elena", "Fito"), ("Gala", "Hugo"))
BY_CARDS, ALSO_BY_CARDS, BY_COUNT = ("Fito", "Gala"), ("Beto", "Carla"), ("Ana", "Carla")
"""The matches of the league at a table: by cards in the first round, or by the figures of every round."""
PARTIDA = {"tricks": [100, 20], "last": 0, "cantes": []}
"""The figures of a hand that the first seat's side wins."""
NOBODY_CAME, ONE_CAME = ("Dani", "Elena"), ("Hugo", "Inés")
WRONG = ("Gala", "Hugo")
LEFT = "Julia"
NOT_PLAYED = (("Ana", LEFT), ("Beto", LEFT))
"""The matches that were not yet played at the withdrawal."""
ROUNDS = ((10, 16), (10, 16), (10, 16), (10, 16))
FINAL_ROUNDS = ((20, 1, 2, 3),) * 5
"""Card points in the final, by seat; the first seat reaches 100."""


class Hands(Protocol):
    """A way to go through the day. `client` reads, in every way."""

    client: Caller
    championship: str

    def enters(self, players: Sequence[str]) -> None: ...
    def draws(self, body: Json) -> Contest: ...
    def reports(self, contest: Contest, fixture: Fixture, points: Sequence[int]) -> None: ...
    def corrects(self, contest: Contest, fixture: Fixture, points: Sequence[int]) -> None: ...
    def misses(self, contest: Contest, fixture: Fixture, absent: Sequence[Json]) -> None: ...
    def leaves(self, contest: Contest, player: Json) -> None: ...
    def rules(self, contest: Contest, order: Sequence[Json]) -> None: ...
    def sits(self, fixture: Fixture, table: str) -> str: ...
    def plays(self, match: str, events: Sequence[Json]) -> None: ...
    def records(self, match: str, event: Json) -> None: ...
    def gives_card(self, fixture: Fixture, match: str, player: Json, card: str) -> None: ...
    def rules_on_claim(self, match: str, claim: str) -> None: ...


def go_through(hands: Hands) -> tuple[Contest, Contest]:
    """The whole day: the league with its final, then the pairs."""
    hands.enters(TEN)
    league = hands.draws({"ruleset": "hearts.castillar", "format": "castillar", "order": list(TEN)})
    _tables(hands, league)
    _results(hands, league)
    _decisions(hands, league)
    _final(hands, league)
    sides = list(map(list, PAIRS))
    pairs = hands.draws({"ruleset": "guinote", "format": "knockout", "entrants": sides, "order": sides})
    _pairs(hands, pairs)
    return league, pairs


def _tables(hands: Hands, league: Contest) -> None:
    """Two matches that begin by cards, side by side, one of them with a black card; and one by the figures of each round."""
    by_cards, also_by_cards, by_count = (league.fixture(*pair) for pair in (BY_CARDS, ALSO_BY_CARDS, BY_COUNT))
    first, also = hands.sits(by_cards, "1"), hands.sits(also_by_cards, "2")
    for match, fixture, pair in ((first, by_cards, BY_CARDS), (also, also_by_cards, ALSO_BY_CARDS)):
        hands.plays(match, _by_cards(hands, match, {"type": "deal"}))
        for figures in _rest(hands, match, fixture, pair):
            hands.records(match, {"type": "count", "figures": {"points": figures}})
    second = hands.sits(by_count, "2")
    for points in ROUNDS:
        hands.records(second, {"type": "count", "figures": {"points": _points_by_entrant(by_count, BY_COUNT, points)}})
    loser = next(one for one in by_cards["entrants"] if one["name"] == BY_CARDS[1])
    hands.gives_card(by_cards, first, loser, "black")


def _by_cards(hands: Hands, match: str, deal: Json) -> list[Json]:
    """A hand by cards that were unseen before they were laid. They are drawn by lot among the regular ones."""
    view = hands.client.get(f"/v1/matches/{match}").json()
    lots, table = Random("by cards"), Table(view["ruleset"], len(view["seats"]), first_dealer=view["dealer"])
    events = [deal]
    table.tell(deal)
    while plays := [move for move in table.legal() if move["type"] == "play"]:
        events.append(dict(lots.choice(plays)))
        table.tell(events[-1])
    return events


def _rest(hands: Hands, match: str, fixture: Fixture, pair: Sequence[str]) -> Iterator[list[int]]:
    """The figures of the three rounds after the first, so that the earlier player wins 40 to 64."""
    [first] = hands.client.get(f"/v1/matches/{match}").json()["score"]["hands"]
    seat = [one["name"] for one in fixture["entrants"]].index(pair[0])
    left = 40 - first["points"][seat]
    for rounds in (3, 2, 1):
        own = left // rounds
        left -= own
        yield [own, 26 - own] if seat == 0 else [26 - own, own]


def _results(hands: Hands, league: Contest) -> None:
    """Reports all other results by points alone: the earlier player wins 40 to 64."""
    apart = [{*pair} for pair in (BY_CARDS, ALSO_BY_CARDS, BY_COUNT, NOBODY_CAME, ONE_CAME, *NOT_PLAYED)]
    fixtures = {frozenset(e["name"] for e in one["entrants"]): one for one in league.fixtures("league")}
    for pair in combinations(TEN, 2):
        if {*pair} not in apart:
            fixture = fixtures[frozenset(pair)]
            points = (64, 40) if pair == WRONG else (40, 64)
            hands.reports(league, fixture, _points_by_entrant(fixture, pair, points))


def _decisions(hands: Hands, league: Contest) -> None:
    """Absences, a withdrawal, a correction, and a ruling between two that never met."""
    both, one = league.fixture(*NOBODY_CAME), league.fixture(*ONE_CAME)
    hands.misses(league, both, both["entrants"])
    hands.misses(league, one, [who for who in one["entrants"] if who["name"] == ONE_CAME[1]])
    wrong = league.fixture(*WRONG)
    hands.corrects(league, wrong, _points_by_entrant(wrong, WRONG, (40, 64)))
    hands.leaves(league, next(one for one in league.view()["entrants"] if one["name"] == LEFT))
    entrants_by_name = {one["name"]: one for one in both["entrants"]}
    hands.rules(league, [entrants_by_name["Elena"], entrants_by_name["Dani"]])


def _final(hands: Hands, league: Contest) -> None:
    """A final of four at one table. A player fails to follow suit, another claims, and the head referee rules."""
    [final] = league.fixtures("final")
    match = hands.sits(final, "1")
    view = hands.client.get(f"/v1/matches/{match}").json()
    hands.records(match, {"type": "deal"})
    for seat in range(len(view["seats"])):
        if hands.client.get(f"/v1/matches/{match}").json()["phase"] != "pass":
            break
        hands.records(match, {"type": "pass", "seat": seat, "cards": None})
    opener = next(iter(_plays(hands, match)))
    hands.records(match, {"type": "play", "seat": opener["seat"], "card": "2C"})
    seat = _plays(hands, match)[0]["seat"]
    hands.records(match, {"type": "play", "seat": seat, "card": "5D"})
    at = hands.client.get(f"/v1/matches/{match}").json()["version"]
    hands.records(match, {"type": "claim", "by": opener["seat"], "against": seat, "kind": "revoke", "at": at})
    hands.rules_on_claim(match, "c1")
    for points in FINAL_ROUNDS:
        hands.records(match, {"type": "count", "figures": {"points": list(points)}})


def _plays(hands: Hands, match: str) -> list[Json]:
    moves = hands.client.get(f"/v1/matches/{match}/legal").json()["events"]
    return [move for move in moves if move["type"] == "play"]


def _pairs(hands: Hands, pairs: Contest) -> None:
    """The pairs' knockout: one match at a table, its first hand by cards and the rest by figures; the others by their winner."""
    match = hands.sits(_to_play(pairs)[0], "2")
    hands.plays(match, _by_cards(hands, match, {"type": "deal", "turn_up": "5O"}))
    while hands.client.get(f"/v1/matches/{match}").json()["status"] == "open":
        hands.records(match, {"type": "count", "figures": PARTIDA})
    while pending := _to_play(pairs):
        hands.reports(pairs, pending[0], (3, 1))


def _to_play(contest: Contest) -> list[Fixture]:
    return [one for one in contest.fixtures() if one["state"] == "pending" and len(one["entrants"]) == 2]


def _points_by_entrant(fixture: Fixture, names: Sequence[str], points: Sequence[int]) -> list[int]:
    """Points by name in the order of the fixture's entrants."""
    points_by_name = dict(zip(names, points, strict=True))
    return [points_by_name[one["name"]] for one in fixture["entrants"]]


class ByApi:
    """Goes through the day with the API alone."""

    def __init__(self, client: Caller) -> None:
        self.client = client
        self.championship = ""

    def enters(self, players: Sequence[str]) -> None:
        championship = self._do("POST", "/v1/championships", name="Fiestas de agosto", players=list(players))
        self.championship = str(championship["id"])

    def draws(self, body: Json) -> Contest:
        contest = self._do("POST", f"/v1/championships/{self.championship}/contests", **body)
        return Contest.existing(self.client, self.championship, contest["id"])

    def reports(self, contest: Contest, fixture: Fixture, points: Sequence[int]) -> None:
        self._do("POST", f"/v1/fixtures/{fixture['id']}/result", points=points)

    def corrects(self, contest: Contest, fixture: Fixture, points: Sequence[int]) -> None:
        self._do("PUT", f"/v1/fixtures/{fixture['id']}/result", points=points, reason="al revés")

    def misses(self, contest: Contest, fixture: Fixture, absent: Sequence[Json]) -> None:
        ids = [one["id"] for one in absent]
        self._do("POST", f"/v1/fixtures/{fixture['id']}/walkover", absent=ids, reason="no se presentó")

    def leaves(self, contest: Contest, player: Json) -> None:
        self._do("POST", f"/v1/contests/{contest.id}/withdrawals", player=player["id"], reason="tiene que marcharse")

    def rules(self, contest: Contest, order: Sequence[Json]) -> None:
        ids = [one["id"] for one in order]
        body = {"tie": ids, "order": [[id_] for id_ in ids], "reason": "sorteo"}
        self._do("POST", f"/v1/contests/{contest.id}/rulings", **body)

    def sits(self, fixture: Fixture, table: str) -> str:
        return str(self._do("POST", "/v1/matches", fixture=fixture["id"])["id"])

    def plays(self, match: str, events: Sequence[Json]) -> None:
        for event in events:
            self.records(match, event)

    def records(self, match: str, event: Json) -> None:
        self._do("POST", f"/v1/matches/{match}/events", **event)

    def gives_card(self, fixture: Fixture, match: str, player: Json, card: str) -> None:
        seats = self.client.get(f"/v1/matches/{match}").json()["seats"]
        seat = next(one["seat"] for one in seats if one["player"] == player["id"])
        self.records(match, {"type": "sanction", "seat": seat, "card": card, "reason": "conducta"})

    def rules_on_claim(self, match: str, claim: str) -> None:
        self.records(match, {"type": "ruling", "claim": claim, "upheld": False, "reason": "visto en la mesa"})

    def _do(self, method: str, path: str, **body: Any) -> Json:
        answer = self.client.request(method, path, json=body)
        assert answer.is_success, answer.text
        return dict(answer.json())


def outcome(client: Caller, championship: str) -> Json:
    """The outcome of a championship, by names: the tables, podiums, the general table, the register of cards."""
    view = client.get(f"/v1/championships/{championship}").json()
    contests = [Contest.existing(client, championship, one["id"]) for one in view["contests"]]
    players = {one["id"]: one["name"] for one in view["players"]}
    cards = client.get("/v1/sanctions", params={"limit": 200}).json()["items"]
    return {
        "general": [_row(row) | {"from": [_without(one, *PLACES) for one in row["from"]]} for row in view["general"]],
        "contests": [
            {
                "phase": contest.view()["phase"],
                "podium": contest.podium(),
                "tables": [[_row(row) for row in rows] for rows in _rows(contest)],
                "states": sorted(_state(one) for one in contest.fixtures()),
            }
            for contest in contests
        ],
        "cards": [(players[one["player"]], one["card"], one["reason"]) for one in cards if one["player"] in players],
    }


PLACES = ("version", "contest", "fixture", "match")
"""The keys with different values on two days."""


def _rows(contest: Contest) -> list[list[Json]]:
    answer = contest.standings()
    return [answer["rows"]] if "rows" in answer else [group["rows"] for group in answer["groups"]]


def _row(row: Json) -> Json:
    return _without(row, "player", "from") | {"player": row["player"]["name"]}


def _without(one: Mapping[str, Any], *names: str) -> Json:
    return {name: value for name, value in one.items() if name not in names}


def _state(fixture: Fixture) -> tuple[str, str, str]:
    result = fixture.get("result") or {}
    return (
        fixture["kind"],
        "-".join(one["name"] for one in fixture["entrants"]),
        f"{fixture['state']} {result.get('points')}",
    )
