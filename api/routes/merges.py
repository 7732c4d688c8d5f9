"""Merges: two entries of one person become one, which can be taken back; and what was decided about it."""

from litestar import Controller, Response, delete, get, post
from litestar.params import FromPath
from msgspec import Struct
from msgspec.structs import asdict, replace

from api.access.policy import require_organizer, require_staff
from api.context import AppContext, Request, principal_of, services_of
from api.document.samples.matches import AT
from api.http.answers import encode
from api.http.bodies import expected_version
from api.http.commands import answer, consistency_token, read_command
from api.http.describe import CONSISTENCY, IDEMPOTENCY_KEY, MATCHED, PLAYERS, VERSIONED, WRITES, Answer
from api.http.parameters import REASON, Header
from api.runtime.threads import off_loop
from projections import championships as championship_index
from projections import matches as match_index
from referee.championship.merging import (
    MergedPerson,
    MergeEvidence,
    MergePlayer,
    merge_player,
    merged_again,
    merged_before,
    pair,
    undo_merge,
)
from referee.log.hash_chain import RegisterOpening
from referee.matches.create_player import PersonWritten
from referee.people import merge_log
from referee.people.merge_log import MergeEntry
from referee.people.register import Person, no_player

JSON = "application/json"
ID, OTHER = "01920000-0000-7000-8000-000000000010", "01920000-0000-7000-8000-000000000019"
ANA = Person(ID, "Ana", None, (OTHER,))
HASH = "5f" * 32
IF_MATCH = Header(
    name="If-Match",
    about="The version of the last that was decided about this person's entries, quoted, as `GET` of `merge` gives it; "
    '`"0"` where nothing was. A stale one is answered with 409 `conflict`.',
    pattern=MATCHED,
)
WHY = replace(REASON, is_required=False, least=0)


class MergeDecision(Struct, frozen=True):
    """A merge (`person_merged`), or one that was taken back (`person_parted`): version `version` of the log of merges.

    `name` is the one under which `player` was entered; null once erased.
    """

    type: str
    version: int
    player: str
    name: str | None
    into: str
    reason: str
    recorded_at: str
    recorded_by: str
    hash: str


class MergeHistory(Struct, frozen=True):
    """What was decided about the entries of a person, first to last; `version` is that of the last, 0 without any."""

    player: str
    merged: tuple[str, ...]
    version: int
    items: tuple[MergeDecision, ...]


SAMPLE = MergeHistory(
    ID,
    (OTHER,),
    2,
    (MergeDecision("person_merged", 2, OTHER, "Ana María", ID, "entered twice", AT, "organizer:01920000", HASH),),
)


class MergeRoutes(Controller):
    """The routes of merges."""

    path = "/v1/players/{player_id:str}/merge"

    @PLAYERS.doc(
        "Merge a person who was entered twice",
        Answer(
            "The person that both are now; `Location` is their address.",
            MergedPerson,
            MergedPerson(**asdict(ANA)),
            headers={"Location": "The player's address."} | CONSISTENCY,
        ),
        about="The player of the path becomes `into`: everywhere there is one person from now on, with the name and the "
        "birth date of `into`, and both ids and both names mean that person. Lists, records, tables, sanctions and tokens "
        "follow; each championship of either records it (`player_merged`). Stored events stay as they are. Who sat at one "
        "table or entered one contest as two is two: 409 `impossible`, with the `matches` and `contests`. `warnings` are "
        "matches of theirs that are still to come at the same time as others.",
        body=MergePlayer,
        body_examples={"by id": {"into": ID, "reason": "entered twice"}},
        params=(IF_MATCH, IDEMPOTENCY_KEY),
        refusals=(*WRITES, 410),
        token=True,
    )
    @post()
    async def merge_player(self, request: Request, player_id: FromPath[str]) -> Response[bytes]:
        command = await read_command(request, require_organizer)
        services, body, version = command.services, command.read(MergePlayer), expected_version(request)
        championships = services.championships
        if (
            earlier_id := await services.ask(merged_before, championships, command.key, command.principal.name)
        ) is not None:
            evidence = await _evidence(services, earlier_id)
            return _response(await services.ask(merged_again, championships, earlier_id, evidence, command.language))
        two = await services.ask(pair, services.people, player_id, body.into)
        one, other = two.merges.same(player_id), two.merges.same(two.into.id)
        position = await services.ask(services.service.log.position)
        evidence = await services.read_models.look(
            position,
            lambda c: MergeEvidence(
                championship_index.of_players(c, player_id, two.into.id), match_index.of_both(c, one, other)
            ),
        )
        by = command.principal.name

        def merge() -> PersonWritten:
            return merge_player(
                championships, two, evidence, body.reason, by, command.key, version, language=command.language
            )

        return _response(await services.write(merge))

    @PLAYERS.doc(
        "What was decided about the entries of a person",
        Answer("The decisions, first to last.", MergeHistory, SAMPLE, headers=VERSIONED),
        about="They are entries of one chain for all people, with the id `merges`: `/v1/log/proofs/inclusion` proves each. "
        "For organizers, referees and auditors.",
        refusals=(403,),
        token=True,
    )
    @get()
    async def get_merges(self, request: Request, player_id: FromPath[str]) -> Response[bytes]:
        services = services_of(request)
        require_staff(principal_of(request))
        history = await off_loop(_history, services, player_id)
        return answer(history, history.version)

    @PLAYERS.doc(
        "Take a merge back",
        Answer("The player, who is somebody else again.", Person, ANA, headers=CONSISTENCY),
        about="The player of the path has again all that was recorded with that id. What was recorded during the merge "
        "stays with the person it was merged into. Championships record it (`merge_undone`). Without a merge: 404.",
        params=(WHY, IF_MATCH),
        refusals=(403, 409),
        token=True,
    )
    @delete(status_code=200)
    async def undo_merge(self, request: Request, player_id: FromPath[str]) -> Response[bytes]:
        services = services_of(request)
        principal = principal_of(request)
        require_organizer(principal)
        reason, version = WHY.of(request) or "", expected_version(request)
        evidence = await _evidence(services, player_id)
        result = await services.write(
            undo_merge, services.championships, player_id, evidence, reason, principal.name, version
        )
        return Response(encode(result.person), media_type=JSON, headers=consistency_token(result.position))


async def _evidence(services: AppContext, player_id: str) -> MergeEvidence:
    """The championships of a person."""
    player = await services.ask(services.people.now, player_id)
    position = await services.ask(services.service.log.position)
    return await services.read_models.look(position, lambda c: MergeEvidence(championship_index.of_players(c, player)))


def _response(result: PersonWritten) -> Response[bytes]:
    headers = {"Location": f"/v1/players/{result.person.id}"} | consistency_token(result.position)
    return Response(encode(result.person), status_code=201, media_type=JSON, headers=headers)


def _history(services: AppContext, id_: str) -> MergeHistory:
    same = services.people.same(id_)
    entries: list[MergeEntry] = merge_log.of_person(services.service.log, same)
    if not entries and id_ not in services.people.find([id_]):
        raise no_player(id_)
    items = [
        MergeDecision(
            str(event.__struct_config__.tag),
            entry.version,
            event.player,
            services.people.own_name(event.player),
            event.into,
            event.reason,
            entry.recorded_at,
            entry.recorded_by,
            entry.hash,
        )
        for entry in entries
        if not isinstance(event := entry.event, RegisterOpening)
    ]
    return MergeHistory(same[0], same[1:], items[-1].version if items else 0, tuple(items))
