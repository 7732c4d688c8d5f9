"""Contests with the same deals at every table over HTTP: drawn, told by hand, corrected, taken back, refused (duplicate.*)."""

from hashlib import sha256
from itertools import chain
from typing import Any

import pytest

from referee.championship.chance_in_logs import chance_of
from referee.contests.formats import formats
from referee.match.registry import rulesets
from tests.support.organizing import TEN, Contest
from tests.support.same_deals import SameDeals, fixtures_of, names_of
from tests.support.service import Caller, Running, refusal_of

SIX = TEN[:6]
EIGHT = TEN[:8]


@pytest.fixture
def contest(organizer: Caller) -> SameDeals:
    return SameDeals(organizer, *SIX)


def test_a_whole_contest_by_matchpoints_from_the_draw_to_the_podium(contest: SameDeals) -> None:
    assert contest.view()["duplicate"] == {"hands": 2, "scoring": "matchpoints"}
    round_ = contest.pair()
    assert {name: round_["deals"][name] for name in ("first", "hands")} == {"first": 1, "hands": 2}
    one, other, third = fixtures_of(round_)
    contest.table(one, (4, 1), (2, 2))
    contest.table(other, (2, 3), (3, 2))
    contest.table(third, (1, 4), (3, 2))
    # Of the first line 3, -1 and -3 in the first hand, 0, 1 and 1 in the second; the other line the other way round.
    first = {
        pair[0]: score for pair, score in zip(names_of(round_), [(50, 2, 4), (62.5, 2, 5), (37.5, 2, 3)], strict=True)
    }
    second = {
        pair[1]: score for pair, score in zip(names_of(round_), [(50, 2, 4), (37.5, 2, 3), (62.5, 2, 5)], strict=True)
    }
    assert contest.scores() == first | second
    again = contest.pair()
    assert again["deals"]["first"] == 3
    assert again["deals"]["commitment"] != round_["deals"]["commitment"]
    for fixture in fixtures_of(again):
        contest.table(fixture, (4, 1), (3, 2))
    assert contest.view()["phase"] == "finished"
    assert contest.podium()[0][1] == contest.standings()["rows"][0]["player"]["name"]
    # All did the same in the second round: everybody has half of it.
    assert {name: score for name, (score, *_) in contest.scores().items()} == {
        name: (score + 50) / 2 for name, (score, *_) in (first | second).items()
    }


def test_by_differences_they_are_added_up(organizer: Caller) -> None:
    contest = SameDeals(organizer, *SIX, hands=1, scoring="difference")
    round_ = contest.pair()
    for fixture, points in zip(fixtures_of(round_), [(4, 1), (2, 3), (1, 4)], strict=True):
        contest.table(fixture, points)
    first = [pair[0] for pair in names_of(round_)]
    assert [contest.scores()[name] for name in first] == [(3.33, 1, None), (-0.67, 1, None), (-2.67, 1, None)]


def test_nothing_is_known_of_a_hand_that_somebody_has_still_to_play(contest: SameDeals, public: Caller) -> None:
    round_ = contest.pair()
    before = contest.standings()["rows"]
    one, other, third = fixtures_of(round_)
    answer = contest.hand(one, 1, (5, 0)).json()
    # Who tells it sees what they told.
    assert answer["boards"][0]["result"]["points"] == [5, 0]
    contest.hand(one, 2, (5, 0))
    contest.hand(other, 1, (0, 3))
    for path in (f"/v1/fixtures/{one}", f"/v1/contests/{contest.id}/fixtures", f"/v1/contests/{contest.id}"):
        view = public.get(path).json()
        fixtures = view.get("items") or view.get("fixtures") or [view]
        boards = [board for fixture in fixtures for board in fixture["boards"]]
        assert sum(board["state"] == "played" for board in boards) == (2 if path.endswith(one) else 3)
        assert all("result" not in board for board in boards), path
        assert all("result" not in fixture for fixture in fixtures), path
    assert public.get(f"/v1/contests/{contest.id}/standings").json()["rows"] == before
    # Who runs the contest reads what was told, to correct it.
    own = [board for fixture in contest.fixtures() for board in fixture["boards"]]
    assert sum("result" in board for board in own) == 3
    contest.hand(third, 1, (1, 1))
    assert {hands for _, hands, _ in contest.scores().values()} == {1}
    assert contest.client.get(f"/v1/fixtures/{other}").json()["boards"][0]["result"]["points"] == [0, 3]


