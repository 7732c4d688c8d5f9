"""Client data of championships, contests and fixtures: its changes, and views that have it."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from litestar import Response, patch
from litestar.params import FromPath
from msgspec import UNSET
from msgspec.structs import replace

from api.access.policy import Principal, require_organizer, require_organizer_of
from api.context import AppContext, Request, reader_of
from api.document.samples import contests as samples
from api.document.samples.client_data import CHANGED, CHANGES
from api.http.answers import JSON, encode
from api.http.bodies import json_body, read
from api.http.describe import CHAMPIONSHIPS, CONTESTS, FIXTURES, Answer, Chapter, Describe
from referee import client_data
from referee.championship.people import ChampionshipEntered
from referee.championship.presenters import ContestPresenter, view_championship
from referee.championship.views import (
    ChampionshipSummary,
    ChampionshipView,
    ContestSummary,
    ContestView,
    FixtureView,
)
from referee.client_data import SERVICE, ChangeClientData, ClientData, Kind, NewThing

READERS = "Only organizers and auditors of the championship read them; they are in no log and no export. "
BARE = {"external_id": UNSET, "metadata": UNSET}
"""The fields of a view without client data."""
C = TypeVar("C", ChampionshipView, ChampionshipEntered)
V = TypeVar("V", ChampionshipView, ChampionshipEntered, ChampionshipSummary, ContestView, ContestSummary, FixtureView)
"""Views with room for client data."""


def with_client_data(services: AppContext, views: Sequence[V]) -> Sequence[V]:
    """These views with what clients keep with their things; the same ones where that is nothing."""
    data = client_data.read(services.people.store, (view.id for view in views))
    return [replace(view, **data[view.id].present()) if view.id in data else view for view in views] if data else views


def championship_with_client_data(services: AppContext, view: C) -> C:
    """A championship with what clients keep with it and its contests; the same one where that is nothing."""
    [own], contests = with_client_data(services, [view]), with_client_data(services, view.contests)
    return own if contests is view.contests else replace(own, contests=tuple(contests))


def contest_with_client_data(services: AppContext, view: ContestView) -> ContestView:
    """A contest with what clients keep with it and its fixtures; the same one where that is nothing."""
    [own], fixtures = with_client_data(services, [view]), with_client_data(services, view.fixtures)
    return own if fixtures is view.fixtures else replace(own, fixtures=tuple(fixtures))


def with_request_data(view: V, request: NewThing) -> V:
    """The view of a thing that this request made, with what it keeps with it."""
    return replace(view, **ClientData(request.external_id, request.metadata or {}).present())


def _keeps(chapter: Chapter, thing: str, answer: Answer, about: str = "") -> Describe:
    return chapter.doc(
        f"Keep an id or texts of your own with a {thing}",
        answer,
        about=READERS + about + CHANGED,
        body=ChangeClientData,
        body_examples=CHANGES,
        refusals=(403, 404, 409, 422),
        token=True,
    )


async def _change(
    request: Request,
    kind: Kind,
    need: Callable[[Principal, ChangeClientData | None], None],
    find: Callable[[AppContext], tuple[V, str]],
    whole: Callable[[AppContext, V], V],
) -> Response[bytes]:
    """Changes what is kept with the thing that `find` returns with its scope. `need` also judges the change, once it is read."""
    body = await json_body(request)
    services, principal = reader_of(request)
    need(principal, None)
    view, scope = await services.ask(find, services)
    change = read(body, ChangeClientData)
    need(principal, change)

    def store() -> V:
        data = client_data.change(services.people.store, kind, scope, view.id, change)
        return replace(whole(services, view), **(BARE | data.present()))

    return Response(encode(await services.write(store)), media_type=JSON)


@_keeps(
    CHAMPIONSHIPS,
    "championship",
    Answer("The championship with them.", ChampionshipView, samples.championship),
    "An `external_id` is for organizers of everything, as it is unique in the whole service. ",
)
@patch("/v1/championships/{championship_id:str}")
async def keep_with_championship(request: Request, championship_id: FromPath[str]) -> Response[bytes]:
    def need(principal: Principal, change: ChangeClientData | None) -> None:
        require_organizer(principal, championship_id)
        if change is not None and change.external_id is not UNSET:
            require_organizer(principal)

    def find(services: AppContext) -> tuple[ChampionshipView, str]:
        now = services.championships.championship(championship_id)
        return view_championship(now, services.people.name), SERVICE

    return await _change(request, "championship", need, find, championship_with_client_data)


@_keeps(CONTESTS, "contest", Answer("The contest with them.", ContestView, samples.contest))
@patch("/v1/contests/{contest_id:str}")
async def keep_with_contest(request: Request, contest_id: FromPath[str]) -> Response[bytes]:
    def find(services: AppContext) -> tuple[ContestView, str]:
        championship, contest = services.championships.contest(contest_id)
        return ContestPresenter(championship, contest, services.people.name).view(), championship.id

    return await _change(
        request,
        "contest",
        lambda principal, _: require_organizer_of(principal, contest_id),
        find,
        contest_with_client_data,
    )


@_keeps(
    FIXTURES,
    "fixture",
    Answer("The fixture with them.", FixtureView, lambda: samples.fixtures()[0]),
    "Where others play in its place (`superseded`), theirs is another fixture: take the id away here, and give it to that one. ",
)
@patch("/v1/fixtures/{fixture_id:str}")
async def keep_with_fixture(request: Request, fixture_id: FromPath[str]) -> Response[bytes]:
    def find(services: AppContext) -> tuple[FixtureView, str]:
        championship, contest, _ = services.championships.fixture(fixture_id)
        return ContestPresenter(championship, contest, services.people.name).fixture(fixture_id), championship.id

    return await _change(
        request, "fixture", lambda principal, _: require_organizer_of(principal, fixture_id), find, lambda _, view: view
    )


CLIENT_DATA = (keep_with_championship, keep_with_contest, keep_with_fixture)
