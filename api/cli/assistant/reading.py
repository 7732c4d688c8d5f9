"""The tools that read. The docstring of each is what an assistant is told about it."""

from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Annotated, Any, Literal

import msgspec
from mcp.server.mcpserver.exceptions import ToolError
from msgspec import Raw
from pydantic import Field
from rich.console import Console

from api.cli.assistant.texts import Cursor, Id, Limit, RulesetId, compact
from api.cli.language import say
from api.cli.terminal import audit_of
from referee.client import Call, Referee
from referee.client.request import Value, get
from referee.match.terms.rulebook import Clause
from referee.text import Text

MOST_PAGES = 20
"""Pages of championships that a search by name reads."""
PAGE = 500
ENTRIES_IN_WORDS = 300
"""Entries of a log that are told at once: some 15,000 characters."""
WIDTH = 100
"""Columns of a log in words."""
PENDING = "pending"
FixtureState = Literal["open", "pending", "played", "superseded", "void", "walkover"]
MatchStatus = Literal["open", "finished", "abandoned"]


class _Page(msgspec.Struct):
    items: list[dict[str, Any]]
    next: str | None = None


class _GameList(msgspec.Struct):
    items: list["_Game"]


class _Game(msgspec.Struct):
    id: str
    title: Text


class _Clauses(msgspec.Struct):
    clauses: list[Clause]


class _ClaimsOfMatch(msgspec.Struct):
    id: str
    version: int
    claims: list[dict[str, Any]] = []


