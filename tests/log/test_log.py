"""The log, the same cases on SQLite and PostgreSQL: durable, chained, one writer a version, all or nothing."""

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
import rfc8785
import sqlalchemy as sa

from referee.audit import portable
from referee.errors import Conflict, Impossible, KeyReused, NotFound, ServiceRefusal
from referee.log.log import Log, open_log
from referee.log.records import Clash, Record
from referee.match import entries as entries_module
from referee.match.aggregate import Match
from referee.match.entries import UPCASTERS, Entry, first_chain_flaw, stored_line
from referee.match.events import Sanction
from referee.matches.append import Append
from referee.matches.commands import MatchCommands
from referee.matches.opening import OpenMatch, Sitting
from tests.support.administering import erase_player
from tests.support.beside import enter
from tests.support.hands import FOUR, holder
from tests.support.processes import processes

RECORDS = Path(__file__).parents[1] / "data" / "records"
LEADER = holder(FOUR)


def ticking() -> Callable[[], str]:
    """A clock that goes on by a second whenever it is asked."""
    ticks = iter(range(10_000))
    return lambda: f"2026-05-01T10:00:{next(ticks) % 60:02}.000Z"


@pytest.fixture
def reopen(database: str) -> Iterator[Callable[[], MatchCommands]]:
    """Opens the database as another process would: a service with nothing in memory."""
    with processes(database, ticking) as another:
        yield another


@pytest.fixture
def service(reopen: Callable[[], MatchCommands]) -> MatchCommands:
    return reopen()


def open_match(service: MatchCommands, **more: Any) -> str:
    seats = tuple(Sitting(name=name) for name in ("Ana", "Beto", "Carla", "Dani"))
    more.setdefault("first_dealer", 0)
    return service.open_match(OpenMatch("hearts.yppedia", seats, **more), "organizer").match.id


def say(service: MatchCommands, match: str, *events: dict[str, Any], **more: Any) -> Any:
    return service.append(Append(match, [json.dumps(event).encode() for event in events], "organizer", **more))


DEAL = {"type": "deal", "hands": FOUR}
PASSES = [{"type": "pass", "seat": seat, "cards": FOUR[seat][:3]} for seat in range(4)]
NOTE = {"type": "note", "text": "mesa 3"}


def lines(service: MatchCommands, match: str) -> list[dict[str, Any]]:
    return [stored_line(bytes(record.state)) for record in service.log.read(match)]


def same(one: Match, other: Match) -> None:
    assert (one.version, one.head, one.ledger) == (other.version, other.head, other.ledger)
    assert msgspec.json.encode(one.view()) == msgspec.json.encode(other.view())
    assert one.legal() == other.legal()


def test_what_is_appended_is_there_after_a_restart(reopen: Callable[[], MatchCommands]) -> None:
    service = reopen()
    match = open_match(service)
    say(service, match, DEAL)
    say(service, match, *PASSES)
    same(reopen().match(match), service.match(match))


def test_a_match_that_is_not_in_memory_is_read_once(
    reopen: Callable[[], MatchCommands], monkeypatch: pytest.MonkeyPatch
) -> None:
    service, cold = reopen(), reopen()
    match = open_match(service)
    say(service, match, DEAL, *PASSES, {"type": "retract", "to": 2, "reason": "error"})
    read, streams = cold.log.read, list[str]()

    def noting(stream: str, after: int = 0, through: int | None = None) -> Sequence[Record]:
        streams.append(stream)
        return read(stream, after, through)

    monkeypatch.setattr(cold.log, "read", noting)
    same(cold.match(match), service.match(match))
    assert streams == [match]


def test_a_batch_is_stored_whole_or_not_at_all(service: MatchCommands) -> None:
    match = open_match(service)
    with pytest.raises(Impossible) as error:
        say(service, match, DEAL, NOTE, {"type": "play", "seat": 0, "card": "2C"})
    assert error.value.extra["index"] == 2
    assert len(lines(service, match)) == 1
    assert service.match(match).version == 1


def test_two_processes_see_each_others_writes(reopen: Callable[[], MatchCommands]) -> None:
    one, other = reopen(), reopen()
    match = open_match(one)
    assert other.match(match).version == 1
    say(one, match, DEAL)
    say(other, match, PASSES[0])
    say(one, match, {"type": "retract", "to": 2, "reason": "error"})
    say(other, match, PASSES[1])
    same(one.match(match), other.match(match))
    assert first_chain_flaw(lines(one, match)) == (5, None)


