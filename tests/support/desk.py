"""The acts of an organizer on contests in every format, each with the address of its undo."""

from collections.abc import Callable
from typing import Any

import httpx

from tests.support.organizing import TEN, Contest
from tests.support.service import Caller

WHY = {"reason": "se apuntó por error"}
PAIRS = [["Ana", "Beto"], ["Carla", "Dani"], ["Elena", "Fito"], ["Gala", "Hugo"]]

# Formats: a contest of each, in its first phase

ContestMaker = Callable[[Caller], Contest]
GROUPS = {"size": 3, "through": 1, "then": "final"}
FORMATS: dict[str, ContestMaker] = {
    "castillar": lambda c: Contest(c, *TEN[:5]),
    "castillar of eight": lambda c: Contest(c, *TEN[:8]),
    "league": lambda c: Contest(c, *TEN[:4], format="league", params={"late_until": 9}),
    "groups": lambda c: Contest(c, *TEN[:6], ruleset="corona", format="groups", params=GROUPS),
    "knockout": lambda c: Contest(c, *TEN[:5], ruleset="corona", format="knockout"),
    "single": lambda c: Contest(c, *TEN[:4], format="single"),
    "league of pairs": lambda c: Contest(c, *TEN[:8], ruleset="guinote", format="league", order=PAIRS),
    "knockout of pairs": lambda c: Contest(c, *TEN[:8], ruleset="guinote", format="knockout", order=PAIRS),
}
FIGURES: dict[str, list[dict[str, Any]]] = {
    "hearts.castillar of 2": [{"points": [40, 64]}, {"points": [64, 40]}],
    "hearts.castillar of 4": [{"points": [9, 26, 19, 50]}, {"points": [50, 26, 9, 19]}],
    "hearts.castillar of 4 to 100": [{"points": [101, 55, 60, 18]}, {"points": [18, 60, 55, 101]}],
    "corona of 2": [{"points": [1, 0]}, {"points": [0, 1]}],
    "guinote of 2": [{"points": [3, 1]}, {"points": [1, 3]}],
}


OUTSIDERS = ("Nora", "Omar")
"""Players of a championship that are in none of its contests."""


def draw_desk_contest(client: Caller, format_: str) -> Contest:
    """A contest in this format, in a championship with others beside it."""
    contest = FORMATS[format_](client)
    body = {"players": [{"name": name, "distinct": True} for name in OUTSIDERS]}
    assert_ok(client.post(f"/v1/championships/{contest.championship}/players", json=body))
    return contest


def open_fixture(contest: Contest) -> dict[str, Any]:
    return next(one for one in contest.fixtures() if one["state"] == "pending")


def figures(contest: Contest, fixture: dict[str, Any], n: int = 0) -> dict[str, Any]:
    kind = f"{contest.view()['ruleset']} of {len(fixture['entrants'])}"
    return (FIGURES.get(f"{kind} to {fixture['params'].get('limit')}") or FIGURES[kind])[n]


def report(contest: Contest, n: int = 0) -> dict[str, Any]:
    """Reports a result of the first match without a result."""
    fixture = open_fixture(contest)
    assert_ok(contest.client.post(f"/v1/fixtures/{fixture['id']}/result", json=figures(contest, fixture, n)))
    return fixture


def assert_ok(answer: httpx.Response) -> dict[str, Any]:
    assert answer.is_success, answer.text
    return dict(answer.json())


# Acts: each does one of its kind, and returns the address of its undo

Act = Callable[[Contest], str]


def decision(contest: Contest, answer: httpx.Response) -> str:
    assert_ok(answer)
    return f"/v1/contests/{contest.id}/decisions/{contest.view()['version']}"


def tell_result(contest: Contest) -> str:
    return f"/v1/fixtures/{report(contest)['id']}/result"


def correct_result(contest: Contest) -> str:
    fixture = next(one for one in contest.fixtures() if one["state"] == "played")
    body = figures(contest, fixture, 1) | {"reason": "al revés"}
    return decision(contest, contest.client.put(f"/v1/fixtures/{fixture['id']}/result", json=body))


def give_walkover(contest: Contest) -> str:
    fixture = open_fixture(contest)
    body = {"absent": [fixture["entrants"][0]["id"]], "reason": "no vino"}
    assert_ok(contest.client.post(f"/v1/fixtures/{fixture['id']}/walkover", json=body))
    return f"/v1/fixtures/{fixture['id']}/walkover"


