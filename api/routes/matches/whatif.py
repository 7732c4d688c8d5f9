"""The stakes of a dispute: match, standings, podium and general table as they would be."""

import re
from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.params import FromPath
from msgspec import UNSET, UnsetType

from api.access.policy import require_hands
from api.context import AppContext, Request, charge_request, reader_of
from api.document.samples import matches as samples
from api.http.answers import encode
from api.http.describe import AUDIT, Answer
from api.http.parameters import Number, Words
from api.reads.response_store import CachedBody
from referee.audit.whatif import HypotheticalMatch, with_claim, without
from referee.championship.presenters import ContestPresenter, view_championship
from referee.championship.views import GeneralRowView, PodiumView, SettlementView, StandingsView
from referee.errors import BadRequest
from referee.match.view import MatchView
from referee.text import Text

WITHOUT = Number(name="without", about="Leave out this version.", least=1)
CLAIM = Words(
    name="claim",
    about="Decide this claim so: `c1:upheld` or `c1:rejected`.",
    pattern="^c[1-9][0-9]{0,8}:(upheld|rejected)$",
    format=Text(es="una reclamación y su fallo, como `c1:upheld`", en="a claim and its ruling, like `c1:upheld`"),
)


class WhatIf(msgspec.Struct, frozen=True):
    """How things would be. The contest's fields are null for a match that counts in none.

    `stopped_at` is the first later event that could then not have happened; the match is shown as it stood before it.
    """

    match: MatchView
    stopped_at: int | None
    contest: str | None
    standings: StandingsView | None
    podium: tuple[PodiumView, ...] | None
    general: tuple[GeneralRowView, ...] | None
    settlement: Annotated[
        SettlementView | UnsetType | None,
        msgspec.Meta(
            description="How the contest's stakes would come out; null while that is open. Only where it has stakes."
        ),
    ] = UNSET


def _sample() -> WhatIf:
    return WhatIf(samples.view(), None, None, None, None, None)


@AUDIT.doc(
    "What is at stake: match, standings, podium and general table as they would be",
    Answer("How things would be. Nothing is stored.", WhatIf, _sample),
    params=(WITHOUT, CLAIM),
    about="Exactly one of `without` and `claim`. What would be without an event of a hand in play is for those who see "
    "every hand to ask.",
    refusals=(403, 409),
)
@get("/v1/matches/{match_id:str}/whatif")
async def what_if(request: Request, match_id: FromPath[str]) -> Response[bytes]:
    """Answers what would be, without storing anything."""
    services, principal = reader_of(request)
    version = WITHOUT.of(request)
    claim = CLAIM.of(request)
    match = await services.ask(services.service.match, match_id)
    ruling = re.fullmatch(r"(c[1-9][0-9]{0,8}):(upheld|rejected)", claim) if claim else None
    if (version is None) == (ruling is None) or (claim is not None and ruling is None):
        raise BadRequest(
            Text(
                es="pide una cosa: `without=VERSIÓN`, o `claim=c1:upheld` o `claim=c1:rejected`",
                en="ask for one of these: `without=VERSION`, or `claim=c1:upheld` or `claim=c1:rejected`",
            )
        )

    if version is not None and version <= match.version:
        require_hands(principal, match, version)

    charge_request(request)

    def suppose() -> WhatIf:
        entries = services.service.entries(match_id, through=match.version)
        if ruling is not None:
            hypothesis = with_claim(
                match_id, entries, ruling[1], upheld=ruling[2] == "upheld", visible=principal.sees(match)
            )
        else:
            hypothesis = without(match_id, entries, version or 0)
        hypothesis.keep_hidden(match)
        return _answer(services, hypothesis, match.sees(hypothesis.match.version, principal.sees(match)))

    headers = {"Vary": "Accept-Language, Authorization"}
    # Standings may change with any entry of the log.
    position = await services.worker_cache.run(services.service.log.position)
    key = ("whatif", match_id, match.version, principal.sees(match), version, claim, position)
    cached_body = await services.worker_cache.of(key, lambda: CachedBody(encode(suppose())))
    return Response(cached_body.body, media_type="application/json", headers=headers)


def _answer(services: AppContext, hypothesis: HypotheticalMatch, visible: int) -> WhatIf:
    view = hypothesis.match.view(visible, services.people.name, services.people.now)
    pair = services.fixture_matches.suppose(hypothesis.match)
    if pair is None:
        return WhatIf(view, hypothesis.stopped_at, None, None, None, None)
    championship, contest = pair
    page = ContestPresenter(championship, contest, services.people.name)
    general = view_championship(championship, services.people.name).general
    settlement = UNSET if page.contest.stakes is None else page.settlement()
    return WhatIf(view, hypothesis.stopped_at, contest.id, page.standings(), page.podium(), general, settlement)