def test_of_two_writers_of_one_version_one_clashes(database: str) -> None:
    log = open_log(database)
    record = Record("stream", 1, "note", b"{}")
    log.append([record])
    with pytest.raises(Clash):
        log.append([Record("other", 1, "note", b"{}"), record])
    assert log.read("other") == []
    log.close()


def test_many_writers_at_once_lose_nothing_and_double_nothing(reopen: Callable[[], MatchCommands]) -> None:
    services = [reopen(), reopen()]
    match = open_match(services[0])
    with ThreadPoolExecutor(4) as pool:
        versions = list(
            pool.map(
                lambda n: say(services[n % 2], match, {"type": "note", "text": str(n)}).entries[0].version, range(24)
            )
        )
    assert sorted(versions) == list(range(2, 26))
    assert sorted(int(line["text"]) for line in lines(services[0], match)[1:]) == list(range(24))
    assert first_chain_flaw(lines(services[0], match)) == (25, None)


def test_a_stale_version_is_a_conflict(service: MatchCommands) -> None:
    match = open_match(service)
    say(service, match, DEAL, expected=1)
    with pytest.raises(Conflict) as error:
        say(service, match, NOTE, expected=1)
    assert error.value.extra["version"] == 2
    assert [line["type"] for line in error.value.extra["since"]] == ["deal"]
    assert error.value.extra["still"] == ["regular"]


def test_a_key_makes_a_retry_safe_also_after_a_restart(reopen: Callable[[], MatchCommands]) -> None:
    service = reopen()
    match = open_match(service)
    first = say(service, match, DEAL, NOTE, key=("k", "1"))
    say(service, match, PASSES[0])
    again = say(reopen(), match, DEAL, NOTE, key=("k", "1"))
    assert again.again
    assert again.entries == first.entries
    assert again.match.version == first.match.version == 3
    with pytest.raises(KeyReused):
        say(service, match, NOTE, key=("k", "2"))
    assert service.match(match).version == 4


def test_a_key_opens_one_match(reopen: Callable[[], MatchCommands]) -> None:
    command = OpenMatch("hearts.castillar", (Sitting(name="Ana"), Sitting(name="Beto")))
    first = reopen().open_match(command, "organizer", ("k", "1"))
    second = reopen().open_match(command, "organizer", ("k", "1"))
    assert (first.again, second.again) == (False, True)
    assert (second.match.id, second.position) == (first.match.id, first.position - 1)
    with pytest.raises(KeyReused):
        reopen().open_match(command, "organizer", ("k", "2"))
    other = reopen().open_match(command, "another", ("k", "1"))
    assert other.match.id != first.match.id


def test_the_first_dealer_is_drawn_with_a_seed_on_record(service: MatchCommands) -> None:
    match = open_match(service, first_dealer=None)
    opening = service.opening(match)
    assert opening.seed == "a seed"
    assert service.match(match).due_dealer() == opening.first_dealer


def test_the_oldest_deals_first_where_birth_dates_are_known(service: MatchCommands) -> None:
    from datetime import date

    ids = enter(service.people, [("Ana", date(1990, 1, 1)), ("Beto", date(1960, 5, 5))], "now")
    command = OpenMatch("hearts.castillar", tuple(Sitting(player=id_) for id_ in ids))
    match = service.open_match(command, "organizer").match
    assert (match.opening.first_dealer, match.opening.seed) == (1, None)


def test_retract_equals_never_having_been(service: MatchCommands) -> None:
    match, plain = open_match(service), open_match(service)
    for id_ in (match, plain):
        say(service, id_, DEAL, *PASSES)
    before = service.match(match).version
    leader = service.match(match).state.turn
    say(service, match, {"type": "play", "seat": leader, "card": "2C"}, NOTE)
    say(service, match, {"type": "sanction", "seat": 1, "card": "yellow", "reason": "x"})
    say(service, match, {"type": "retract", "to": before, "reason": "error"})
    mine, theirs = service.match(match).copy(), service.match(plain)
    assert mine.version == before + 4
    assert mine.legal() == theirs.legal()
    mine.ledger.never_over = None
    assert mine.ledger == theirs.ledger
    assert len(lines(service, match)) == before + 4


