"""Client data of people, championships, contests and fixtures: an id in another program, and metadata.

They lie beside the log, in no entry: they can be changed, and an erasure deletes those of the person. An `external_id` is unique
among the things of its kind within a scope: players and championships in the whole service, which the same organizers enter;
contests and fixtures in their championship, as its organizers may see no other.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Annotated, Any, Literal, Protocol, Self

import msgspec
import sqlalchemy as sa
from msgspec import UNSET, Meta, Struct, UnsetType

from referee.errors import AlreadyExists, Flaw, Inconsistent
from referee.log.row_writes import DeleteRow, InsertRow, RowWrite
from referee.log.tables import CLIENT_DATA
from referee.log.unit_of_work import unit_of_work
from referee.text import Text

Kind = Literal["player", "championship", "contest", "fixture"]
ADDRESSES: Mapping[Kind, str] = {
    "player": "/v1/players",
    "championship": "/v1/championships",
    "contest": "/v1/contests",
    "fixture": "/v1/fixtures",
}
"""The addresses of the kinds."""
SERVICE = ""
"""The scope of external ids that are unique in the whole service."""
MOST_KEYS = 20
"""The most keys of metadata."""
ANSWERS = frozenset({"distinct", "reuse"})
"""Fields of requests that answer a question about a name, and say nothing of what is made."""

ExternalId = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=100,
        description="The id that this has in a program of yours. Creating it again with the same one gives what is there.",
        examples=["club-4711"],
    ),
]
MetadataKey = Annotated[str, Meta(min_length=1, max_length=40)]
MetadataText = Annotated[str, Meta(max_length=500)]
Metadata = Annotated[
    dict[MetadataKey, MetadataText],
    Meta(
        max_length=MOST_KEYS,
        description="Short texts of your own, by key. The service only keeps them.",
        examples=[{"club": "El Basto"}],
    ),
]


class NewThing(Protocol):
    """A request for a new thing, with client data."""

    @property
    def external_id(self) -> str | None: ...
    @property
    def metadata(self) -> dict[str, str] | None: ...


class ChangeClientData(Struct, frozen=True, forbid_unknown_fields=True):
    """A change as in RFC 7396: what is left out stays, null takes away; so does each key of the metadata."""

    external_id: ExternalId | UnsetType | None = UNSET
    metadata: Annotated[dict[MetadataKey, MetadataText | None], Meta(max_length=2 * MOST_KEYS)] | UnsetType | None = (
        UNSET
    )


class ClientData(Struct, frozen=True):
    """The client data of a thing; without any, no external id and empty metadata."""

    external_id: str | None = None
    metadata: Mapping[str, str] = {}

    def present(self) -> dict[str, Any]:
        """The fields of a view: those that hold something."""
        fields = {"external_id": self.external_id, "metadata": {**self.metadata}}
        return {name: value for name, value in fields.items() if value}


NOTHING = ClientData()


class NewClientData(Struct, frozen=True):
    """The client data of a request for a new thing. `content` is the digest of the request."""

    kind: Kind
    scope: str
    data: ClientData
    content: str

    @classmethod
    def of(cls, kind: Kind, request: NewThing, scope: str = SERVICE) -> Self:
        """The client data of a request that makes a thing of this kind."""
        return cls(kind, scope, ClientData(request.external_id, request.metadata or {}), _content(request))

    def existing(self, store: sa.Engine, differing: Callable[[str], Iterable[str]]) -> str | None:
        """The id of the thing that has this external id, where the same request made it or it is now as the request says; None
        where there is none.

        `differing` gives the fields, beside the client data, in which the thing of an id is not as the request says. Raises
        AlreadyExists with all of them.
        """
        if self.data.external_id is None:
            return None
        with store.connect() as connection:
            row = _holder(connection, self.kind, self.scope, self.data.external_id)
        if row is None:
            return None
        if row.content != self.content:
            # An importer whose file was corrected too must not be refused for good.
            fields = [*differing(row.id)]
            if _data(row).metadata != self.data.metadata:
                fields.append("metadata")
            if fields:
                raise _already_there(self.kind, self.data.external_id, row.id, fields)
        return str(row.id)

    def rows(self, id_: str) -> list[RowWrite]:
        """The rows to store with the thing of this id."""
        if self.data == NOTHING:
            return []
        values = {"id": id_, "kind": self.kind, "scope": self.scope, "content": self.content, **_columns(self.data)}
        return [InsertRow(CLIENT_DATA.name, values)]

    def attach(self, store: sa.Engine, id_: str) -> None:
        """Keeps the data with a thing that is there already. Raises AlreadyExists where it has another external id."""
        if self.data == NOTHING:
            return
        there = read(store, [id_]).get(id_, NOTHING).external_id
        if there not in (None, self.data.external_id):
            raise _already_there(self.kind, there, id_)
        request = ChangeClientData(self.data.external_id or UNSET, {**self.data.metadata})
        change(store, self.kind, self.scope, id_, request, content=self.content)


def read(store: sa.Engine, ids: Iterable[str]) -> dict[str, ClientData]:
    """The client data of these things, by id; those without any are left out."""
    with store.connect() as connection:
        rows = connection.execute(CLIENT_DATA.select().where(CLIENT_DATA.c.id.in_({*ids}))).all()
    return {row.id: _data(row) for row in rows}


def find(store: sa.Engine, kind: Kind, scope: str, external_id: str) -> str | None:
    """The id of the thing with this external id; None where there is none."""
    with store.connect() as connection:
        row = _holder(connection, kind, scope, external_id)
    return None if row is None else str(row.id)


def change(
    store: sa.Engine, kind: Kind, scope: str, id_: str, request: ChangeClientData, *, content: str | None = None
) -> ClientData:
    """Changes the client data of a thing, and returns it. Raises AlreadyExists, Inconsistent for too many keys.

    `content` is the digest of a request that would have made the thing, were it not there.
    """
    try:
        with unit_of_work(store) as connection:
            row = connection.execute(CLIENT_DATA.select().where(CLIENT_DATA.c.id == id_).with_for_update()).first()
            data = _with_change(NOTHING if row is None else _data(row), request)
            if data.external_id is not None:
                holder = _holder(connection, kind, scope, data.external_id)
                if holder is not None and holder.id != id_:
                    raise _already_there(kind, data.external_id, holder.id)
            if row is None:
                values = {"id": id_, "kind": kind, "scope": scope, "content": content, **_columns(data)}
                connection.execute(CLIENT_DATA.insert(), values)
            else:
                values = _columns(data) | {"content": content or row.content}
                connection.execute(CLIENT_DATA.update().where(CLIENT_DATA.c.id == id_).values(**values))
    except sa.exc.IntegrityError:
        # Another request stored the same external id, or this thing's first data, at the same moment.
        return change(store, kind, scope, id_, request, content=content)
    return data


def delete(store: sa.Engine, id_: str) -> None:
    """Deletes the client data of a thing."""
    with unit_of_work(store) as connection:
        connection.execute(CLIENT_DATA.delete().where(CLIENT_DATA.c.id == id_))


def deletions(ids: Sequence[str]) -> list[RowWrite]:
    """The row changes that delete the client data of these things."""
    return [DeleteRow(CLIENT_DATA.name, {"id": id_}) for id_ in ids]


def _holder(connection: sa.Connection, kind: Kind, scope: str, external_id: str) -> sa.Row[Any] | None:
    of = CLIENT_DATA.c
    query = CLIENT_DATA.select().where(of.kind == kind, of.scope == scope, of.external_id == external_id)
    return connection.execute(query).first()


def _with_change(data: ClientData, request: ChangeClientData) -> ClientData:
    """The data after a change. Raises Inconsistent."""
    external_id = data.external_id if request.external_id is UNSET else request.external_id
    if request.metadata is UNSET or request.metadata is None:
        return ClientData(external_id, data.metadata if request.metadata is UNSET else {})
    metadata = {key: text for key, text in {**data.metadata, **request.metadata}.items() if text is not None}
    if len(metadata) > MOST_KEYS:
        what = Text(
            es=f"tendría {len(metadata)} claves, y caben {MOST_KEYS}: quite alguna con null",
            en=f"would have {len(metadata)} keys, and at most {MOST_KEYS} fit: take some away with null",
        )
        raise Inconsistent(
            Text(es=f"`metadata` {what.es}", en=f"`metadata` {what.en}"), flaws=(Flaw("$.metadata", what),)
        )
    return ClientData(external_id, metadata)


def _already_there(kind: Kind, external_id: str, id_: str, differing: Sequence[str] = ()) -> AlreadyExists:
    address = f"{ADDRESSES[kind]}/{id_}"
    text = Text(
        es=f"«{external_id}» es ya el `external_id` de {address}",
        en=f"{external_id!r} is already the `external_id` of {address}",
    )
    if differing:
        fields = ", ".join(f"`{field}`" for field in differing)
        text = Text(
            es=f"{text.es}, que no coincide en {fields}: corrija lo que hay allí",
            en=f"{text.en}, which differs in {fields}: correct what is there",
        )
    return AlreadyExists(text, extra={"existing": address, **({"differing": [*differing]} if differing else {})})


def _content(request: Any) -> str:
    """The digest of a request, whatever the order of its keys, without the answers about names."""
    plain = _without_answers(msgspec.to_builtins(request))
    return sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()


def _without_answers(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_answers(one) for key, one in value.items() if key not in ANSWERS}
    return [_without_answers(one) for one in value] if isinstance(value, list) else value


def _columns(data: ClientData) -> dict[str, str | None]:
    metadata = msgspec.json.encode(data.metadata).decode() if data.metadata else None
    return {"external_id": data.external_id, "metadata": metadata}


def _data(row: sa.Row[Any]) -> ClientData:
    return ClientData(row.external_id, msgspec.json.decode(row.metadata, type=dict[str, str]) if row.metadata else {})