def replace_by_walkover(contest: Contest) -> str:
    fixture = next(one for one in contest.fixtures() if one["state"] == "played")
    body = {"absent": [fixture["entrants"][0]["id"]], "reason": "no era quien decía"}
    match = {"If-Match": f'"{fixture["version"]}"'}
    assert_ok(contest.client.post(f"/v1/fixtures/{fixture['id']}/walkover", json=body, headers=match))
    return f"/v1/fixtures/{fixture['id']}/walkover"


def withdraw(contest: Contest) -> str:
    who = contest.view()["entrants"][1]["id"]
    assert_ok(contest.do("withdrawals", player=who, reason="se va"))
    return f"/v1/contests/{contest.id}/withdrawals/{who}"


def substitute(contest: Contest) -> str:
    """Replaces the first player by one from outside, or a pair by a pair."""
    first = contest.view()["entrants"][0]
    into = [*OUTSIDERS] if "players" in first else OUTSIDERS[0]
    assert_ok(contest.do("substitutions", out=first["id"], reason="enferma", **{"in": into}))
    return f"/v1/contests/{contest.id}/substitutions/{first['id']}"


def draw_again(contest: Contest) -> str:
    return decision(contest, contest.do("draw", seed="verbena", reason="faltaba una papeleta"))


def open_match(contest: Contest) -> str:
    answer = contest.client.post("/v1/matches", json={"fixture": open_fixture(contest)["id"]})
    return decision(contest, answer)


def cancel(contest: Contest) -> str:
    return decision(contest, contest.client.delete(f"/v1/contests/{contest.id}", params=WHY))


def sanction(contest: Contest) -> str:
    body = {"player": "Ana", "card": "yellow", "reason": "grita", "contest": contest.id}
    path = f"/v1/championships/{contest.championship}/sanctions"
    return f"{path}/{assert_ok(contest.client.post(path, json=body))['version']}"


def enter(contest: Contest) -> str:
    path = f"/v1/championships/{contest.championship}/players"
    assert_ok(contest.client.post(path, json={"players": [{"name": "Zoe", "distinct": True}]}))
    return f"{path}/Zoe"


def rule_tie(contest: Contest) -> str:
    """Makes a tie across the line between two that never met, and rules on it."""
    for names in (("Dani", "Elena"),):
        fixture = contest.fixture(*names)
        body = {"absent": [one["id"] for one in fixture["entrants"]], "reason": "no vino nadie"}
        assert_ok(contest.client.post(f"/v1/fixtures/{fixture['id']}/walkover", json=body))
    contest.league(TEN[:5], but=("Dani-Elena",))
    return decision(contest, contest.do("rulings", tie=["Dani", "Elena"], order=[["Elena"], ["Dani"]], reason="sorteo"))


# The outcome


def tables(contest: Contest) -> dict[str, Any]:
    """All views of a contest and its championship, without versions."""
    client, of = contest.client, contest.championship
    view = contest.view()
    view["fixtures"] = [without_versions(one) for one in view["fixtures"]]
    championship = assert_ok(client.get(f"/v1/championships/{of}"))
    results = assert_ok(client.get("/v1/results", params={"championship": of}))["items"]
    return {
        "contest": {name: part for name, part in without_versions(view).items() if name not in {"draw", "draws"}},
        "order": view["draw"]["order"],
        "standings": without_versions(contest.standings()),
        "championship": without_versions(championship),
        "results": [(one["decided_at"], without_versions(one["fixture"])) for one in results],
        "ratings": assert_ok(client.get("/v1/ratings", params={"championship": of}))["items"],
        "cards": assert_ok(client.get("/v1/sanctions", params={"championship": of}))["items"],
    }


def without_versions(view: dict[str, Any]) -> dict[str, Any]:
    return {name: part for name, part in view.items() if name != "version"}


def taken_back(contest: Contest, path: str, **params: Any) -> dict[str, Any]:
    """Tries an undo, which stores nothing, then does it: both answers are alike."""
    client, log = contest.client, f"/v1/championships/{contest.championship}/events"
    version = client.get(log).json()["version"]
    trial = assert_ok(client.delete(path, params=WHY | params | {"dry_run": "true"}))
    assert client.get(log).json()["version"] == version
    response = assert_ok(client.delete(path, params=WHY | params))
    assert trial["difference"] == response["difference"]
    return response