def test_a_retract_can_itself_be_taken_back(reopen: Callable[[], MatchCommands]) -> None:
    service = reopen()
    match = open_match(service)
    say(service, match, DEAL, *PASSES)
    full = service.match(match).legal()
    say(service, match, {"type": "retract", "to": 2, "reason": "error"})
    assert service.match(match).legal() != full
    say(service, match, {"type": "retract", "to": 6, "reason": "no era error"})
    assert service.match(match).legal() == full
    same(reopen().match(match), service.match(match))


def test_a_retract_in_a_batch_goes_back_to_what_the_batch_wrote(service: MatchCommands) -> None:
    match = open_match(service)
    say(service, match, DEAL, PASSES[0], {"type": "retract", "to": 2, "reason": "x"}, PASSES[0])
    assert service.match(match).state.phase == "pass"
    assert first_chain_flaw(lines(service, match)) == (5, None)


def test_a_past_version_is_the_match_as_it_was(service: MatchCommands) -> None:
    match = open_match(service)
    say(service, match, DEAL)
    then = msgspec.json.encode(service.match(match).view())
    say(service, match, *PASSES)
    assert msgspec.json.encode(service.match_at(match, 2).view()) == then
    with pytest.raises(NotFound):
        service.match_at(match, 7)


def test_the_chain_is_sha256_over_rfc8785(service: MatchCommands) -> None:
    from hashlib import sha256

    match = open_match(service)
    say(service, match, DEAL, {"type": "note", "text": 'ñandú «ok»\n\t"quoted" \\ \u0001 \u2028 🂡'})
    head = bytes(32)
    for line in lines(service, match):
        bare = {name: value for name, value in line.items() if name != "hash"}
        head = sha256(head + rfc8785.dumps(bare)).digest()
        assert line["hash"] == head.hex()


def test_names_are_not_in_the_log_and_do_not_count_in_the_chain(service: MatchCommands) -> None:
    match = open_match(service)
    assert all(b"Ana" not in bytes(record.state) for record in service.log.all())
    exported = list(portable.export(service, match, service.people.name))
    assert exported[0]["seats"][0]["name"] == "Ana"
    erase_player(service.people, exported[0]["seats"][0]["player"])
    again = list(portable.export(service, match, service.people.name))
    assert "name" not in again[0]["seats"][0]
    assert portable.check_chain(exported) is None
    assert portable.check_chain(again) is None


@pytest.mark.parametrize("file", sorted(RECORDS.glob("hearts-openspiel-*")), ids=lambda file: file.name)
def test_records_of_an_outside_engine_come_to_its_scores(service: MatchCommands, file: Path) -> None:
    totals = {"01": [45, 37, 37, 37], "03": [67, 0, 81, 60], "05": [56, 39, 29, 32]}
    match = portable.take(service, file.read_bytes(), "import")
    assert match.ledger.totals == totals[file.name[17:19]]
    assert match.ledger.infractions == []


def test_an_export_imports_again_to_the_same_match(service: MatchCommands) -> None:
    first = portable.take(service, (RECORDS / "hearts-openspiel-01.match.jsonl").read_bytes(), "import")
    text = b"\n".join(msgspec.json.encode(line) for line in portable.export(service, first.id, service.people.name))
    second = portable.take(service, text, "import")
    assert second.id != first.id
    assert second.ledger == first.ledger
    assert [service.people.name(seat.player) for seat in second.opening.seats] == ["Norte", "Este", "Sur", "Oeste"]
    with pytest.raises(portable.BrokenRecord):
        portable.take(service, text, "import", keep_id=True)


def test_a_broken_record_is_refused_whole_with_its_line(service: MatchCommands) -> None:
    text = (RECORDS / "hearts-openspiel-01.match.jsonl").read_bytes().splitlines()
    position = service.log.position()
    text[10], text[11] = text[11], text[10]
    with pytest.raises(portable.BrokenRecord) as error:
        portable.take(service, b"\n".join(text), "import")
    assert error.value.line == 11
    assert isinstance(error.value.refusal, ServiceRefusal)
    assert service.log.position() == position


@pytest.mark.parametrize("spot", ["card", "fact", "hash", "time", "order"])
def test_a_changed_record_does_not_verify(service: MatchCommands, spot: str) -> None:
    match = open_match(service)
    say(service, match, DEAL, *PASSES, NOTE)
    record = list(portable.export(service, match, service.people.name))
    match spot:
        case "card":
            record[2]["cards"][0] = "2S" if record[2]["cards"][0] != "2S" else "3S"
        case "fact":
            record[1]["facts"][0]["dealer"] = 3
        case "hash":
            record[3]["hash"] = "0" * 64
        case "time":
            record[4]["recorded_at"] = "2026-05-01T09:00:00.000Z"
        case "order":
            record[2], record[3] = record[3], record[2]
    flaw = portable.check_chain(record)
    assert flaw is not None
    assert flaw.version == {"card": 3, "fact": 2, "hash": 4, "time": 5, "order": 3}[spot]


