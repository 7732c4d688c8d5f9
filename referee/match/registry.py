"""Finds the games, and gives each ruleset the codec of its events.

A ruleset's events form one strict tagged union. An event that does not decode is refused as `malformation` if no game has its
shape, and as `not-in-this-game` if another game has its type, field or card.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Union

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from referee.cards import Pack
from referee.decoding import unreadable
from referee.errors import UNREADABLE, BadRequest, Flaw, Inconsistent, NotInThisGame, find
from referee.match.events import Claim, Event, Opening
from referee.match.facts import Fact
from referee.match.game import Ruleset
from referee.match.results import ContestTally
from referee.match.terms.named_house import NamedHouse, require_one_line
from referee.text import Text

GAMES = "referee.games"
"""The folder of the games. It is read, and no game is named here: so the rules of one match stand below every game."""

Cards = Callable[[Any], Iterable[str]]
Sort = Callable[[Any, Callable[[Iterable[str]], tuple[str, ...]]], Any]


@cache
def rulesets() -> dict[str, Ruleset]:
    """Every ruleset by id: those of each module in `referee.games`."""
    rulesets_by_id = {}
    for module in sorted(m.name for m in iter_modules(import_module(GAMES).__path__)):
        for ruleset in import_module(f"{GAMES}.{module}").RULESETS:
            rulesets_by_id[ruleset.id] = ruleset
    return rulesets_by_id


def ruleset(name: str) -> Ruleset:
    """The ruleset of this id. Raises NotFound."""
    return find(rulesets(), name, Text(es="reglamento", en="ruleset"))


def tag(kind: type[msgspec.Struct]) -> str:
    """The tag of an event or fact type."""
    return str(kind.__struct_config__.tag)


@cache
def claim_kinds() -> tuple[str, ...]:
    """Every kind of claim that some game has."""
    return tuple(sorted({kind for rules in rulesets().values() for kind in rules.game.claims}))


@cache
def contest_tallies() -> tuple[ContestTally, ...]:
    """The tallies that any game counts in contests beside points, each name once."""
    return tuple({tally.name: tally for rules in rulesets().values() for tally in rules.contest.tallies}.values())


@cache
def deed_titles() -> Mapping[str, Text]:
    """The title of each deed that counts in the records of players in any game, by name.

    If games have different titles for one deed, the result has all of them.
    """
    titles_by_name: dict[str, list[Text]] = {}
    for rules in rulesets().values():
        for name, title in rules.deed_names.items():
            titles_by_name.setdefault(name, []).append(title)
    return {
        name: Text(
            es=" / ".join(dict.fromkeys(title.es for title in titles)),
            en=" / ".join(dict.fromkeys(title.en for title in titles)),
        )
        for name, titles in titles_by_name.items()
    }


@cache
def structs_with_tag(type_: str) -> tuple[type[Event], ...]:
    """Every event struct, of any game, with this tag."""
    kinds = {kind: None for r in rulesets().values() for kind in r.events if tag(kind) == type_}
    return tuple(kinds)


class EventCodec:
    """Decodes the events of one ruleset: strictly, with cards of its pack, in canonical form.

    The pack is the ruleset's, or that of a match's house rules.
    """

    def __init__(self, rules: Ruleset, pack: Pack | None = None) -> None:
        self.rules = rules
        self.pack = pack or rules.pack
        self.types = {tag(kind): kind for kind in rules.events}
        self.union: Any = Union[tuple(rules.events)]  # noqa: UP007
        self.facts: Any = Union[tuple(rules.facts)]  # noqa: UP007
        self._decoder = msgspec.json.Decoder(self.union)

    def read(self, raw: bytes | msgspec.Raw) -> Event:
        """One event from JSON, in canonical form. Raises BadRequest or NotInThisGame."""
        try:
            event: Event = self._decoder.decode(raw)
        except msgspec.DecodeError as error:
            self._explain(raw)
            raise malformation(error) from error
        except UNREADABLE as error:
            raise malformation(error) from error
        return self.canonical(event)

    def canonical(self, event: Event) -> Event:
        """The event with its card sets in pack order. Raises NotInThisGame for a card or claim the game does not have."""
        if isinstance(event, Claim) and event.kind not in self.rules.game.claims:
            raise _no_such_claim(event.kind, self.rules)
        pack = self.pack
        changes: dict[str, Any] = {}
        for field, cards, sort in _card_fields(type(event)):
            value = getattr(event, field)
            if value is None:
                continue
            for card in cards(value):
                if card not in pack.bit:
                    raise NotInThisGame(
                        Text(
                            es=f"«{card}» no es una carta de la baraja de este juego",
                            en=f"{card!r} is not a card of this game's pack",
                        ),
                        flaws=(Flaw(f"$.{field}", Text(es=f"carta «{card}»", en=f"card {card!r}")),),
                    )
            sorted_value = sort(value, pack.in_order)
            if sorted_value != value:
                changes[field] = sorted_value
        return replace(event, **changes) if changes else event

    def with_pack(self, pack: Pack) -> "EventCodec":
        """The codec of the same ruleset with the cards of another pack."""
        return self if pack is self.pack else _codec_with_pack(self.rules.id, pack)

    def _explain(self, raw: bytes | msgspec.Raw) -> None:
        """Raises NotInThisGame if another game takes the event; returns if none does."""
        try:
            body = msgspec.json.decode(raw)
        except UNREADABLE:
            return
        type_ = body.get("type") if isinstance(body, dict) else None
        if not isinstance(type_, str):
            return
        mine = self.types.get(type_)
        foreign = [kind for kind in structs_with_tag(type_) if kind is not mine]
        if mine is None:
            if any(_reads(kind, body) for kind in foreign):
                kinds = ", ".join(sorted(self.types))
                raise NotInThisGame(
                    Text(
                        es=f"este juego no tiene «{type_}»; tiene: {kinds}",
                        en=f"this game has no {type_!r}; it has: {kinds}",
                    ),
                    flaws=(Flaw("$.type", Text(es=f"«{type_}»", en=f"{type_!r}")),),
                )
            return
        strange = [key for key in body if key not in mine.__struct_fields__ and key != "type"]
        theirs = {field for kind in foreign for field in kind.__struct_fields__}
        rest = {key: value for key, value in body.items() if key not in strange}
        if strange and theirs.issuperset(strange) and _reads(mine, rest):
            raise NotInThisGame(
                Text(
                    es=f"en este juego «{type_}» no lleva {', '.join(strange)}",
                    en=f"in this game {type_!r} has no {', '.join(strange)}",
                ),
                flaws=tuple(
                    Flaw(f"$.{key}", Text(es="es de otro juego", en="belongs to another game")) for key in strange
                ),
            )


@cache
def event_codec(name: str) -> EventCodec:
    """The codec of a ruleset by id. Raises NotFound."""
    return EventCodec(ruleset(name))


@cache
def _codec_with_pack(name: str, pack: Pack) -> EventCodec:
    return EventCodec(ruleset(name), pack)


OPENING = msgspec.json.Decoder(Opening)


def malformation(error: Exception, at: str = "$") -> BadRequest:
    """The refusal for a body that did not decode, or for a part of one `at` this path, with the path of its flaw."""
    problem, below = unreadable(error)
    path = at + below.removeprefix("$")
    where = Text(es="", en="") if path == "$" else Text(es=f", en {path}", en=f", at {path}")
    return BadRequest(Text(es=problem.es + where.es, en=problem.en + where.en), flaws=(Flaw(path, problem),))


def _no_such_claim(kind: str, rules: Ruleset) -> BadRequest | NotInThisGame:
    """The refusal of a claim that this game does not have, or that none has."""
    if kind not in claim_kinds():
        return malformation(msgspec.ValidationError(f"Invalid enum value {kind!r} - at `$.kind`"))
    kinds = ", ".join(rules.game.claims)
    return NotInThisGame(
        Text(
            es=f"en este juego no se reclama «{kind}»; se reclama: {kinds}",
            en=f"this game has no claim of {kind!r}; it has: {kinds}",
        )
    )


def require_ruleset(name: str, at: str = "$.ruleset") -> Ruleset:
    """The ruleset that a request names at this path. Raises BadRequest."""
    if name not in rulesets():
        names = ", ".join(sorted(rulesets()))
        what = Text(es=f"no hay reglamento «{name}»; los hay: {names}", en=f"no ruleset {name!r}; there are: {names}")
        raise BadRequest(what, flaws=(Flaw(at, what),))
    return rulesets()[name]


def read_params(rules: Ruleset, params: Any, at: str = "$.params") -> msgspec.Struct:
    """A ruleset's parameters, defaults filled in. Raises BadRequest for unknown or impossible ones, by their place below `at`."""
    try:
        return msgspec.convert(params or {}, rules.params)
    except msgspec.ValidationError as error:
        raise malformation(error, at) from error


