"""Check of opened deals by a championship's log alone: each seed is the one that the pairing bound (duplicate.deals)."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.audit.draws import EntryCheck
from referee.match.shuffle_commitments import digest
from referee.text import Text

PAIRED, OPENED = "round_paired", "deals_opened"


def check_openings(lines: Sequence[Mapping[str, Any]]) -> list[EntryCheck]:
    """Checks every seed of deals that the lines of a championship's log open."""
    checks: list[EntryCheck] = []
    bound: dict[tuple[str, int], str | None] = {}
    for line in lines:
        if line.get("type") == PAIRED:
            bound[line["contest"], line["round"]] = (line.get("deals") or {}).get("commitment")
        elif line.get("type") == OPENED:
            wrong = _flaw(line["round"], line["seed"], bound.get((line["contest"], line["round"])))
            checks.append(EntryCheck(line["version"], wrong))
    return checks


def _flaw(number: int, seed: str, commitment: str | None) -> Text | None:
    if commitment is None:
        return Text(
            es=f"ronda {number}: abre unas manos que nada comprometía",
            en=f"round {number}: it opens deals that nothing bound",
        )
    if digest(seed) != commitment:
        return Text(
            es=f"ronda {number}: la semilla «{seed}» no es la que se comprometió al emparejarla",
            en=f"round {number}: the seed “{seed}” is not the one that was bound when it was paired",
        )
    return None
