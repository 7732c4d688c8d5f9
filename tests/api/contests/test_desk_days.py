"""Whole championships of every format with random acts at the organizer's desk, over HTTP. Some checks follow each act."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import httpx
import msgspec
import pytest

from api.context import AppContext
from projections.comparison import compare
from referee.championship.presenters import ContestPresenter, view_championship
from referee.championship.service import Championships
from tests.api.http.test_dry_run import agrees, same
from tests.support.agreeing import all_agree
from tests.support.desk import tables
from tests.support.desk_days import SETTINGS, Body, Call, Day, Setting
from tests.support.organizing import Contest
from tests.support.quiet import Rows, everything, quiet
from tests.support.service import BEARER, Caller

ACTS = 20
EACH_WHOLE = 5
"""The number of moments of which one is compared row by row."""
OVER = {"finished", "null", "cancelled"}
PAGES = (
    "/print/contests/{}/fixtures", "/print/contests/{}/sheets", "/print/contests/{}/diplomas",
    "/print/contests/{}/corrections", "/print/contests/{}/settlement", "/v1/contests/{}/changes",
    "/v1/contests/{}/fixtures?format=csv", "/v1/contests/{}/standings",
)  # fmt: skip
PAGES_OF_ALL = (
    "/print/championships/{}/general", "/print/championships/{}/sanctions", "/print/championships/{}/cards",
    "/print/championships/{}/diplomas", "/v1/championships/{}/calendar.ics", "/championships/{}/results.atom",
    "/championships/{}", "/board/{}", "/v1/championships/{}/balance", "/v1/championships/{}/tables",
    "/v1/championships/{}/export",
)  # fmt: skip


class Moment(NamedTuple):
    """The stored state: the position of the log and, now and then, all rows of the database."""

    position: int
    rows: Rows | None


class Witness:
    """A day, and the checks after each of its acts."""

    def __init__(self, client: Caller, services: AppContext, setting: Setting) -> None:
        self.client = client
        self.services = services
        self.day = Day(client, setting)
        self.series = client.post("/v1/series", json={"name": "Fiestas"}).json()["id"]
        edition = {"series": self.series, "edition": 2026}
        assert client.put(f"{self.day.path}/series", json=edition).is_success
        self.moments = 0
        self.now = self.views()
        self.stack: list[tuple[set[int], Body]] = []
        """The acts since the last that cannot be undone, without those taken back: their versions, and the views before each."""
        self.merges: dict[str, int] = {}
        """The version at which each person was merged with another."""

    # The views of readers

    def contests(self) -> list[Contest]:
        return [Contest.existing(self.client, self.day.id, id_) for id_ in self.day.contests]

    def views(self) -> Body:
        return {contest.id: tables(contest) for contest in self.contests()}

    # Acts

    def go_on(self, dice: int) -> None:
        """Does one act, in one of the ways in which acts are sent."""
        chance = Random(dice)
        choice = self.day.choose(chance)
        if choice is None:
            return
        name, call = choice
        way = chance.choice(("plain", "plain", "plain", "tried", "tried", "stale", "twice"))
        print(f"{name} ({way}): {call}")
        match way:
            case "tried":
                self.rehearse(call)
            case "stale" if call.version is not None:
                self.tell_stale(call)
                self.tell(call)
            case "twice" if "/players" not in call.path or call.method == "POST":
                self.tell_twice(call, f"key-{dice}")
            case _:
                self.tell(call)

    def tell(self, call: Call, **headers: str) -> httpx.Response:
        """Sends it: it is stored, or refused as a whole."""
        version, before = self.day.version(), self.moment()
        answer = call.send(self.client, headers=headers)
        assert answer.status_code < 500, answer.text
        if answer.is_success:
            self.check_stored(version)
        else:
            print(f"   {answer.status_code} {answer.json()['code']}: {answer.json()['detail']}")
            self.check_unchanged(before)
        return answer

    def rehearse(self, call: Call) -> None:
        """Sends a dry run first, which stores nothing and foresees the effect."""
        before = self.moment()
        dry = call.send(self.client, dry_run="true")
        self.check_unchanged(before)
        real = self.tell(call)
        if real.is_success:
            assert dry.status_code == 200, dry.text
            assert agrees(dry.json(), real.json()), (dry.text, real.text)
        else:
            assert (dry.status_code, dry.json()["code"]) == (real.status_code, real.json()["code"]), (
                dry.text,
                real.text,
            )

    def tell_stale(self, call: Call) -> None:
        """Sends it with a version that is not the current one."""
        assert call.version is not None
        before = self.moment()
        answer = call.send(self.client, headers={"If-Match": f'"{call.version + 1}"'})
        assert 400 <= answer.status_code < 500, answer.text
        self.check_unchanged(before)

    def tell_twice(self, call: Call, key: str) -> None:
        """Sends it twice with the same key: the answer is the same, and nothing more is stored."""
        first = self.tell(call, **{"Idempotency-Key": key})
        before = self.moment()
        again = call.send(self.client, headers={"Idempotency-Key": key})
        if first.is_success:
            assert (again.status_code, again.json()) == (first.status_code, first.json())
        else:
            assert again.status_code == first.status_code
        self.check_unchanged(before)

    # Checks

    def moment(self) -> Moment:
        """The stored state of now."""
        self.moments += 1
        whole = self.moments % EACH_WHOLE == 0
        return Moment(self.services.service.log.position(), everything(self.services) if whole else None)

    def check_unchanged(self, before: Moment) -> None:
        """Checks that nothing was stored and that the views are the same."""
        assert self.services.service.log.position() == before.position
        if before.rows is not None:
            same(before.rows, everything(self.services))
        assert self.views() == self.now

    def check_stored(self, before: int) -> None:
        """Checks that something was stored and that all views follow from it."""
        was, self.now = self.now, self.views()
        entries = [entry for entry in self.day.log() if entry["version"] > before]
        undone = {at for entry in entries for at in entry.get("undone", ())}
        undone |= {self.merges.pop(entry["player"]) for entry in entries if entry["type"] == "merge_undone"}
        self.merges |= {entry["player"]: entry["version"] for entry in entries if entry["type"] == "player_merged"}
        if entries:
            self.follow({entry["version"] for entry in entries}, undone, was)
        elif self.now != was:
            # A card that a table gave is in the match's log alone: no undo at the desk takes it away.
            self.stack = []
        self.hold()

    def follow(self, versions: set[int], undone: set[int], was: Body) -> None:
        """Checks an undo: it restores all views from before the undone act, if no other act came since."""
        if not undone:
            self.stack.append((versions, was))
            return
        rest = set(undone)
        before: Body | None = None
        while rest and self.stack and self.stack[-1][0] <= rest:
            last, before = self.stack.pop()
            rest -= last
        if before is None or rest:
            self.stack = []
        else:
            assert self.now == before

    def hold(self) -> None:
        """Checks the tables, after any act."""
        view = self.day.view()
        totals = Counter[str]()
        medals = Counter[tuple[str, int]]()
        for contest in self.now.values():
            page = contest["contest"]
            assert (page["phase"] in OVER) == (not page["pending"])
            assert bool(page["podium"]) == (page["phase"] == "finished")
            for step in page["podium"]:
                for one in step["player"].get("players", [step["player"]]):
                    totals[one["id"]] += step["points"]
                    medals[one["id"], step["place"]] += 1
            for extra in page["extras"]:
                for one in extra["player"].get("players", [extra["player"]]):
                    totals[one["id"]] += extra["points"]
        for row in view["general"]:
            assert sum(part["points"] for part in row["from"]) == row["points"], row
            point_sum = sum(part["points"] for part in row["from"] if part["kind"] != "card")
            assert totals[row["player"]["id"]] == point_sum, row
            for place, name in enumerate(("golds", "silvers", "bronzes"), start=1):
                assert medals[row["player"]["id"], place] == row[name], row
        assert {one for one, points in totals.items() if points} <= {row["player"]["id"] for row in view["general"]}

    def agree(self) -> None:
        """Checks that all figures made of matches agree, and that the log gives the same when it is read again."""
        fixtures = [one for contest in self.contests() for one in contest.fixtures()]
        all_agree(self.client, self.day.id, self.series, fixtures)
        self.rebuilt()

    def rebuilt(self) -> None:
        """The championship is folded again and the read models are made again. Both are equal to those that are served."""
        names = self.services.people.name
        live = self.services.championships.championship(self.day.id)
        again = Championships(self.services.service).championship(self.day.id)
        assert view_championship(again, names) == view_championship(live, names)
        for id_, contest in again.contests.items():
            fresh, on_record = (
                ContestPresenter(again, contest, names),
                ContestPresenter(live, live.contests[id_], names),
            )
            assert msgspec.json.encode(fresh.view()) == msgspec.json.encode(on_record.view())
            assert fresh.standings() == on_record.standings()
        verdict = compare(self.services.service.log, self.services.people.store)
        assert verdict is not None
        assert verdict.flaw is None

    def read(self, chance: Random) -> None:
        """Reads pages, papers and lists: none fails."""
        paths = [path.format(self.day.id) for path in PAGES_OF_ALL]
        paths += [path.format(chance.choice(self.day.contests)) for path in PAGES]
        for path in paths:
            answer = self.client.get(path)
            assert answer.status_code in {200, 404, 409}, (path, answer.text)

    def finish(self, chance: Random) -> None:
        """Plays and rules for as long as anything is awaited. The championship comes to its end."""
        for _ in range(240):
            if all(contest["contest"]["phase"] in OVER for contest in self.now.values()):
                return
            call = self.day.rule(chance) or chance.choice((self.day.report, self.day.settle))(chance)
            if call is None:
                continue
            print(f"finish: {call}")
            self.tell(call)
        raise AssertionError([contest["contest"]["pending"] for contest in self.now.values()])


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Caller, AppContext]]:
    folder: Path = tmp_path_factory.mktemp("days")
    with quiet(str(folder / "log.sqlite")) as (client, services):
        client.headers.update(BEARER)
        yield client, services


OFTEN = (
    "castillar of 5, hearts.castillar", "single of 4, hearts.castillar", "league of 5, casino.classic",
    "league of 4 pairs, guinote", "knockout of 5, corona", "knockout of 4 pairs, guinote", "groups of 6, corona",
    "groups of 8, hearts.castillar", "groups of 4 pairs, guinote", "three contests",
)  # fmt: skip
"""The days that are part of every run. The others are part of a long run."""
DAYS = [
    pytest.param(
        setting,
        seed,
        id=f"{setting.name}: {seed}",
        marks=() if not seed and setting.name in OFTEN else pytest.mark.long,
    )
    for setting in SETTINGS
    for seed in range(6)
]


@pytest.mark.parametrize(("setting", "seed"), DAYS)
def test_whatever_is_told_at_the_desk(service: tuple[Caller, AppContext], setting: Setting, seed: int) -> None:
    play(*service, setting, seed)


@pytest.mark.postgres
def test_whatever_is_told_at_the_desk_is_the_same_on_a_server(postgres_database: str) -> None:
    with quiet(postgres_database) as (client, services):
        client.headers.update(BEARER)
        play(client, services, SETTINGS[-1], 0)


def play(client: Caller, services: AppContext, setting: Setting, seed: int) -> None:
    """Plays a day by its seed. Prints its acts, so that a failed day can be read."""
    chance = Random(f"{setting.name} {seed}")
    run(Witness(client, services, setting), [chance.randrange(2**24) for _ in range(ACTS)])


def run(witness: Witness, dice: list[int]) -> None:
    """Runs a day act by act. Each act is a number, and 0 is no act, so that a failed day can be made shorter."""
    for one in filter(None, dice):
        witness.go_on(one)
    witness.agree()
    witness.read(Random(dice[0]))
    witness.finish(Random(dice[-1]))
    witness.agree()
