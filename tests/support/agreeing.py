"""One truth: statistics, ratings, head to head and series against the matches of contests that count."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, pairwise
from typing import Any

from tests.support.service import Caller


def all_agree(client: Caller, championship: str, series: str, fixtures: Iterable[dict[str, Any]]) -> None:
    """Compares everything made of the matches of a championship, the one edition of a series, with its fixtures."""
    appearances, wins = Counter[str](), Counter[str]()
    ahead, encounters = Counter[tuple[str, str]](), Counter[frozenset[str]]()
    for fixture in fixtures:
        if fixture["state"] == "played":
            sides = [[p["id"] for p in one.get("players", [one])] for one in fixture["entrants"]]
            places = places_in(fixture)
            first = [n for n in places if places[n] == 0]
            for n, people in enumerate(sides):
                appearances.update(people)
                wins.update(people if first == [n] else ())
            for a, b in combinations(range(len(sides)), 2):
                for one in sides[a]:
                    for other in sides[b]:
                        encounters[frozenset((one, other))] += 1
                        ahead[(one, other)] += places[a] < places[b]
                        ahead[(other, one)] += places[b] < places[a]
    view = client.get(f"/v1/championships/{championship}").json()
    people = [one["id"] for one in view["players"]]
    rows = client.get(f"/v1/series/{series}/table").json()["items"]
    table = {row["player"]["id"]: (row["matches"], row["wins"], row["points"]) for row in rows}
    general = {row["player"]["id"]: row for row in view["general"]}
    for one in people:
        games = client.get(f"/v1/players/{one}/statistics").json()["games"]
        assert (sum(g["matches"] for g in games), sum(g["won"] for g in games)) == (appearances[one], wins[one])
        pools = client.get(f"/v1/players/{one}/ratings").json()["ratings"]
        assert sum(pool["matches"] for pool in pools if pool["ruleset"] is None) == appearances[one]
        assert table[one] == (appearances[one], wins[one], general[one]["points"])
        assert sum(part["points"] for part in general[one]["from"]) == general[one]["points"]
    for a, b in combinations(people, 2):
        both = client.get(f"/v1/players/{a}/against/{b}").json()["totals"]
        assert (both["opponents"], both["ahead"], both["behind"]) == (
            encounters[frozenset((a, b))],
            ahead[(a, b)],
            ahead[(b, a)],
        )


def places_in(fixture: dict[str, Any]) -> dict[int, int]:
    """The place of each side of a match, from 0. Sides that only the alphabet or a ruling parts share a place."""
    result = fixture["result"]
    ranking = [n for place in result["ranking"] for n in place]
    figures = [result[name] for name in ("points", "stars", "rounds_won", "cards") if name in result]
    figures += result.get("extra_rounds", ())
    places = {n: at for at, place in enumerate(result["ranking"]) for n in place}
    for one, after in pairwise(ranking):
        if "match" not in fixture and "winner" not in result and all(part[one] == part[after] for part in figures):
            places[after] = places[one]
    return places
