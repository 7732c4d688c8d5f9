"""Days of whole championships as they come at the organizer's desk, over HTTP: acts in any order, some of them mistaken.

A `Day` is a championship and its acts so far. `go_on` does one act more, chosen by a number: the same numbers give the same day.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import httpx
from msgspec import Struct

from tests.support.desk import FIGURES
from tests.support.service import Caller

Body = dict[str, Any]
PEOPLE = ("Ana", "Beto", "Carla", "Dani", "Elena", "Fito", "Gala", "Hugo", "Inés", "Julia", "Kiko", "Lola")
OUTSIDERS = ("Nora", "Omar", "Pía", "Quino")
WHY = {"reason": "se apuntó así"}
SINGLE_DEAL = {"single_deal": True}


class Setting(Struct, frozen=True):
    """A championship to be held: its contests, each with its number of entrants, single players or pairs."""

    name: str
    contests: tuple[tuple[int, bool, Body], ...]

    @property
    def people(self) -> tuple[str, ...]:
        """The entrants of all contests, then the people in none as yet."""
        return (*PEOPLE[: max(n * (1 + pairs) for n, pairs, _ in self.contests)], *OUTSIDERS)


def alone(format_: str, ruleset: str, entrants: int, **more: Any) -> Setting:
    """A championship of one contest of persons."""
    return Setting(f"{format_} of {entrants}, {ruleset}", ((entrants, False, body(format_, ruleset, **more)),))


def of_pairs(format_: str, ruleset: str, entrants: int, **more: Any) -> Setting:
    """A championship of one contest of pairs."""
    return Setting(f"{format_} of {entrants} pairs, {ruleset}", ((entrants, True, body(format_, ruleset, **more)),))


def body(format_: str, ruleset: str, **more: Any) -> Body:
    """The body that draws a contest, without its entrants."""
    return {"format": format_, "ruleset": ruleset, **more}


STAKES = {"each": 12, "split": "winner_takes_all"}
LATE = {"late_until": 9}
SETTINGS = (
    *(alone("castillar", "hearts.castillar", n) for n in (2, 3, 4, 5, 6, 8)),
    *(alone("single", ruleset, n) for ruleset, n in (("hearts.castillar", 2), ("hearts.castillar", 4), ("escoba", 3))),
    of_pairs("single", "scopone", 2),
    *(alone("league", "casino.classic", n, params=SINGLE_DEAL) for n in (2, 3, 4)),
    alone("league", "casino.classic", 5, params=SINGLE_DEAL | LATE, stakes=STAKES),
    alone("league", "hearts.castillar", 3, params=LATE | {"missed": "walkover"}),
    alone("league", "corona", 3, params={"legs": 2} | LATE, podium=[7, 3]),
    of_pairs("league", "guinote", 4, params=LATE),
    *(alone("knockout", "corona", n) for n in (2, 3, 5, 8)),
    alone("knockout", "hearts.castillar", 4, params={"third_place": True}),
    of_pairs("knockout", "guinote", 4, params={"third_place": True}, timing={"match_seconds": 2_700}),
    of_pairs("knockout", "escoba", 3),
    alone("groups", "casino.classic", 4, params=SINGLE_DEAL | {"size": 2, "through": 1, "then": "final"}),
    alone("groups", "casino.classic", 6, params=SINGLE_DEAL | {"size": 3, "through": 2} | LATE),
    alone("groups", "corona", 6, params={"size": 3, "through": 1, "then": "final"} | LATE),
    alone("groups", "hearts.castillar", 8, params={"size": 4, "through": 2, "then": "final"}),
    alone("groups", "hearts.castillar", 12, params={"size": 4, "through": 1, "third_place": True}),
    of_pairs("groups", "guinote", 4, params={"size": 2, "through": 1, "then": "final"}),
    of_pairs("groups", "escoba", 6, params={"size": 3, "through": 1} | LATE),
    Setting(
        "three contests",
        (
            (4, False, body("castillar", "hearts.castillar")),
            (2, True, body("single", "guinote", stakes={"each": 6, "split": "winner_takes_all"})),
            (3, False, body("knockout", "corona", name="Copa")),
        ),
    ),
    Setting(
        "two leagues",
        (
            (3, False, body("league", "casino.classic", params=SINGLE_DEAL | LATE)),
            (4, False, body("groups", "corona", params={"size": 2, "through": 1, "then": "final"})),
        ),
    ),
)  # fmt: skip

RESULTS: dict[str, list[Body]] = FIGURES | {
    "hearts.castillar of 2": [
        *FIGURES["hearts.castillar of 2"],
        {"points": [52, 52]},
        {"points": [52, 52], "winner": 1},
        {"points": [30, 74], "cards": [[1, 0], [0, 1]]},
        {"points": [26, 78], "stars": [2, 0], "rounds_won": [3, 1]},
    ],
    "hearts.castillar of 4": [
        *FIGURES["hearts.castillar of 4"],
        {"points": [9, 9, 36, 50], "stars": [0, 0, 0, 0], "rounds_won": [1, 1, 1, 1]},
        {
            "points": [9, 9, 36, 50],
            "stars": [0, 0, 0, 0],
            "rounds_won": [1, 1, 1, 1],
            "extra_rounds": [[13, 5, 4, 4]],
        },
        {"points": [25, 27, 2, 50], "cards": [[0, 0], [1, 0], [0, 0], [0, 0]]},
    ],
    "casino.classic of 2": [{"points": points} for points in ([6, 3], [3, 6], [5, 5], [11, 0])],
    "casino.classic of 3": [{"points": points} for points in ([6, 3, 1], [2, 3, 6], [4, 4, 2])],
    "guinote of 2": [{"points": points} for points in ([3, 1], [1, 3], [0, 3], [3, 2])],
    "scopone of 2": [{"points": points} for points in ([21, 15], [15, 21])],
    "escoba of 2": [{"points": points} for points in ([21, 15], [15, 21], [22, 0])],
    "escoba of 3": [{"points": points} for points in ([21, 15, 9], [9, 21, 9], [3, 12, 22])],
}
"""Possible results of a game by its number of sides: plain ones, level ones, and their tie-breaks."""


class Call(Struct, frozen=True):
    """One act at the desk, as its request."""

    method: str
    path: str
    json: Body | None = None
    params: Body = {}
    headers: dict[str, str] = {}
    version: int | None = None
    """The version for its If-Match, or None if the call takes none."""

    def send(self, client: Caller, *, headers: dict[str, str] | None = None, **params: str) -> httpx.Response:
        """Sends it."""
        return client.request(
            self.method,
            self.path,
            json=self.json,
            params={**self.params, **params},
            headers={**self.headers, **(headers or {})},
        )


Act = Callable[[Random], Call | None]


class Day:
    """A championship during its acts. Each act is based on the championship as readers see it."""

    def __init__(self, client: Caller, setting: Setting) -> None:
        self.client = client
        self.setting = setting
        people = [{"name": name, "distinct": True} for name in setting.people]
        response = client.post("/v1/championships", json={"name": "Fiestas", "players": people})
        assert response.status_code == 201, response.text
        self.id = str(response.json()["id"])
        self.contests: list[str] = []
        for entrants, pairs, options in setting.contests:
            self.draw(entrants, pairs, options)

    # The views of readers

    def get(self, path: str, **params: Any) -> Any:
        answer = self.client.get(path, params=params)
        assert answer.status_code == 200, (path, answer.text)
        return answer.json()

    @property
    def path(self) -> str:
        return f"/v1/championships/{self.id}"

    def view(self) -> Body:
        """The championship."""
        return dict(self.get(self.path))

    def people(self) -> list[Body]:
        """Its players by name, as their ids differ in each run."""
        return sorted(self.view()["players"], key=lambda one: one["name"])

    def contest(self, chance: Random) -> Body:
        """One of its contests."""
        return dict(self.get(f"/v1/contests/{chance.choice(self.contests)}"))

    def log(self) -> list[Body]:
        """The decisions, first to last."""
        return list(self.get(f"{self.path}/events", limit=500)["items"])

    def fixtures(self, contest: Body, *states: str) -> list[Body]:
        """The matches of a contest that are in one of these states."""
        return [one for one in contest["fixtures"] if one["state"] in states]

    # Acts

    def draw(self, entrants: int, pairs: bool, options: Body) -> None:
        """Draws a contest of the first people of the list."""
        people: Sequence[Any] = PEOPLE[:entrants]
        if pairs:
            people = [[*PEOPLE[2 * n : 2 * n + 2]] for n in range(entrants)]
        answer = self.client.post(f"{self.path}/contests", json=options | {"order": [*people]})
        assert answer.status_code == 201, answer.text
        self.contests.append(str(answer.json()["id"]))

    def choose(self, chance: Random) -> tuple[str, Call] | None:
        """One act that is possible now, with its name: most often a play."""
        acts: tuple[tuple[int, Act], ...] = (
            (10, self.report), (5, self.rule), (4, self.correct), (4, self.stay_away), (3, self.leave),
            (4, self.replace_one), (9, self.take_back), (2, self.come_late), (1, self.cancel), (1, self.rename),
            (2, self.give_card), (2, self.plan), (1, self.draw_again), (2, self.open_table), (3, self.at_table),
            (1, self.enter), (1, self.remove), (1, self.change_clock), (1, self.agree_on_cards),
            (3, self.merge), (1, self.part),
        )  # fmt: skip
        act = chance.choice([act for weight, act in acts for _ in range(weight)])
        call = act(chance)
        return None if call is None else (act.__name__, call)

    def report(self, chance: Random) -> Call | None:
        """A result of an awaited match, and now and then of another one."""
        contest = self.contest(chance)
        pending = [one for one in contest["fixtures"] if one["state"] == "pending" or one.get("needs")]
        open_ = pending if chance.random() < 0.95 else contest["fixtures"]
        if not open_:
            return None
        fixture = chance.choice(open_)
        path = f"/v1/fixtures/{fixture['id']}/result"
        return Call("POST", path, result(contest, fixture, chance), version=fixture["version"])

    def settle(self, chance: Random) -> Call | None:
        """A result, entered by hand, of a match that is open at a table or that its table left level."""
        contest = self.contest(chance)
        open_ = [one for one in contest["fixtures"] if one["state"] == "open" or one.get("needs")]
        if not open_:
            return None
        fixture = chance.choice(open_)
        json = result(contest, fixture, chance) | WHY
        return Call("PUT", f"/v1/fixtures/{fixture['id']}/result", json, version=fixture["version"])

    def correct(self, chance: Random) -> Call | None:
        """Another result of a match that has one."""
        contest = self.contest(chance)
        over = self.fixtures(contest, "played", "walkover", "void", "open")
        if not over:
            return None
        fixture = chance.choice(over)
        json = result(contest, fixture, chance) | WHY | _reopening(chance)
        return Call("PUT", f"/v1/fixtures/{fixture['id']}/result", json, version=fixture["version"])

    def stay_away(self, chance: Random) -> Call | None:
        """A walkover of one entrant, of all or of none. With a named version it replaces a result."""
        contest = self.contest(chance)
        some = self.fixtures(contest, "pending") if chance.random() < 0.8 else contest["fixtures"]
        if not some:
            return None
        fixture = chance.choice(some)
        ids = [one["id"] for one in fixture["entrants"]]
        absent = chance.sample(ids, chance.choice((0, 1, 1, 1, len(ids), len(ids))))
        headers = {"If-Match": f'"{fixture["version"]}"'} if chance.random() < 0.6 else {}
        json = {"absent": absent} | WHY | _reopening(chance)
        return Call("POST", f"/v1/fixtures/{fixture['id']}/walkover", json, headers=headers, version=fixture["version"])

    def leave(self, chance: Random) -> Call | None:
        """A withdrawal."""
        contest = self.contest(chance)
        who = chance.choice(contest["entrants"])["id"]
        return Call("POST", f"/v1/contests/{contest['id']}/withdrawals", {"player": who} | WHY | _reopening(chance))

    def replace_one(self, chance: Random) -> Call | None:
        """A substitution: of a player, of one partner, of a pair; by outsiders, by the next of the table, by another entrant."""
        contest = self.contest(chance)
        out, people = chance.choice(contest["entrants"]), [one["id"] for one in self.people()]
        partners = [one["id"] for one in out.get("players", ())]
        ways: list[Body] = [
            {"out": out["id"], "in": chance.sample(people, 2) if partners else chance.choice(people)},
            {"out": out["id"], "in": chance.choice(contest["entrants"])["id"]},
            {"out": out["id"]},
        ]
        if partners:
            ways += [
                {"out": chance.choice(partners), "in": chance.choice(people)},
                {"out": partners, "in": chance.sample(people, 2)},
            ] * 2
        json = chance.choice(ways) | WHY | _reopening(chance)
        return Call("POST", f"/v1/contests/{contest['id']}/substitutions", json)

    def rule(self, chance: Random) -> Call | None:
        """The organizer's order for a tie that awaits one, with some places shared."""
        for contest in map(self._contest, chance.sample(self.contests, len(self.contests))):
            for pending in contest["pending"]:
                if pending["kind"] == "ruling":
                    tie = [one["id"] for one in pending["tied"]]
                    order = [[one] for one in chance.sample(tie, len(tie))]
                    if len(order) > 1 and chance.random() < 0.1:
                        order = [order[0] + order[1], *order[2:]]
                    return Call("POST", f"/v1/contests/{contest['id']}/rulings", {"tie": tie, "order": order} | WHY)
        return None

    def take_back(self, chance: Random) -> Call | None:
        """An undo of the last act or of any, by its version or by its result."""
        log = self.log()
        entry = log[-1] if chance.random() < 0.4 else chance.choice(log)
        params = WHY | ({"reopen": "true"} if chance.random() < 0.5 else {})
        path = chance.choice([*_ways_back(self.path, entry)])
        return Call("DELETE", path, params=params, version=log[-1]["version"] if "/fixtures/" not in path else None)

    def come_late(self, chance: Random) -> Call | None:
        """A late entry."""
        contest = self.contest(chance)
        people = [one["id"] for one in self.people()]
        pairs = any(one.get("players") for one in contest["entrants"])
        who = chance.sample(people, 2) if pairs else chance.choice(people)
        more = {"group": chance.choice((1, 2))} if chance.random() < 0.3 else {}
        return Call("POST", f"/v1/contests/{contest['id']}/entrants", {"player": who} | WHY | more)

    def cancel(self, chance: Random) -> Call | None:
        """The cancellation of a contest."""
        params = WHY | ({"reopen": "true"} if chance.random() < 0.5 else {})
        return Call("DELETE", f"/v1/contests/{chance.choice(self.contests)}", params=params, version=self.version())

    def rename(self, chance: Random) -> Call | None:
        """A new name for a contest or for the championship."""
        name = chance.choice(("Fiestas de agosto", "Copa", None))
        path = self.path if name and chance.random() < 0.5 else f"/v1/contests/{chance.choice(self.contests)}"
        return Call("PUT", path, {"name": name}, version=self.version())

    def give_card(self, chance: Random) -> Call | None:
        """A card outside a match."""
        who = chance.choice(self.people())["id"]
        of = {"contest": chance.choice(self.contests)} if chance.random() < 0.5 else {}
        card = {"player": who, "card": chance.choice(("yellow", "black"))}
        return Call("POST", f"{self.path}/sanctions", card | of | WHY)

    def plan(self, chance: Random) -> Call | None:
        """The time and place of a match."""
        contest = self.contest(chance)
        some = self.fixtures(contest, "pending", "open") or contest["fixtures"]
        if not some:
            return None
        when: Body = chance.choice(({}, {"starts_at": f"2026-08-15T1{chance.randrange(10)}:00:00Z"}))
        where: Body = chance.choice(({}, {"table": chance.randrange(1, 9)}, {"table": "la del fondo"}))
        return Call("PUT", f"/v1/fixtures/{chance.choice(some)['id']}/schedule", when | where)

    def draw_again(self, chance: Random) -> Call | None:
        """Another draw."""
        contest = self.contest(chance)
        there = [one["id"] for one in contest["entrants"]]
        entrants = contest["draw"]["order"] if chance.random() < 0.5 else contest["entrants"]
        order = chance.sample([one["id"] for one in entrants], len(there)) if len(entrants) == len(there) else there
        return Call("POST", f"/v1/contests/{contest['id']}/draw", {"order": order} | WHY)

    def open_table(self, chance: Random) -> Call | None:
        """The opening of a match at a table."""
        contest = self.contest(chance)
        some = self.fixtures(contest, "pending") or contest["fixtures"]
        return Call("POST", "/v1/matches", {"fixture": chance.choice(some)["id"]}) if some else None

    def at_table(self, chance: Random) -> Call | None:
        """An act of the table in its match: a side leaves, that is undone, a note, a card."""
        matches = [one["match"] for one in self.contest(chance)["fixtures"] if one.get("match")]
        if not matches:
            return None
        match = chance.choice(matches)
        version = self.get(f"/v1/matches/{match}")["version"]
        event: Body = chance.choice((
            {"type": "withdraw", "seat": 0}, {"type": "withdraw", "seat": 1}, {"type": "retract", "to": version - 1},
            {"type": "sanction", "seat": 1, "card": "black"},
        ))  # fmt: skip
        return Call("POST", f"/v1/matches/{match}/events", event | WHY, version=version)

    def enter(self, chance: Random) -> Call | None:
        """A person joins the championship."""
        return Call(
            "POST", f"{self.path}/players", {"players": [{"name": f"Zoe {chance.randrange(999)}", "distinct": True}]}
        )

    def remove(self, chance: Random) -> Call | None:
        """The removal of a person entered by mistake."""
        who = chance.choice(self.people())["id"]
        return Call("DELETE", f"{self.path}/players/{who}", params=WHY, version=self.version())

    def change_clock(self, chance: Random) -> Call | None:
        """A new clock for a contest."""
        timing = chance.choice((None, {"match_seconds": 2_700}))
        return Call("PUT", f"/v1/contests/{chance.choice(self.contests)}/timing", {"timing": timing} | WHY)

    def agree_on_cards(self, chance: Random) -> Call | None:
        """A new discipline, or none."""
        discipline = chance.choice((None, {"no_show_minutes": 15}))
        return Call("PUT", f"{self.path}/discipline", {"discipline": discipline} | WHY)

    def merge(self, chance: Random) -> Call | None:
        """The merge of two entries of one person: of players, and of people in no contest."""
        one, other = chance.sample(self.people(), 2)
        json = {"into": other["id"], "reason": "se apuntó dos veces"}
        return Call("POST", f"/v1/players/{one['id']}/merge", json)

    def part(self, chance: Random) -> Call | None:
        """The undo of a merge, of the last one or of any."""
        newcomers = [entry["player"] for entry in self.log() if entry["type"] == "player_merged"]
        if not newcomers:
            return None
        who = newcomers[-1] if chance.random() < 0.6 else chance.choice(newcomers)
        return Call("DELETE", f"/v1/players/{who}/merge", params=WHY)

    def version(self) -> int:
        return int(self.view()["version"])

    def _contest(self, id_: str) -> Body:
        return dict(self.get(f"/v1/contests/{id_}"))


