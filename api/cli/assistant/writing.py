"""The tools that write. Each is tried first: only with the version that the trial named is anything stored."""

from typing import Annotated, Any

import msgspec
from msgspec import Raw
from pydantic import Field

from api.cli.assistant.texts import Id, compact
from referee.client import Referee
from referee.client.request import get, if_match, post

Version = Annotated[
    int,
    Field(
        ge=1,
        description="Leave it out at first: nothing is stored then, and the answer says what would happen, and the version of "
        "the match. Give that version to store: it is refused if the match went on meanwhile.",
    ),
]


class _VersionAlone(msgspec.Struct):
    version: int


class WritingTools:
    """The tools that write to one service, with the rights of its token."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee

    def record_event(
        self,
        match: Id,
        event: Annotated[
            dict[str, Any],
            Field(description='An event as get_legal lists it, such as {"type": "play", "seat": 0, "card": "2C"}.'),
        ],
        version: Version | None = None,
    ) -> str:
        """Records what happened at a table: without `version` it is only tried. Ask the referee before you store."""
        return self._append(match, event, version)

    def rule_on_claim(
        self,
        match: Id,
        claim: Annotated[str, Field(pattern="^c[1-9][0-9]{0,8}$", examples=["c1"])],
        upheld: bool,
        reason: Annotated[str, Field(min_length=1, max_length=500, description="Why, in the referee's words.")],
        version: Version | None = None,
    ) -> str:
        """Decides a claim as the referee says: without `version` it is only tried. Ask the referee before you store."""
        return self._append(match, {"type": "ruling", "claim": claim, "upheld": upheld, "reason": reason}, version)

    def _append(self, match: str, event: dict[str, Any], version: int | None) -> str:
        path = f"/v1/matches/{match}"
        at = version or self._referee.send(get(path, msgspec.json.Decoder(_VersionAlone).decode)).version
        call = post(f"{path}/events", Raw, [event], query={"dry_run": version is None}, headers=if_match(at))
        answer = self._referee.send(call)
        if version is None:
            return compact({"stored": False, "version": at, "would": answer})
        return compact({"stored": True, "answer": answer})
