"""Championships with every kind of event that their log has, played over HTTP to be stored as samples."""

from pathlib import Path
from typing import Any

from referee.championship.state import Championship, decoder
from referee.log.log import open_log
from tests.support import stored
from tests.support.inside import Clock, inside
from tests.support.organizing import TEN, Contest
from tests.support.same_deals import SameDeals, fixtures_of
from tests.support.service import BEARER, Caller
from tests.support.teams_at_work import TEAMS, TeamContest


def play(folder: Path) -> list[Path]:
    """Plays them on a new database in this folder, and returns the samples of their logs."""
    database = str(folder / "championships.sqlite")
    with inside(database, Clock()) as client:
        client.headers.update(BEARER)
        ids = play_all(client)
    log = open_log(database)
    files = []
    for id_ in ids:
        states = [bytes(record.state) for record in log.read(id_)]
        fold = Championship.fold(id_, map(decoder.decode, states))
        files.append(stored.write(stored.CHAMPIONSHIPS, stored.championship_stands(fold), states))
    log.close()
    return files


def play_all(client: Caller) -> list[str]:
    """Plays them on a service, and returns their ids."""
    return [
        _redrawn(client),
        _contest_with_ruling(client),
        _contest_with_void(client),
        _at_tables(client),
        _contest_by_house(client),
        _undone(client),
        _contest_of_pairs(client),
        _given_rounds(client),
        _in_rounds(client),
        _with_changing_partners(client),
        _of_teams(client),
        _board_by_cards(client),
        _same_deals(client),
    ]


def _same_deals(client: Caller) -> str:
    """A round in which both tables play the same two hands: one is corrected, and the deals are opened with the last."""
    contest = SameDeals(client, *TEN[:4], params={"round_count": 1})
    one, other = fixtures_of(contest.pair(seed="verbena"))
    contest.table(one, (4, 1), (2, 2))
    contest.table(other, (1, 4))
    wrong = {"points": [3, 2], "reason": "apuntado al revés"}
    assert client.put(f"/v1/fixtures/{other}/boards/1/result", json=wrong).is_success
    assert contest.hand(other, 2, (0, 5)).is_success
    return contest.championship


def _of_teams(client: Caller) -> str:
    """A league of two teams with their line-ups: a board that is corrected, one that is given, and one that is level."""
    contest = TeamContest(client, {name: TEAMS[name] for name in (*TEAMS,)[:2]})
    [fixture] = contest.fixtures()
    for team in fixture["entrants"]:
        members = TEAMS[team["name"]]
        lineup = {"boards": [[*members[:2]], [members[2]], [members[3]]]}
        assert client.put(f"/v1/fixtures/{fixture['id']}/lineups/{team['id']}", json=lineup).is_success
    path = f"/v1/fixtures/{fixture['id']}/boards"
    assert client.post(f"{path}/1/result", json={"points": [3, 1]}).is_success
    wrong = {"points": [1, 3], "reason": "apuntado al revés"}
    assert client.put(f"{path}/1/result", json=wrong).is_success
    absent = {"absent": [fixture["entrants"][1]["name"]], "reason": "faltaba uno"}
    assert client.post(f"{path}/2/walkover", json=absent).is_success
    out, into = (TEAMS[fixture["entrants"][0]["name"]][n] for n in (3, 0))
    change = {"out": out, "in": into, "reason": "se va antes"}
    assert client.post(f"{path}/3/substitutions", json=change).is_success
    assert client.post(f"{path}/3/result", json={"points": [52, 52]}).is_success
    return contest.championship


def _board_by_cards(client: Caller) -> str:
    """A board played on the log, which is opened for those who are named, ends, goes on after all and ends again."""
    contest = TeamContest(client, {name: TEAMS[name] for name in (*TEAMS,)[:2]})
    [fixture] = contest.fixtures()
    seats = [{"name": TEAMS[team["name"]][0]} for team in fixture["entrants"]]
    opening = {"fixture": fixture["id"], "board": 2, "seats": seats, "first_dealer": 0}
    match = client.post("/v1/matches", json=opening).json()["id"]
    leaving = {"type": "withdraw", "seat": 1, "reason": "se va"}
    client.tell(match, leaving)
    client.tell(match, {"type": "retract", "to": 1, "reason": "ha vuelto"})
    client.tell(match, leaving)
    return contest.championship


