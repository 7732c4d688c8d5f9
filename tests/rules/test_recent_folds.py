"""Folds kept in memory: bounded, the newest version of each."""

from msgspec import Struct

from referee.log.folds import RecentFolds


class Fold(Struct, frozen=True):
    id: str
    version: int


def two_kept(*entries: Fold) -> RecentFolds[Fold]:
    """Room for two folds, in which these were stored one after the other."""
    folds: RecentFolds[Fold] = RecentFolds(2)
    for fold in entries:
        folds.keep(fold)
    return folds


def test_the_least_recently_used_is_the_first_out() -> None:
    folds = two_kept(Fold("a", 1), Fold("b", 1))
    assert folds.get("a") == Fold("a", 1)
    folds.keep(Fold("c", 1))
    assert [folds.get(id_) is not None for id_ in "abc"] == [True, False, True]
    assert len(folds) == 2


def test_an_older_version_does_not_take_the_place_of_a_newer() -> None:
    folds = two_kept(Fold("a", 2), Fold("a", 1))
    assert folds.get("a") == Fold("a", 2)
    folds.keep(Fold("a", 3))
    assert folds.get("a") == Fold("a", 3)