def test_a_hand_is_corrected_and_taken_back(contest: SameDeals) -> None:
    round_ = contest.pair()
    for fixture in fixtures_of(round_):
        contest.table(fixture, (4, 1), (2, 2))
    before = contest.standings()["rows"]
    one = fixtures_of(round_)[0]
    version = contest.client.get(f"/v1/fixtures/{one}").json()["version"]
    path = f"/v1/fixtures/{one}/boards/1/result"
    body = {"points": [1, 4], "reason": "apuntado al revés"}
    stale = contest.client.put(path, json=body, headers={"If-Match": '"1"'})
    assert refusal_of(stale, 409, "conflict")
    dry = contest.client.put(path, json=body, params={"dry_run": "true"})
    assert dry.status_code == 200, dry.text
    assert contest.standings()["rows"] == before
    now = contest.client.put(path, json=body, headers={"If-Match": f'"{version}"'})
    assert now.status_code == 200, now.text
    worst = names_of(round_)[0][0]
    assert contest.scores()[worst][0] == 25
    [version_of_correction] = [
        item["version"]
        for item in contest.client.get(f"/v1/contests/{contest.id}/decisions").json()["items"]
        if item["type"] == "board_corrected"
    ]
    back = contest.client.delete(
        f"/v1/contests/{contest.id}/decisions/{version_of_correction}", params={"reason": "estaba bien"}
    )
    assert back.status_code == 200, back.text
    assert contest.standings()["rows"] == before


def test_who_does_not_come_to_a_hand_has_the_worst_and_the_rival_the_own_average(contest: SameDeals) -> None:
    round_ = contest.pair()
    one, other, third = fixtures_of(round_)
    contest.table(other, (4, 1), (4, 1))
    contest.table(third, (2, 3), (2, 3))
    names = names_of(round_)
    contest.hand(one, 1, (4, 1))
    answer = contest.client.post(
        f"/v1/fixtures/{one}/boards/2/walkover", json={"absent": [names[0][1]], "reason": "se va"}
    )
    assert answer.status_code == 201, answer.text
    assert answer.json()["boards"][1]["state"] == "walkover"
    # In the first hand two level and one worse; in the second the rival of nobody has the average.
    assert contest.scores()[names[0][0]] == (75, 1, 3)
    assert contest.scores()[names[0][1]] == (12.5, 2, 1)


def test_a_whole_table_that_does_not_come_and_a_bye(organizer: Caller) -> None:
    contest = SameDeals(organizer, *TEN[:5], hands=1)
    round_ = contest.pair()
    one, other = fixtures_of(round_)
    contest.table(one, (4, 1))
    (ana, _), (absentee, came) = names_of(round_)
    absence = {"absent": [absentee], "reason": "no viene"}
    assert contest.client.post(f"/v1/fixtures/{other}/walkover", json=absence).status_code == 201
    at_rest = round_["rest"]["player"]["name"]
    scores = contest.scores()
    assert (scores[ana], scores[absentee], scores[came], scores[at_rest]) == (
        (50, 1, 0),
        (0, 1, 0),
        (50, 0, 0),
        (50, 0, 0),
    )
    assert contest.pair()["round"] == 2


def test_a_table_takes_no_result_of_its_own(contest: SameDeals) -> None:
    fixture = fixtures_of(contest.pair())[0]
    path = f"/v1/fixtures/{fixture}"
    for answer in (
        contest.client.post(f"{path}/result", json={"points": [21, 15]}),
        contest.client.post("/v1/matches", json={"fixture": fixture}),
    ):
        assert answer.json()["rule"] == "duplicate.deals", answer.text
    contest.table(fixture, (4, 1), (2, 2))
    assert contest.client.delete(f"{path}/result", params={"reason": "no"}).status_code == 404


@pytest.mark.parametrize(
    ("number", "body", "status", "code"),
    [
        pytest.param(1, {"points": [400, 1]}, 422, "inconsistent", id="more than a hand gives"),
        pytest.param(1, {"points": [1, 1, 1]}, 422, "inconsistent", id="three sides"),
        pytest.param(1, {"points": [4, 1], "cards": [[1, 0], [0, 0]]}, 422, "not-in-this-game", id="cards"),
        pytest.param(1, {"points": [4, 1], "winner": 0}, 422, "not-in-this-game", id="a winner"),
        pytest.param(3, {"points": [4, 1]}, 404, "not-found", id="no such hand"),
    ],
)
def test_what_a_hand_cannot_be_is_refused(
    contest: SameDeals, number: int, body: dict[str, Any], status: int, code: str
) -> None:
    fixture = fixtures_of(contest.pair())[0]
    answer = contest.client.post(f"/v1/fixtures/{fixture}/boards/{number}/result", json=body)
    assert refusal_of(answer, status, code)
    boards = contest.client.get(f"/v1/fixtures/{fixture}").json()["boards"]
    assert [board["state"] for board in boards] == ["pending"] * 2


PAIRS = [[*TEN[:2]], [*TEN[2:4]], [*TEN[4:6]]]


