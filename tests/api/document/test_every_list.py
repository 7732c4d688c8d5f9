"""Every list of the document: its pages lead to each other and leave nothing out, its filters filter, its orders order.

The lists come from the document, so that a new one is tested too.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from tests.api.document.test_document import DOCUMENT, resolve
from tests.support.hands import TWO, holder
from tests.support.organizing import Contest
from tests.support.quiet import quiet
from tests.support.service import BEARER, Caller, refusal_of

ASKED_WITH = {"cursor", "after"}
"""The parameters that take a page's `next`."""
TURNS = {"limit", "min_position", "min_version", "format", "lang", "zone", "separator", "legal", "body"}
"""Parameters that choose no items: they choose the size of a page, or the form of its items."""
WHOLE = {
    "listChanges",
    "listContestDecisions",
    "listFixtures",
    "listFormats",
    "getPresence",
    "getMerges",
    "listProblems",
    "listRounds",
    "listRulesets",
    "listSeriesRecords",
    "listTables",
}
"""Lists that come without pages, as they are short: of one contest, hall, match, person or series, or of program data."""
NOBODY = "01920000-0000-7000-8000-000000000099"
NEVER = {"since": "2999-01-01T00:00:00Z", "until": "2000-01-01T00:00:00Z", "at": "2000-01-01T00:00:00Z", "hand": "99"}
"""Values that find nothing, for a filter that takes no word and no id."""
ASIDE = {"replayMatch": {"hand"}}
"""Parameters for which a value without items is refused, as there is no such hand."""


class Listing(NamedTuple):
    """A list as the document describes it."""

    id: str
    path: str
    items: str
    parameters: dict[str, dict[str, Any]]
    headers: set[str]

    @property
    def asked_with(self) -> str:
        [name] = ASKED_WITH & self.parameters.keys()
        return name

    @property
    def most(self) -> int:
        """The most items of a page."""
        return int(self.parameters["limit"]["maximum"])

    @property
    def choices(self) -> dict[str, dict[str, Any]]:
        """The parameters that choose or order items."""
        return {name: of for name, of in self.parameters.items() if name not in TURNS | ASKED_WITH}


def listings() -> Iterator[tuple[Listing, bool]]:
    """Every operation that answers items, and if they come in pages."""
    for path, item in DOCUMENT["paths"].items():
        if "get" not in item:
            continue
        answer = resolve(item["get"]["responses"]["200"])
        content = answer.get("content", {}).get("application/json")
        shape = resolve(content["schema"]).get("properties", {}) if content else {}
        [*items] = shape.keys() & {"items", "steps"}
        if items:
            parameters = [resolve(one) for one in item["get"]["parameters"]]
            query = {one["name"]: one["schema"] for one in parameters if one["in"] == "query"}
            yield (
                Listing(item["get"]["operationId"], path, items[0], query, set(answer.get("headers", {}))),
                "next" in shape,
            )


PAGED = [listing for listing, paged in listings() if paged]
FILTERS = [(one, name) for one in PAGED for name, of in one.choices.items() if name != "sort"]


class Hall:
    """A championship with two of everything that is listed."""

    def __init__(self, client: Caller) -> None:
        self.client = client
        contest, other = Contest(client, "Ana", "Beto", "Carla"), Contest(client, "Dani", "Eva", "Fito")
        other.report({"Dani": 40, "Eva": 64})
        other.report({"Dani": 44, "Fito": 60})
        other.report({"Eva": 44, "Fito": 60})
        people = client.get("/v1/players", params={"limit": "2"}).json()["items"]
        for number, one in enumerate(people):
            assert client.patch(f"/v1/players/{one['id']}", json={"external_id": f"club-{number}"}).is_success
        self.player, self.rival = (
            client.get("/v1/players", params={"name": name}).json()["items"][0]["id"] for name in ("Dani", "Eva")
        )
        Contest(client, self.player, self.rival, format="league").report({"Dani": 40, "Eva": 64})
        self.championship, matches = contest.championship, []
        assert client.patch(f"/v1/championships/{self.championship}", json={"external_id": "liga-1"}).is_success
        for fixture in contest.fixtures()[:2]:
            body = {"fixture": fixture["id"], "first_dealer": 0}
            matches.append(client.post("/v1/matches", json=body).json()["id"])
            call = {"type": "note", "kind": "call", "seat": 0, "text": "no se ha servido"}
            client.tell(matches[-1], [{"type": "deal", "hands": TWO}, call])
            card = {"player": "Ana", "card": "yellow", "reason": "x"}
            assert client.post(f"/v1/championships/{self.championship}/sanctions", json=card).is_success
            client.bearer("auditor")
        self.series, _ = (
            client.post("/v1/series", json={"name": name}).json()["id"] for name in ("Fiestas", "Invierno")
        )
        for number, edition in enumerate((contest, other), 1):
            place = {"series": self.series, "edition": number}
            assert client.put(f"/v1/championships/{edition.championship}/series", json=place).is_success
        third = contest.fixtures()[2]["entrants"]
        contest.report({third[0]["name"]: 40, third[1]["name"]: 64})
        self.match = matches[0]
        client.tell(self.match, {"type": "note", "kind": "answered", "text": "voy"})
        client.tell(self.match, {"type": "play", "seat": holder(TWO), "card": "2C"})
        hooks = {"url": "https://board.example/hooks", "kinds": ["match.event"]}
        self.webhook, _ = (client.post("/v1/webhooks", json=hooks).json()["id"] for _ in "ab")
        for _ in "ab":
            assert client.post(f"/v1/webhooks/{self.webhook}/test").is_success

    def address(self, listing: Listing) -> str:
        ids = {"championship_id": self.championship, "match_id": self.match, "webhook_id": self.webhook}
        ids |= {"player_id": self.player, "other_id": self.rival, "series_id": self.series}
        return listing.path.format(**ids)

    def whole(self, listing: Listing, **query: str) -> list[Any]:
        """All items at once."""
        answer = self.client.get(self.address(listing), params={"limit": str(listing.most), **query})
        assert answer.status_code == 200, answer.text
        assert answer.json()["next"] is None and "next" not in answer.links
        return list(answer.json()[listing.items])

    def one_by_one(self, listing: Listing, **query: str) -> Iterator[Any]:
        """The items as `Link` leads from one page of one to the next."""
        following: str | None = str(
            self.client.build_request("GET", self.address(listing), params={"limit": "1", **query}).url
        )
        while following:
            answer = self.client.get(following)
            assert answer.status_code == 200, answer.text
            [item] = answer.json()[listing.items]
            yield item
            following = answer.links.get("next", {}).get("url")
            assert (following is None) == (answer.json()["next"] is None)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with quiet(str(tmp_path_factory.mktemp("hall") / "log.sqlite")) as (client, services):
        client.headers.update(BEARER)
        hall = Hall(client)
        services.follower.catch_up()
        yield hall