def test_stored_facts_count_even_where_todays_rules_differ(
    reopen: Callable[[], MatchCommands], monkeypatch: pytest.MonkeyPatch
) -> None:
    from referee.audit import audit
    from referee.games.hearts import scoring as hearts

    service = reopen()
    match = portable.take(service, (RECORDS / "hearts-openspiel-01.match.jsonl").read_bytes(), "import")
    monkeypatch.setattr(hearts, "points_in", lambda cards: 1)
    fold = reopen().match(match.id)
    assert fold.ledger == match.ledger
    report = audit.audit(fold, service.entries(match.id), lines(service, match.id))
    assert report.differences
    assert report.chain.intact


def test_an_event_of_an_older_version_is_brought_up_to_date(
    service: MatchCommands, reopen: Callable[[], MatchCommands], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Version 1 of a sanction named its card `colour`, in Spanish; version 2 is today's."""
    match = open_match(service)
    first = service.entries(match)[0]
    old = {"type": "sanction", "seat": 1, "colour": "amarilla", "reason": "protesta"}
    at = "2026-05-01T10:00:00.000Z"
    line = {**old, "version": 2, "recorded_at": at, "recorded_by": "old", "facts": []}
    hash_ = entries_module.link(bytes.fromhex(first.hash), line).hex()
    old_entry: Entry[dict[str, Any], Any] = Entry(2, at, "old", old, (), hash_)
    service.log.append([Record(match, 2, "sanction", msgspec.json.encode(old_entry))])

    def spanish_colour(event: dict[str, Any]) -> dict[str, Any]:
        card = {"amarilla": "yellow", "negra": "black"}[event.pop("colour")]
        return {**event, "card": card}

    monkeypatch.setitem(UPCASTERS, "sanction", (spanish_colour,))
    late = reopen()
    assert late.entries(match)[1].event == Sanction(1, "yellow", "protesta")
    say(late, match, {"type": "sanction", "seat": 1, "card": "black", "reason": "otra"})
    assert [line.get("v", 1) for line in lines(late, match)] == [1, 1, 2]
    assert lines(late, match)[1]["colour"] == "amarilla"
    assert first_chain_flaw(lines(late, match)) == (3, None)
    assert reopen().match(match).ledger.sanctions[-1].card == "black"


def test_the_log_is_followed_in_order_across_streams(service: MatchCommands) -> None:
    one, other = open_match(service), open_match(service)
    say(service, one, NOTE)
    say(service, other, NOTE, NOTE)
    log: Log = service.log
    positions = [(record.originator_id, record.originator_version) for record in log.follow(0)]
    # Each player at the table has a chain too.
    of_matches = [record for record in positions if record[0] in {one, other}]
    assert of_matches == [(one, 1), (other, 1), (one, 2), (other, 2), (other, 3)]
    assert [record.id for record in log.follow(0)] == sorted(record.id for record in log.follow(0))
    assert log.follow(log.position()) == []
    assert len(sa.inspect(service.people.store).get_table_names()) >= 3


def test_each_writer_is_told_its_own_position(service: MatchCommands) -> None:
    matches = [open_match(service) for _ in range(4)]

    def write(match: str) -> list[bool]:
        results = [say(service, match, NOTE) for _ in range(15)]
        return [one.position == service.log.position_of(match, one.match.version) for one in results]

    with ThreadPoolExecutor(4) as writers:
        assert all(all(own) for own in writers.map(write, matches))


def test_what_was_stored_without_a_mark_is_read_as_ever(service: MatchCommands) -> None:
    match = open_match(service)
    say(service, match, NOTE)
    [_, record] = service.log.read(match)
    state = msgspec.json.decode(record.state)
    # Only across a network is there anything to look for afterwards.
    assert ("write" in state) != service.log.backend.is_local
    state.pop("write", None)
    service.log.append([Record("old", 1, "note", msgspec.json.encode(state))])
    text_lines = lines(service, match)
    assert all("write" not in line for line in text_lines)
    assert first_chain_flaw(text_lines) == (2, None)
