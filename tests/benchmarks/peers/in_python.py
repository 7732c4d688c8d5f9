"""Pairs fields with py4swiss and pairing-core, in the environment of the peers: a field a line in, a pairing a line out."""

import json
import resource
import sys
from collections.abc import Callable
from time import process_time
from typing import Any

Json = dict[str, Any]
Answer = tuple[list[tuple[int, int]], int | None]
"""The pairs, and the entrant with the bye."""


class Entrant:
    """An entrant with the history of all rounds, in half points of chess: 2 for a win, 1 if level."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.rivals: list[int] = []
        self.colors = ""
        self.results = ""
        self.scores = [0]
        self.floats = ""

    @property
    def has_rested(self) -> bool:
        """True after a bye."""
        return 0 in self.rivals

    def add(self, rival: int, color: str, points: int, gap: int) -> None:
        """Adds a round: `rival` is 0 and `color` "-" for a bye; `gap` is how far the rival was below."""
        self.rivals.append(rival)
        self.colors += color
        self.results += "U" if rival == 0 else "0=1"[points]
        self.scores.append(self.scores[-1] + points)
        self.floats += "D" if gap > 0 else "U" if gap < 0 else "-"


def entrants_of(field: Json) -> list[Entrant]:
    """The entrants after the rounds of a field, by number."""
    entrants = [Entrant(number) for number in range(1, field["size"] + 1)]
    for round_ in field["rounds"]:
        for white, black, points in round_["pairs"]:
            one, other = entrants[white - 1], entrants[black - 1]
            gap = one.scores[-1] - other.scores[-1]
            one.add(black, "w", points, gap)
            other.add(white, "b", 2 - points, -gap)
        if round_["bye"]:
            entrants[round_["bye"] - 1].add(0, "-", 2, 1)
    return entrants


def by_py4swiss(field: Json, engine: str) -> Callable[[], Answer]:
    """A pairing by an engine of py4swiss: `DutchEngine`, `DubovEngine` or `BursteinEngine`."""
    from py4swiss import engines
    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.codes import PlayerCode
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
    from py4swiss.trf.sections import PlayerSection, XSection

    entrants = entrants_of(field)
    line = sorted(entrants, key=lambda one: (-one.scores[-1], one.number))
    places = {one.number: place for place, one in enumerate(line, 1)}
    sections = [
        PlayerSection(
            code=next(iter(PlayerCode)),
            starting_number=one.number,
            fide_rating=3000 - one.number,
            points_times_ten=5 * one.scores[-1],
            rank=places[one.number],
            results=[
                RoundResult(id=rival, color=ColorToken(color), result=ResultToken(result))
                for rival, color, result in zip(one.rivals, one.colors, one.results, strict=True)
            ],
        )
        for one in entrants
    ]
    trf = ParsedTrf(player_sections=sections, x_section=XSection(number_of_rounds=field["all_rounds"]))
    trf.validate_contents()

    def pair() -> Answer:
        cards = getattr(engines, engine).generate_pairings(trf)
        byes = [card.white or card.black for card in cards if not (card.white and card.black)]
        return [(card.white, card.black) for card in cards if card.white and card.black], byes[0] if byes else None

    return pair


def by_pairing_core(field: Json, ruleset: str) -> Callable[[], Answer]:
    """A pairing by a ruleset of pairing-core, with the time that the field allows."""
    if ruleset == "dutch-till2026-compat":
        return _by_the_kernel(field, ruleset)
    from pairing_core.fide2026 import P26Player, P26Request, pair_2026

    results = {0: "L", 1: "D", 2: "W"}
    entrants = entrants_of(field)
    request = P26Request(
        players=tuple(
            P26Player(
                id=one.number,
                tpn=one.number,
                score=one.scores[-1] / 2,
                rating=3000 - one.number,
                colors=one.colors.replace("-", "u").replace("w", "W").replace("b", "B"),
                opponents=tuple(rival for rival in one.rivals if rival),
                unplayed=one.rivals.count(0),
                last_float=one.floats[-1:].replace("-", ""),
                prev_float=one.floats[-2:-1].replace("-", ""),
                got_pab=one.has_rested,
                played=len(one.rivals) - one.rivals.count(0),
            )
            for one in entrants
        ),
        ruleset=ruleset,
        round_number=len(field["rounds"]) + 1,
        total_rounds=field["all_rounds"],
        prior_upfloats=tuple((one.number, one.floats.count("U")) for one in entrants),
        round_results=tuple(
            (
                one.number,
                tuple(
                    results["0=1".index(result)]
                    for rival, result in sorted(zip(one.rivals, one.results, strict=True))
                    if rival
                ),
            )
            for one in entrants
        ),
        wall_clock_seconds=field["limit"],
    )

    def pair() -> Answer:
        pairing = pair_2026(request)
        return [(one.white_id, one.black_id) for one in pairing.pairs], pairing.bye_id

    return pair


def _by_the_kernel(field: Json, ruleset: str) -> Callable[[], Answer]:
    from pairing_core import CanonicalPlayer, CanonicalRequest, ExecutionBudgets, pair_canonical

    request = CanonicalRequest(
        players=tuple(
            CanonicalPlayer(
                id=one.number,
                pairing_no=one.number,
                rating=3000 - one.number,
                points=one.scores[-1] / 2,
                color_hist=one.colors,
                opponents=tuple(rival for rival in one.rivals if rival),
                received_bye=one.has_rested,
                float_hist=one.floats,
            )
            for one in entrants_of(field)
        ),
        ruleset=ruleset,
        round_number=len(field["rounds"]) + 1,
        budgets=ExecutionBudgets(wall_clock_seconds=field["limit"]),
    )

    def pair() -> Answer:
        boards = pair_canonical(request).pairings
        byes = [board.white_id for board in boards if board.is_bye]
        return [(board.white_id, board.black_id) for board in boards if not board.is_bye], byes[0] if byes else None

    return pair


PEERS = {"py4swiss": by_py4swiss, "pairing-core": by_pairing_core}


def answer_of(field: Json) -> Json:
    """The pairing of a field with the CPU seconds that it took, or the error raised."""
    begin = process_time()
    try:
        pair = PEERS[field["peer"]](field, field["method"])
        begin = process_time()
        pairs, bye = pair()
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}", "seconds": process_time() - begin}
    return {"pairs": pairs, "bye": bye, "seconds": process_time() - begin}


MEMORY = 2_000_000_000
"""Bytes that a search may take: beyond them it raises MemoryError, and the machine goes on."""

if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for text in sys.stdin:
        print(json.dumps(answer_of(json.loads(text))), flush=True)