@pytest.mark.parametrize(
    ("body", "path"),
    [
        pytest.param({"ruleset": "corona"}, "$.duplicate", id="a game whose hand does not stand alone"),
        pytest.param({"format": "league"}, "$.duplicate", id="format"),
        pytest.param({"params": {"points": {"win": 3, "level": 1, "loss": 0}}}, "$.params.points", id="points"),
        pytest.param({"params": {"strike": 1}}, "$.params.strike", id="strike"),
        pytest.param({"params": {"score": "game_points"}}, "$.params.score", id="score"),
        pytest.param({"duplicate": {"hands": 0}}, "$.duplicate.hands", id="no hands"),
        pytest.param({"ruleset": "guinote"}, "$.entrants", id="one of a pair"),
    ],
)
def test_what_cannot_be_drawn_says_where(organizer: Caller, body: dict[str, Any], path: str) -> None:
    people = {"name": "Fiestas", "players": [*SIX], "distinct": True}
    championship = organizer.post("/v1/championships", json=people).json()["id"]
    whole = {"ruleset": "escoba", "format": "rounds", "order": [*SIX], "duplicate": {"hands": 2}} | body
    answer = organizer.post(f"/v1/championships/{championship}/contests", json=whole)
    assert answer.status_code in {400, 422}, answer.text
    assert [one["path"] for one in answer.json()["errors"]][:1] == [path], answer.text
    assert organizer.get(f"/v1/championships/{championship}").json()["contests"] == []


@pytest.mark.parametrize("rules", ["guinote", "escoba", "scopa", "scopone", "casino.classic"])
def test_every_game_of_pairs_is_played_so(organizer: Caller, rules: str) -> None:
    points = (90, 40) if rules == "guinote" else (3, 1)
    contest = SameDeals(organizer, *SIX, hands=1, ruleset=rules, order=PAIRS)
    round_ = contest.pair()
    contest.table(fixtures_of(round_)[0], points)
    assert {score for score, *_ in contest.scores().values()} == {50}


def test_partners_change_with_the_same_deals(organizer: Caller) -> None:
    contest = SameDeals(organizer, *TEN[:8], hands=1, ruleset="guinote", partners="rotating")
    round_ = contest.pair()
    one, other = fixtures_of(round_)
    contest.table(one, (90, 40))
    contest.table(other, (70, 60))
    best = {person["name"] for person in round_["pairs"][0]["entrants"][0]["players"]}
    best |= {person["name"] for person in round_["pairs"][1]["entrants"][1]["players"]}
    assert {name for name, (score, *_) in contest.scores().items() if score == 100} == best


def test_other_pairs_by_hand_have_the_same_deals_and_a_round_paired_anew_has_others(contest: SameDeals) -> None:
    round_ = contest.pair(draft=True)
    pairs = [list(pair) for pair in names_of(round_)]
    others = [[pairs[0][0], pairs[1][1]], [pairs[1][0], pairs[0][1]], pairs[2]]
    after = contest.client.put(f"{contest.path}/1", json={"pairs": others, "reason": "son hermanos"}).json()
    assert after["deals"] == round_["deals"]
    assert contest.client.post(f"{contest.path}/1/publish").json()["deals"] == round_["deals"]
    assert contest.client.delete(f"{contest.path}/1", params={"reason": "falta gente"}).status_code == 200
    assert contest.pair()["deals"]["commitment"] != round_["deals"]["commitment"]


def test_the_same_request_again_is_no_other_contest(organizer: Caller) -> None:
    contest = SameDeals(organizer, *SIX, external_id="mano-a-mano")
    path = f"/v1/championships/{contest.championship}/contests"
    body = {"ruleset": "escoba", "format": "rounds", "order": [*SIX], "params": {"round_count": 2}}
    same = body | {"duplicate": {"hands": 2}, "external_id": "mano-a-mano"}
    assert organizer.post(path, json=same).json()["id"] == contest.id
    other = organizer.post(path, json=same | {"duplicate": {"hands": 3}})
    assert (other.status_code, other.json()["differing"]) == (409, ["duplicate"])


def test_a_contest_with_its_own_deals_has_none(organizer: Caller) -> None:
    contest = Contest(organizer, *SIX, format="rounds")
    round_ = organizer.post(f"/v1/contests/{contest.id}/rounds", json={}).json()
    assert "deals" not in round_
    assert "duplicate" not in contest.view()