def _in_rounds(client: Caller) -> str:
    """A draft that is changed by hand and published, played, and the next round, that is taken away."""
    contest = Contest(client, *TEN[:5], format="rounds")
    path = f"/v1/contests/{contest.id}/rounds"
    draft = client.post(path, json={"draft": True, "apart": [TEN[:2]], "seed": "verbena"}).json()
    pairs = [[one["id"] for one in pair["entrants"]] for pair in draft["pairs"]]
    body = {"pairs": pairs[::-1], "rest": draft["rest"]["player"]["id"], "reason": "a la ventana"}
    assert client.put(f"{path}/1", json=body).is_success
    for pair in client.post(f"{path}/1/publish").json()["pairs"]:
        assert client.post(f"/v1/fixtures/{pair['fixture']}/result", json={"points": [40, 64]}).is_success
    assert client.post(path, json={"seed": "romería"}).is_success
    assert client.delete(f"{path}/2", params={"reason": "falta gente"}).is_success
    return contest.championship


def _with_changing_partners(client: Caller) -> str:
    """A round of six persons, changed by hand, to which one of them does not come, and the next one."""
    contest = Contest(
        client, *TEN[:6], ruleset="guinote", format="rounds", partners="rotating", params={"round_count": 3}
    )
    path = f"/v1/contests/{contest.id}/rounds"
    draft = client.post(path, json={"draft": True, "seed": "verbena"}).json()
    sides = [[one["id"] for one in entrant["players"]] for entrant in draft["pairs"][0]["entrants"]]
    rests = [one["player"]["id"] for one in draft["rests"]]
    body = {"pairs": [sides[::-1]], "rests": rests, "reason": "a la ventana"}
    assert client.put(f"{path}/1", json=body).is_success
    [pair] = client.post(f"{path}/1/publish").json()["pairs"]
    absence = {"absent": sides[0][:1], "reason": "no vino"}
    assert client.post(f"/v1/fixtures/{pair['fixture']}/walkover", json=absence).is_success
    assert client.post(path, json={"seed": "romería"}).is_success
    return contest.championship


def _redrawn(client: Caller) -> str:
    """A league that is drawn again, with a ladder and a card, a wrong result, and a withdrawal."""
    contest = Contest(
        client, *TEN[:6], discipline={"ladder": ["warning", "game", "match", "expulsion"], "no_show_minutes": 15}
    )
    contest.do("draw", seed="verbena", reason="faltaba una papeleta")
    body = {"player": "Ana", "card": "yellow", "reason": "tira las cartas"}
    client.post(f"/v1/championships/{contest.championship}/sanctions", json=body)
    client.post(f"/v1/championships/{contest.championship}/players", json={"players": ["Zoe"]})
    body = {"starts_at": "2026-08-15T17:00:00Z", "table": "la del fondo"}
    client.put(f"/v1/fixtures/{contest.fixture('Ana', 'Beto')['id']}/schedule", json=body)
    contest.report({"Ana": 40, "Beto": 64})
    contest.correct({"Ana": 64, "Beto": 40})
    contest.do("withdrawals", player="Fito", reason="se va")
    ladder = {"ladder": ["warning", "game", "match", "expulsion"], "no_show_minutes": 15}
    for terms in (None, ladder):
        terms_body = {"discipline": terms, "reason": "lo pide la peña"}
        assert client.put(f"/v1/championships/{contest.championship}/discipline", json=terms_body).is_success
    for timing in ({"turn_seconds": 60, "match_seconds": 3000}, None):
        clock = {"timing": timing, "reason": "40 minutos son pocos"}
        assert client.put(f"/v1/contests/{contest.id}/timing", json=clock).is_success
    carla = next(row["player"]["id"] for row in contest.standings()["rows"] if row["player"]["name"] == "Carla")
    client.put(f"/v1/players/{carla}", json={"name": "Karla", "distinct": True})
    newcomers = client.post(f"/v1/championships/{contest.championship}/players", json={"players": ["Zoë"]}).json()
    ids = {one["name"]: one["id"] for one in newcomers["players"]}
    client.post(f"/v1/players/{ids['Zoe']}/merge", json={"into": ids["Zoë"], "reason": "es la misma"})
    client.delete(f"/v1/players/{ids['Zoe']}/merge", params={"reason": "son dos"})
    return contest.championship


def _contest_with_ruling(client: Caller) -> str:
    """A tie that a ruling settles, a finalist that does not come, and a wrong result: the ruling falls."""
    contest = Contest(client, *TEN[:5])
    fixture = contest.fixture("Dani", "Elena")
    contest.league(TEN[:5], but=("Dani-Elena",))
    client.post(f"/v1/fixtures/{fixture['id']}/walkover", json={"absent": ["Dani", "Elena"], "reason": "nadie vino"})
    contest.do("rulings", tie=["Dani", "Elena"], order=[["Elena"], ["Dani"]], reason="sorteo")
    contest.correct({"Elena": 41, "Carla": 63})
    contest.do("substitutions", out="Ana", reason="enferma")
    return contest.championship


