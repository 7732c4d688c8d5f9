"""The log of series with every kind of event that it has, made over HTTP to be stored as a sample."""

from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import Struct

from referee.log.hash_chain import RegisterOpening
from referee.series.chain import SERIES, AnySeriesEvent, EveryEdition, decoder, fold
from tests.support import stored
from tests.support.quiet import quiet
from tests.support.service import BEARER, Caller

FOLDER = "series"


def types() -> set[type[Struct]]:
    """Every type that the log of series may have."""
    return {RegisterOpening, *get_args(AnySeriesEvent)}


def stored_types() -> set[type[Struct]]:
    """Every type of which there is a sample."""
    states = [state for file in stored.files(FOLDER) for state in stored.read(file)[1]]
    return stored.types_of(map(decoder.decode, states))


def stands(now: EveryEdition) -> dict[str, Any]:
    """The outcome of the log."""
    editions = {id_: [edition.series, edition.edition] for id_, edition in now.editions.items()}
    return dict(msgspec.json.decode(msgspec.json.encode({"names": now.names, "editions": editions})))


def play(folder: Path) -> Path:
    """Does everything on a new database in this folder, and returns the sample of its log."""
    with quiet(str(folder / "series.sqlite")) as (client, services):
        client.headers.update(BEARER)
        _decide(client)
        states = [bytes(record.state) for record in services.service.log.read(SERIES)]
    return stored.write(FOLDER, stands(fold([decoder.decode(state) for state in states])), states)


def _decide(client: Caller) -> None:
    """Two series: one with two editions, of which one becomes another; and one with no edition left."""
    summer, winter = (
        client.post("/v1/series", json={"name": name}).json()["id"] for name in ("Fiestas", "Torneo de invierno")
    )
    first, second, third = (
        client.post("/v1/championships", json={"name": name, "players": ["Ana", "Beto"]}).json()["id"]
        for name in ("Fiestas 2025", "Fiestas 2026", "Invierno")
    )
    for championship, series, edition in (
        *((first, summer, 1), (second, summer, 2), (third, winter, 1)),
        (first, summer, 2025),
    ):
        body = {"series": series, "edition": edition}
        assert client.put(f"/v1/championships/{championship}/series", json=body).is_success
    assert client.put(f"/v1/series/{summer}", json={"name": "Fiestas de agosto"}).is_success
    assert client.delete(f"/v1/championships/{third}/series").is_success
