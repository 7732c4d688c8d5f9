"""The client's calls for contests in rounds, and its check of their pairings, against the running service."""

import json
import sys
from collections.abc import Iterator

import pytest
from msgspec.structs import fields

from referee.championship import round_views
from referee.client import (
    CheckNotPossible,
    ContestRound,
    ContestRounds,
    Referee,
    RequestRefused,
    RoundLine,
    RoundPair,
    RoundPartners,
    RoundRest,
    check_pairings,
)
from tests.support.service import TOKEN, Running
from tests.support.waiting import DEADLOCK_SECONDS

FIVE = ("Ana", "Beto", "Carla", "Dani", "Elena")


@pytest.fixture
def referee(running: Running) -> Iterator[Referee]:
    with Referee(running.url, TOKEN, timeout=DEADLOCK_SECONDS) as client:
        yield client


@pytest.fixture
def contest(referee: Referee) -> tuple[str, str]:
    """The ids of a championship and of its contest of five in two rounds."""
    championship = referee.open_championship("Fiestas", FIVE, distinct=True)
    players = [one.id for one in championship.players]
    params = {"round_count": 2}
    view = referee.draw_contest(championship.id, "hearts.castillar", "rounds", order=players, params=params)
    return championship.id, view.id


def play(referee: Referee, round_: ContestRound) -> None:
    for pair in round_.pairs:
        assert pair.fixture is not None
        referee.report_result(pair.fixture, [40, 64])


@pytest.mark.parametrize(
    ("of_client", "of_service"),
    [
        (ContestRounds, round_views.RoundList),
        (RoundLine, round_views.RoundSummary),
        (ContestRound, round_views.RoundView),
        (RoundPair, round_views.PairView),
        (RoundRest, round_views.RestView),
        (RoundPartners, round_views.PartnersView),
    ],
)
def test_the_structs_have_every_field_of_the_service(of_client: type, of_service: type) -> None:
    mine, theirs = fields(of_client), fields(of_service)
    assert [(one.name, one.required) for one in mine] == [(one.name, one.required) for one in theirs]


def test_rounds_are_paired_changed_published_and_taken_away(referee: Referee, contest: tuple[str, str]) -> None:
    championship, id_ = contest
    assert referee.rounds(id_).waits_for == "pair"
    trial = referee.pair_round(id_, 1, seed="un sorteo", dry_run=True)
    assert referee.rounds(id_).items == ()
    draft = referee.pair_round(id_, 1, seed="un sorteo", draft=True)
    assert (draft.pairs, draft.rest, draft.seed_source) == (
        tuple(_without_fixture(pair) for pair in trial.pairs),
        trial.rest,
        "brought",
    )
    assert draft.rest is not None
    rest, pairs_then = draft.rest.player.id, [[one.id for one in pair.entrants] for pair in draft.pairs]
    others = [[pairs_then[0][0], pairs_then[1][0]], [pairs_then[0][1], pairs_then[1][1]]]
    reason = "por las sillas"
    assert referee.change_round(id_, 1, others, reason=reason, rest=rest, dry_run=True).reason == reason
    assert referee.round(id_, 1).reason is None
    by_hand = referee.change_round(id_, 1, others, reason=reason, rest=rest)
    assert [[one.id for one in pair.entrants] for pair in by_hand.pairs] == others
    assert (by_hand.state, by_hand.reason, by_hand.breaks) == ("draft", reason, ("not_least",))
    assert referee.take_round_away(id_, 1, reason="otra vez", if_version=by_hand.version).items == ()
    first = referee.pair_round(id_, 1, draft=True, apart=[[FIVE[0], FIVE[1]]])
    assert referee.pair_round(id_, 1).pairs == first.pairs, "a round that is paired is answered as it is"
    assert {one.name for one in first.apart[0]} == set(FIVE[:2])
    first = referee.publish_round(id_, 1)
    assert (first.state, referee.publish_round(id_, 1).version) == ("published", first.version)
    play(referee, first)
    assert referee.round(id_, 1).state == "over"
    second = referee.pair_round(id_, apart=[])
    assert (second.round, second.apart, referee.rounds(id_).waits_for) == (2, (), "results")
    checks = referee.pairing_checks(championship)
    assert [(one.championship, one.contest, one.round, one.wrong) for one in checks] == [
        (championship, id_, number, None) for number in (1, 1, 2)
    ]


