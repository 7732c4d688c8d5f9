"""Presence of recorders, at the database: the memory of devices, and its duration."""

from collections import Counter
from collections.abc import Iterator

import pytest

from referee.log.opening.engine import engine
from referee.people.presence import MOST_DEVICES, MOST_OF_PLAYER, Device, Presence
from referee.people.register import open_people

MATCH, OTHER = "01920000-0000-7000-8000-000000000001", "01920000-0000-7000-8000-000000000002"
MONDAY, LATER, TUESDAY = "2026-05-04T10:00:00.000Z", "2026-05-04T10:00:10.000Z", "2026-05-05T10:00:05.000Z"


@pytest.fixture
def presence(database: str) -> Iterator[Presence]:
    store = engine(database)
    open_people(store)
    yield Presence(store)
    store.dispose()


def marta(at: str, pending: int = 0) -> Device:
    return Device("Marta", "referee:1", pending, 7, at, tapped_at=MONDAY)


def test_a_device_is_known_by_its_last_word(presence: Presence) -> None:
    presence.hear(MATCH, marta(MONDAY, pending=3))
    presence.hear(MATCH, marta(LATER))
    assert presence.of(MATCH, LATER) == [marta(LATER)]
    assert presence.of(OTHER, LATER) == []


def test_two_devices_of_one_token_are_told_apart_by_their_labels_the_latest_first(presence: Presence) -> None:
    luis = Device("Luis", "referee:1", 0, None, LATER)
    presence.hear(MATCH, marta(MONDAY))
    presence.hear(MATCH, luis)
    assert presence.of(MATCH, LATER) == [luis, marta(MONDAY)]


def test_after_a_day_a_device_is_forgotten(presence: Presence) -> None:
    presence.hear(MATCH, marta(MONDAY))
    presence.hear(OTHER, marta(LATER))
    assert presence.of(MATCH, TUESDAY) == []
    assert presence.of(OTHER, TUESDAY) == [marta(LATER)]
    presence.hear(OTHER, Device("Luis", "referee:1", 0, None, TUESDAY))
    assert presence.of(MATCH, MONDAY) == [], "its row is gone, not only hidden"


def test_a_match_remembers_so_many_devices_and_no_more(presence: Presence) -> None:
    for second in range(MOST_DEVICES + 3):
        presence.hear(MATCH, Device(f"D{second}", "referee:1", 0, None, f"2026-05-04T10:00:{second:02}.000Z"))
    labels = [device.label for device in presence.of(MATCH, "2026-05-04T10:01:00.000Z")]
    assert labels == [f"D{second}" for second in reversed(range(3, MOST_DEVICES + 3))]


def test_a_players_devices_take_no_place_from_others(presence: Presence) -> None:
    presence.hear(MATCH, marta(MONDAY))
    for who in ("player:1", "player:2"):
        for second in range(MOST_DEVICES):
            presence.hear(MATCH, Device(f"D{second}", who, 0, None, f"2026-05-04T10:00:{second:02}.000Z"))
    devices = presence.of(MATCH, "2026-05-04T10:01:00.000Z")
    assert Counter(device.by for device in devices) == {
        "player:1": MOST_OF_PLAYER,
        "player:2": MOST_OF_PLAYER,
        "referee:1": 1,
    }
