"""Shared forms of a match or a championship: a link's words and picture, a calendar, a feed. Always as the public sees it."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

import msgspec
from litestar import Response, get
from litestar.params import FromPath

from api.access.costs import PICTURE_COST, PREVIEW_COST
from api.access.policy import PUBLIC, SEES_HAND
from api.access.secret_matches import is_hidden
from api.context import AppContext, Request, charge_request, reader_of, services_of
from api.http.describe import CHAMPIONSHIPS, LANGUAGE, Answer
from api.http.negotiation import reader_language
from api.http.parameters import Words
from api.http.paths import origin_of
from api.pages.sharing import calendar, feed
from api.pages.sharing.chosen import BoardChoice, find_choice
from api.pages.sharing.links import Link, link_of
from api.pages.sharing.picture import as_svg
from api.pages.sharing.previews import (
    Preview,
    PublicViews,
    of_championship,
    of_contest,
    of_contests,
    of_fixture,
    of_match,
    tags,
)
from api.reads.response_store import CachedBody
from referee.championship.people import player
from referee.championship.presenters import ContestPresenter, view_championship
from referee.championship.state import Championship
from referee.errors import NotAuthenticated, NotFound, TooMany, Unavailable
from referee.log.timeouts.failures import FAILURES
from referee.match.aggregate import Match
from referee.match.redaction import view_at
from referee.match.view import MatchView

PNG = "image/png"
NOT_TOLD: tuple[type[Exception], ...] = (NotFound, TooMany, NotAuthenticated, Unavailable, *FAILURES)
"""Errors for which a page has no preview: the page opens, and explains them itself."""
PLAYER = Words(name="player", about="Only the matches of this player, by id or exact name.", least=1)


async def tags_of(request: Request, language: str, *, chooses: bool) -> str:
    """The words of Open Graph for the match or championship that the path names; nothing where there is none.

    `chooses`: the page shows only what `?only=` names.
    """
    id_ = next(iter(request.path_params.values()))
    link = _link(request, chooses=chooses)
    try:
        # A reader over the rate limit gets the page all the same.
        reader_of(request)
        preview = await _preview(request, id_, link, language)
    except NOT_TOLD:
        return ""
    origin = origin_of(request)
    # The version in the address makes caches of pictures fetch a new one after each play.
    picture = link.picture(f"{origin}/share/{id_}.png?lang={language}&at={preview.version}")
    return tags(preview, language, link.address(f"{origin}{request.scope['path']}"), picture)


def _link(request: Request, *, chooses: bool = True) -> Link:
    return link_of(list(request.query_params.multi_items()), chooses=chooses)


async def _preview(request: Request, id_: str, link: Link, language: str) -> Preview:
    """The public preview of a match or a championship. Raises NotFound, and TooMany where it has to be made."""
    services = services_of(request)
    try:
        return await _of_match(request, id_, link, language)
    except NotFound:
        championship = await services.ask(services.championships.championship, id_)
    choice = await _choice(services, championship, link) if link.only else None
    if choice and choice.match:
        return await _of_match(request, choice.match, link, language)
    names = services.people.name

    def make() -> Preview:
        if choice and len(choice.contests) == 1:
            page = ContestPresenter(championship, championship.contests[choice.contests[0]], names)
            if choice.fixture:
                return of_fixture(page, page.fixture(choice.fixture), language, no_results=link.no_results)
            return of_contest(page, language, no_results=link.no_results)
        view = view_championship(championship, names)
        if choice:
            return of_contests(view, choice.contests, language)
        return of_championship(view, language, no_results=link.no_results)

    key = ("championship preview", id_, championship.version, choice, link.no_results, language)
    return await _cached_preview(request, key, make)


async def _of_match(request: Request, id_: str, link: Link, language: str) -> Preview:
    services = services_of(request)
    match = await services.ask(services.service.match, id_)
    if await services.ask(is_hidden, services.championships, PUBLIC, match):
        raise NotFound(SEES_HAND)
    answer = await services.ask(services.championships.counting, match)
    counts = answer is None or answer[0].counts
    key = ("match preview", id_, match.version, link.step, link.no_results, language, counts)
    make = partial(of_match, _public_views(services, match), match.version, language)
    return await _cached_preview(request, key, partial(make, step=link.step, no_results=link.no_results, counts=counts))


async def _choice(services: AppContext, championship: Championship, link: Link) -> BoardChoice:
    """The part of a championship that `?only=` chooses. It is not cached: its values are unbounded."""

    def choose() -> BoardChoice:
        pages = (ContestPresenter(championship, one, services.people.name) for one in championship.contests.values())
        return find_choice(pages, link.only)

    return await services.worker_cache.run(choose)


async def _cached_preview(request: Request, key: tuple[object, ...], make: Callable[[], Preview]) -> Preview:
    """The result of `make`, made once for a key."""
    services = services_of(request)
    charge = partial(charge_request, request, PREVIEW_COST)
    cached_body = await services.worker_cache.of(key, lambda: CachedBody(msgspec.json.encode(make())), charge)
    return msgspec.json.decode(cached_body.body, type=Preview)


def _public_views(services: AppContext, match: Match) -> PublicViews:
    """The views of a match from which previews and pictures are made."""

    def view(version: int) -> MatchView:
        then = match if version == match.version else services.service.match_at(match.id, version)
        return view_at(match, then, PUBLIC.sees(match), services.people.name, services.people.now)

    return view


@get("/share/{match_id:str}", include_in_schema=False)
async def share_picture(request: Request, match_id: FromPath[str]) -> Response[bytes]:
    """The picture of a match, or of a championship. Raises NotFound, and Busy where many others are drawn."""
    services, _ = reader_of(request)
    preview = await _preview(request, match_id.removesuffix(".png"), _link(request), reader_language(request))

    async def draw() -> CachedBody:
        charge_request(request, PICTURE_COST)
        return CachedBody(await services.drawer.draw(await services.worker_cache.run(partial(as_svg, preview))))

    picture = await services.pictures.of(preview, draw)
    return Response(picture.body, media_type=PNG, headers={"Vary": "Accept-Language"})


@CHAMPIONSHIPS.doc(
    "The matches that have a time, as a calendar",
    Answer("RFC 5545.", media=calendar.MEDIA, example="BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n"),
    params=(PLAYER, LANGUAGE),
    refusals=(404, 422),
)
@get("/v1/championships/{championship_id:str}/calendar.ics")
async def get_calendar(request: Request, championship_id: FromPath[str]) -> Response[bytes]:
    services, _ = reader_of(request)
    who, language = PLAYER.of(request), LANGUAGE.of(request) or reader_language(request)
    address = f"{origin_of(request)}/championships/{championship_id}"
    now = await services.ask(services.championships.championship, championship_id)

    def make() -> CachedBody:
        names = services.people.name
        one = None if who is None else player(who, now, services.people.own_name)
        pages = [ContestPresenter(now, contest, names) for contest in now.contests.values()]
        changed_at = datetime.fromisoformat(services.championships.recorded_at(championship_id, now.version))
        return CachedBody(calendar.as_calendar(now.name, pages, changed_at, address, language, one))

    charge = partial(charge_request, request)
    cached_body = await services.worker_cache.of(
        ("calendar", championship_id, now.version, address, language, who), make, charge
    )
    headers = {"Content-Disposition": f'inline; filename="{championship_id}.ics"', "Vary": "Accept-Language"}
    return Response(cached_body.body, media_type=calendar.MEDIA, headers=headers)


@get("/championships/{championship_id:str}/results.atom", include_in_schema=False)
async def get_results(request: Request, championship_id: FromPath[str]) -> Response[bytes]:
    """The results for feed readers (Atom, RFC 4287), the latest first. Raises NotFound.

    Not in the API's document: generators of clients know no such body, and warn.
    """
    services, _ = reader_of(request)
    language, origin = LANGUAGE.of(request) or reader_language(request), origin_of(request)
    now = await services.ask(services.championships.championship, championship_id)

    def make() -> CachedBody:
        times = partial(services.championships.recorded_at, championship_id)
        return CachedBody(feed.as_feed(now, services.people.name, times, origin, language))

    charge = partial(charge_request, request)
    cached_body = await services.worker_cache.of(("feed", championship_id, now.version, origin, language), make, charge)
    return Response(cached_body.body, media_type=feed.MEDIA, headers={"Vary": "Accept-Language"})
