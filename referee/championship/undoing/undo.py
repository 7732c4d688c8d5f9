"""What may be taken back, and what has to be taken back before it.

Each function judges a request against the championship as it stands, and returns the event to store. The championship is then
as if what is taken back had never been told: where something that was told since stands on it, that has to be taken back first.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from referee.championship.decisions import contest_of, require_version
from referee.championship.events import (
    ContestCancelled,
    ContestDecision,
    ContestRedrawn,
    Decision,
    DecisionUndone,
    EntrantAdded,
    EntrantSubstituted,
    EntrantWithdrawn,
    FixtureDecision,
    MatchFinished,
    MatchOpened,
    MatchReopened,
    PlayerRemoved,
    PlayerSanctioned,
    ResultCorrected,
    ResultReported,
    SanctionUndone,
    TieRuled,
    WalkoverGiven,
)
from referee.championship.people import entrant_of, player
from referee.championship.record.contest import ContestOnRecord, FixtureOnRecord, Names
from referee.championship.state import Championship
from referee.championship.undoing.ways import WAYS
from referee.contests.formats import named
from referee.contests.late import of_group
from referee.errors import Conflict, Impossible, NotFound
from referee.match.registry import tag
from referee.text import Text

BY_HAND = (ResultReported, ResultCorrected)
AT_A_TABLE = (MatchOpened, MatchFinished, MatchReopened)
OF_A_RESULT = (*BY_HAND, *AT_A_TABLE, WalkoverGiven)
"""The decisions that say how a match came out, or that it is played."""
LATER = Text(
    es="lo que vino después depende de ello o lo reemplaza", en="what came later depends on it or takes its place"
)
Told = tuple[int, ContestDecision]
"""A decision about a contest, with its version."""


class Undo(Struct, frozen=True):
    """A request to take something back: why, and the version of the fixture or championship that it was meant for."""

    reason: str
    expected: int | None = None


def undo_decision(asked: Undo, version: int, now: Championship, contest: ContestOnRecord) -> DecisionUndone:
    """Takes back the decision of a version. Raises NotFound, Conflict, Impossible."""
    require_version_of(now, asked.expected)
    event = next((one for at, one in contest.history if at == version and isinstance(one, ContestDecision)), None)
    if event is None:
        raise _nothing(
            f"la versión {version} no decidió nada de este torneo", f"version {version} decided nothing of this contest"
        )
    way = WAYS[type(event)]
    if way.means != "undo":
        raise Impossible(
            Text(
                es=f"«{way.title.es}» no se deshace así: {way.instead.es}",
                en=f"{way.title.en!r} is not taken back so: {way.instead.en}",
            )
        )
    if version in contest.undone:
        raise Impossible(Text(es=f"la versión {version} ya se deshizo", en=f"version {version} was taken back already"))
    if isinstance(event, FixtureDecision):
        return _take_back(asked, now, contest, _with_its_own(contest, version, event), event.fixture)
    return _take_back(asked, now, contest, [(version, event)])


def undo_result(asked: Undo, now: Championship, contest: ContestOnRecord, record: FixtureOnRecord) -> DecisionUndone:
    """Takes a result away, with its corrections, or with the match that gave it. What was there before stands again.

    Raises NotFound where there is no result, Conflict, Impossible.
    """
    require_version(record, asked.expected)
    outcome = contest.outcome_of(record)
    if outcome is None or outcome.result is None:
        raise _nothing("ese encuentro no tiene resultado", "that match has no result")
    kinds = BY_HAND if outcome.match is None else AT_A_TABLE
    return _take_back(asked, now, contest, _last_run(contest, record, kinds), record.id)


def undo_walkover(asked: Undo, now: Championship, contest: ContestOnRecord, record: FixtureOnRecord) -> DecisionUndone:
    """Takes a walkover away; what was there before stands again. Raises NotFound where there is none, Conflict, Impossible."""
    require_version(record, asked.expected)
    told = _last_run(contest, record, (WalkoverGiven,))
    outcome = contest.outcome_of(record)
    if not told or outcome is None or outcome.at != told[-1][0]:
        raise _nothing("ese encuentro no tiene incomparecencia", "that match has no walkover")
    return _take_back(asked, now, contest, told, record.id)


def undo_withdrawal(asked: Undo, who: str, now: Championship, contest: ContestOnRecord, names: Names) -> DecisionUndone:
    """Takes a withdrawal back: the entrant never left. Raises NotFound, Ambiguous, Conflict, Impossible."""
    require_version_of(now, asked.expected)
    ids = _meant(who, now, contest, names)
    told = [one for one in contest.standing() if isinstance(one[1], EntrantWithdrawn) and one[1].entrant in ids]
    if not told:
        raise _nothing(f"{who} no se ha retirado de este torneo", f"{who} has not withdrawn from this contest")
    return _take_back(asked, now, contest, told[-1:])


def undo_substitution(
    asked: Undo, who: str, now: Championship, contest: ContestOnRecord, names: Names
) -> DecisionUndone:
    """Takes a substitution back: nobody came instead of this one. Raises NotFound, Ambiguous, Conflict, Impossible."""
    require_version_of(now, asked.expected)
    ids = _meant(who, now, contest, names)
    told = [one for one in contest.standing() if isinstance(one[1], EntrantSubstituted) and one[1].out in ids]
    if not told:
        raise _nothing(f"{who} no tiene sustituto en este torneo", f"{who} has no substitute in this contest")
    return _take_back(asked, now, contest, told[-1:])


def undo_sanction(asked: Undo, version: int, now: Championship) -> SanctionUndone:
    """Takes a card outside a match back. Raises NotFound, Conflict."""
    require_version_of(now, asked.expected)
    if all(card.version != version for card in now.sanctions):
        raise _nothing(
            f"la versión {version} no dio ninguna tarjeta fuera de un encuentro, o ya se quitó",
            f"version {version} gave no card outside a match, or it was taken back",
        )
    return SanctionUndone((version,), asked.reason)


def remove_player(asked: Undo, who: str, now: Championship, names: Names) -> PlayerRemoved:
    """Takes out somebody who was entered by mistake. Raises NotFound, Ambiguous, Conflict, Impossible for who takes part."""
    require_version_of(now, asked.expected)
    one = player(who, now, names)
    same = {id_ for id_ in (*now.entered, *now.merges.into) if now.merges.now(id_) == one}
    if {*now.entered} & same != {one}:
        raise Impossible(
            Text(
                es=f"{who} son varias fichas unidas: sepárelas antes",
                en=f"{who} is several entries that were merged: separate them first",
            )
        )
    entered, cards = _part_of(same, now)
    if entered or cards:
        first = [_first(contest.version, "contest_drawn") for contest in entered]
        raise Impossible(
            Text(
                es=f"{who} está inscrito en {len(entered)} torneos y tiene {len(cards)} tarjetas: anule o deshaga eso antes",
                en=f"{who} is entered in {len(entered)} contests and has {len(cards)} cards: cancel or take those back first",
            ),
            extra={
                "contests": [contest.id for contest in entered],
                "undo_first": [*first, *(_first(card, tag(PlayerSanctioned)) for card in cards)],
            },
        )
    return PlayerRemoved(one, asked.reason)


def leaving_with(event: DecisionUndone, now: Championship) -> list[PlayerRemoved]:
    """Those who came to the championship with what is taken back, and who take part in nothing else of it."""
    work = now.copy()
    work.enter(event, now.version + 1)
    told = (one for at, one in now.contests[event.contest].history if at in event.undone)
    newcomers = [id_ for one in told if isinstance(one, EntrantAdded) for id_ in one.newcomers]
    alone = [
        id_
        for id_ in newcomers
        if id_ in work.entered and id_ not in work.merges.into.keys() | work.merges.into.values()
    ]
    return [PlayerRemoved(id_, event.reason) for id_ in alone if not any(_part_of({id_}, work))]


def _part_of(same: set[str], now: Championship) -> tuple[list[ContestOnRecord], list[int]]:
    """The contests in which somebody of these ids is entered, and the versions of the cards that they have outside matches."""
    contests = [contest for contest in now.contests.values() if not contest.contest.cancelled]
    entered = [contest for contest in contests if any({*entry.people} & same for entry in contest.contest.entrants)]
    return entered, [card.version for card in now.sanctions if card.player in same]


def require_version_of(now: Championship, expected: int | None) -> None:
    """Raises Conflict where the championship has changed since the version that a request was meant for."""
    if expected is not None and expected != now.version:
        raise Conflict(
            Text(
                es=f"el campeonato va por la versión {now.version}, no por la {expected}",
                en=f"the championship is at version {now.version}, not {expected}",
            ),
            extra={"version": now.version},
        )


def _take_back(
    asked: Undo, now: Championship, contest: ContestOnRecord, told: Sequence[Told], fixture: str | None = None
) -> DecisionUndone:
    """The event, if nothing that was told since stands on what it takes back. Raises Impossible, which names that."""
    event = DecisionUndone(contest.id, tuple(at for at, _ in told), asked.reason, fixture)
    _require_held(contest, told)
    work = now.copy()
    work.enter(event, now.version + 1)
    after = contest_of(work, contest.id)
    first = {*_about_strangers(after), *_instead_of_newcomers(after, told), *_without_a_place(after)}
    if any(isinstance(one, ContestRedrawn) for _, one in told):
        first |= {at for at, one in contest.standing() if at > told[0][0] and isinstance(one, _NEEDS_A_DRAW)}
    if first:
        raise undo_first(LATER, [(at, one) for at, one in contest.standing() if at in first])
    gone = {person for entry in after.contest.entrants for person in map(now.merges.now, entry.people)} - {*now.players}
    if gone and not after.contest.cancelled:
        raise Impossible(
            Text(
                es=f"{len(gone)} de sus inscritos ya no participan en el campeonato: inscríbalos antes otra vez",
                en=f"{len(gone)} of its entrants no longer take part in the championship: enter them again first",
            )
        )
    return event


_NEEDS_A_DRAW = (*OF_A_RESULT, ContestRedrawn, EntrantWithdrawn, EntrantAdded, EntrantSubstituted, TieRuled)
"""The decisions that were taken by the order of a draw."""


def _require_held(contest: ContestOnRecord, told: Sequence[Told]) -> None:
    """Raises Impossible in a contest that was cancelled, for all but its cancellation."""
    cancelled = [(at, one) for at, one in contest.standing() if isinstance(one, ContestCancelled)]
    if cancelled and cancelled[-1] not in told:
        raise undo_first(Text(es="el torneo está anulado", en="the contest is cancelled"), cancelled)


def _about_strangers(after: ContestOnRecord) -> Iterable[int]:
    """What was told of somebody who would not be in the contest."""
    known = {entrant.id for entrant in after.contest.entrants}
    for at, one in after.standing():
        match one:
            case EntrantWithdrawn() if one.entrant not in known:
                yield at
            case EntrantSubstituted() if one.out not in known:
                yield at
            case ContestRedrawn() if not {*one.draw.order} <= known:
                yield at


def _instead_of_newcomers(after: ContestOnRecord, told: Sequence[Told]) -> Iterable[int]:
    """The substitutions in which somebody came who would not have entered late: that is another substitution from outside."""
    newcomers = {one.entrant.id for _, one in told if isinstance(one, EntrantAdded)}
    return [at for at, one in after.standing() if isinstance(one, EntrantSubstituted) and one.into in newcomers]


def _without_a_place(after: ContestOnRecord) -> Iterable[int]:
    """The entries into groups in which there would be no free place for them."""
    room = named(after.contest.format).room(after.contest) if after.contest.late else {}
    for group, free in room.items():
        if free < 0:
            yield from (entry.at for entry in of_group(after.contest, group)[free:])


def _with_its_own(contest: ContestOnRecord, version: int, event: FixtureDecision) -> list[Told]:
    """A decision about a match, with what its table told after it was opened. Raises Impossible where others came after it."""
    told = _of_fixture(contest, event.fixture)
    own = [
        (at, one)
        for at, one in told
        if at == version
        or (isinstance(event, MatchOpened) and isinstance(one, AT_A_TABLE) and one.match == event.match)
    ]
    if later := [(at, one) for at, one in told if at > version and (at, one) not in own]:
        raise undo_first(LATER, later)
    return own


def _last_run(contest: ContestOnRecord, record: FixtureOnRecord, kinds: tuple[type[Decision], ...]) -> list[Told]:
    """The last decisions on a match that are of these kinds, one after the other; of a table, those of one match."""
    run: list[Told] = []
    for at, one in reversed(_of_fixture(contest, record.id)):
        if not isinstance(one, kinds):
            break
        run.append((at, one))
        if isinstance(one, MatchOpened):
            break
    return run[::-1]


def _of_fixture(contest: ContestOnRecord, fixture: str) -> list[Told]:
    return [(at, one) for at, one in contest.standing() if isinstance(one, OF_A_RESULT) and one.fixture == fixture]


def _meant(who: str, now: Championship, contest: ContestOnRecord, names: Names) -> set[str]:
    """The ids that a person or entrant of a contest goes by. Raises NotFound, Ambiguous."""
    known = {one.out for _, one in contest.standing() if isinstance(one, EntrantSubstituted)}
    if who in known or any(entrant.id == who for entrant in contest.contest.entrants):
        return {who}
    one = player(who, now, names)
    return {one, *filter(None, [entrant_of(one, contest.contest, now)])}


def undo_first(why: Text, told: Sequence[Told]) -> Impossible:
    """The refusal that says what has to be taken back before."""
    titles = [(WAYS[type(one)].title, at) for at, one in told]
    es = ", ".join(f"{title.es.lower()} (versión {at})" for title, at in titles)
    en = ", ".join(f"{title.en.lower()} (version {at})" for title, at in titles)
    return Impossible(
        Text(es=f"{why.es}; antes hay que deshacer: {es}", en=f"{why.en}; take back first: {en}"),
        extra={"undo_first": [_first(at, tag(type(one))) for at, one in told]},
    )


def _first(version: int, type_: str) -> dict[str, int | str]:
    return {"version": version, "type": type_}


def _nothing(es: str, en: str) -> NotFound:
    return NotFound(Text(es=es, en=en))