class ReadingTools:
    """The tools that read from one service."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee

    def _text(self, path: str, **query: Value) -> str:
        """The answer of a path as it came."""
        return self._referee.send(get(path, bytes.decode, **query))

    def _page(self, path: str, **query: Value) -> _Page:
        return self._referee.send(get(path, msgspec.json.Decoder(_Page).decode, **query))

    def _pages(self, path: str) -> Iterator[_Page]:
        """The pages of a list, MOST_PAGES at most."""
        cursor: str | None = None
        for _ in range(MOST_PAGES):
            page = self._page(path, limit=PAGE, cursor=cursor)
            yield page
            cursor = page.next
            if cursor is None:
                return

    def list_games(self) -> str:
        """The games that can be played: id, title, how many may play."""
        return self._text("/v1/rulesets")

    def get_rule(
        self,
        code: Annotated[
            str,
            Field(
                max_length=100,
                description="hearts.follow-suit, or a game's id such as hearts.castillar: all its rules.",
            ),
        ],
    ) -> str:
        """The text of a rule by its code, with its source and why it is read so."""
        games = self._referee.send(get("/v1/rulesets", msgspec.json.Decoder(_GameList).decode)).items
        ids = {game.id for game in games}
        family = code.partition(".")[0]
        clauses = {
            clause.code: clause
            for game in games
            if code == game.id or (code not in ids and game.id.partition(".")[0] == family)
            for clause in self._rulebook(game.id)
        }
        if code in ids:
            return "\n".join(map(_in_words, clauses.values()))
        if code in clauses:
            return _in_words(clauses[code])
        codes = ", ".join(clauses or (game.id for game in games))
        raise ToolError(
            say(Text(es=f"no hay regla {code}; hay: {codes}", en=f"there is no rule {code}; there are: {codes}"))
        )

    def _rulebook(self, game: str) -> Iterable[Clause]:
        call: Call[_Clauses] = get(f"/v1/rulesets/{game}", msgspec.json.Decoder(_Clauses).decode)
        return self._referee.send(call).clauses

    def find_championships(
        self, name: Annotated[str, Field(max_length=200, description="A part of the name; all without it.")] = ""
    ) -> str:
        """Championships by a part of their name, newest first, with their ids."""
        part = name.casefold()
        pages = self._pages("/v1/championships")
        return compact([one for page in pages for one in page.items if part in one["name"].casefold()][:100])

    def get_championship(self, championship: Id) -> str:
        """A championship: its players, its contests with ids and phases, and its general table."""
        return self._text(f"/v1/championships/{championship}")

    def get_standings(self, contest: Id) -> str:
        """The table of a contest, and which step decided each place."""
        return self._text(f"/v1/contests/{contest}/standings")

    def list_fixtures(
        self,
        contest: Id,
        state: FixtureState | None = None,
        round: Annotated[int, Field(ge=1)] | None = None,
    ) -> str:
        """The matches of a contest in order: entrants, time, table, state and result. 100 at most."""
        fixtures = [
            fixture
            for fixture in self._page(f"/v1/contests/{contest}/fixtures").items
            if state in {None, fixture["state"]} and round in {None, fixture["round"]}
        ]
        return compact({"items": fixtures[:100], "left_out": max(0, len(fixtures) - 100)})

    def list_results(self, championship: Id | None = None, limit: Limit = 20, cursor: Cursor | None = None) -> str:
        """The latest results of all championships, or of one."""
        return self._text("/v1/results", championship=championship, limit=limit, cursor=cursor)

    def list_matches(
        self,
        championship: Id | None = None,
        player: Id | None = None,
        ruleset: RulesetId | None = None,
        status: MatchStatus | None = None,
        limit: Limit = 20,
        cursor: Cursor | None = None,
    ) -> str:
        """Recorded matches, the newest first: id, game, players, status."""
        query: dict[str, Value] = {"championship": championship, "player": player, "ruleset": ruleset, "status": status}
        return self._text("/v1/matches", limit=limit, cursor=cursor, **query)

    def get_match(self, match: Id, version: Annotated[int, Field(ge=1)] | None = None) -> str:
        """A match now, or as of a version of its log: phase, turn, cards that may be seen, score, infractions, claims."""
        return self._text(f"/v1/matches/{match}", at=version)

    def get_legal(self, match: Id) -> str:
        """Lists what may regularly come next. An event with `choose` has fields that must be chosen first."""
        return self._text(f"/v1/matches/{match}/legal")

    def read_log(self, match: Id, after: Annotated[int, Field(ge=0)] = 0) -> str:
        """Tells what happened in a match, in words: plays trick by trick, infractions with their rules, claims, points. A long
        one comes in parts: the last line says which `after` the next one has."""
        report, paper = self._referee.audit(match, after=after, limit=ENTRIES_IN_WORDS), StringIO()
        audit_of(report, self._referee.match(match), Console(file=paper, width=WIDTH, no_color=True))
        if report.next is not None:
            paper.write(say(Text(es=f"[sigue con after={report.next}]", en=f"[goes on with after={report.next}]")))
        return paper.getvalue()

    def list_open_claims(self, championship: Id | None = None) -> str:
        """The claims that wait for a ruling in the matches in play, of the 50 newest: of all, or of one championship."""
        matches = self._page("/v1/matches", championship=championship, status="open", limit=50).items
        read = msgspec.json.Decoder(_ClaimsOfMatch).decode
        views = [self._referee.send(get(f"/v1/matches/{match['id']}", read)) for match in matches]
        return compact(
            [
                {"match": view.id, "version": view.version, **claim}
                for view in views
                for claim in view.claims
                if claim["status"] == PENDING
            ]
        )

    def explain_claim(
        self, match: Id, claim: Annotated[str, Field(pattern="^c[1-9][0-9]{0,8}$", examples=["c1"])]
    ) -> str:
        """Why a play was a renuncio (revoke) or not: the play, the table then, what the hand held, what proved it, each rule in
        words, and the score with and without it."""
        dispute = self._text(f"/v1/matches/{match}/claims/{claim}")
        ruleset = msgspec.json.decode(dispute)["ruleset"]
        rules = {clause.code: _in_words(clause) for clause in self._rulebook(ruleset) if f'"{clause.code}"' in dispute}
        return compact({"dispute": Raw(dispute.encode()), "rules": rules})

    def find_players(self, name: Annotated[str, Field(min_length=1, max_length=200)]) -> str:
        """Players by their name, with their ids, also where it is spelt a little differently. Most services want a token."""
        return self._text("/v1/players", like=name, limit=20)

    def get_player_record(self, player: Id) -> str:
        """The record of a player in all matches, game by game, and the latest ten of them."""
        record, matches = self._text(f"/v1/players/{player}/record"), self._page("/v1/matches", player=player, limit=10)
        return compact({"record": Raw(record.encode()), "matches": matches.items})


def _in_words(clause: Clause) -> str:
    """A clause in the language of the terminal, after its code."""
    ruling = "" if clause.ruling is None else f" {say(clause.ruling)}"
    return f"{clause.code}: {say(Text(es=clause.es, en=clause.en))} ({clause.source}){ruling}"
