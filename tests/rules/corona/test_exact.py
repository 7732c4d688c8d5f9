"""Small logs of Por la Corona with their logical consequences, and older logs with events that no deal fits."""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.match.state import NOBODY
from tests.support.corona_table import close, lies, refusal_of, skip, unknown
from tests.support.exact.small_logs import logs_of, play_log
from tests.support.logged import LoggedTable, state
from tests.support.table import Table


@pytest.mark.parametrize("path", logs_of("corona"), ids=lambda path: path.stem)
def test_a_log_is_judged_as_logic_has_it(path: Path) -> None:
    log = play_log(path)
    assert log.answer == log.case["exact"]


def test_what_was_known_in_the_hand_was_not_drawn() -> None:
    table = unknown(hands=[None, ["1C", "2C", "3C", "4C", "5C", "6C", "7C"]])
    skip(table, "5O")
    assert refusal_of(table, "draw", seat=1, card="1C")[1] == "impossible"
    table.say("reveal", seat=1, cards=["8C"])
    # With seven cards known before, the eighth is the one drawn.
    assert refusal_of(table, "draw", seat=1, card="9C")[1] == "impossible"
    table.say("draw", seat=1, card="8C")


def test_what_was_drawn_is_named_also_once_it_was_laid() -> None:
    table = unknown(hands=[None, ["1C", "2C", "3C", "4C", "5C", "6C", "7C"]])
    skip(table, "5O")
    table.say("income", seat=1, card="12O")
    table.say("hire", seat=1, card="1C")
    table.say("hire", seat=1, card="8C")
    assert refusal_of(table, "draw", seat=1, card="1C")[1] == "impossible"
    table.say("draw", seat=1, card="8C")
    assert lies(table, 1)["hand"] == 6
    assert len(table.view()["hands"][1]) == 6


def test_a_replica_is_listed_where_cards_that_may_be_together_exceed() -> None:
    """The cards that came back are few, and the hand took one card since."""
    table = unknown()
    skip(table, "12O", "12C")
    table.say("income", seat=0, card="1E")
    table.say("recover", seat=0, joker="X1", card="1B", cards=["12O"])
    close(table)
    replicas = [entry for entry in table.moves(NOBODY) if entry["type"] == "replica"]
    assert replicas == []
    table.say("income", seat=1, card="12E")
    table.say("hire", seat=1, card="11C")
    assert [entry["seat"] for entry in table.moves(NOBODY) if entry["type"] == "replica"] == [0]


class Lenient(LoggedTable):
    """A log by a judge that took every card."""

    def tell(self, event: dict[str, Any]) -> list[Any]:
        match = self.match.copy()
        read = match.complete(match.codec.read(json.dumps(event).encode()), lambda: "seed")
        facts = list(match.facts_of(read, match.version + 1))
        match.version += 1
        for fact in facts:
            fact.enter(match.ledger, match.version)
        self.entries.append(match.record(read, facts, "2026-01-01T00:00:00.000Z", "referee"))
        self.match = match
        return facts


def test_a_log_of_what_no_deal_fits_folds_and_goes_on() -> None:
    """A card that returned was hired before anything was drawn: from there on only the numbers of cards count."""
    table = Lenient("corona", 2)
    table.say("start", shown=[["2B", "1O"]])
    table.say("deal")
    table.say("income", seat=0, card="7O")
    table.say("recover", seat=0, joker="X1", card="3E", cards=["7O"])
    table.say("hire", seat=0, card="2B")
    table.say("reveal", seat=0, cards=["7O"])
    match = table.fold()
    assert state(match) == state(table.match)
    strict = Table("corona", 2)
    strict.match, strict.past = match, [match.copy()]
    strict.say("hire", seat=0, card="1E")
    assert refusal_of(strict, "hire", seat=0, card="2B")[1] == "impossible"
    strict.say("attack", seat=0, cards=[])
    strict.say("defend", seat=1, blocks=[])
    strict.say("end_turn", seat=0)
    strict.say("income", seat=1, card="5O")
    close(strict)
    skip(strict, "8O", "9O")
