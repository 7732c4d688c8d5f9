"""The second key of a two-key close: PINs, and which confirmations have to come with one."""

from collections.abc import Iterable
from functools import partial
from typing import Annotated

import msgspec
from litestar import Response, put
from litestar.params import FromPath
from msgspec import UNSET, Meta, UnsetType

from api.access.policy import (
    Principal,
    confirms_by_pin,
    require_match,
    require_pin_of,
    require_recorder,
    require_to_reset_pins,
)
from api.context import AppContext, Request, reader_of
from api.http.bodies import json_body, read
from api.http.commands import RequestedEvents, consistency_token
from api.http.describe import CONSISTENCY, MATCHES, Answer
from api.http.parameters import Header
from api.http.path_parameters import SIDE
from api.runtime.threads import writing_off_loop
from referee.errors import BadRequest, Flaw, Forbidden, Impossible, MatchOver, NotFound, ServiceRefusal
from referee.match.aggregate import Match
from referee.match.events import FOR_GOOD, Confirm, KeyHolder, PinReset, PinSet
from referee.match.registry import EventCodec, event_codec
from referee.matches.replays import is_stored
from referee.operations.people import pin_setting
from referee.text import Text

HEADER = "Confirmation-Pin"
DIGITS = "^[0-9]{4,12}$"
PIN_FORM = Text(es="un PIN tiene de 4 a 12 cifras", en="a PIN has 4 to 12 digits")
CONFIRMATION_PIN = Header(
    name=HEADER,
    about="The PIN of the side whose `confirm` comes from a referee's or organizer's tablet, in a match opened with "
    '`confirm: "sides"`. It is not stored; wrong ones are counted, and answered with 429 when there are too many.',
    pattern=DIGITS,
    format=PIN_FORM,
)


