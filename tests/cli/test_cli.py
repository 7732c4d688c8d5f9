"""The command line: its output, and its exit status 0, 1 and 2."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import Result
from rich.console import Console

from api.cli.terminal import audit_of
from referee.audit.audit import audit
from referee.match.entries import line
from tests.support.commands import invoke
from tests.support.logged import LoggedTable
from tests.support.playout import play_out
from tests.support.service import free_port, start

RECORDS = Path(__file__).parents[1] / "data" / "records"
DEMO = Path(__file__).parents[2] / "api" / "cli" / "demo" / "records"
RECORD = RECORDS / "hearts-openspiel-05.match.jsonl"
REVOKE = DEMO / "hearts-castillar-revoke.match.jsonl"
COTO = DEMO / "guinote-coto.match.jsonl"

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command on a database of this test's own; `status` is the exit status expected of it."""
    monkeypatch.setenv("REFEREE_DATABASE", str(tmp_path / "cli.sqlite"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.delenv("LC_ALL", raising=False)
    return invoke


def import_record(run: Run, file: Path = RECORD) -> dict[str, Any]:
    return dict(json.loads(run("import", "--json", file).output))


def test_import_export_verify(run: Run, tmp_path: Path) -> None:
    answer = import_record(run)
    assert answer["totals"] == [56, 39, 29, 32]
    out = tmp_path / "out.match.jsonl"
    out.write_text(run("export", answer["match"]).output, encoding="utf-8")
    assert "225 entries, chain whole" in run("verify", out).output
    assert json.loads(run("verify", "--json", out).output)["flaw"] is None


def test_verify_names_the_first_bad_event(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.match.jsonl"
    lines = run("export", import_record(run)["match"]).output.splitlines()
    lines[9] = (
        lines[9].replace('"seat":', '"seat": ').replace('"seat": 0', '"seat": 1').replace('"seat": 2', '"seat": 3')
    )
    event = json.loads(lines[9])
    event["card"] = "2S" if event["card"] != "2S" else "3S"
    lines[9] = json.dumps(event)
    out.write_text("\n".join(lines), encoding="utf-8")
    assert "breaks at version 10" in run("verify", out, status=1).output
    assert "nothing to verify" in run("verify", RECORD, status=1).output


def test_a_broken_record_is_refused_with_line_and_rule(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "broken.match.jsonl"
    lines = RECORD.read_text(encoding="utf-8").splitlines()
    lines[6] = lines[7]
    file.write_text("\n".join(lines), encoding="utf-8")
    result = run("import", file, status=1)
    assert "line 7" in result.stderr
    assert "[hearts.opening-lead]" in result.stderr
    file.write_text("{", encoding="utf-8")
    assert "line 1" in run("import", file, status=1).stderr


def test_import_can_keep_the_id(run: Run, tmp_path: Path) -> None:
    match = import_record(run)["match"]
    out = tmp_path / "out.match.jsonl"
    out.write_text(run("export", match).output, encoding="utf-8")
    assert json.loads(run("import", "--json", "--match-id", "new", out).output)["match"] != match
    assert "is a match" in run("import", "--match-id", "keep", out, status=1).stderr


def test_audit_shows_tricks_winner_rule_and_proof(run: Run) -> None:
    output = run("audit", REVOKE, "--hand", 2).output
    assert "4♣ v82: hearts.follow-suit, Carmen, proven at v102" in " ".join(output.split()).replace("│ ", "")
    assert "◀" in output
    assert "shown: T♦" in output
    assert "Chain whole: 174 entries" in output
    assert "c1: Dámaso against Carmen, revoke v82: upheld" in output


def test_audit_speaks_spanish_in_a_spanish_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "es_ES.UTF-8")
    output = run("audit", REVOKE, "--hand", 2).output
    assert "Mano 2, reparte Dámaso" in output
    assert "aceptada" in output


@pytest.mark.parametrize(
    ("lang", "proof", "claim"),
    [
        ("en_US.UTF-8", "whole hand seen: T♦ K♦", "Jimena against Rodrigo, improper build v15: upheld"),
        ("es_ES.UTF-8", "mano vista entera: T♦ K♦", "Jimena contra Rodrigo, construcción inadecuada v15: aceptada"),
    ],
)
def test_audit_of_casino_names_no_card_that_was_seen_as_missing(
    run: Run, monkeypatch: pytest.MonkeyPatch, lang: str, proof: str, claim: str
) -> None:
    monkeypatch.setenv("LANG", lang)
    output = run("audit", DEMO / "casino-royal.match.jsonl").output
    rows = [line.split("│")[5].strip() for line in output.splitlines() if line.count("│") == 7]
    assert proof in " ".join(rows)
    assert claim in output


@pytest.mark.parametrize(("lang", "text"), [("es_ES.UTF-8", "Baraja: de 48"), ("en_GB.UTF-8", "Pack: 48, with eights")])
def test_audit_says_what_the_table_agreed_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str, text: str
) -> None:
    monkeypatch.setenv("LANG", lang)
    opening = {"type": "open", "record": 1, "ruleset": "guinote", "params": {"pack": 48, "coto": 5}, "first_dealer": 3}
    seats = [{"name": name} for name in ("Eva", "Fina", "Gil", "Hugo")]
    file = tmp_path / "casa.match.jsonl"
    lines = [opening | {"seats": seats, "enforcement": "record"}, {"type": "deal", "turn_up": "8B"}]
    file.write_text("".join(json.dumps(each) + "\n" for each in lines), encoding="utf-8")
    output = run("audit", file).output
    assert f"guinote.house-pack  {text}" in output
    assert "guinote.house-coto" in output
    assert "house" not in run("audit", COTO).output


def test_audit_of_guinote_names_triunfo_partidas_totals_and_the_claim_that_stopped_a_hand(run: Run) -> None:
    output = run("audit", COTO).output
    assert "Pilar + Carmen 125 (3 partidas)" in output
    assert "Hand 3, Pilar deals · partida 3, ida; triunfo espadas (turn-up: 12E)" in output
    lines = [line.replace("│", " ").split() for line in output.splitlines()]
    assert ["0", "4", "points"] in lines
    assert ["73", "101", "total"] in lines
    assert "stopped by a claim" in output


def test_audit_of_a_file_tells_two_players_of_one_name_apart(run: Run, tmp_path: Path) -> None:
    opening, *entries = COTO.read_text(encoding="utf-8").splitlines()
    first = json.loads(opening)
    for seat in first["seats"][:2]:
        seat["name"] = "Ana"
    file = tmp_path / "namesakes.match.jsonl"
    file.write_text("\n".join([json.dumps(first), *entries]), encoding="utf-8")
    output = run("audit", file).output
    assert "Ana (seat 0)" in output and "Ana (seat 1)" in output
    assert f"{first['seats'][2]['name']} (seat" not in output


def test_audit_of_one_hand_leaves_out_what_is_about_others(run: Run) -> None:
    assert "c1: Ángel against Carmen" in run("audit", COTO, "--hand", 3).output
    output = run("audit", COTO, "--hand", 4).output
    assert "Nothing irregular" in output
    assert "against Carmen" not in output
    report = json.loads(run("audit", COTO, "--hand", 3, "--json").output)
    assert [hand["hand"] for hand in report["hands"]] == [3]
    assert [infraction["version"] for infraction in report["infractions"]] == [109]
    assert {origin["hand"] for origin in report["points"]} == {3}
    assert "the record has 7" in run("audit", COTO, "--hand", 99, status=1).stderr


def test_audit_of_a_match_in_the_log_and_its_exit_status(run: Run) -> None:
    match = import_record(run, REVOKE)["match"]
    report = json.loads(run("audit", match, "--json", "--strict", status=1).output)
    assert [i["code"] for i in report["infractions"]] == ["hearts.follow-suit"]
    run("audit", RECORD, "--strict")
    assert "no such file" in run("audit", "nothing", status=2).stderr


def test_bad_use_is_status_2(run: Run) -> None:
    run("audit", status=2)
    run("import", "nothing.jsonl", status=2)
    run("serve", "--workers", 0, status=2)


def test_a_token_made_here_opens_the_service(run: Run, tmp_path: Path) -> None:
    database = tmp_path / "referee.sqlite"
    run("import", RECORD, "--database", database)
    token = json.loads(run("token", "create", "--json", "--database", database).output)["token"]
    with start(tmp_path, REFEREE_TOKEN="") as running:
        body = {"ruleset": "hearts.castillar", "seats": [{"name": "A"}, {"name": "B"}]}
        headers = {"Authorization": f"Bearer {token}"}
        assert running.post("/v1/matches", json=body, headers=headers).status_code == 201


def test_serve_on_a_new_database_prints_one_token_and_keeps_it(tmp_path: Path) -> None:
    with start(tmp_path, REFEREE_TOKEN="") as running:
        token = (tmp_path / "referee" / "organizer.token").read_text(encoding="utf-8").strip()
        assert token in running.output.read_text(encoding="utf-8")
        body = {"ruleset": "hearts.castillar", "seats": [{"name": "A"}, {"name": "B"}]}
        headers = {"Authorization": f"Bearer {token}"}
        assert running.post("/v1/matches", json=body, headers=headers).status_code == 201
    with start(tmp_path, REFEREE_TOKEN="") as running:
        assert "organizer token" not in running.output.read_text(encoding="utf-8")


REFUSED_STARTS = [
    ("es", {"REFEREE_ORIGIN": "a b"}, "no: REFEREE_ORIGIN no puede llevar espacios ni «+»: 'a b'\n"),
    ("en", {"REFEREE_ORIGIN": "a b"}, "refused: REFEREE_ORIGIN must not contain spaces or +: 'a b'\n"),
    ("en", {"REFEREE_DATABASE": str(RECORD)}, "the database does not answer as it should: file is not a database\n"),
]


@pytest.mark.parametrize(("language", "settings", "words"), REFUSED_STARTS, ids=["es", "en", "no database"])
def test_a_service_that_may_not_start_ends_with_one_line_and_status_1(
    language: str, settings: dict[str, str], words: str, tmp_path: Path
) -> None:
    """The first of its workers finds out; no other starts, and no address is printed."""
    own = {"XDG_DATA_HOME": str(tmp_path), "REFEREE_DATABASE": str(tmp_path / "referee.sqlite"), "LANGUAGE": language}
    command = [sys.executable, "-m", "api.cli", "serve", "--port", str(free_port()), "--workers", "2"]
    result = subprocess.run(command, env=os.environ | own | settings, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == words


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def test_two_workers_serve_one_log(tmp_path: Path, kind: str, request: pytest.FixtureRequest) -> None:
    database = str(request.getfixturevalue("postgres_database")) if kind == "postgres" else None
    with start(tmp_path, "--workers", "2", database=database) as running:
        headers = {"Authorization": "Bearer an-organizer-token-for-tests"}
        body = {"ruleset": "hearts.castillar", "seats": [{"name": "A"}, {"name": "B"}]}
        match = running.post("/v1/matches", json=body, headers=headers).json()["id"]
        for n in range(20):
            # A new connection each time, so that both workers get their share.
            note = {"type": "note", "text": str(n)}
            answer = running.post(f"/v1/matches/{match}/events", json=note, headers=headers)
            assert answer.json()["version"] == n + 2
        assert running.get(f"/v1/matches/{match}/audit").json()["chain"]["intact"]
        assert "Traceback" not in running.output.read_text(encoding="utf-8")


def test_tokens_are_listed_and_revoked(run: Run) -> None:
    import_record(run)
    secret = json.loads(run("token", "create", "--json", "--role", "auditor").output)["token"]
    output = run("token", "list").output
    assert "auditor" in output
    assert "in force" in output
    assert secret not in output
    id_ = json.loads(run("token", "list", "--json").output)[0]["id"]
    run("token", "revoke", id_)
    run("token", "revoke", id_, status=1)
    assert "revoked" in run("token", "list").output


def test_a_backup_is_a_whole_database(run: Run, tmp_path: Path) -> None:
    match = import_record(run)["match"]
    copy = tmp_path / "copy.sqlite"
    run("backup", copy)
    assert "Chain whole: 225 entries" in run("audit", match, "--database", copy).output
    run("backup", copy, status=2)


def test_rebuild_says_whether_the_read_models_were_right(run: Run) -> None:
    import_record(run)
    assert "matches: 5 rows at position 229, as it was" in run("rebuild").output
    assert [one["projection"] for one in json.loads(run("rebuild", "--json", "matches").output)] == ["matches"]
    assert "no projection boards" in run("rebuild", "boards", status=2).stderr


def test_a_token_is_made_for_a_championship_a_match_a_seat_or_a_person(run: Run) -> None:
    match = import_record(run)["match"]
    record = json.loads(run("token", "create", "--json", "--role", "player", "--match", match, "--seat", 1).output)
    assert record["scope"] == {"match": match, "seat": 1}
    until = json.loads(
        run("token", "create", "--json", "--role", "referee", "--expires", "2099-01-01T00:00:00Z").output
    )
    assert until["expires"] == "2099-01-01T00:00:00.000Z"
    output = run("token", "list").output
    assert f"match={match} seat=1" in output
    assert "until 2099" in output
    assert not {record["token"], until["token"]} & set(output.split())
    assert json.loads(run("token", "revoke", "--json", record["id"]).output) == {"id": record["id"], "revoked": True}
    run("token", "create", "--role", "player", "--match", match, "--seat", 9, status=1)
    run("token", "create", "--role", "player", status=1)
    run("token", "create", "--match", "nothing", "--role", "referee", status=1)
    run("token", "create", "--expires", "2020-01-01T00:00:00Z", status=1)
    run("token", "create", "--expires", "mañana", status=2)


def record_with_keys(*confirmations: dict[str, Any]) -> str:
    """A record of one hand between two sides, closed with two keys by these confirmations."""
    seats = [{"name": "Ana"}, {"name": "Beto"}]
    params = {"rounds": 1}
    opening = {"type": "open", "ruleset": "hearts.castillar", "seats": seats, "params": params, "first_dealer": 0}
    hand = play_out("hearts.castillar", 2, "u", first_dealer=0, params=(("rounds", 1),))
    return "\n".join(map(json.dumps, [opening | {"confirm": "sides"}, *hand, *confirmations]))


def without_tables(output: str) -> str:
    """The output, without the lines of tables."""
    return " ".join(output.replace("│", " ").split())


@pytest.mark.parametrize(
    ("by", "words"),
    [
        ("player:7", "player-0, of hand 1, with the own token"),
        ("referee:7", "player-0, of hand 1, at the referee's tablet"),
        ("organizer:7", "player-0, of hand 1, at the organizer's tablet"),
    ],
)
def test_the_readable_replay_says_with_which_key_a_side_confirmed(by: str, words: str) -> None:
    table = LoggedTable("hearts.castillar", 2, first_dealer=0, params={"rounds": 1}, confirm="sides")
    for event in play_out("hearts.castillar", 2, "u", first_dealer=0, params=(("rounds", 1),)):
        table.tell(event)
    table.confirm(0)
    table.entries[-1] = msgspec.structs.replace(table.entries[-1], recorded_by=by)
    report = audit(table.match, table.entries, [line(entry) for entry in table.entries])
    paper = Console(file=StringIO(), width=120)
    audit_of(report, table.match.view(names=lambda player: player), paper)
    assert words in without_tables(paper.file.getvalue())  # type: ignore[attr-defined]


def test_a_record_with_confirmations_goes_in_and_out_and_the_audit_says_who_confirmed(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "keyed.match.jsonl"
    file.write_text(
        record_with_keys(*({"type": "confirm", "side": side, "hand": 1} for side in (1, 0))), encoding="utf-8"
    )
    answer = import_record(run, file)
    assert answer["totals"]
    out = tmp_path / "out.match.jsonl"
    out.write_text(run("export", answer["match"]).output, encoding="utf-8")
    run("verify", out)
    output = without_tables(run("audit", out).output)
    assert "confirm: Beto, of hand 1" in output and "finished" in output
    monkeypatch.setenv("LANG", "es_ES.UTF-8")
    assert "confirma: Ana, mano 1" in without_tables(run("audit", answer["match"]).output)


def test_a_record_that_confirms_what_nobody_awaits_is_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "keyed.match.jsonl"
    text = record_with_keys({"type": "confirm", "side": 1, "hand": 1}, {"type": "deal"})
    file.write_text(text, encoding="utf-8")
    refusal = run("import", file, status=1).output
    assert f"line {len(text.splitlines())}" in refusal and "confirm.sides" in refusal


STAKED = (
    {"type": "open", "record": 1, "ruleset": "hearts.castillar", "params": {}, "seats": [{"name": "Ana"}, {"name": "Beto"}],
     "first_dealer": 0, "stakes": {"each": 10, "split": [3, 1]}},
    {"type": "withdraw", "seat": 1, "reason": "se va"},
)  # fmt: skip


def test_a_record_with_stakes_goes_in_and_out_and_the_audit_says_what_each_gains(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record, out = tmp_path / "staked.match.jsonl", tmp_path / "out.match.jsonl"
    record.write_text("\n".join(map(json.dumps, STAKED)), encoding="utf-8")
    match = import_record(run, record)["match"]
    out.write_text(run("export", match).output, encoding="utf-8")
    first, second = map(json.loads, out.read_text(encoding="utf-8").splitlines())
    assert first["stakes"] == {"each": 10, "split": [3, 1]}
    assert second["facts"][-1]["settlement"]["net"] == [5, -5]
    assert "2 entries, chain whole" in run("verify", out).output
    for file in (match, out):
        assert "stakes: 10 each, 3 · 1: Ana +5, Beto -5 (stakes.split)" in run("audit", file).output
    monkeypatch.setenv("LANG", "es_ES.UTF-8")
    assert "apuestas: 10 cada uno, 3 · 1: Ana +5, Beto -5 (stakes.split)" in run("audit", match).output


def test_a_record_whose_stakes_nobody_can_win_is_refused_whole(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "broken.match.jsonl"
    for split, why in (([0, 0], "at least one weight"), ([1, 1, 1], "at most 2 places"), ([-1], "expected")):
        wrong = STAKED[0] | {"stakes": {"each": 10, "split": split}}
        record.write_text(json.dumps(wrong), encoding="utf-8")
        assert why in run("import", record, status=1).stderr