def of(listing: Listing) -> str:
    return listing.id


def test_what_comes_in_one_answer_is_named() -> None:
    assert {listing.id for listing, in_pages in listings() if not in_pages} == WHOLE


@pytest.mark.parametrize("listing", PAGED, ids=of)
def test_a_list_says_how_it_is_paged(listing: Listing) -> None:
    assert "Link" in listing.headers
    assert listing.parameters["limit"]["minimum"] == 1 and listing.most >= 500
    assert listing.asked_with


@pytest.mark.parametrize("listing", PAGED, ids=of)
def test_pages_lead_to_each_other_and_leave_nothing_out(hall: Hall, listing: Listing) -> None:
    whole = hall.whole(listing)
    assert len(whole) > 1
    assert list(hall.one_by_one(listing)) == whole
    assert not [item for at, item in enumerate(whole) if item in whole[:at]]


@pytest.mark.parametrize("listing", PAGED, ids=of)
def test_what_names_no_page_is_malformed(hall: Hall, listing: Listing) -> None:
    for query in (
        "limit=0",
        f"limit={listing.most + 1}",
        "limit=x",
        "limit=",
        "limit=1&limit=1",
        f"{listing.asked_with}=ñ",
    ):
        refusal_of(hall.client.get(f"{hall.address(listing)}?{query}"), 400, "malformed")


def finding(hall: Hall, listing: Listing, name: str) -> list[str]:
    """Values that a filter takes. Together they find every item that it can find."""
    shape = listing.choices[name]
    if "enum" in shape:
        return list(shape["enum"])
    if shape["type"] == "integer":
        return ["1"]
    if shape.get("format") == "date-time":
        return [NEVER["until" if name == "since" else "since"]]
    people = hall.client.get("/v1/players").json()["items"]
    ids = {"player": [one["id"] for one in people], "name": [one["name"] for one in people]}
    if name == "external_id":
        return [item[name] for item in hall.whole(listing) if name in item]
    ids |= {"like": [one["name"].upper() for one in people], "ruleset": ["hearts.castillar"]}
    contests = hall.client.get(f"/v1/championships/{hall.championship}").json()["contests"]
    ids |= {"championship": [hall.championship], "contest": [one["id"] for one in contests]}
    ids |= {"series": [hall.series]}
    if name == "by":
        return sorted({one["recorded_by"] for one in hall.whole(listing)})
    return ids[name]


@pytest.mark.parametrize(("listing", "name"), FILTERS, ids=lambda x: x if isinstance(x, str) else x.id)
def test_a_filter_finds_some_and_keeps_to_it_from_page_to_page(hall: Hall, listing: Listing, name: str) -> None:
    whole, items = hall.whole(listing), []
    for value in finding(hall, listing, name):
        some = hall.whole(listing, **{name: value})
        assert [item for item in whole if item in some] == some
        if some:
            assert list(hall.one_by_one(listing, **{name: value})) == some
        items += some
    assert items
    shape = listing.choices[name]
    if "enum" in shape:
        assert sorted(map(str, items)) == sorted(map(str, whole))
        refusal_of(hall.client.get(hall.address(listing), params={name: "nothing"}), 400, "malformed")
    elif name not in ASIDE.get(listing.id, ()):
        assert hall.whole(listing, **{name: NEVER.get(name, NOBODY)}) == []


@pytest.mark.parametrize("listing", [one for one in PAGED if "sort" in one.choices], ids=of)
def test_every_order_is_of_the_same_items(hall: Hall, listing: Listing) -> None:
    whole = {order: hall.whole(listing, sort=order) for order in listing.choices["sort"]["enum"]}
    default, *others = whole.values()
    assert default == hall.whole(listing)
    assert all(sorted(map(str, other)) == sorted(map(str, default)) and other != default for other in others)
    for order, items in whole.items():
        assert list(hall.one_by_one(listing, sort=order)) == items
