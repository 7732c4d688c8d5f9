"""The commands of series: open a series, make a championship an edition of it, and take that back."""

from collections.abc import Callable, Sequence
from typing import Annotated, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from referee.championship.service import Championships, new_id
from referee.errors import Conflict, Forbidden, Impossible, NotFound
from referee.log.idempotency import ClientKey, Creation, New, create_once
from referee.log.records import Clash
from referee.match.events import FOR_GOOD
from referee.matches.commands import TRIES
from referee.people.spelling import require_name
from referee.series import chain
from referee.series.chain import Edition, EditionPlaced, EditionRemoved, SeriesEntry, SeriesOpened, SeriesRenamed
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
    """A series, the time when it was opened and the number of its editions, as of a position of the log."""

    series: SeriesName
    at: str
    position: int
    editions: int = 0


class EditionWritten(Struct, frozen=True):
    """The edition that a championship is, as of a position of the log."""

    edition: ChampionshipEdition
    position: int


class AllSeries:
    """The series of one log."""

    def __init__(self, championships: Championships) -> None:
        self.championships = championships
        self.log = championships.log

    def edition(self, championship: str) -> ChampionshipEdition:
        """Returns the edition that a championship is. Raises NotFound for an unknown championship."""
        self.championships.championship(championship)
        return _edition_of(chain.fold(chain.entries(self.log)), championship)

    def open(self, request: OpenSeries, by: str, key: ClientKey | None = None) -> SeriesWritten:
        """Opens a series. A retry with the same idempotency key returns the first series.

        Raises KeyReused, Conflict, BadRequest.
        """
        request = replace(request, name=require_name(request.name, "$.name"))

        def make() -> tuple[New, Callable[[int], SeriesWritten]]:
            at, series = self.championships.matches.clock(), SeriesName(new_id(), request.name)
            event = SeriesOpened(series.id, series.name)
            new = New(series.id, chain.records(chain.entries(self.log), event, at, by))
            return new, lambda position: SeriesWritten(series, at, position)

        def again(id_: str) -> SeriesWritten:
            opening = _opening(chain.entries(self.log), id_)
            name = chain.fold([opening]).names[id_]
            return SeriesWritten(SeriesName(id_, name), opening.recorded_at, self.log.position())

        return self._create(Creation(key, by, again, make))

    def rename(self, series: str, request: RenameSeries, by: str, key: ClientKey | None = None) -> SeriesWritten:
        """Gives a series another name. Stores nothing if the series has this name already.

        Raises NotFound, Conflict, KeyReused, BadRequest.
        """
        request = replace(request, name=require_name(request.name, "$.name"))

        def current(entries: Sequence[SeriesEntry], position: int) -> SeriesWritten:
            state = chain.fold(entries)
            editions = sum(placement.series == series for placement in state.editions.values())
            at = _opening(entries, series).recorded_at
            return SeriesWritten(SeriesName(series, state.names[series]), at, position, editions)

        def make() -> tuple[New, Callable[[int], SeriesWritten]]:
            entries = chain.entries(self.log)
            state = chain.fold(entries)
            if series not in state.names:
                raise no_series(series)
            event, new_records = SeriesRenamed(series, request.name), []
            if state.names[series] != request.name:
                new_records = chain.records(entries, event, self.championships.matches.clock(), by)
            response = current(entries, 0)
            name = SeriesName(series, request.name)
            return New(series, new_records), lambda position: replace(response, series=name, position=position)

        def as_it_is(_: str) -> SeriesWritten:
            return current(chain.entries(self.log), self.log.position())

        entries = chain.entries(self.log)
        if key is None and chain.fold(entries).names.get(series) == request.name:
            return as_it_is(series)
        return self._create(Creation(key, by, as_it_is, make))

    def place(
        self, championship: str, request: PlaceEdition, by: str, key: ClientKey | None = None, *, may_join: bool = True
    ) -> EditionWritten:
        """Makes a championship this edition of a series, in place of the edition that it was before.

        Raises NotFound for the series, Impossible if another championship is that edition, Conflict, KeyReused; without
        `may_join` also Forbidden if the championship does not belong to this series yet.
        """

        if key is None and _is_so(chain.fold(chain.entries(self.log)), championship, request):
            return self._as_it_is(championship)

        def make() -> tuple[New, Callable[[int], EditionWritten]]:
            entries = chain.entries(self.log)
            state = chain.fold(entries)
            if request.series not in state.names:
                raise no_series(request.series)
            if not may_join and not _is_of(state, championship, request.series):
                raise _joining_refusal()
            holder = state.holder(request.series, request.edition)
            if holder not in {None, championship}:
                raise self._number_refusal(state.names[request.series], request.edition, str(holder))
            event = EditionPlaced(championship, request.series, request.edition)
            new_records = (
                []
                if _is_so(state, championship, request)
                else chain.records(entries, event, self.championships.matches.clock(), by)
            )
            name = SeriesName(request.series, state.names[request.series])
            edition = ChampionshipEdition(championship, name, request.edition)
            return New(championship, new_records), lambda position: EditionWritten(edition, position)

        return self._create(Creation(key, by, lambda _: self._as_it_is(championship), make))

    def remove(self, championship: str, by: str) -> EditionWritten:
        """Takes a championship out of its series. Raises NotFound if it is in none, Conflict."""

        def make() -> tuple[New, Callable[[int], EditionWritten]]:
            entries = chain.entries(self.log)
            placement = chain.fold(entries).editions.get(championship)
            if placement is None:
                raise NotFound(
                    Text(
                        es=f"el campeonato {championship} no es de ninguna serie",
                        en=f"the championship {championship} is in no series",
                    )
                )
            event = EditionRemoved(championship, placement.series)
            new_records = chain.records(entries, event, self.championships.matches.clock(), by)
            edition = ChampionshipEdition(championship, None, None)
            return New(championship, new_records), lambda position: EditionWritten(edition, position)

        return self._create(Creation(None, by, lambda _: self._as_it_is(championship), make))

    def _create(self, creation: Creation[T]) -> T:
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

    def _number_refusal(self, series: str, edition: int, championship: str) -> Impossible:
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


def _opening(entries: Sequence[SeriesEntry], series: str) -> SeriesEntry:
    """The entry that opened a series."""
    return next(one for one in entries if isinstance(one.event, SeriesOpened) and one.event.series == series)


def no_series(id_: str) -> NotFound:
    """The refusal of an id that names no series."""
    return NotFound(Text(es=f"no hay serie {id_}", en=f"there is no series {id_}"))


def _joining_refusal() -> Forbidden:
    return Forbidden(
        Text(
            es="qué campeonatos son de una serie lo decide quien organiza todos: quien organiza uno corrige su número de "
            "edición, o lo saca de ella",
            en="which championships are of a series is decided by an organizer of all of them: the organizer of one corrects the "
            "number of its edition, or takes it out",
        )
    )


def _is_of(state: chain.EveryEdition, championship: str, series: str) -> bool:
    placement = state.editions.get(championship)
    return placement is not None and placement.series == series


def _is_so(state: chain.EveryEdition, championship: str, request: PlaceEdition) -> bool:
    return state.editions.get(championship) == EditionPlaced(championship, request.series, request.edition)


def _edition_of(state: chain.EveryEdition, championship: str) -> ChampionshipEdition:
    placement = state.editions.get(championship)
    if placement is None:
        return ChampionshipEdition(championship, None, None)
    return ChampionshipEdition(
        championship, SeriesName(placement.series, state.names[placement.series]), placement.edition
    )
