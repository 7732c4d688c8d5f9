"""The commands of series: open one, let a championship be an edition of it, and take that back."""

from collections.abc import Callable, Sequence
from typing import Annotated, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from referee.championship.service import Championships, new_id
from referee.errors import Conflict, Forbidden, Impossible, NotFound
from referee.match.vocabulary import FOR_GOOD
from referee.people.spelling import need_name
from referee.series import chain
from referee.series.chain import Edition, EditionPlaced, EditionRemoved, SeriesEntry, SeriesOpened, SeriesRenamed
from referee.service.idempotency import ClientKey, Creation, New, create_once
from referee.service.matches import TRIES
from referee.store.log import Clash
from referee.text import Text

T = TypeVar("T")


class OpenSeries(Struct, frozen=True, forbid_unknown_fields=True):
    """A series of championships, by its name."""

    name: Annotated[str, Meta(min_length=1, max_length=200, description=FOR_GOOD, examples=["Fiestas de agosto"])]


class RenameSeries(Struct, frozen=True, forbid_unknown_fields=True):
    """What a series is called from now on; what it was called before stays on the log."""

    name: Annotated[str, Meta(min_length=1, max_length=200, description=FOR_GOOD, examples=["Fiestas de septiembre"])]


class PlaceEdition(Struct, frozen=True, forbid_unknown_fields=True):
    """The series that a championship belongs to, and which edition of it it is."""

    series: Annotated[str, Meta(max_length=64, description="The id of the series.")]
    edition: Edition


class SeriesName(Struct, frozen=True):
    """A series by its name."""

    id: str
    name: str


class ChampionshipEdition(Struct, frozen=True):
    """Which edition of which series a championship is; both null where it is of none."""

    championship: str
    series: SeriesName | None
    edition: int | None


class SeriesWritten(Struct, frozen=True):
    """A series, when it was opened, how many editions it has, and the position of the log that this stands for."""

    series: SeriesName
    at: str
    position: int
    editions: int = 0


class EditionWritten(Struct, frozen=True):
    """What a championship is now, and the position of the log that this stands for."""

    edition: ChampionshipEdition
    position: int