def _without_fixture(pair: RoundPair) -> RoundPair:
    return RoundPair(
        pair.table, None, pair.entrants, pair.scores, pair.places, pair.is_float, pair.rivals, pair.cost, pair.next
    )


def test_a_round_that_cannot_be_paired_says_why(referee: Referee) -> None:
    championship = referee.open_championship("Fiestas", FIVE[:4], distinct=True)
    players, params = [one.id for one in championship.players], {"round_count": 4}
    id_ = referee.draw_contest(championship.id, "hearts.castillar", "rounds", order=players, params=params).id
    for _ in range(3):
        play(referee, referee.pair_round(id_))
    with pytest.raises(RequestRefused) as impossible:
        referee.pair_round(id_)
    refusal = impossible.value.refusal
    assert (impossible.value.status, impossible.value.code, refusal.rule) == (409, "impossible", "rounds.impossible")
    assert isinstance(refusal.in_the_way, list)
    assert {one["name"] for one in refusal.in_the_way} == set(FIVE[:4])
    again = referee.pair_round(id_, repeats=True)
    assert (again.repeats, again.cost.repeats) == (True, 2)
    with pytest.raises(RequestRefused) as stranger:
        referee.round(id_, 5)
    assert stranger.value.code == "not-found"
    with pytest.raises(RequestRefused) as begun:
        referee.take_round_away(id_, 1, reason="no es la última")
    assert (begun.value.code, begun.value.refusal.rule) == ("impossible", "rounds.by-hand")


def test_a_pairing_that_was_changed_in_the_export_is_named(referee: Referee, contest: tuple[str, str]) -> None:
    championship, id_ = contest
    play(referee, referee.pair_round(id_))
    referee.pair_round(id_)
    lines = [json.loads(line) for line in referee.export(championship).splitlines()]
    second = next(line for line in lines if line["type"] == "round_paired" and line["round"] == 2)
    one, other = second["pairs"][0]["entrants"], second["pairs"][1]["entrants"]
    one[1], other[1] = other[1], one[1]
    first_check, second_check = check_pairings(b"\n".join(json.dumps(line).encode() for line in lines))
    assert (first_check.round, first_check.wrong) == (1, None)
    assert second_check.wrong is not None
    assert "round 2" in second_check.wrong.en
    with pytest.raises(CheckNotPossible, match="no export"):
        check_pairings(b"\n".join(json.dumps(line).encode() for line in lines if line["type"] != "contest_drawn"))


@pytest.mark.parametrize("text", [b"{", b"[1]", b'{"type": "championship_opened"}', b"\xff"])
def test_what_is_no_export_is_said(text: bytes) -> None:
    with pytest.raises(CheckNotPossible, match="no export"):
        check_pairings(text)


def test_an_export_without_rounds_has_no_pairing(referee: Referee) -> None:
    championship = referee.open_championship("Fiestas", FIVE, distinct=True)
    assert referee.pairing_checks(championship.id) == []


def test_the_client_alone_says_what_checks_pairings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "referee.championship.chance_in_logs", None)
    with pytest.raises(CheckNotPossible, match=r"card-referee\[client\]"):
        check_pairings(b"")


def test_partners_that_change_are_paired_changed_by_hand_and_checked(referee: Referee) -> None:
    championship = referee.open_championship("Fiestas", FIVE, distinct=True)
    contest = referee.draw_contest(championship.id, "guinote", "rounds", partners="rotating", params={"round_count": 2})
    draft = referee.pair_round(contest.id, 1, draft=True)
    assert draft.partners is not None
    assert (draft.partners.repeated, len(draft.rests), draft.rest) == ((), 1, None)
    one, other = ([person.id for person in entrant.players] for entrant in draft.pairs[0].entrants)
    resting = [rest.player.id for rest in draft.rests]
    across = [[[one[0], other[0]], [one[1], other[1]]]]
    round_ = referee.change_round(contest.id, 1, across, rests=resting, reason="viven juntos")
    assert "not_least" in round_.breaks
    assert [one.wrong for one in check_pairings(referee.export(championship.id))] == [None]
