"""Rounds that make no whole league (format.given): each kind of flaw is named at its place, with the right way."""

from collections.abc import Sequence

import pytest

from referee.contests.draws import Round
from referee.contests.given import MOST_FLAWS, RULE, RoundOnPaper, whole_league
from referee.errors import Inconsistent

WHOLE = ("AB CD", "AC BD", "AD BC")


def rounds(*words: str) -> list[RoundOnPaper]:
    """Rounds in words: `AB CD`, and after a slash the one that rests."""
    return [
        RoundOnPaper(
            tuple((pair[0], pair[1]) for pair in word.partition("/")[0].split()),
            tuple(word.partition("/")[2]) if "/" in word else None,
        )
        for word in words
    ]


def flaws(words: Sequence[str], order: str = "ABCD", legs: int = 1) -> dict[str, list[str]]:
    """The flaws in English, by path."""
    with pytest.raises(Inconsistent) as refusal:
        whole_league(rounds(*words), order, legs, str.lower)
    assert refusal.value.rule == RULE
    assert refusal.value.flaws[0].text.en in refusal.value.text.en
    assert refusal.value.flaws[0].text.es in refusal.value.text.es
    by_path: dict[str, list[str]] = {}
    for flaw in refusal.value.flaws:
        assert flaw.text.es != flaw.text.en
        by_path.setdefault(flaw.path, []).append(flaw.text.en)
    return by_path


def test_a_whole_league_is_taken_as_it_is_given() -> None:
    assert whole_league(rounds("BA", "CA", "BC"), "ABC", 1, str) == (
        Round((("B", "A"),), ("C",)),
        Round((("C", "A"),), ("B",)),
        Round((("B", "C"),), ("A",)),
    )
    assert len(whole_league(rounds("AB/DC", "CD", "AC BD", "AD BC/"), "ABCD", 1, str)) == 4
    assert len(whole_league(rounds("AB", "AB"), "AB", 2, str)) == 2


@pytest.mark.parametrize(
    ("words", "path", "flaw"),
    [
        (("AB CD", "AC BD", "AD"), "$.rounds", "b and c meet 0 times, and `legs` is 1: a match is missing"),
        (("AB CA", "CD BD", "AD BC"), "$.rounds[0].matches[1][1]", "a plays in match 1 of round 1 already: one each round"),
        (("AA CD", "AB", "AC BD", "AD BC"), "$.rounds[0].matches[0][1]", "a cannot play against themselves: name two"),
        (
            (*WHOLE, "BA"),
            "$.rounds[3].matches[0]",
            "b and a meet in round 1 already, and `legs` is 1: this match is too many",
        ),
        (("AB", "AC", "BC"), "$.rounds", "d plays in no round, and is among the entrants"),
        (("AB CD/A", *WHOLE[1:]), "$.rounds[0].rests", "in round 1 those rest who have no match: nobody"),
        (("AB/C", "CD", *WHOLE[1:]), "$.rounds[0].rests", "in round 1 those rest who have no match: c, d"),
        (("AB/CDD", "CD", *WHOLE[1:]), "$.rounds[0].rests", "in round 1 those rest who have no match: c, d"),
        (WHOLE * 2, "$.params.legs", "all meet 2 times, and `legs` is 1: both must be the same, and may be 1 or 2"),
    ],
)  # fmt: skip
def test_a_flaw_is_named_at_its_place(words: Sequence[str], path: str, flaw: str) -> None:
    assert flaw in flaws(words)[path]


def test_one_leg_of_two_is_a_number_of_legs() -> None:
    assert [*flaws(WHOLE, legs=2)] == ["$.params.legs"]


def test_a_pair_that_meets_once_of_two_legs_lacks_a_match() -> None:
    assert flaws((*WHOLE, "AB CD", "AC BD", "AD"), legs=2) == {
        "$.rounds": ["b and c meet once, and `legs` is 2: a match is missing"]
    }


def test_who_plays_nowhere_is_named_once_and_a_refusal_can_be_read() -> None:
    assert flaws(("AB",), "ABC")["$.rounds"] == ["c plays in no round, and is among the entrants"]
    assert sum(map(len, flaws(("AB",) * 30, "ABC").values())) == MOST_FLAWS