def _contest_with_void(client: Caller) -> str:
    """A final that has begun before a result turns out to be wrong: others are through to it."""
    contest = Contest(client, *TEN[:5])
    contest.league(TEN[:5])
    match = client.post("/v1/matches", json={"fixture": contest.fixtures("final")[0]["id"]}).json()["id"]
    client.tell(match, {"type": "deal"})
    wrong = contest.fixture("Dani", "Elena")
    body = contest.body(wrong, {"Dani": 64, "Elena": 40}, reason="apuntados al revés", reopen=True)
    client.put(f"/v1/fixtures/{wrong['id']}/result", json=body)
    return contest.championship


def _at_tables(client: Caller) -> str:
    """A match that is played at a table, and taken back after its end."""
    contest = Contest(client, "Ana", "Beto")
    match = client.post("/v1/matches", json={"fixture": contest.fixtures()[0]["id"]}).json()["id"]
    version = client.tell(match, {"type": "withdraw", "seat": 0, "reason": "se va"})["version"]
    client.tell(match, {"type": "retract", "to": version - 1, "reason": "era otra mesa"})
    return contest.championship


def _contest_by_house(client: Caller) -> str:
    """A contest by house rules that have a name."""
    house = {"name": "La taberna", "author": "Peña El Cierzo", "ruleset": "corona", "params": {"hand": 9}}
    contest = Contest(client, "Ana", "Beto", ruleset="corona", format="single", house=house)
    contest.report({"Ana": 1, "Beto": 0})
    return contest.championship


def _undone(client: Caller) -> str:
    """Acts made by mistake and undone: a result, a card, a player, a contest; and corrected names."""
    contest = Contest(client, *TEN[:5], format="league", name="Copa", params={"late_until": 2})
    championship, why = f"/v1/championships/{contest.championship}", {"reason": "por error"}
    contest.report({"Ana": 40, "Beto": 64})
    fixture = contest.fixture("Ana", "Beto")["id"]
    assert client.delete(f"/v1/fixtures/{fixture}/result", params=why).is_success
    card = {"player": "Ana", "card": "yellow", "reason": "era otra"}
    version = client.post(f"{championship}/sanctions", json=card).json()["version"]
    assert client.delete(f"{championship}/sanctions/{version}", params=why).is_success
    client.post(f"{championship}/players", json={"players": [{"name": "Zoe", "distinct": True}]})
    assert contest.do("entrants", player="Zoe", reason="llega tarde").is_success
    entry = contest.view()["version"]
    assert client.delete(f"/v1/contests/{contest.id}/decisions/{entry}", params=why).is_success
    assert client.delete(f"{championship}/players/Zoe", params=why).is_success
    assert client.put(championship, json={"name": "Fiestas de septiembre", "reason": "se aplazan"}).is_success
    assert client.put(f"/v1/contests/{contest.id}", json={"name": "Copa de la peña"}).is_success
    assert client.delete(f"/v1/contests/{contest.id}", params=why).is_success
    return contest.championship


def _given_rounds(client: Caller) -> str:
    """A league whose rounds were given: two rest in one round, and other rounds are given before anything is played."""
    rounds: list[dict[str, Any]] = [
        {"matches": [["Dani", "Ana"], ["Beto", "Carla"]]},
        {"matches": [["Ana", "Beto"]], "rests": ["Dani", "Carla"]},
        {"matches": [["Carla", "Dani"]]},
        {"matches": [["Ana", "Carla"], ["Dani", "Beto"]], "rests": []},
    ]
    contest = Contest(client, *TEN[:4], ruleset="corona", format="league", rounds=rounds, order=None)
    assert contest.do("draw", rounds=rounds[::-1], reason="la vuelta iba al revés").is_success
    contest.report({"Ana": 1, "Beto": 0})
    return contest.championship


def _contest_of_pairs(client: Caller) -> str:
    """Pairs in groups: a partner is replaced after the first matches, and a pair by a pair before the final."""
    pairs = [[*TEN[n : n + 2]] for n in range(0, 8, 2)]
    options = {"size": 2, "through": 1, "then": "final"}
    body: dict[str, Any] = {
        "ruleset": "guinote",
        "format": "groups",
        "params": options,
        "order": pairs,
        "entrants": pairs,
    }
    contest = Contest(client, *TEN, **body)
    for first, second in (pairs[:2], pairs[2:]):
        contest.report({" / ".join(first): 3, " / ".join(second): 1})
    contest.do("substitutions", **{"out": TEN[0], "in": TEN[8], "reason": "enferma"})
    contest.do("substitutions", **{"out": [TEN[8], TEN[1]], "in": [TEN[0], TEN[9]], "reason": "no llegan"})
    return contest.championship
