"""Players: enter one, look them up, erase one. The log has only their ids."""

from collections.abc import Sequence
from datetime import date
from functools import partial

import msgspec
from litestar import Controller, Response, delete, get, patch, post, put
from litestar.params import FromPath
from sqlalchemy import Connection

from api.access.policy import (
    Principal,
    may_know_birth_dates,
    may_read_client_data,
    require_known,
    require_organizer,
    require_overseer,
)
from api.access.secret_matches import is_hidden
from api.context import AppContext, Request, reader_of
from api.document.samples import evidence as samples
from api.document.samples.client_data import CHANGED, CHANGES
from api.document.samples.matches import AT, RULES
from api.http.answers import encode
from api.http.bodies import idempotency_key, json_body, read
from api.http.commands import consistency_token
from api.http.describe import CONSISTENCY, IDEMPOTENCY_KEY, PLAYERS, Answer, links
from api.http.negotiation import negotiate
from api.http.paging import LINK, page_answer
from api.http.parameters import ID_CURSOR, LIMIT, Cursor, Words
from api.pages.print import lists
from api.pages.print.spreadsheets import answer_table
from api.reads.replica import READ_MODELS
from api.routes.naming import telling_apart
from api.runtime.threads import off_loop, writing_off_loop
from projections import championships as championship_index
from projections import records, sanctions
from projections.records import RulesetRecord
from projections.sanctions import GivenCard
from referee.championship.naming import CorrectPlayer, correct_player
from referee.client_data import ChangeClientData, ExternalId, Metadata, NewClientData
from referee.evidence.names import name_proofs
from referee.evidence.names.name_proofs import NameDocument
from referee.evidence.witnesses.asking import checkpoint_for, policy_for
from referee.matches.create_player import create_player
from referee.operations.people import erase_person
from referee.people.committed_names import opening_keys
from referee.people.namesakes import NewPlayer
from referee.people.register import People, Person, no_player

JSON, CSV = "application/json", "text/csv"
EVERY_CARD = 100_000
"""Cards in one table: more than were ever given."""
ID = "01920000-0000-7000-8000-000000000010"
ANA = Person(ID, "Ana", date(1984, 3, 9))
NAME = Words(name="name", about="Only of exactly this name.")
LIKE = Words(
    name="like",
    about="Only of this name, whatever its capitals, accents and spaces, or of one that looks like it; not of who only sat "
    "down at a match by a name.",
)
EXTERNAL_ID = Words(
    name="external_id",
    about="Only the one who was entered with this id of the organizer's. For organizers and auditors of everything.",
    least=1,
    most=100,
)
PLAYER = Words(name="player", about="Only those of this player's id.")
CHAMPIONSHIP = Words(name="championship", about="Only those given in this championship and its matches.")
SERIES = Words(name="series", about="Only those given in the championships of this series, and in their matches.")
CURSOR = Cursor()


