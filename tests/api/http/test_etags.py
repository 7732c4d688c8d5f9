"""An ETag belongs to one answer: any change of the answer, or of its reader, changes the ETag too (RFC 9110, 8.8.1)."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.api.access.test_access import SEAT, Ground, table
from tests.api.http.test_every_route import NEVER_THE_SAME, address, several
from tests.support.inside import Clock, inside
from tests.support.service import BEARER, Caller

Key = tuple[str, str]
"""Path and query."""
READERS = [("public", "es"), ("player", "en"), ("organizer of all", "en"), ("organizer of all", "es")]
GETS = [
    line
    for line in table()
    if line.method == "GET" and line.path not in NEVER_THE_SAME and not line.path.endswith("/stream")
]
FORM = re.compile(r'(W/)?"[!#-)+-~]+"')
"""An entity-tag (RFC 9110, 8.8.3), without the sign of one that still waits for its digest."""
PAST = (2, 4, 5, 6)
"""Versions of the match that are asked for again and again."""


OF_MATCHES = [
    line.path
    for line in GETS
    if line.path.startswith("/v1/matches/{match_id}") and not line.query and "pins" not in line.path
]


def _doubtful(organizer: Caller) -> str:
    """A match with unknown hands, and a claim that only a referee can decide. Other readers hear of it later."""
    match = organizer.open("hearts.castillar", 2, infractions_shown="hand_end", params={"rounds": 1})
    for event in (
        {"type": "deal"},
        {"type": "play", "seat": 0, "card": "2C"},
        {"type": "play", "seat": 1, "card": "9D"},
        {"type": "claim", "by": 0, "against": 1, "kind": "revoke", "at": 4},
    ):
        organizer.tell(match, event)
    return match


class Copies:
    """The answers that readers got, by their ETags."""

    def __init__(self, organizer: Caller, anybody: Caller) -> None:
        self.ground = Ground(organizer, anybody)
        self.bodies: dict[tuple[Key, str], bytes] = {}
        self.wrong: list[str] = []
        media = several(organizer)
        addresses = [(line.path, *address(self.ground, line)) for line in GETS]
        self.doubtful = _doubtful(organizer)
        for match in (self.ground.match, self.doubtful):
            addresses += [("", f"/v1/matches/{match}", {"at": str(at)}) for at in PAST]
        addresses += [(path, path.format(match_id=self.doubtful, claim="c1"), {}) for path in OF_MATCHES]
        self.requests = [
            (path, query, one)
            for template, path, query in addresses
            for one in media.get(template, ["application/json"])
        ]

    def take(self, moment: str) -> None:
        """Asks for everything as every reader, and compares the answers with earlier ones of the same ETags."""
        for path, query, media in self.requests:
            for role, language in READERS:
                headers = self.ground.tokens[role] | {"Accept": media, "Accept-Language": language}
                answer = self.ground.anybody.get(path, params=query, headers=headers)
                etag = answer.headers.get("etag")
                assert etag is None or FORM.fullmatch(etag), (path, etag)
                if answer.status_code == 200 and etag is not None and not etag.startswith("W/"):
                    key = ((path, str(query)), etag)
                    if self.bodies.setdefault(key, answer.content) != answer.content:
                        self.wrong.append(f"{moment}: {path} {query} {media} as {role} in {language}: {etag}")


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Copies]:
    database = str(tmp_path_factory.mktemp("etags") / "log.sqlite")
    with inside(database, Clock()) as client:
        anybody = Caller(transport=client._transport, base_url=client.base_url)
        client.headers.update(BEARER)
        yield Copies(client, anybody)


def say(copies: Copies, event: dict[str, Any]) -> None:
    for match in (copies.ground.match, copies.doubtful):
        copies.ground.organizer.tell(match, event)


def person(copies: Copies, seat: int) -> str:
    view = copies.ground.organizer.get(f"/v1/matches/{copies.ground.match}").json()
    return str(view["seats"][seat]["player"])


def claim_decided(copies: Copies) -> None:
    ruling = {"type": "ruling", "claim": "c1", "upheld": True, "reason": "tenía el 3C"}
    copies.ground.organizer.tell(copies.doubtful, ruling)


def name_corrected(copies: Copies) -> None:
    body = {"name": "Norberto Corregido"}
    assert copies.ground.organizer.put(f"/v1/players/{person(copies, 1 - SEAT)}", json=body).is_success


def hand_over(copies: Copies) -> None:
    say(copies, {"type": "withdraw", "seat": 0, "reason": "se va"})


def hidden_again(copies: Copies) -> None:
    for match in (copies.ground.match, copies.doubtful):
        version = copies.ground.organizer.get(f"/v1/matches/{match}").json()["version"]
        copies.ground.organizer.tell(match, {"type": "retract", "to": version - 1, "reason": "era otra mesa"})


def merge_people(copies: Copies) -> None:
    other = copies.ground.organizer.post("/v1/players", json={"name": "Ana Segunda", "distinct": True}).json()["id"]
    body = {"into": other, "reason": "dos veces"}
    assert copies.ground.organizer.post(f"/v1/players/{person(copies, SEAT)}/merge", json=body).is_success


def erase_person(copies: Copies) -> None:
    assert copies.ground.organizer.delete(f"/v1/players/{person(copies, 1 - SEAT)}").is_success


CAUSES: list[Callable[[Copies], None]] = [
    claim_decided,
    name_corrected,
    hand_over,
    hidden_again,
    merge_people,
    erase_person,
]


def test_no_etag_is_of_two_answers(copies: Copies) -> None:
    copies.take("at first")
    for cause in CAUSES:
        cause(copies)
        copies.take(cause.__name__)
    assert copies.wrong == []