def with_house(house: NamedHouse | None, name: str, params: dict[str, Any]) -> dict[str, Any]:
    """The parameters of this ruleset with those of named house rules; `params` beside them may only add.

    Raises BadRequest by the place in `house`, Inconsistent for house rules of another game, or if both give one parameter
    different values.
    """
    if house is None:
        return params
    require_one_line(house, "$.house")
    rules = require_ruleset(house.ruleset, "$.house.ruleset")
    own = read_params(rules, house.params, "$.house.params")
    if name != house.ruleset:
        raise Inconsistent(
            Text(
                es=f"estas reglas de la casa son de {house.ruleset}, y aquí se juega a {name}",
                en=f"these house rules are for {house.ruleset}, and what is played here is {name}",
            ),
            flaws=(Flaw("$.house.ruleset", Text(es=f"son de {house.ruleset}", en=f"they are for {house.ruleset}")),),
        )
    beside = read_params(rules, params)
    both = [key for key in params if key in house.params and getattr(beside, key) != getattr(own, key)]
    if both:
        those = ", ".join(both)
        raise Inconsistent(
            Text(
                es=f"las reglas de la casa deciden {those}: quítalo de `params` o di lo mismo",
                en=f"the house rules decide {those}: leave it out of `params`, or say the same",
            ),
            flaws=tuple(Flaw(f"$.params.{key}", Text(es="dice otra cosa", en="says otherwise")) for key in both),
        )
    return params | house.params


