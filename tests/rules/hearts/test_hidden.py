"""Knowledge of each reader while a hand is in progress: the public sees only the open table, a seat its own hand too."""

import json
from typing import Any

from referee.cards import FRENCH
from referee.errors import Impossible
from referee.match.events import Play
from referee.match.state import ALL, NOBODY
from tests.support.hearts import MIXED, cards, deal, four, lay, play_out
from tests.support.logged import LoggedTable


def table(ruleset: str = "hearts.castillar", **params: int) -> LoggedTable:
    return LoggedTable(ruleset, 4, params=params, first_dealer=0)


def hidden_cards(match: LoggedTable, visible: int) -> set[str]:
    """The cards still in hands that such a reader does not see."""
    hands = match.view()["hands"]
    return {card for seat, hand in enumerate(hands) if not visible >> seat & 1 for card in hand or ()}


def texts(match: LoggedTable, visible: int) -> dict[str, str]:
    """All that a reader can ask for, as text."""
    return {
        "view": json.dumps(match.view(visible)),
        "log": json.dumps([line for line in match.lines(visible) if line["type"] != "open"]),
    }


def leaks(match: LoggedTable, visible: int = NOBODY) -> list[tuple[str, str]]:
    """The places in which a reader finds a card that it may not see."""
    texts_ = texts(match, visible)
    return [
        (where, card) for card in hidden_cards(match, visible) for where, text in texts_.items() if f'"{card}"' in text
    ]


def line(match: LoggedTable, type_: str, visible: int = NOBODY) -> dict[str, Any]:
    return next(line for line in match.lines(visible) if line["type"] == type_)


def test_hidden_hands_passes_and_seeds_are_null_in_the_log_until_the_hand_is_over() -> None:
    match = table()
    match.say("deal", shuffle=True, seed="azar")
    for seat, hand in enumerate(match.view()["hands"]):
        match.say("pass", seat=seat, cards=hand[:3])
    public_deal = line(match, "deal")
    assert (public_deal["hands"], public_deal["seed"], public_deal["shuffle"]) == (None, None, True)
    assert line(match, "pass")["cards"] is None
    assert leaks(match) == []
    play_out(match)
    assert line(match, "deal") == line(match, "deal", ALL)
    assert line(match, "pass") == line(match, "pass", ALL)


def test_hidden_hands_in_the_view_of_the_public_and_of_a_seat() -> None:
    match = table()
    deal(match, *MIXED)
    assert match.view(NOBODY)["hands"] == [None] * 4
    assert match.view(1 << 2)["hands"] == [None, None, cards(MIXED[2]), None]
    assert match.view(NOBODY)["hand_sizes"] == [13] * 4


def test_hidden_leader_of_the_first_trick_is_known_to_the_one_who_holds_2c_only() -> None:
    match = table()
    deal(match, *MIXED)
    assert [match.view(visible)["turn"] for visible in (ALL, NOBODY, 1, 2)] == [0, None, 0, None]
    assert [match.view(visible)["table"]["leader"] for visible in (ALL, NOBODY, 1, 2)] == [0, None, 0, None]
    assert match.moves(1) == [{"type": "play", "seat": 0, "card": "2C"}]
    assert match.moves(NOBODY) == [{"type": "play", "seat": seat, "card": "2C"} for seat in range(4)]
    assert match.moves(1 << 1) == [{"type": "play", "seat": seat, "card": "2C"} for seat in (0, 2, 3)]
    lay(match, "2C")
    assert match.view(NOBODY)["turn"] == 1


def test_hidden_legal_cards_of_another_seat_are_all_that_may_be_there() -> None:
    match = table()
    deal(match, *MIXED)
    lay(match, "2C")
    assert [event["card"] for event in match.moves()] == cards("678C")
    assert {event["card"] for event in match.moves(NOBODY)} == set(FRENCH.names) - {"2C"}
    assert [event["card"] for event in match.moves(1 << 1)] == cards("678C")


def test_hidden_choice_of_a_pass_is_null_for_others() -> None:
    match = table()
    match.say("deal", hands=four(*MIXED))
    match.say("pass", seat=3, cards=["QC", "KC", "AC"])
    choices = {event["seat"]: event["choose"]["cards"] for event in match.moves(1 << 1)}
    assert choices == {0: None, 1: cards(MIXED[1]), 2: None}