def test_a_hand_is_read_with_its_cards_once_every_table_has_played_it(contest: SameDeals, running: Running) -> None:
    one, other, third = fixtures_of(contest.pair())
    path = f"/v1/contests/{contest.id}/deals"
    contest.table(one, (4, 1), (2, 2))
    contest.table(other, (2, 3), (3, 2))
    with running.client() as public:
        early = public.get(f"{path}/1")
        assert refusal_of(early, 409, "impossible")
        assert "3" in early.json()["detail"]
        contest.hand(third, 1, (1, 4))
        first = public.get(f"{path}/1").json()
        assert [result["points"] for result in first["results"]] == [[4, 1], [2, 3], [1, 4]]
        assert [result["scores"] for result in first["results"]] == [[100, 0], [50, 50], [0, 100]]
        assert [result["matchpoints"] for result in first["results"]] == [[4, 0], [2, 2], [0, 4]]
        cards = [*chain.from_iterable(first["hands"]), *first["table"], *first["stock"]]
        assert len({*cards}) == len(cards) == 40
        # The seed deals the second hand too, which one table has still to play.
        assert first["seed"] is None
        assert refusal_of(public.get(f"{path}/2"), 409, "impossible")
        contest.hand(third, 2, (0, 5))
        second = public.get(f"{path}/2").json()
        round_ = public.get(f"{contest.path}/1").json()
        assert sha256(second["seed"].encode()).hexdigest() == round_["deals"]["commitment"] == second["commitment"]
        assert round_["deal_seed"] == second["seed"]
        assert (second["hand"], second["round"], second["board"]) == (2, 1, 2)
        assert public.get(f"{path}/1").json()["hands"] == first["hands"] != second["hands"]
        assert public.get(f"{path}/3").status_code == 404


@pytest.mark.parametrize("ending", ["result", "walkover", "withdrawal", "board walkover"])
def test_whatever_ends_a_round_opens_its_deals(organizer: Caller, ending: str) -> None:
    contest = SameDeals(organizer, *SIX[:4], hands=1)
    round_ = contest.pair()
    one, other = fixtures_of(round_)
    contest.table(one, (4, 1))
    name = names_of(round_)[1][0]
    absence = {"absent": [name], "reason": "no viene"}
    calls: dict[str, tuple[str, dict[str, Any]]] = {
        "result": (f"/v1/fixtures/{other}/boards/1/result", {"points": [4, 1]}),
        "walkover": (f"/v1/fixtures/{other}/walkover", absence),
        "board walkover": (f"/v1/fixtures/{other}/boards/1/walkover", absence),
        "withdrawal": (f"/v1/contests/{contest.id}/withdrawals", {"player": name, "reason": "se va"}),
    }
    path, body = calls[ending]
    trial = organizer.post(path, json=body, params={"dry_run": "true"})
    assert trial.is_success
    assert "deal_seed" not in organizer.get(f"{contest.path}/1").json()
    assert organizer.post(path, json=body).is_success
    seed = organizer.get(f"{contest.path}/1").json()["deal_seed"]
    assert seed not in trial.text
    assert organizer.get(f"/v1/contests/{contest.id}/deals/1").status_code == 200


def test_an_export_tells_that_the_seed_is_the_one_that_was_bound(contest: SameDeals) -> None:
    for fixture in fixtures_of(contest.pair()):
        contest.table(fixture, (4, 1), (3, 2))
    text = contest.client.get(f"/v1/championships/{contest.championship}/export").content
    assert (chance_of(text).deals, chance_of(text).flaw) == (1, None)
    seed = contest.client.get(f"{contest.path}/1").json()["deal_seed"]
    flaw = chance_of(text.replace(seed.encode(), b"otra")).flaw
    assert flaw is not None
    assert "bound" in str(flaw.found)


@pytest.mark.parametrize("id_", sorted(formats()))
def test_the_list_of_formats_says_which_games_are_played_with_the_same_deals(organizer: Caller, id_: str) -> None:
    """As the draw says it of the same contest, of eight alone and of four pairs, without and with the same deals."""
    view = next(one for one in organizer.get("/v1/formats").json()["items"] if one["id"] == id_)
    assert {*view["same_deals"]} <= {*rulesets()}
    body = {"name": "Fiestas", "players": EIGHT, "distinct": True}
    path = f"/v1/championships/{organizer.post('/v1/championships', json=body).json()['id']}/contests?dry_run=true"
    stages = [{"format": "rounds", "through": 2}, {"format": "knockout"}]
    params = {"params": {"stages": stages}} if id_ == "stages" else {}
    drawn = set()
    for rules in rulesets():
        for entrants in ([*EIGHT], [[*EIGHT[n : n + 2]] for n in range(0, 8, 2)]):
            request = {"ruleset": rules, "format": id_, "entrants": entrants, "duplicate": {"hands": 1}, **params}
            answer = organizer.post(path, json=request)
            if answer.status_code < 300:
                drawn.add(rules)
            else:
                assert answer.status_code in {400, 422}, answer.text
    assert drawn == {*view["same_deals"]}
