"""The layout of a table of Casino: loose cards and builds."""

from typing import NamedTuple

from msgspec import Struct


class StandingBuild(NamedTuple):
    """A build on the table: its owner, its value and its cards; multiple if it has more than one group."""

    id: str
    owner: int
    value: int
    cards: int
    multiple: bool


class Layout(Struct, frozen=True):
    """The table: `loose` cards as a mask, the builds that stand, and the `build_count` of this deal.

    `barred`: per side, exposed cards that it may not take (casino.exposed).
    """

    loose: int
    builds: tuple[StandingBuild, ...]
    build_count: int
    barred: tuple[int, ...]

    @property
    def cards(self) -> int:
        """Every card on the table, those in builds too."""
        cards = self.loose
        for build in self.builds:
            cards |= build.cards
        return cards

    def build(self, id_: str) -> StandingBuild | None:
        """The build of this id, or None."""
        return next((build for build in self.builds if build.id == id_), None)

    def builds_named(self, ids: tuple[str, ...]) -> tuple[StandingBuild, ...]:
        """The builds of these ids that stand."""
        return tuple(build for build in self.builds if build.id in ids)

    def binds(self, seat: int) -> bool:
        """True if a build that this seat made or changed last stands (casino.own-build)."""
        return bool(self.builds) and any(build.owner == seat for build in self.builds)

    def lay(self, cards: int) -> "Layout":
        """The table with these cards loose on it."""
        return Layout(self.loose | cards, self.builds, self.build_count, self.barred)

    def lift(self, cards: int, builds: tuple[StandingBuild, ...] = ()) -> "Layout":
        """The table without these loose cards and these builds."""
        stand = tuple(build for build in self.builds if build not in builds) if builds else self.builds
        return Layout(self.loose & ~cards, stand, self.build_count, self.barred)

    def stack(self, build: StandingBuild) -> "Layout":
        """The table with this build in place of the one of its id, and without the loose cards that are now in it."""
        others = (other for other in self.builds if other.id != build.id)
        builds = tuple(sorted((*others, build), key=lambda standing: int(standing.id[1:])))
        count = max(self.build_count, int(build.id[1:]))
        return Layout(self.loose & ~build.cards, builds, count, self.barred)

    def bar(self, side: int, card: int) -> "Layout":
        """The table with a card on it that this side may not take."""
        bars = tuple(cards | card if other == side else cards for other, cards in enumerate(self.barred))
        return Layout(self.loose | card, self.builds, self.build_count, bars)
