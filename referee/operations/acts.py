"""The events of administration on the log: ids, roles, public keys. They hold no secret, no name of a person, no free text."""

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Struct

from referee.commitments.commitments import SaltedCommitment
from referee.evidence.signing.rotations import KEY_ROTATED
from referee.match.entries import Entry
from referee.people.scope import Role, Scope

Id = Annotated[str, Meta(description="Its id.")]
Ids = tuple[str, ...]
Seconds: TypeAlias = int | float
"""Written as `60` where it is whole, as RFC 8785 has it. Earlier releases wrote `60.0`."""
RowCommitment = Annotated[
    SaltedCommitment | None,
    Meta(description="The salted commitment to the row in the database; null in acts of earlier releases."),
]


class _AdministrativeAct(Struct, frozen=True, tag_field="type"):
    """An act upon the service. Its tag is its identity in the store."""


class AdministrationOpened(_AdministrativeAct, frozen=True, tag="administration_opened"):
    """The chain begins, with the first act."""

    administration: Annotated[str, Meta(description="The id of this log: `administration`.")]


class TokenMade(_AdministrativeAct, frozen=True, tag="token_made"):
    """A token was made. The token itself, and its hash, are in no log."""

    token: Id
    role: Role
    scope: Scope
    expires: str | None
    commitment: RowCommitment = None


class TokenRevoked(_AdministrativeAct, frozen=True, tag="token_revoked"):
    """A token was revoked, and with it every token that was made with it."""

    token: Id
    revoked: Annotated[Ids, Meta(description="The ids of all tokens that were still valid, and are not any more.")]
    at: Annotated[str | None, Meta(description="When, as the tokens say; null in acts of earlier releases.")] = None


class SidePinSet(_AdministrativeAct, frozen=True, tag="side_pin_set"):
    """A side of a match got a PIN. The match's own log has it too (`pin_set`, `pin_reset`)."""

    match: Annotated[str, Meta(description="The match, by id.")]
    side: Annotated[int, Meta(description="The side, from 0.")]
    reset: Annotated[
        bool, Meta(description="Whether an organizer put it in the place of one that nobody knew any more.")
    ]
    commitment: RowCommitment = None


class WebhookMade(_AdministrativeAct, frozen=True, tag="webhook_made"):
    """A webhook was made. Of its address only the host is in the log: the rest may be a secret."""

    webhook: Id
    host: Annotated[str, Meta(description="The host of its address.")]
    kinds: Annotated[Ids, Meta(description="What it hears of.")]
    match: Annotated[str | None, Meta(description="Only of this match; null for any.")]
    championship: Annotated[str | None, Meta(description="Only of this championship; null for any.")]
    commitment: RowCommitment = None


class WebhookDeleted(_AdministrativeAct, frozen=True, tag="webhook_deleted"):
    """A webhook was deleted, with the messages that waited for it."""

    webhook: Id


class PersonErased(_AdministrativeAct, frozen=True, tag="person_erased"):
    """The name and the birth date of a person were deleted."""

    player: Annotated[str, Meta(description="The id that was asked for.")]
    ids: Annotated[Ids, Meta(description="Every id under which this person had been entered.")]


class BoundRow(Struct, frozen=True, omit_defaults=True):
    """A row that was bound later than it was made."""

    key: Annotated[str, Meta(description="What names it: an id, or a match and a side with a colon between.")]
    commitment: Annotated[SaltedCommitment, Meta(description="The salted commitment to it.")]
    revoked_at: Annotated[str | None, Meta(description="Of a token: when it was revoked, where it was.")] = None


class RowsBound(_AdministrativeAct, frozen=True, tag="rows_bound"):
    """What an earlier release had entered is bound by the log from here on; nothing else is there without a commitment."""

    people: Annotated[Ids, Meta(description="The people whose names were bound, by id.")] = ()
    tokens: Annotated[tuple[BoundRow, ...], Meta(description="The tokens.")] = ()
    pins: Annotated[tuple[BoundRow, ...], Meta(description="The PINs of sides.")] = ()
    webhooks: Annotated[tuple[BoundRow, ...], Meta(description="The webhooks.")] = ()


class SettingsInEffect(_AdministrativeAct, frozen=True, tag="settings_in_effect"):
    """The service was started, by a release or with settings that it did not have when it was last started."""

    release: Annotated[str, Meta(description="The version of this program.")]
    open_table: Annotated[bool, Meta(description="Whether everyone is an organizer, without a token.")]
    requests_a_minute: Annotated[int, Meta(description="Requests that a token or address may make; 0: any number.")]
    checkpoint_seconds: Annotated[Seconds, Meta(description="How often a log that grows is signed; 0: when asked for.")]
    body_seconds: Annotated[Seconds, Meta(description="How long a body may take to arrive.")]
    streams: Annotated[int, Meta(description="Streams that may be open in one process.")]
    streams_per_token: Annotated[int, Meta(description="Of those, with one token.")]
    streams_per_address: Annotated[int, Meta(description="Of those, from one address without a token.")]
    private_webhooks: Annotated[bool, Meta(description="Whether webhooks may be in private networks.")]
    public_people: Annotated[bool, Meta(description="Whether people are listed for readers without a token.")]
    public_metrics: Annotated[bool, Meta(description="Whether metrics are for readers without a token.")]
    witnesses: Annotated[Ids, Meta(description="The public keys of the witnesses that are asked to sign the log.")] = ()
    url: Annotated[str | None, Meta(description="The public address; null: addresses begin as each request asked.")] = (
        None
    )
    proxies: Annotated[Ids, Meta(description="The networks of the proxies that say who sent a request.")] = ()


class KeyIntroduced(_AdministrativeAct, frozen=True, tag="key_introduced"):
    """The first key that signs checkpoints, or the one that was in use when this log of acts began."""

    key: Annotated[str, Meta(description="The public key, as `referee key` prints it.")]


class KeyRotated(_AdministrativeAct, frozen=True, tag=KEY_ROTATED):
    """Another key signs from here on; the old one has signed it."""

    before: Annotated[str, Meta(description="The public key that signed until then.")]
    key: Annotated[str, Meta(description="The public key that signs since.")]
    note: Annotated[str, Meta(description="The signed note by which one takes the place of the other; both signed it.")]


AnyAct: TypeAlias = (
    AdministrationOpened
    | TokenMade
    | TokenRevoked
    | SidePinSet
    | WebhookMade
    | WebhookDeleted
    | PersonErased
    | RowsBound
    | SettingsInEffect
    | KeyIntroduced
    | KeyRotated
)
ActEntry: TypeAlias = Entry[AnyAct, Any]
decoder = msgspec.json.Decoder(ActEntry)