class SetPin(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The PIN that a side chose: 4 to 12 digits. With a `reason` an organizer resets it."""

    pin: Annotated[str, Meta(pattern=DIGITS, max_length=12, examples=["2718"])]
    reason: (
        Annotated[
            str,
            Meta(
                min_length=1,
                max_length=500,
                description="Why an organizer gives the side a PIN that takes the place of one it has. Everybody can read it. "
                f"{FOR_GOOD}",
            ),
        ]
        | UnsetType
    ) = UNSET


async def require_keys(
    services: AppContext,
    principal: Principal,
    request_events: RequestedEvents,
    pin: str | None,
    key: tuple[str, str] | None,
) -> None:
    """Raises Forbidden or TooMany unless confirmations from a tablet come with the PIN of their side.

    A retry with its idempotency key is answered as before, also when the match is over and its PINs are gone.
    """
    if not confirms_by_pin(principal):
        return
    match_id, opening = request_events.match.id, request_events.match.opening
    sides = _confirmed_sides(event_codec(opening.ruleset), request_events.events)
    if not sides:
        return
    if key is not None and await services.ask(is_stored, services.service, match_id, key, principal.name):
        return
    # Of several, which are refused whatever their PINs are, the first says what is missing.
    await writing_off_loop(services.people.pins.require, match_id, sides[0], _require_pin(pin, sides[0]))


def _confirmed_sides(words: EventCodec, events: Iterable[msgspec.Raw]) -> list[int]:
    """The sides that these events confirm for. An unreadable event is left to be refused as such."""
    sides = set()
    for raw in events:
        try:
            event = words.read(raw)
        except ServiceRefusal:
            continue
        if isinstance(event, Confirm):
            sides.add(event.side)
    return sorted(sides)


def _require_pin(pin: str | None, side: int) -> str:
    if pin is None:
        raise Forbidden(
            Text(
                es=f"el bando {side} confirma con un token de jugador suyo, o en esta mesa con su PIN, en `{HEADER}`",
                en=f"side {side} confirms with a player's token of its own, or at this table with its PIN, in `{HEADER}`",
            )
        )
    return pin


def _require_digits(pin: str) -> None:
    # The text leaves the PIN out: a refusal may end up in a log file.
    if not CONFIRMATION_PIN.fits(pin):
        raise BadRequest(Text(es=f"`pin`: {PIN_FORM.es}", en=f"`pin`: {PIN_FORM.en}"), flaws=(Flaw("$.pin", PIN_FORM),))


def _side(match: Match, number: str) -> int:
    side = SIDE.of(number)
    if side >= match.state.sides:
        raise NotFound(Text(es=f"el encuentro no tiene bando {number}", en=f"the match has no side {number}"))
    return side


def _require_open(match: Match) -> None:
    """Raises Impossible where confirmations are not required, MatchOver where none is possible any more."""
    if match.opening.confirm is None:
        raise Impossible(
            Text(
                es='este encuentro no se confirma: se abrió sin `confirm: "sides"`',
                en='this match needs no confirmation: it was opened without `confirm: "sides"`',
            )
        )
    if match.ledger.status != "open":
        raise MatchOver(
            Text(
                es="el encuentro ha terminado: ya no se confirma nada",
                en="the match is over: there is nothing left to confirm",
            )
        )


@MATCHES.doc(
    "Set the PIN with which a side confirms its hands at a tablet",
    Answer(
        "It is set, and the log says so (`pin_set`, `pin_reset`). Of the PIN itself only a slow, salted hash is kept, "
        "until the match is over.",
        headers=CONSISTENCY,
    ),
    about='In a match opened with `confirm: "sides"`: by a player of that side, or by the match\'s referee or organizer '
    "while the player types it. After the first deal only the side's own player sets it without more; at a tablet it takes "
    "the PIN that it had, in `Confirmation-Pin`, and without that an organizer resets it with a `reason`. Each setting is an "
    "entry of the match's log, for everybody to see. "
    "A new PIN takes the place of the one before and lifts its lock. After five wrong PINs "
    "in a row it is locked for a minute, and each further one doubles that, up to an hour.",
    body=SetPin,
    params=(CONFIRMATION_PIN,),
    body_examples={"four digits": {"pin": "2718"}, "reset": {"pin": "2718", "reason": "forgotten"}},
    refusals=(403, 409),
    token=True,
)
@put("/v1/matches/{match_id:str}/pins/{side:str}", status_code=204)
async def set_pin(request: Request, match_id: FromPath[str], side: FromPath[str]) -> Response[None]:
    body = await json_body(request)
    services, principal = reader_of(request)
    require_recorder(principal)
    require_match(principal, match_id)
    match = await services.ask(services.service.match, match_id)
    require_pin_of(principal, match, side)
    side_number = _side(match, side)
    pin_request = read(body, SetPin)
    _require_digits(pin_request.pin)
    present_pin = CONFIRMATION_PIN.of(request)
    _require_open(match)
    before = present_pin if match.side_keys.is_dealt and principal.role != "player" else None
    if before is not None and not isinstance(pin_request.reason, str):
        await writing_off_loop(services.people.pins.require, match_id, side_number, before)
    change = partial(_change, principal, side_number, pin_request, before is not None)
    act = partial(pin_setting, match_id, pin_request.pin)
    result = await writing_off_loop(services.service.record, match_id, change, principal.name, act)
    return Response(None, status_code=204, headers=consistency_token(result.position))


def _change(
    principal: Principal, side: int, pin_request: SetPin, has_present_pin: bool, match: Match
) -> PinSet | PinReset:
    """The event of a new PIN; `has_present_pin`: the request had the one before. Raises Forbidden."""
    by = msgspec.convert(principal.role, KeyHolder)
    if isinstance(pin_request.reason, str):
        require_to_reset_pins(principal)
        return PinReset(side, by, pin_request.reason)
    if match.side_keys.is_dealt and by != "player" and not has_present_pin:
        raise _needs_the_one_before(side)
    return PinSet(side, by)


def _needs_the_one_before(side: int) -> Forbidden:
    return Forbidden(
        Text(
            es=f"ya se ha repartido: el PIN del bando {side} lo cambia alguien suyo con su token, o en esta mesa quien sabe el "
            f"que tenía, en `{HEADER}`; un organizador lo pone de nuevo con un motivo, en `reason`",
            en=f"cards were dealt already: the PIN of side {side} can be changed with its player's token, or at "
            f"this table with the present PIN in `{HEADER}`; an organizer resets it with a `reason`",
        )
    )
