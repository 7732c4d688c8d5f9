"""A committed shuffle: the events that may come before it is opened, and the parts that a retract leaves of it."""

import pytest

from referee.errors import BadRequest, Impossible
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry
from referee.match.events import Event, Opening, Retract, SeatTaken, ShuffleCommitment, ShuffleText
from referee.match.registry import rulesets
from referee.match.shuffle_commitments import digest
from tests.support.table import Table

AT = "2026-05-01T17:00:00.000Z"
SECRET = "0123456789abcdef"
COMMITTED = ShuffleCommitment(digest(SECRET))
RULESETS = [(name, rules.seats[0]) for name, rules in sorted(rulesets().items())]


class MatchLog:
    """A match and its entries, in the form of a log."""

    def __init__(self, *events: Event) -> None:
        self.match = Match(
            "m", Opening("hearts.castillar", (SeatTaken("a"), SeatTaken("b")), {}, match="m", first_dealer=0)
        )
        self.entries: list[AnyEntry] = [self.match.record(self.match.opening, (), AT, "organizer:1")]
        for event in events:
            facts = self.match.decide(event, lambda version: Match.fold("m", self.entries[:version]))
            self.entries.append(self.match.record(event, facts, AT, "organizer:1"))

    @property
    def words(self) -> list[str]:
        """The words that count now, in the match on record, in one folded again, and in a copy."""
        matches = (self.match, self.match.copy(), Match.fold("m", self.entries))
        [one] = {tuple(a.text for a in m.commitment.with_last_texts().texts) for m in matches if m.commitment}
        return [*one]

    def is_waiting(self) -> bool:
        [one] = {m.commitment is not None for m in (self.match, Match.fold("m", self.entries))}
        return one


@pytest.mark.parametrize(("ruleset", "seats"), RULESETS)
def test_in_every_game_a_seed_of_secret_and_words_opens_a_commitment(ruleset: str, seats: int) -> None:
    table = Table(ruleset, seats)
    table.say("shuffle_commitment", sha256=digest(SECRET))
    table.say("shuffle_text", seat=seats - 1, text="sol")
    table.say("shuffle_text", seat=0, text="lluvia")
    table.say("shuffle_text", seat=seats - 1, text="nieve 7")
    shuffle = table.view()["shuffle"]
    assert (shuffle["version"], shuffle["sha256"]) == (2, digest(SECRET))
    assert [(one["seat"], one["text"], one["version"]) for one in shuffle["texts"]] == [
        (0, "lluvia", 4),
        (seats - 1, "nieve 7", 5),
    ]
    for seed in (SECRET, "other", f"{SECRET} 0:lluvia", f"{SECRET} {seats - 1}:nieve 7 0:lluvia", ""):
        assert table.refusal("deal", shuffle=True, seed=seed).rule in {"shuffle.committed", None}
    table.say("deal", shuffle=True, seed=f"{SECRET} 0:lluvia {seats - 1}:nieve 7")
    assert "shuffle" not in table.view()
    assert table.refusal("shuffle_text", seat=0, text="tarde").rule == "shuffle.committed"


def test_one_waits_at_a_time_and_words_need_one() -> None:
    table = Table("hearts.castillar", 2)
    assert isinstance(table.refusal("shuffle_text", seat=0, text="a"), Impossible)
    assert isinstance(table.refusal("shuffle_commitment"), BadRequest)
    table.say("shuffle_commitment", sha256=digest(SECRET))
    assert "version 2" in str(table.refusal("shuffle_commitment", sha256=digest("another")))
    assert isinstance(table.refusal("shuffle_text", seat=2, text="a"), Impossible)


@pytest.mark.parametrize("text", ["", "a" * 101, "two\nlines", "a\ttab"])
def test_words_are_one_short_line(text: str) -> None:
    table = Table("hearts.castillar", 2)
    table.say("shuffle_commitment", sha256=digest(SECRET))
    assert isinstance(table.refusal("shuffle_text", seat=0, text=text), BadRequest)


def test_cards_dealt_by_hand_leave_it_waiting() -> None:
    table = Table("hearts.castillar", 2)
    table.say("shuffle_commitment", sha256=digest(SECRET))
    table.say("deal")
    assert table.view()["shuffle"]["version"] == 2


def test_a_retract_takes_back_words_and_then_the_commitment_for_good() -> None:
    first, second, last = ShuffleText(0, "uno"), ShuffleText(0, "dos"), ShuffleText(1, "tres")
    assert MatchLog(COMMITTED, first, second, last).words == ["dos", "tres"]
    assert MatchLog(COMMITTED, first, second, last, Retract(3, "sin querer")).words == ["uno"]
    back = Retract(1, "otra vez")
    assert not MatchLog(COMMITTED, first, back).is_waiting()
    assert not MatchLog(COMMITTED, first, back, Retract(3, "o no")).is_waiting()


def test_what_was_opened_is_not_opened_again() -> None:
    table = MatchLog(COMMITTED).match
    deal = table.complete(table.codec.read(b'{"type": "deal", "shuffle": true}'), lambda: SECRET)
    log = MatchLog(COMMITTED, deal, Retract(2, "mal repartido"))
    assert not log.is_waiting()
    with pytest.raises(Impossible, match="no shuffle is committed to"):
        log.match.decide(ShuffleText(0, "de nuevo"), lambda _: log.match)