def fact_types() -> Iterator[type[Fact]]:
    """Every fact of every game, once."""
    yield from {kind: None for r in rulesets().values() for kind in r.facts}


def _reads(kind: type[Event], body: dict[str, Any]) -> bool:
    try:
        msgspec.convert(body, kind)
    except msgspec.ValidationError:
        return False
    return True


@cache
def _card_fields(kind: type[Event]) -> list[tuple[str, Cards, Sort]]:
    """The fields of an event that hold cards, each with a function that lists them and one that sorts sets.

    They are looked up with the first event of the kind: those of all games take longer than it takes to open a database.
    """
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    functions = [(field.name, _cards_of(field.type)) for field in info.fields]
    return [(name, *both) for name, both in functions if both is not None]


def _cards_of(info: inspect.Type) -> tuple[Cards, Sort] | None:
    match info:
        case inspect.Metadata(extra={"cards": "name"}):
            return (lambda card: (card,)), (lambda card, order: card)
        case inspect.Metadata(extra={"cards": "set"}):
            return (lambda cards: cards), _sort
        case inspect.Metadata(extra={"cards": "row"}):
            return (lambda cards: [c for c in cards if c is not None]), (lambda cards, order: cards)
        case inspect.Metadata():
            return _cards_of(info.type)
        case inspect.UnionType():
            return next((both for kind in info.types if (both := _cards_of(kind))), None)
        case inspect.VarTupleType():
            return _each(_cards_of(info.item_type))
        case inspect.StructType():
            return _inside(info.cls)
    return None


def _sort(cards: tuple[str, ...], order: Callable[[Iterable[str]], tuple[str, ...]]) -> tuple[str, ...]:
    return order(cards)


def _each(both: tuple[Cards, Sort] | None) -> tuple[Cards, Sort] | None:
    if both is None:
        return None
    cards, sort = both
    return (
        lambda items: [card for item in items if item is not None for card in cards(item)],
        lambda items, order: tuple(item if item is None else sort(item, order) for item in items),
    )


def _inside(kind: type) -> tuple[Cards, Sort] | None:
    fields = _card_fields(kind)
    if not fields:
        return None
    return (
        lambda item: [
            card for name, cards, _ in fields if getattr(item, name) is not None for card in cards(getattr(item, name))
        ],
        lambda item, order: item,
    )