def result(contest: Body, fixture: Body, chance: Random) -> Body:
    """A result that is possible in this match, most of the time."""
    kind = f"{contest['ruleset']} of {len(fixture['entrants'])}"
    to_a_limit = f"{kind} to {fixture.get('params', {}).get('limit')}"
    return dict(chance.choice(RESULTS.get(to_a_limit) or RESULTS[kind]))


def _reopening(chance: Random) -> Body:
    return {"reopen": True} if chance.random() < 0.5 else {}


def _ways_back(championship: str, entry: Body) -> Iterator[str]:
    """The calls that undo an entry of the log."""
    contest, fixture, version = entry.get("contest"), entry.get("fixture"), entry["version"]
    if contest:
        yield f"/v1/contests/{contest}/decisions/{version}"
    match entry["type"]:
        case "result_reported" | "result_corrected" | "match_finished":
            yield f"/v1/fixtures/{fixture}/result"
        case "walkover_given":
            yield f"/v1/fixtures/{fixture}/walkover"
        case "entrant_withdrawn":
            yield f"/v1/contests/{contest}/withdrawals/{entry['entrant']}"
        case "entrant_substituted":
            yield f"/v1/contests/{contest}/substitutions/{entry['out']}"
        case "player_sanctioned":
            yield f"{championship}/sanctions/{version}"
        case "players_entered":
            yield from (f"{championship}/players/{one}" for one in entry["players"])
        case _ if not contest:
            yield f"{championship}/sanctions/{version}"
