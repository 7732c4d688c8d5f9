"""Records with their proofs, in the form of the exported files."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from referee.championship import portable as championships
from referee.championship.drawing import DrawContest, draw_contest
from referee.championship.matches import FixtureMatches
from referee.championship.service import Championships, OpenChampionship, new_id
from referee.evidence import records
from referee.evidence.chains import opened_by
from referee.evidence.flaws import EvidenceFlaw
from referee.evidence.keys import Verifier, public_bytes
from referee.evidence.proof_files import Proofs, prove, read_proofs
from referee.matches.opening import OpenMatch
from tests.evidence.conftest import KEY, Site

VERIFIERS = [Verifier(public_bytes(KEY), "example.org/log")]


@dataclass
class RecordFiles:
    """A record as a file, and the file of its proofs."""

    record: bytes
    proof_file: bytes

    @property
    def proofs(self) -> Proofs:
        return read_proofs(self.proof_file, VERIFIERS)

    @property
    def lines(self) -> list[bytes]:
        return self.record.splitlines()

    def flaw_of(self, lines: Iterable[bytes]) -> EvidenceFlaw:
        """The mistakes in a record of these lines, with the proofs."""
        flaw = records.check(b"\n".join(lines) + b"\n", self.proofs).flaw
        assert flaw
        return flaw


def export_with_proofs(site: Site, lines: Iterable[dict[str, Any]]) -> RecordFiles:
    text, streams = b"", dict[str, None]()
    for line in lines:
        streams |= {match_id: None for match_id in [opened_by(line)] if match_id}
        text += msgspec.json.encode(line) + b"\n"
    return RecordFiles(text, prove(site.notary, site.notary.checkpoint(), list(streams)).file)


class Fiestas:
    """A championship of two people, with a contest of one match for each that is begun."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.held = Championships(site.service)
        self.id = self.held.open(OpenChampionship("Fiestas", ("Eva", "Fito")), "organizer").championship.id
        self.played = FixtureMatches(self.held)
        self.held.matches.add_fixture_hook(self.played)

    def begin(self) -> str:
        """Draws a contest and opens its match. Returns the id of the match."""
        command, names = DrawContest("hearts.castillar", "single"), self.site.service.people.name
        result = self.held.decide(
            self.id, lambda now: [draw_contest(command, now, names, new_id, lambda: "seed")], "organizer"
        )
        *_, contest = result.championship.contests.values()
        [fixture] = contest.fixtures
        opening = OpenMatch(fixture=fixture)
        chance = self.site.service.seed_source
        opening_result = self.site.service.open_match(
            opening, "organizer", None, lambda: self.played.opening(opening, fixture, chance)
        )
        return opening_result.match.id

    def export(self) -> RecordFiles:
        return export_with_proofs(self.site, championships.export(self.held, self.id))