def test_hidden_cards_that_a_reveal_shows_the_referee() -> None:
    match = table()
    deal(match, *MIXED)
    match.say("reveal", seat=3, cards=["QC", "QS"])
    assert line(match, "reveal")["cards"] is None
    assert line(match, "reveal", ALL)["cards"] == ["QC", "QS"]
    assert leaks(match) == []
    play_out(match)
    assert line(match, "reveal")["cards"] == ["QC", "QS"]


def test_hidden_evidence_of_a_revoke_proven_by_the_hand_itself() -> None:
    match = table()
    deal(match, *MIXED)
    lay(match, "2C 5D")
    assert match.view()["infractions"][0]["evidence"] == {"how": "known", "cards": cards("678C")}
    assert match.view(NOBODY)["infractions"][0]["evidence"] == {"how": "known", "cards": None}
    assert match.view(1 << 1)["infractions"][0]["evidence"]["cards"] == cards("678C")
    assert leaks(match) == []


def test_hidden_evidence_of_a_revoke_proven_by_a_reveal() -> None:
    match = table()
    deal(match, *MIXED, unseen=(0, 1, 2, 3))
    match.plays("2C", "5D", first=0)
    match.say("claim", by=0, against=1, kind="revoke", at=match.match.version)
    match.say("reveal", seat=1, cards=["6C"])
    assert match.view()["infractions"][0]["evidence"] == {"how": "shown", "cards": ["6C"]}
    assert match.view(NOBODY)["infractions"][0]["evidence"] == {"how": "shown", "cards": None}
    assert leaks(match) == []


def test_evidence_that_was_laid_on_the_table_is_for_everyone() -> None:
    match = table()
    deal(match, *MIXED, unseen=(0, 1, 2, 3))
    match.plays("2C", "5D", "9C", "QC", first=0)
    match.plays("KC", "3C", "6C")
    assert match.view(NOBODY)["infractions"][0]["evidence"] == {"how": "shown", "cards": ["6C"]}
    assert leaks(match) == []


def test_evidence_is_for_everyone_once_the_hand_is_over() -> None:
    match = table()
    deal(match, *MIXED)
    lay(match, "2C 5D")
    play_out(match)
    deal(match, *MIXED)
    match.say("claim", by=0, against=1, kind="revoke", at=match.proven_infractions()[0][2])
    assert match.view(NOBODY)["infractions"][0]["evidence"]["cards"] == cards("678C")
    entry_fact = match.lines(NOBODY)[-1]["facts"][-1]
    assert entry_fact["ledger"]["infractions"][0]["evidence"]["cards"] == cards("678C")


def test_hidden_seed_of_a_timeout_which_tells_what_is_not_in_the_hand() -> None:
    match = table("hearts.yppedia", turn_seconds=20)
    deal(match, *MIXED)
    lay(match, "2C")
    match.say("timeout", seat=1, seed="azar")
    assert (line(match, "timeout", ALL)["seed"], line(match, "timeout")["seed"]) == ("azar", None)
    assert line(match, "timeout")["card"] in cards("678C")
    play_out(match)
    assert line(match, "timeout")["seed"] == "azar"


def test_hidden_hands_are_not_told_by_the_refusal_of_a_card() -> None:
    """A seat that tries all cards learns the same for every holder of those cards."""
    one, other = table(), table()
    deal(one, *MIXED)
    deal(other, MIXED[3], MIXED[1], MIXED[0], MIXED[2])
    assert answers_for_cards(one) == answers_for_cards(other)
    lay(one, "2C")
    other.say("play", seat=2, card="2C")
    lay(other, "9C QC")
    assert {card: text for card, text in answers_for_cards(one).items() if card not in {"9C", "QC"}} == {
        card: text for card, text in answers_for_cards(other).items() if card not in {"9C", "QC"}
    }


def answers_for_cards(match: LoggedTable) -> dict[str, str]:
    """The answers to seat 1 for each card that it may not hold or lay; nothing about the other cards."""
    texts_ = {}
    for card in FRENCH.names:
        try:
            match.match.check(Play(1, card), match.match.version + 1)
        except Impossible as card_refused:
            texts_[card] = card_refused.text.en + card_refused.text.es
    return texts_