class EnterPlayer(NewPlayer, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Somebody who is going to play."""

    external_id: ExternalId | None = None
    metadata: Metadata | None = None


class PlayerRecord(msgspec.Struct, frozen=True):
    """What a person did in all matches, game by game: played and won, deeds that the game names, infractions."""

    player: str
    games: list[RulesetRecord]


class SanctionPage(msgspec.Struct, frozen=True):
    """Cards that count, latest first; `next` is the cursor of the next page."""

    items: list[GivenCard]
    next: str | None


class PlayerPage(msgspec.Struct, frozen=True):
    """Players in the order in which they were entered; `next` is the cursor of the next page."""

    items: list[Person]
    next: str | None


def _views(people: People, persons: Sequence[Person], principal: Principal) -> list[Person]:
    """These people, with what this reader may know of them."""
    if may_read_client_data(principal):
        return people.with_client_data(persons)
    if may_know_birth_dates(principal):
        return [*persons]
    return [msgspec.structs.replace(person, birth_date=None) for person in persons]


def _proof(services: AppContext, player_id: str) -> NameDocument:
    """The proof of the name that a person has now. Raises NotFound, also where the log has no commitment to it."""
    people, notary = services.people, services.notary
    while True:
        person = people.find([player_id]).get(player_id)
        keys = opening_keys(people.store, [person.id] if person else [])
        if person is None or person.id not in keys or notary.tree.log.last(person.id) is None:
            raise no_player(player_id)
        now, covers = notary.checkpoint(), partial(notary.covers, [*keys])
        checkpoint = checkpoint_for(notary, policy_for(services.witnesses), now, covers)
        proofs = name_proofs.prove_names(notary, checkpoint, keys)
        # A person corrected or erased meanwhile is looked up again.
        if proofs and opening_keys(people.store, keys) == keys:
            return name_proofs.document(notary, checkpoint, person.name, proofs[0])


class Players(Controller):
    """The routes of players."""

    path = "/v1/players"

    @PLAYERS.doc(
        "Enter a player",
        Answer(
            "The player as entered; `Location` is the address.",
            Person,
            ANA,
            headers={"Location": "The player's address."},
            links=links("player_id", "getPlayer"),
        ),
        about="A name that looks like that of somebody who is there: 422 `ambiguous` with the `people`, unless "
        "`distinct` says that it is somebody else, or `reuse` that it is the same person. That person is then the answer, "
        "with status 200; several who fit are 422 all the same. An `external_id` that is there already: the same request "
        "again is answered with the person, with status 200, and another one is 409 `exists`.",
        body=EnterPlayer,
        body_examples={
            "with a birth date": {"name": "Ana", "birth_date": "1984-03-09"},
            "another of the same name": {"name": "Ana", "disambiguation": "Peña El Basto", "distinct": True},
            "by an importer": {"name": "Berta", "external_id": "club-4711", "metadata": {"club": "El Basto"}},
        },
        params=(IDEMPOTENCY_KEY,),
        refusals=(403, 409, 410, 422),
        token=True,
    )
    @post()
    async def enter_player(self, request: Request) -> Response[bytes]:
        body = await json_body(request)
        services, principal = reader_of(request)
        require_organizer(principal)
        new_player = read(body, EnterPlayer)
        key = idempotency_key(request, body)
        own = NewClientData.of("player", new_player)
        async with telling_apart(services, principal):
            result = await services.write(create_player, services.service, new_player, own, principal.name, key)
        if result.is_new:
            person, status = msgspec.structs.replace(result.person, **own.data.present()), 201
        else:
            [person], status = await services.ask(services.people.with_client_data, [result.person]), 200
        return Response(
            encode(person), status_code=status, media_type=JSON, headers={"Location": f"/v1/players/{person.id}"}
        )

    @PLAYERS.doc(
        "Players, in the order in which they were entered",
        Answer("A page of players.", PlayerPage, lambda: PlayerPage([ANA], None), headers=LINK),
        about="For readers with a token, unless the operator opens it to all. "
        "Birth dates are for organizers, referees and auditors of everything.",
        params=(NAME, LIKE, EXTERNAL_ID, ID_CURSOR, LIMIT),
        refusals=(403,),
        token=True,
    )
    @get()
    async def list_players(self, request: Request) -> Response[bytes]:
        services, principal = reader_of(request)
        if not services.public_people:
            require_known(principal)
        name, like, cursor, limit = NAME.of(request), LIKE.of(request), ID_CURSOR.of(request), LIMIT.of(request)
        external_id = EXTERNAL_ID.of(request)
        if external_id is not None:
            require_overseer(principal)
        rows = await off_loop(services.people.page, cursor or "", limit + 1, name, like, external_id)
        page = await off_loop(_views, services.people, rows[:limit], principal)
        more = page[-1].id if len(rows) > limit else None
        return page_answer(request, PlayerPage(page, more))

    @PLAYERS.doc(
        "A player",
        Answer("The player.", Person, ANA),
        about="The id of an entry that was merged into another one answers with that person, `id` and all.",
    )
    @get("/{player_id:str}")
    async def get_player(self, request: Request, player_id: FromPath[str]) -> Response[bytes]:
        services, principal = reader_of(request)
        person = (await services.ask(services.people.find, [player_id])).get(player_id)
        if person is None:
            raise no_player(player_id)
        [view] = await services.ask(_views, services.people, [person], principal)
        return Response(encode(view), media_type=JSON)

    @PLAYERS.doc(
        "The proof that a name is the one that the log committed to",
        Answer("The proof.", NameDocument, samples.name),
        about="For whoever has the public key: `referee verify FILE --key KEY` checks this file offline. The log "
        "holds no name: it committed to this one when the person was entered or corrected, and `key` opens that commitment. "
        "Somebody who was erased has no proof any more.",
        refusals=(404, 409),
    )
    @get("/{player_id:str}/proof")
    async def prove_name(self, request: Request, player_id: FromPath[str]) -> Response[bytes]:
        services, _ = reader_of(request)
        return Response(encode(await services.worker_cache.run(lambda: _proof(services, player_id))), media_type=JSON)

    @PLAYERS.doc(
        "Correct a name, a birth date, or what tells people of one name apart",
        Answer("The player as they are now.", Person, ANA, headers=CONSISTENCY),
        about="Everything shows the new name from now on; names are in no log. Where it has another place in the "
        "alphabet, each championship of the player records the new order, with ids only (`name_corrected`), and tables "
        "that the alphabet orders follow it. A name that looks like somebody else's: 422 `ambiguous`, unless `distinct`. "
        "`disambiguation` stands behind the name wherever somebody else who is entered has one that looks the same.",
        body=CorrectPlayer,
        body_examples={
            "a name that was written wrong": {"name": "Ana Pérez"},
            "one of two of a name": {"name": "Ana", "disambiguation": "Peña El Basto"},
        },
        refusals=(403, 409, 422),
        token=True,
    )
    @put("/{player_id:str}")
    async def correct_player(self, request: Request, player_id: FromPath[str]) -> Response[bytes]:
        body = await json_body(request)
        services, principal = reader_of(request)
        require_organizer(principal)
        correction = read(body, CorrectPlayer)
        position = await services.ask(services.service.log.position)
        championships = await services.read_models.look(
            position, lambda c: championship_index.of_players(c, services.people.now(player_id))
        )
        async with telling_apart(services, principal):
            result = await services.write(
                correct_player, services.championships, player_id, correction, championships, principal.name
            )
        [person] = await services.ask(services.people.with_client_data, [result.person])
        return Response(encode(person), media_type=JSON, headers=consistency_token(result.position))

    @PLAYERS.doc(
        "Keep an id or texts of your own with a player",
        Answer("The player with them.", Person, ANA),
        about="Only organizers and auditors of everything read them; they are in no log, and are deleted with the person. "
        + CHANGED,
        body=ChangeClientData,
        body_examples=CHANGES,
        refusals=(403, 409, 422),
        token=True,
    )
    @patch("/{player_id:str}")
    async def keep_with_player(self, request: Request, player_id: FromPath[str]) -> Response[bytes]:
        body = await json_body(request)
        services, principal = reader_of(request)
        require_organizer(principal)
        change = read(body, ChangeClientData)
        person = await services.write(services.people.change_client_data, player_id, change)
        return Response(encode(person), media_type=JSON)

    @PLAYERS.doc(
        "What a player did in all matches, game by game",
        Answer(
            "Played, won, and deeds by name.",
            PlayerRecord,
            lambda: PlayerRecord(ID, [RulesetRecord(RULES.id, 9, 7, 0, dict.fromkeys(RULES.game.setup.tallies, 2))]),
            also={CSV: f"{','.join(lists.RECORD)}\n"},
        ),
        about="`deeds` counts what the log proves: what the game names and tallies, and infractions by rule code.",
    )
    @get("/{player_id:str}/record", opt={READ_MODELS: True})
    async def get_player_record(self, request: Request, player_id: FromPath[str]) -> Response[bytes]:
        services, _ = reader_of(request)
        people, redacted_from = services.people, services.service.untold_from

        def find(connection: Connection) -> PlayerRecord:
            same = people.same(player_id)
            record = PlayerRecord(same[0], records.of_player(connection, same, redacted_from))
            if not record.games and player_id not in people.find([player_id]):
                raise no_player(player_id)
            return record

        record = await services.look(request, find)
        if negotiate(request) == CSV:
            return answer_table(request, lambda _: lists.record(record.games), lists.RECORD_COLUMNS)
        return Response(encode(record), media_type=JSON)

    @PLAYERS.doc(
        "Erase a person for good",
        Answer("Erased; logs keep the id, which names nobody any more."),
        about="Somebody who was entered twice and merged is erased under every id.",
        refusals=(403,),
        token=True,
    )
    @delete("/{player_id:str}", status_code=204)
    async def erase_player(self, request: Request, player_id: FromPath[str]) -> None:
        services, principal = reader_of(request)
        require_organizer(principal)
        administration = services.service.administration
        if not await writing_off_loop(erase_person, administration, services.people, player_id, principal.name):
            raise no_player(player_id)


def _is_secret(services: AppContext, principal: Principal, card: GivenCard) -> bool:
    """True if the place of a card in its log would tell a reader how many entries a secret match has."""
    if card.match is None or card.reason:
        # The register has no reason of a card that came in a hand which every table plays.
        return False
    return is_hidden(services.championships, principal, services.service.match(card.match))


@PLAYERS.doc(
    "The register of yellow and black cards, latest first",
    Answer(
        "A page of cards.",
        SanctionPage,
        lambda: SanctionPage(
            [GivenCard(ID, "yellow", "segundo cambio", ID, 12, ID, None, AT, ID, 2026, "Ana", 2, "game")], None
        ),
        headers=LINK,
        also={CSV: f"{','.join(lists.CARDS)}\n"},
    ),
    about="As `text/csv` all of them, whatever `cursor` and `limit` say. Cards of a retracted event or of a corrected "
    "result are left out. Where `match` is null the card was given outside one, or came with the result of `fixture`, and "
    "`stream` is the championship. `edition` is which edition of its series `championship` is, null where it is of none. Where "
    "the championship was opened with a ladder, `nth` and `penalty` say which of the player's cards there it is and what it "
    "comes to. `version` is null for who may not read a match whose hand a table has still to play.",
    params=(PLAYER, CHAMPIONSHIP, SERIES, CURSOR, LIMIT),
)
@get("/v1/sanctions", opt={READ_MODELS: True})
async def list_sanctions(request: Request) -> Response[bytes]:
    services, principal = reader_of(request)
    people, player, before, limit = services.people, PLAYER.of(request), CURSOR.of(request), LIMIT.of(request)
    table = negotiate(request) == CSV
    if table:
        before, limit = None, EVERY_CARD
    championship, series = CHAMPIONSHIP.of(request), SERIES.of(request)

    def find(connection: Connection) -> SanctionPage:
        ids = None if player is None else people.same(player)
        items, more = sanctions.find(
            connection,
            player=ids,
            championship=championship,
            series=series,
            before=before,
            limit=limit,
            same=people.same,
        )
        cards = [
            msgspec.structs.replace(
                card,
                player=people.now(card.player),
                name=people.name(card.player),
                version=None if _is_secret(services, principal, card) else card.version,
            )
            for card in items
        ]
        return SanctionPage(cards, str(more) if more else None)

    page = await services.look(request, find)
    if table:
        return answer_table(request, partial(lists.cards, page.items, people.name), lists.CARDS_COLUMNS)
    return page_answer(request, page)
