"""Erasures of people and settings of PINs, each with an act on record."""

from referee.match.events import PinReset, PinSet
from referee.operations.acts import PersonErased, SidePinSet
from referee.operations.record import ActDecision, Administration
from referee.operations.row_commitments import commitment_to
from referee.people.pins import Pins
from referee.people.register import People


def erase_person(administration: Administration, people: People, id_: str, by: str) -> bool:
    """Deletes a person's name and birth date, under all ids of the person. Returns false if there was no such person."""

    def decide() -> tuple[bool, ActDecision]:
        ids, rows = people.erasure(id_)
        return bool(ids), ActDecision([PersonErased(id_, ids)] if ids else [], rows)

    is_erased = administration.record(by, decide)
    if is_erased:
        people.scrub_erasure()
    return is_erased


def pin_setting(match: str, pin: str, event: PinSet | PinReset) -> ActDecision:
    """The rows that give the side of `event` its PIN, and the act that commits to it, for the append that records the event.

    An imported match has the events of its PINs, but no acts: the PINs themselves are not imported.
    """
    deletion, row = Pins.replacement_rows(match, event.side, pin)
    return ActDecision(
        [SidePinSet(match, event.side, isinstance(event, PinReset), commitment_to(row))], [deletion, row]
    )
