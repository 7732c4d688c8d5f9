"""What anybody may pile up on one match, tried from outside."""

from typing import Any

import pytest

from referee.service.bounds import MOST_RETRACTS, MOST_SANCTIONS
from tests.support.hands import TWO
from tests.support.service import Caller, refused


@pytest.fixture
def match(organizer: Caller) -> str:
    opened = organizer.open()
    organizer.told(opened, [{"type": "deal", "hands": TWO}, {"type": "play", "seat": 1, "card": "2C"}])
    return opened


CLAIM: dict[str, Any] = {"type": "claim", "by": 0, "against": 1, "kind": "revoke", "at": 3}


def test_one_seat_claims_one_thing_once(organizer: Caller, match: str) -> None:
    organizer.told(match, CLAIM)
    version = organizer.version(match)
    for body in (CLAIM, [CLAIM] * 500):
        problem = refused(organizer.say(match, body), 409, "impossible")
        assert problem["detail"] == "seat 0 claimed this already: it is claim c1"
    assert organizer.version(match) == version


@pytest.mark.parametrize(
    ("event", "most", "field"),
    [({"type": "sanction", "seat": 0, "card": "yellow", "reason": "habla"}, MOST_SANCTIONS, "sanctions")],
)
def test_what_is_said_beside_the_play_has_an_end(
    organizer: Caller, match: str, event: dict[str, Any], most: int, field: str
) -> None:
    organizer.told(match, [event] * most, Prefer="return=minimal")
    refused(organizer.say(match, event), 409, "impossible")
    assert len(organizer.get(f"/v1/matches/{match}").json()[field]) == most
    organizer.told(match, {"type": "note", "text": "sigue"})


def test_one_request_folds_a_match_again_a_few_times_only(organizer: Caller, match: str) -> None:
    retract = {"type": "retract", "to": 3, "reason": "prueba"}
    refused(organizer.say(match, [retract] * (MOST_RETRACTS + 1)), 400, "malformed")
    refused(organizer.say(match, [retract] * 300), 400, "malformed")
    organizer.told(match, [retract] * MOST_RETRACTS)
