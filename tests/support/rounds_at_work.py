"""Contests in rounds over HTTP: pairs of Guiñote, and the rounds that are paired and played."""

from typing import Any, Self

from tests.support.organizing import Contest
from tests.support.service import Caller

NAMES = ("Ñico", "Zoe", "Óscar", "Ana", "Nuria", "Íñigo", "Úrsula", "Beto", "Noa", "Ángel")


class ContestInRounds(Contest):
    """A contest in rounds between pairs, in the order of their people."""

    @classmethod
    def of_pairs(cls, client: Caller, *people: str, **params: Any) -> Self:
        """Draws it; `params` are more of its options than the number of rounds."""
        pairs = [[*people[n : n + 2]] for n in range(0, len(people), 2)]
        return cls(
            client,
            *people,
            ruleset="guinote",
            format="rounds",
            order=pairs,
            params={"round_count": 3, **params},
        )

    def pair(self, **body: Any) -> dict[str, Any]:
        """Pairs the next round."""
        answer = self.client.post(f"/v1/contests/{self.id}/rounds", json=body)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def play(self, view: dict[str, Any]) -> None:
        """Ends the matches of a round; the first of each pair of entrants wins."""
        for pair in view["pairs"]:
            answer = self.client.post(f"/v1/fixtures/{pair['fixture']}/result", json={"points": [3, 1]})
            assert answer.status_code == 201, answer.text
