"""Acts of administration over HTTP. Each is stored with its record, or neither is; no record has a secret."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from api.access.policy import name_of
from api.context import AppContext
from api.routes.administration import KINDS
from referee.errors import Unavailable
from referee.evidence.keys import read_verifier
from referee.evidence.proof_files import read_proofs
from referee.evidence.records import check
from referee.evidence.signing.rotations import ADMINISTRATION
from referee.log.log import Log
from referee.operations.acts import SettingsInEffect
from referee.operations.tokens import grant_token, revoke_token
from tests.api.access.test_access import routes
from tests.support.acts import NAME, PIN, ROUTES, SETTINGS, URL, do_all, enter, make_token, make_webhook
from tests.support.process import Process
from tests.support.quiet import everything, quiet
from tests.support.service import BEARER, TOKEN, Caller, Running, refusal_of, start

EVENTS = "/v1/administration/events"
READS = {"GET"}
ROOT = Path(__file__).parents[3]
OF_PLAY = {
    ("POST", "/v1/matches"),
    ("POST", "/v1/matches/{match_id}/events"),
    ("POST", "/v1/matches/{match_id}/queue"),
    ("POST", "/v1/championships"),
    ("POST", "/v1/championships/{championship_id}/players"),
    ("PUT", "/v1/championships/{championship_id}/series"),
    ("DELETE", "/v1/championships/{championship_id}/series"),
    ("POST", "/v1/championships/{championship_id}/sanctions"),
    ("POST", "/v1/championships/{championship_id}/contests"),
    ("POST", "/v1/contests/{contest_id}/rounds"),
    ("PUT", "/v1/contests/{contest_id}/rounds/{number}"),
    ("DELETE", "/v1/contests/{contest_id}/rounds/{number}"),
    ("POST", "/v1/contests/{contest_id}/rounds/{number}/publish"),
    ("PUT", "/v1/championships/{championship_id}/discipline"),
    ("PUT", "/v1/contests/{contest_id}/timing"),
    ("POST", "/v1/contests/{contest_id}/draw"),
    ("POST", "/v1/contests/{contest_id}/withdrawals"),
    ("POST", "/v1/contests/{contest_id}/substitutions"),
    ("POST", "/v1/contests/{contest_id}/rulings"),
    ("POST", "/v1/contests/{contest_id}/fixtures"),
    ("POST", "/v1/fixtures/{fixture_id}/result"),
    ("PUT", "/v1/fixtures/{fixture_id}/result"),
    ("PUT", "/v1/fixtures/{fixture_id}/schedule"),
    ("POST", "/v1/fixtures/{fixture_id}/walkover"),
    ("POST", "/v1/fixtures/{fixture_id}/boards"),
    ("POST", "/v1/fixtures/{fixture_id}/boards/{board}/result"),
    ("PUT", "/v1/fixtures/{fixture_id}/boards/{board}/result"),
    ("POST", "/v1/fixtures/{fixture_id}/boards/{board}/walkover"),
    ("POST", "/v1/fixtures/{fixture_id}/boards/{board}/substitutions"),
    ("PUT", "/v1/fixtures/{fixture_id}/lineups/{team}"),
    ("DELETE", "/v1/fixtures/{fixture_id}/lineups/{team}"),
    ("POST", "/v1/players/{player_id}/merge"),
    ("DELETE", "/v1/players/{player_id}/merge"),
    ("PUT", "/v1/championships/{championship_id}"),
    ("PUT", "/v1/contests/{contest_id}"),
    ("POST", "/v1/contests/{contest_id}/entrants"),
    ("DELETE", "/v1/contests/{contest_id}"),
    ("DELETE", "/v1/contests/{contest_id}/withdrawals/{player}"),
    ("DELETE", "/v1/contests/{contest_id}/substitutions/{out}"),
    ("DELETE", "/v1/contests/{contest_id}/decisions/{version}"),
    ("DELETE", "/v1/fixtures/{fixture_id}/result"),
    ("DELETE", "/v1/fixtures/{fixture_id}/walkover"),
    ("DELETE", "/v1/championships/{championship_id}/sanctions/{version}"),
    ("DELETE", "/v1/championships/{championship_id}/players/{player}"),
    ("POST", "/v1/series"),
    ("PUT", "/v1/series/{series_id}"),
}
"""Writes to the log of a match, of a championship, of merges or of series. The log names the author, act and time."""
OF_NO_LOG = {
    ("POST", "/v1/players"),
    ("PUT", "/v1/players/{player_id}"),
    ("PATCH", "/v1/players/{player_id}"),
    ("PATCH", "/v1/championships/{championship_id}"),
    ("PATCH", "/v1/contests/{contest_id}"),
    ("PATCH", "/v1/fixtures/{fixture_id}"),
    ("PUT", "/v1/matches/{match_id}/presence"),
    ("POST", "/v1/webhooks/{webhook_id}/test"),
    ("POST", "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry"),
}
"""Writes that are no acts: names of people, each with a chain; what an organizer's program keeps with things; people at a tablet;
messages that are sent again.
"""


@pytest.fixture
def here(tmp_path: Path) -> Iterator[tuple[Caller, AppContext]]:
    with quiet(str(tmp_path / "log.sqlite")) as (client, services):
        client.headers.update(BEARER)
        yield client, services


def acts(client: Caller, **query: str) -> list[dict[str, Any]]:
    """The acts on record, latest first."""
    answer = client.get(EVENTS, params={"limit": "500", **query})
    assert answer.status_code == 200, answer.text
    return list(answer.json()["items"])


# Every route


def test_every_writing_route_is_an_act_or_is_none_for_a_reason(tmp_path: Path) -> None:
    writes = {(method, path) for method, path in routes(tmp_path) if method not in READS}
    assert writes == ROUTES.keys() | OF_PLAY | OF_NO_LOG
    assert not ROUTES.keys() & (OF_PLAY | OF_NO_LOG)


@pytest.mark.parametrize("route", ROUTES, ids=" ".join)
def test_an_act_is_on_record_with_who_and_when(here: tuple[Caller, AppContext], route: tuple[str, str]) -> None:
    client, services = here
    type_, act = ROUTES[route]
    act(client)
    [last, *_] = acts(client)
    organizer = next(services.people.tokens.all())
    assert (last["type"], last["recorded_by"]) == (type_, name_of(organizer))
    assert last["recorded_at"] == services.service.clock()


@pytest.mark.parametrize("route", ROUTES, ids=" ".join)
def test_an_act_that_is_not_stored_changes_nothing(
    here: tuple[Caller, AppContext], route: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    client, services = here
    type_, act = ROUTES[route]
    append = Log.append_all
    before = []

    def fails(self: Log, writes: Any, *more: Any) -> list[int]:
        if any(record.topic == type_ for write in writes for record in write.records):
            before.append(everything(services))
            raise Unavailable(stored="no")
        return append(self, writes, *more)

    monkeypatch.setattr(Log, "append_all", fails)
    with pytest.raises(AssertionError):
        act(client)
    assert before
    assert everything(services) == before[-1]


def test_no_secret_and_no_name_is_in_the_log(here: tuple[Caller, AppContext]) -> None:
    client, services = here
    do_all(client, services)
    token = client.post("/v1/tokens", json={"role": "auditor"}).json()["token"]
    hook = client.post("/v1/webhooks", json={"url": URL, "kinds": ["match.event"]}).json()
    log = b"\n".join(bytes(record.state) for record in services.service.log.all())
    for secret in (token, hook["secret"], TOKEN, NAME, PIN, "a-secret-path", "s3cr3t", "Apellido"):
        assert secret.encode() not in log
    assert [one["host"] for one in acts(client, type="webhook_made")] == ["board.example"] * 3


# Their content


def test_who_made_a_token_and_what_was_revoked_with_it(here: tuple[Caller, AppContext]) -> None:
    client, _ = here
    record = client.post("/v1/tokens", json={"role": "organizer"}).json()
    other = Caller(transport=client._transport, base_url=client.base_url)
    other.headers["Authorization"] = f"Bearer {record['token']}"
    mine = make_token(other)
    [last, first] = acts(client, type="token_made")
    assert (last["token"], last["role"], last["scope"], last["recorded_by"]) == (
        mine,
        "referee",
        {},
        f"organizer:{record['id']}",
    )
    assert first["token"] == record["id"]
    assert client.delete(f"/v1/tokens/{record['id']}").status_code == 204
    assert client.delete(f"/v1/tokens/{record['id']}").status_code == 204
    [act] = acts(client, type="token_revoked")
    assert (act["token"], set(act["revoked"])) == (record["id"], {record["id"], mine})


def test_an_erasure_says_every_id_and_no_name(here: tuple[Caller, AppContext]) -> None:
    client, _ = here
    one, other = enter(client), enter(client)
    merge = client.post(f"/v1/players/{one}/merge", json={"into": other, "reason": "la misma"})
    assert merge.status_code == 201, merge.text
    assert client.delete(f"/v1/players/{one}").status_code == 204
    refusal_of(client.delete(f"/v1/players/{one}"), 404, "not-found")
    [act] = acts(client, type="person_erased")
    assert (act["player"], set(act["ids"])) == (one, {one, other})


def test_a_pin_is_set_and_reset(here: tuple[Caller, AppContext]) -> None:
    client, _ = here
    match = client.open(confirm="sides")
    for body in ({"pin": PIN}, {"pin": "3141", "reason": "lo ha olvidado"}):
        assert client.put(f"/v1/matches/{match}/pins/1", json=body).status_code == 204
    changes = [(one["match"], one["side"], one["reset"]) for one in acts(client, type="side_pin_set")]
    assert changes == [(match, 1, True), (match, 1, False)]


def test_settings_are_on_record_when_they_change(here: tuple[Caller, AppContext]) -> None:
    client, services = here
    administration = services.service.administration
    other = replace(SETTINGS, requests_a_minute=600)
    for settings in (SETTINGS, SETTINGS, other, other, SETTINGS):
        administration.record_settings(settings)
    limits = [one["requests_a_minute"] for one in acts(client, type="settings_in_effect")]
    assert limits == [0, 600, 0]
    assert administration.last(SettingsInEffect) == SETTINGS


def test_the_first_key_is_on_record_once(here: tuple[Caller, AppContext]) -> None:
    client, services = here
    key = services.notary.public_key().key
    for _ in "ab":
        services.service.administration.record_first_key(key)
    assert [one["key"] for one in acts(client, type="key_introduced")] == [key]


def test_a_start_is_on_record_and_another_one_like_it_is_not(tmp_path: Path) -> None:
    kinds = []
    for rate in ("0", "0", "9000"):
        with start(tmp_path, REFEREE_RATE=rate) as running, running.client() as client:
            kinds.append([one["type"] for one in reversed(acts(client))])
            assert client.get("/v1/log/key").json()["key"] == acts(client, type="key_introduced")[0]["key"]
    first = ["administration_opened", "token_made", "rows_bound", "settings_in_effect", "key_introduced"]
    assert kinds == [first, first, [*first, "settings_in_effect"]]


# The list


def test_the_list_is_filtered_and_not_sent_again(here: tuple[Caller, AppContext]) -> None:
    client, services = here
    do_all(client, services)
    whole = acts(client)
    assert [one["version"] for one in whole] == [*range(len(whole), 0, -1)]
    by = whole[0]["recorded_by"]
    assert acts(client, by=by) == [one for one in whole if one["recorded_by"] == by] != whole
    at = whole[0]["recorded_at"]
    assert acts(client, since=at, until=at) == whole
    assert acts(client, since="2999-01-01T00:00:00Z") == acts(client, until="2000-01-01T00:00:00Z") == []
    answer = client.get(EVENTS)
    again = client.get(EVENTS, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    make_webhook(client)
    assert client.get(EVENTS, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 200


def test_the_chain_is_proven_like_every_other(running: Running, organizer: Caller, public: Caller) -> None:
    make_token(organizer)
    key = read_verifier(public.get("/v1/log/key", headers={"Accept": "text/plain"}).text)
    record = organizer.get(EVENTS, headers={"Accept": "application/x-ndjson"}).content
    proofs = read_proofs(organizer.get(f"/v1/log/proofs/record?of={ADMINISTRATION}").content, [key])
    verdict = check(record, proofs)
    assert verdict.flaw is None
    assert [chain.stream for chain in verdict.chains] == [ADMINISTRATION]
    lines = record.splitlines(keepends=True)
    for at, line in enumerate(lines):
        entry = json.loads(line) | {"recorded_by": "nobody"}
        other = b"".join([*lines[:at], json.dumps(entry).encode() + b"\n", *lines[at + 1 :]])
        flaw = check(other, proofs).flaw
        assert flaw is not None
        assert flaw.line == at + 1
    one = organizer.get("/v1/log/proofs/inclusion", params={"event": f"{ADMINISTRATION}:1"})
    assert one.json()["leaf"]["topic"] == "administration_opened"
    refusal_of(public.get("/v1/log/proofs/inclusion", params={"event": f"{ADMINISTRATION}:1"}), 401, "unauthenticated")


# Several processes


def test_acts_of_several_processes_are_one_chain(database: str) -> None:
    processes = [Process(database) for _ in "12"]
    ids = []
    for turn in range(6):
        service = processes[turn % 2].matches
        ids.append(grant_token(service.administration, service.people.tokens, "referee", f"by {turn}")[0].id)
    one, other = (process.matches for process in processes)
    assert revoke_token(one.administration, one.people.tokens, ids[0]) == [ids[0]]
    assert revoke_token(other.administration, other.people.tokens, ids[0]) == []
    entries = one.administration.entries()
    assert [entry.recorded_by for entry in entries[1:]] == [*(f"by {turn}" for turn in range(6)), "machine"]
    lines = b"".join(bytes(record.state) + b"\n" for record in one.log.read(ADMINISTRATION))
    assert lines.count(b"token_made") == 6
    for process in processes:
        process.close()


def test_an_act_that_meets_another_is_decided_again(database: str) -> None:
    process = Process(database)
    service = process.matches
    tokens, administration = service.people.tokens, service.administration
    draft = tokens.draft
    ids = []

    def slowly(*args: Any, **options: Any) -> Any:
        tokens.draft = draft  # type: ignore[method-assign]
        ids.append(grant_token(administration, tokens, "auditor")[0].id)
        return draft(*args, **options)

    tokens.draft = slowly  # type: ignore[method-assign]
    late = grant_token(administration, tokens, "referee")[0].id
    assert [getattr(entry.event, "token", None) for entry in administration.entries()] == [None, ids[0], late]
    assert {token.id for token in tokens.all()} == {ids[0], late}
    process.close()


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_act_has_words_on_the_organizers_page(kind: str, language: str) -> None:
    words = ROOT / "api" / "pages" / "browser" / "static" / "organize" / "words" / f"{language}.js"
    assert f"\n      {kind}: (" in words.read_text(encoding="utf-8")
