"""Every act of administration, done over HTTP or by a start of the service."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import get_args

from msgspec import Struct
from msgspec.structs import replace

from api import settings
from api.context import AppContext
from referee.evidence.signing.rotations import ADMINISTRATION
from referee.match.registry import tag
from referee.operations.acts import AnyAct, decoder
from referee.operations.keys import rotate_key
from referee.operations.row_commitments import commit_rows
from tests.support import stored
from tests.support.quiet import quiet
from tests.support.service import BEARER, Caller

URL = "https://board.example/hooks/a-secret-path?token=s3cr3t"
NAME = "Ana Apellido"
PIN = "271828"
FOLDER = "administration"
SETTINGS = settings.in_effect("1.0", open_table=False)


def make_token(client: Caller) -> str:
    """A referee's token: its id."""
    answer = client.post("/v1/tokens", json={"role": "referee"})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def make_webhook(client: Caller) -> str:
    """A webhook: its id."""
    answer = client.post("/v1/webhooks", json={"url": URL, "kinds": ["match.event"]})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def enter(client: Caller) -> str:
    """A person: their id."""
    return str(client.post("/v1/players", json={"name": NAME, "distinct": True}).json()["id"])


def _revoke(client: Caller) -> None:
    assert client.delete(f"/v1/tokens/{make_token(client)}").is_success


def _unhook(client: Caller) -> None:
    assert client.delete(f"/v1/webhooks/{make_webhook(client)}").is_success


def _erase(client: Caller) -> None:
    assert client.delete(f"/v1/players/{enter(client)}").is_success


def _pin(client: Caller) -> None:
    match = client.open(confirm="sides")
    assert client.put(f"/v1/matches/{match}/pins/0", json={"pin": PIN}).is_success


ROUTES: Mapping[tuple[str, str], tuple[str, Callable[[Caller], object]]] = {
    ("POST", "/v1/tokens"): ("token_made", make_token),
    ("DELETE", "/v1/tokens/{token_id}"): ("token_revoked", _revoke),
    ("POST", "/v1/webhooks"): ("webhook_made", make_webhook),
    ("DELETE", "/v1/webhooks/{webhook_id}"): ("webhook_deleted", _unhook),
    ("DELETE", "/v1/players/{player_id}"): ("person_erased", _erase),
    ("PUT", "/v1/matches/{match_id}/pins/{side}"): ("side_pin_set", _pin),
}
"""The type of the act that each route leaves, and a request that leaves it."""


def do_all(client: Caller, services: AppContext) -> None:
    """Does everything that leaves an act."""
    administration = services.service.administration
    commit_rows(administration, services.people.store)
    administration.record_settings(SETTINGS)
    administration.record_settings(replace(SETTINGS, public_people=True))
    administration.record_first_key(services.notary.public_key().key)
    rotate_key(administration, services.notary, settings.key_file(str(services.people.store.url.database)))
    for _, act in ROUTES.values():
        act(client)


def types() -> set[type[Struct]]:
    """Every type that the log of administration may have."""
    return set(get_args(AnyAct))


def stored_types() -> set[type[Struct]]:
    """Every type of which there is a sample."""
    states = [state for file in stored.files(FOLDER) for state in stored.read(file)[1]]
    return stored.types_of(map(decoder.decode, states))


def play(folder: Path) -> Path:
    """Does everything on a new database in this folder, and returns the sample of its log."""
    with quiet(str(folder / "acts.sqlite")) as (client, services):
        client.headers.update(BEARER)
        do_all(client, services)
        states = [bytes(record.state) for record in services.service.log.read(ADMINISTRATION)]
    stands = {"types": [tag(type(decoder.decode(state).event)) for state in states]}
    return stored.write(FOLDER, stands, states)
