"""Output of the demonstration: the places to look at, and the way for tablets to reach its open tables."""

import os
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from api import opening, settings
from api.cli import serving
from api.cli.demo.championship import PLAYERS, RULES, Hall, hold
from api.cli.demo.filling import fill, where_to_look
from api.cli.demo.tables import code, lay, one_a_game, reachable, show, show_codes
from api.cli.demo.tournaments import hold_tournaments
from projections.follower import Follower
from projections.rating import queries as ratings
from projections.seasons import balance, records
from referee.people.scope import Scope
from tests.support.commands import invoke
from tests.support.service import free_port


def test_the_demo_says_where_to_look(tmp_path: Path) -> None:
    service = opening.open_service(str(tmp_path / "demo.sqlite"))
    matches, hall = fill(service), hold(service)
    console = Console(width=200, record=True, file=StringIO())
    where_to_look(console, matches, hall, "http://127.0.0.1:8000", "demo.sqlite")
    text = console.export_text()
    assert all(f"/replay/{match.id}\n" in text for _, match in matches)
    proofs = [(match, one) for _, match in matches for one in match.ledger.infractions if one.status == "proven"]
    first = {match.id: one for match, one in reversed(proofs)}
    assert len(first) > 3
    for match, _ in proofs:
        one = first[match.id]
        assert f"/replay/{match.id}?step={one.version}\n" in text
        clause = match.rules.clause(one.code)
        assert clause is not None
        assert clause.en.partition(". ")[0].rstrip(".") in text
    for page in ("board", "organize", "championships"):
        assert f"http://127.0.0.1:8000/{page}/{hall.championship}\n" in text
    assert "http://127.0.0.1:8000/ratings\n" in text
    assert f"http://127.0.0.1:8000/series/{hall.series}\n" in text
    assert f"http://127.0.0.1:8000/players/{hall.champion}\n" in text
    contest = hall.championships.contest(hall.contest)[1]
    assert contest.state.phase == "finished"
    assert contest.state.podium[0].player == hall.champion
    assert {service.people.name(row.player) for row in contest.state.tables[0].rows} == {*PLAYERS}
    service.log.close()
    service.people.store.dispose()


def test_the_demo_has_a_tournament_in_stages_a_league_of_teams_and_the_same_deals(tmp_path: Path) -> None:
    with opening.closing(opening.open_service(str(tmp_path / "demo.sqlite"))) as service:
        hall = hold(service)
        tournaments = hold_tournaments(hall.matches)
        console = Console(width=200, record=True, file=StringIO())
        where_to_look(console, [], hall, "http://127.0.0.1:8000", "demo.sqlite", tournaments=tournaments)
        text = console.export_text()
        contests = {}
        for name, championship in tournaments:
            assert f"{name:32} http://127.0.0.1:8000/championships/{championship}\n" in text
            [id_] = hall.championships.championship(championship).contests
            contests[name] = hall.championships.contest(id_)[1]
        square, clubs = contests["Torneo de la plaza"], contests["Liga de peñas"]
        evening = contests["Velada a las mismas cartas"]
        assert evening.contest.options.has_lines
        assert len(evening.contest.entrants) == 10
        assert all(one.deal_seed for one in evening.contest.pairings)
        assert len(evening.contest.boards) == 3 * 5 * 4
        assert {one.state.phase for one in contests.values()} == {"finished"}
        assert [stage.format for stage in square.state.stages] == ["rounds", "knockout"]
        assert [len(stage.tables[0].rows) for stage in square.state.stages] == [24, 8]
        assert len(square.state.fixtures) == 5 * 12 + 4 + 2 + 2
        assert clubs.contest.teams is not None
        assert (len(clubs.contest.entrants), len(clubs.contest.teams.boards)) == (4, 3)
        assert len(clubs.state.fixtures) == 6
        assert all(one.state.podium for one in contests.values())