class AllSeries:
    """The series of one log."""

    def __init__(self, championships: Championships) -> None:
        self.championships = championships
        self.log = championships.log

    def edition(self, championship: str) -> ChampionshipEdition:
        """Which edition of which series a championship is. Raises NotFound where there is no such championship."""
        self.championships.championship(championship)
        return _shown(chain.fold(chain.entries(self.log)), championship)

    def open(self, asked: OpenSeries, by: str, key: ClientKey | None = None) -> SeriesWritten:
        """Opens a series; with an idempotency key a retry gives the first one again. Raises KeyReused, Conflict, Malformed."""
        asked = replace(asked, name=need_name(asked.name, "$.name"))

        def make() -> tuple[New, Callable[[int], SeriesWritten]]:
            at, series = self.championships.matches.clock(), SeriesName(new_id(), asked.name)
            event = SeriesOpened(series.id, series.name)
            new = New(series.id, chain.records(chain.entries(self.log), event, at, by))
            return new, lambda position: SeriesWritten(series, at, position)

        def again(id_: str) -> SeriesWritten:
            opened = _opening(chain.entries(self.log), id_)
            name = chain.fold([opened]).names[id_]
            return SeriesWritten(SeriesName(id_, name), opened.recorded_at, self.log.position())

        return self._decided(Creation(key, by, again, make))

    def rename(self, series: str, asked: RenameSeries, by: str, key: ClientKey | None = None) -> SeriesWritten:
        """Gives a series another name. The name that it has already changes nothing. Raises NotFound, Conflict, KeyReused,
        Malformed.
        """
        asked = replace(asked, name=need_name(asked.name, "$.name"))

        def written(known: Sequence[SeriesEntry], position: int) -> SeriesWritten:
            now = chain.fold(known)
            editions = sum(placed.series == series for placed in now.editions.values())
            at = _opening(known, series).recorded_at
            return SeriesWritten(SeriesName(series, now.names[series]), at, position, editions)

        def make() -> tuple[New, Callable[[int], SeriesWritten]]:
            known = chain.entries(self.log)
            now = chain.fold(known)
            if series not in now.names:
                raise no_series(series)
            event, made = SeriesRenamed(series, asked.name), []
            if now.names[series] != asked.name:
                made = chain.records(known, event, self.championships.matches.clock(), by)
            shown = written(known, 0)
            name = SeriesName(series, asked.name)
            return New(series, made), lambda position: replace(shown, series=name, position=position)

        def as_it_is(_: str) -> SeriesWritten:
            return written(chain.entries(self.log), self.log.position())

        known = chain.entries(self.log)
        if key is None and chain.fold(known).names.get(series) == asked.name:
            return as_it_is(series)
        return self._decided(Creation(key, by, as_it_is, make))

    def place(
        self, championship: str, asked: PlaceEdition, by: str, key: ClientKey | None = None, *, may_join: bool = True
    ) -> EditionWritten:
        """Lets a championship be this edition of a series, in place of what it was before.

        Raises NotFound for the series, Impossible where another championship is that edition, Conflict, KeyReused; without
        `may_join` Forbidden where it is of another series so far, or of none.
        """

        if key is None and _is_so(chain.fold(chain.entries(self.log)), championship, asked):
            return self._as_it_is(championship)

        def make() -> tuple[New, Callable[[int], EditionWritten]]:
            known = chain.entries(self.log)
            now = chain.fold(known)
            if asked.series not in now.names:
                raise no_series(asked.series)
            if not may_join and not _is_of(now, championship, asked.series):
                raise _not_joined()
            taken = now.taken(asked.series, asked.edition)
            if taken not in {None, championship}:
                raise self._taken(now.names[asked.series], asked.edition, str(taken))
            event = EditionPlaced(championship, asked.series, asked.edition)
            made = (
                []
                if _is_so(now, championship, asked)
                else chain.records(known, event, self.championships.matches.clock(), by)
            )
            name = SeriesName(asked.series, now.names[asked.series])
            shown = ChampionshipEdition(championship, name, asked.edition)
            return New(championship, made), lambda position: EditionWritten(shown, position)

        return self._decided(Creation(key, by, lambda _: self._as_it_is(championship), make))

    def remove(self, championship: str, by: str) -> EditionWritten:
        """Takes a championship out of its series. Raises NotFound where it is in none, Conflict."""

        def make() -> tuple[New, Callable[[int], EditionWritten]]:
            known = chain.entries(self.log)
            placed = chain.fold(known).editions.get(championship)
            if placed is None:
                raise NotFound(
                    Text(
                        es=f"el campeonato {championship} no es de ninguna serie",
                        en=f"the championship {championship} is in no series",
                    )
                )
            event = EditionRemoved(championship, placed.series)
            made = chain.records(known, event, self.championships.matches.clock(), by)
            shown = ChampionshipEdition(championship, None, None)
            return New(championship, made), lambda position: EditionWritten(shown, position)

        return self._decided(Creation(None, by, lambda _: self._as_it_is(championship), make))

    def _decided(self, creation: Creation[T]) -> T:
        for _ in range(TRIES):
            try:
                return create_once(self.log, creation)
            except Clash:
                continue
        raise Conflict(
            Text(
                es="otra persona está cambiando las series a la vez",
                en="somebody else is changing series at the same time",
            )
        )

    def _as_it_is(self, championship: str) -> EditionWritten:
        return EditionWritten(self.edition(championship), self.log.position())

    def _taken(self, series: str, edition: int, championship: str) -> Impossible:
        name = self.championships.championship(championship).name
        return Impossible(
            Text(
                es=f"la edición {edition} de «{series}» ya es el campeonato «{name}» ({championship}): elija otro número,"
                " o cambie antes el de aquél",
                en=f"edition {edition} of “{series}” is the championship “{name}” ({championship}) already: choose another "
                "number, or change that one's first",
            ),
            extra={"championship": championship},
        )


def _opening(known: Sequence[SeriesEntry], series: str) -> SeriesEntry:
    """The entry that opened a series."""
    return next(one for one in known if isinstance(one.event, SeriesOpened) and one.event.series == series)


def no_series(id_: str) -> NotFound:
    """The refusal of an id that is no series'."""
    return NotFound(Text(es=f"no hay serie {id_}", en=f"there is no series {id_}"))


def _not_joined() -> Forbidden:
    return Forbidden(
        Text(
            es="qué campeonatos son de una serie lo decide quien organiza todos: quien organiza uno corrige su número de "
            "edición, o lo saca de ella",
            en="which championships are of a series is decided by an organizer of all of them: the organizer of one corrects the "
            "number of its edition, or takes it out",
        )
    )


def _is_of(now: chain.EveryEdition, championship: str, series: str) -> bool:
    placed = now.editions.get(championship)
    return placed is not None and placed.series == series


def _is_so(now: chain.EveryEdition, championship: str, asked: PlaceEdition) -> bool:
    return now.editions.get(championship) == EditionPlaced(championship, asked.series, asked.edition)


def _shown(now: chain.EveryEdition, championship: str) -> ChampionshipEdition:
    placed = now.editions.get(championship)
    if placed is None:
        return ChampionshipEdition(championship, None, None)
    return ChampionshipEdition(championship, SeriesName(placed.series, now.names[placed.series]), placed.edition)
