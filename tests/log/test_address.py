"""The address of a PostgreSQL database is libpq's, whole, for the log and for the tables beside it."""

from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from referee.errors import Inconsistent
from referee.log.address import require_address
from referee.log.log import open_log
from referee.log.opening.engine import engine
from referee.log.postgres.connections import connection_string

WHOLE = (
    "postgresql://ana:s%40creto@uno:5433,dos:5434/torneo?sslmode=verify-full&target_session_attrs=read-write"
    "&sslrootcert=/etc/raiz.pem&options=-c%20search_path%3Dtorneo&connect_timeout=2"
)


def test_every_parameter_is_passed_on() -> None:
    require_address(WHOLE)
    parts = conninfo_to_dict(connection_string(WHOLE))
    assert {name: parts[name] for name in conninfo_to_dict(WHOLE)} == conninfo_to_dict(WHOLE)
    assert (parts["host"], parts["port"], parts["password"]) == ("uno,dos", "5433,5434", "s@creto")


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ana:sin%cifrar@uno/torneo",
        "postgresql://ana:s@creto@uno/torneo",
        "postgresql://uno:99999/torneo",
        "postgresql://uno:5432,dos:x/torneo",
        "postgresql://uno/torneo?sin_sentido=1",
    ],
)
def test_what_libpq_cannot_read_is_refused_without_the_password(address: str) -> None:
    with pytest.raises(Inconsistent) as error:
        require_address(address)
    assert "creto" not in error.value.text.es + error.value.text.en


def through(database: str, **more: str) -> str:
    return database + "".join(f"&{name}={value}" for name, value in more.items())


@pytest.mark.postgres
def test_both_libraries_use_the_whole_address(
    postgres_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = tmp_path / "services.conf"
    parts: dict[str, Any] = conninfo_to_dict(postgres_database)
    services.write_text("[torneo]\n" + "".join(f"{name}={value}\n" for name, value in parts.items()), "utf-8")
    monkeypatch.setenv("PGSERVICEFILE", str(services))
    for address in (
        through(postgres_database, target_session_attrs="read-write", options="-c%20statement_timeout%3D54321"),
        "postgresql:///?service=torneo&options=-c%20statement_timeout%3D54321",
    ):
        log, store = open_log(address), engine(address)
        with log.recorder.datastore.transaction() as cursor:  # type: ignore[attr-defined]
            assert cursor.execute("SHOW statement_timeout").fetchone()["statement_timeout"] == "54321ms"
        with store.connect() as connection:
            assert connection.exec_driver_sql("SHOW statement_timeout").scalar() == "54321ms"
        log.close()
        store.dispose()


@pytest.mark.postgres
def test_a_standby_is_not_taken_for_one_that_writes(postgres_database: str) -> None:
    address = through(postgres_database, target_session_attrs="standby")
    with pytest.raises(psycopg.OperationalError):
        open_log(address)
    with pytest.raises(Exception, match="standby"):
        engine(address).connect()