def test_the_demo_rates_everybody_who_played_in_it(tmp_path: Path) -> None:
    with opening.closing(opening.open_service(str(tmp_path / "demo.sqlite"))) as service:
        fill(service)
        hall = hold(service)
        follower = Follower(service.log, service.people.store)
        follower.catch_up()
        with follower.store.connect() as connection:
            rows, _ = ratings.table(connection, service.people.name, championship=hall.championship)
            games = {one.ruleset for row in rows for one in ratings.of_player(connection, row.player.id)}
            everybody, _ = ratings.table(connection, service.people.name)
            best = records.of_series(connection, hall.series, service.people.now, service.people.name)
            season = balance.of_series(connection, hall.series, service.people.now, service.people.name)
        assert {row.player.name: row.matches for row in rows} == dict.fromkeys(PLAYERS, 9) | {left_out(hall): 8}
        assert games == {None, RULES.id}
        assert {record.kind for record in best} == {"biggest_win", "longest_run", "most_deeds"}
        assert len(everybody) > len(rows), "those of the imported records too"
        assert (season.settled, season.open) == (2, 0)
        assert {row.player.name: row.stake for row in season.players} == dict.fromkeys(PLAYERS, 20)
        assert season.transfers


def test_the_demo_is_in_every_list_before_it_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    behind: list[int] = []

    def look(*_: Any, **__: Any) -> None:
        with opening.closing(opening.open_service(os.environ[settings.DATABASE])) as service:
            follower = Follower(service.log, service.people.store)
            behind.append(service.log.position() - follower.position())

    monkeypatch.setattr(serving, "run", look)
    for name in (settings.DATABASE, settings.OPEN_TABLE):
        monkeypatch.setenv(name, "")
    invoke("demo", "--port", str(free_port()))
    assert behind == [0]


def left_out(hall: Hall) -> str | None:
    """The people that did not get to the final."""
    contest = hall.championships.contest(hall.contest)[1]
    [final] = [record for record in contest.fixtures.values() if record.kind == "final"]
    [out] = {entrant.id for entrant in contest.contest.entrants} - {*final.entrants}
    return hall.names(out)


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_demo_shows_tablets_the_way_to_each_open_table(
    tmp_path: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", language)
    with opening.closing(opening.open_service(str(tmp_path / "demo.sqlite"))) as service:
        near, far = lay(service, with_tokens=False), lay(service, with_tokens=True)
        console = Console(width=200, record=True, file=StringIO())
        show(console, near, "http://127.0.0.1:8000")
        show_codes(console, far, "192.168.1.20", 8000)
        text = console.export_text()
        assert len(near) == len(far) == len(one_a_game())
        people = [name for here in near for name in here.names]
        assert len({*people}) == len(people), "nobody sits at two tables"
        for here in near:
            assert f"http://127.0.0.1:8000/table/{here.match}\n" in text
        for table in far:
            address = f"http://192.168.1.20:8000/table/{table.match}#token={table.token}"
            assert address in text
            assert "\n".join(row.rstrip() for row in code(address)) in "\n".join(
                row.rstrip() for row in text.splitlines()
            )
            [token] = [one for one in service.people.tokens.all() if one.scope == Scope(match=table.match)]
            assert token.role == "referee"
        assert ("cortafuegos" if language == "es" else "firewall") in text


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.168.1.20", "192.168.1.20"),
        ("fd00::20", "[fd00::20]"),
        ("mesa.local", "mesa.local"),
        ("127.0.0.1", "127.0.0.1"),
    ],
)
def test_tablets_call_the_service_where_it_listens(host: str, address: str) -> None:
    assert reachable(host) == address


def test_a_machine_in_no_network_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    class OfflineSocket:
        """A socket of a machine without a network."""

        def __init__(self, *_: object) -> None:
            pass

        def __enter__(self) -> "OfflineSocket":
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def connect(self, _: object) -> None:
            raise OSError(101, "Network is unreachable")

    monkeypatch.setattr("socket.socket", OfflineSocket)
    monkeypatch.setenv("LANG", "en")
    console = Console(width=200, record=True, file=StringIO())
    show_codes(console, [], "0.0.0.0", 8000)
    assert "in no network" in console.export_text()
