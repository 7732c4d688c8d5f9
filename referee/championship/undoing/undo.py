"""Undos, and the decisions that have to be undone first.

Each function checks a request against the championship as it stands, and returns the event to store. The championship is then
as if the undone decision had never been made: later decisions that depend on it have to be undone first.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from referee.championship.board_seats import Now, members_at_two
from referee.championship.decisions import contest_of, require_version
from referee.championship.events import (
    OPENING,
    BoardDecision,
    BoardMatchFinished,
    BoardMatchOpened,
    BoardMatchReopened,
    ContestCancelled,
    ContestDecision,
    ContestRedrawn,
    Decision,
    DecisionUndone,
    EntrantAdded,
    EntrantSubstituted,
    EntrantWithdrawn,
    FixtureDecision,
    LineupGiven,
    LineupsShown,
    MatchFinished,
    MatchOpened,
    MatchReopened,
    MemberSubstituted,
    PlayerRemoved,
    PlayerSanctioned,
    ResultCorrected,
    ResultReported,
    RoundChanged,
    RoundPaired,
    SanctionUndone,
    TieRuled,
    WalkoverGiven,
    entrants_of,
)
from referee.championship.people import entrant_of, player
from referee.championship.recorded_contest import Names, RecordedContest, RecordedFixture
from referee.championship.state import Championship
from referee.championship.undoing.ways import WAYS
from referee.contests.formats import format_named
from referee.contests.late import of_group
from referee.errors import Conflict, Impossible, NotFound
from referee.match.registry import tag
from referee.text import Text

BY_HAND = (ResultReported, ResultCorrected)
AT_A_TABLE = (MatchOpened, MatchFinished, MatchReopened, BoardMatchOpened, BoardMatchFinished, BoardMatchReopened)
OF_A_RESULT = (*BY_HAND, *AT_A_TABLE, WalkoverGiven, BoardDecision)
"""The decisions about the result of a match, or its opening."""
LATER = Text(
    es="lo que vino después depende de ello o lo reemplaza", en="what came later depends on it or takes its place"
)
VersionedDecision = tuple[int, ContestDecision]
"""A decision about a contest, with its version."""


class Undo(Struct, frozen=True):
    """A request to undo: the reason, and the version of the fixture or championship that it names."""

    reason: str
    expected: int | None = None


def undo_decision(request: Undo, version: int, now: Championship, contest: RecordedContest) -> DecisionUndone:
    """Undoes the decision of a version. Raises NotFound, Conflict, Impossible."""
    require_version_of(now, request.expected)
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
        return _take_back(request, now, contest, _with_its_own(contest, version, event), event.fixture)
    return _take_back(request, now, contest, [(version, event)])


def undo_result(request: Undo, now: Championship, contest: RecordedContest, record: RecordedFixture) -> DecisionUndone:
    """Undoes a result, with its corrections, or with the match that gave it. The one before stands again.

    Raises NotFound where there is no result, Conflict, Impossible.
    """
    require_version(record, request.expected)
    outcome = contest.outcome_of(record)
    if contest.contest.teams is not None:
        raise _nothing(
            "el resultado de un enfrentamiento es el de sus tableros: deshaga el del tablero, por su versión",
            "the result of an encounter is that of its boards: take back that of the board, by its version",
        )
    if contest.contest.duplicate is not None:
        raise _nothing(
            "el resultado de una mesa es el de sus manos: deshaga el de la mano, por su versión",
            "the result of a table is that of its hands: take back that of the hand, by its version",
        )
    if outcome is None or outcome.result is None:
        raise _nothing("ese encuentro no tiene resultado", "that match has no result")
    kinds = BY_HAND if outcome.match is None else AT_A_TABLE
    return _take_back(request, now, contest, _last_run(contest, record, kinds), record.id)


def undo_walkover(
    request: Undo, now: Championship, contest: RecordedContest, record: RecordedFixture
) -> DecisionUndone:
    """Undoes a walkover; the outcome before stands again. Raises NotFound where there is none, Conflict, Impossible."""
    require_version(record, request.expected)
    decisions = _last_run(contest, record, (WalkoverGiven,))
    outcome = contest.outcome_of(record)
    if not decisions or outcome is None or outcome.at != decisions[-1][0]:
        raise _nothing("ese encuentro no tiene incomparecencia", "that match has no walkover")
    return _take_back(request, now, contest, decisions, record.id)


def undo_lineup(
    request: Undo, team: str, now: Championship, contest: RecordedContest, record: RecordedFixture
) -> DecisionUndone:
    """Undoes the line-up of a team, by id; once both are shown, both, so that each is given again unseen.

    Raises NotFound where there is none, Conflict, Impossible once the encounter has begun with them.
    """
    require_version(record, request.expected)
    lineup = contest.lineups_of(record).get(team)
    if lineup is None:
        raise _nothing("ese equipo no ha dado alineación", "that team has given no line-up")
    later = _of_fixture(contest, record.id) if lineup.is_shown else []
    stands_on_it = contest.has_begun(record) or any(isinstance(one, MemberSubstituted) for _, one in later)
    if later and stands_on_it:
        raise undo_first(LATER, later)
    decisions = [
        (at, one)
        for at, one in contest.standing()
        if isinstance(one, LineupGiven | LineupsShown)
        and one.fixture == record.id
        and at > contest.draws[-1].version
        and (lineup.is_shown or (isinstance(one, LineupGiven) and one.team == team))
    ]
    return _take_back(request, now, contest, decisions, record.id)


def undo_withdrawal(
    request: Undo, reference: str, now: Championship, contest: RecordedContest, names: Names
) -> DecisionUndone:
    """Undoes a withdrawal: the entrant never left. Raises NotFound, Ambiguous, Conflict, Impossible."""
    require_version_of(now, request.expected)
    ids = _ids_of(reference, now, contest, names)
    decisions = [one for one in contest.standing() if isinstance(one[1], EntrantWithdrawn) and one[1].entrant in ids]
    if not decisions:
        raise _nothing(
            f"{reference} no se ha retirado de este torneo", f"{reference} has not withdrawn from this contest"
        )
    return _take_back(request, now, contest, decisions[-1:])


def undo_substitution(
    request: Undo, reference: str, now: Championship, contest: RecordedContest, names: Names
) -> DecisionUndone:
    """Undoes a substitution: the entrant was never replaced. Raises NotFound, Ambiguous, Conflict, Impossible."""
    require_version_of(now, request.expected)
    ids = _ids_of(reference, now, contest, names)
    decisions = [one for one in contest.standing() if isinstance(one[1], EntrantSubstituted) and one[1].out in ids]
    if not decisions:
        raise _nothing(
            f"{reference} no tiene sustituto en este torneo", f"{reference} has no substitute in this contest"
        )
    return _take_back(request, now, contest, decisions[-1:])


def undo_sanction(request: Undo, version: int, now: Championship) -> SanctionUndone:
    """Undoes a card outside a match. Raises NotFound, Conflict."""
    require_version_of(now, request.expected)
    if all(card.version != version for card in now.sanctions):
        raise _nothing(
            f"la versión {version} no dio ninguna tarjeta fuera de un encuentro, o ya se quitó",
            f"version {version} gave no card outside a match, or it was taken back",
        )
    return SanctionUndone((version,), request.reason)


def remove_player(request: Undo, name: str, now: Championship, names: Names) -> PlayerRemoved:
    """Removes a player entered by mistake. Raises NotFound, Ambiguous, Conflict, Impossible for one that takes part."""
    require_version_of(now, request.expected)
    one = player(name, now, names)
    same = {id_ for id_ in (*now.entered_ids, *now.merges.into) if now.merges.now(id_) == one}
    if {*now.entered_ids} & same != {one}:
        raise Impossible(
            Text(
                es=f"{name} son varias fichas unidas: sepárelas antes",
                en=f"{name} is several entries that were merged: separate them first",
            )
        )
    contests, cards = _part_of(same, now)
    if contests or cards:
        first = [_first(contest.version, "contest_drawn") for contest in contests]
        raise Impossible(
            Text(
                es=f"{name} está inscrito en {len(contests)} torneos y tiene {len(cards)} tarjetas: anule o deshaga eso antes",
                en=f"{name} is entered in {len(contests)} contests and has {len(cards)} cards: cancel or take those back first",
            ),
            extra={
                "contests": [contest.id for contest in contests],
                "undo_first": [*first, *(_first(card, tag(PlayerSanctioned)) for card in cards)],
            },
        )
    return PlayerRemoved(one, request.reason)


def leaving_with(event: DecisionUndone, now: Championship) -> list[PlayerRemoved]:
    """The players that came to the championship with an undone decision, and take part in nothing else of it."""
    work = now.copy()
    work.enter(event, now.version + 1)
    decisions = (one for at, one in now.contests[event.contest].history if at in event.undone)
    newcomers = [id_ for one in decisions if isinstance(one, EntrantAdded) for id_ in one.newcomers]
    alone = [
        id_
        for id_ in newcomers
        if id_ in work.entered_ids and id_ not in work.merges.into.keys() | work.merges.into.values()
    ]
    return [PlayerRemoved(id_, event.reason) for id_ in alone if not any(_part_of({id_}, work))]


def _part_of(same: set[str], now: Championship) -> tuple[list[RecordedContest], list[int]]:
    """The contests with an entrant of these ids, and the versions of their cards outside matches."""
    contests = [contest for contest in now.contests.values() if not contest.contest.is_cancelled]
    own_contests = [
        contest for contest in contests if any({*entry.people} & same for entry in contest.contest.entrants)
    ]
    return own_contests, [card.version for card in now.sanctions if card.player in same]


def require_version_of(now: Championship, expected_version: int | None) -> None:
    """Raises Conflict where the championship has changed since the version that a request names."""
    if expected_version is not None and expected_version != now.version:
        raise Conflict(
            Text(
                es=f"el campeonato va por la versión {now.version}, no por la {expected_version}",
                en=f"the championship is at version {now.version}, not {expected_version}",
            ),
            extra={"version": now.version},
        )


def _take_back(
    request: Undo,
    now: Championship,
    contest: RecordedContest,
    decisions: Sequence[VersionedDecision],
    fixture: str | None = None,
) -> DecisionUndone:
    """The event, unless later decisions depend on those it undoes. Raises Impossible, which names them."""
    event = DecisionUndone(contest.id, tuple(at for at, _ in decisions), request.reason, fixture)
    _require_held(contest, decisions)
    work = now.copy()
    work.enter(event, now.version + 1)
    after = contest_of(work, contest.id)
    first = {*_about_strangers(after), *_instead_of_newcomers(after, decisions), *_without_a_place(after)}
    first |= {*_of_members_at_two(contest, after, now.merges.now)}
    if fixture is not None:
        first |= {*_at_two_boards(after, after.fixtures[fixture])}
    if any(isinstance(one, ContestRedrawn) for _, one in decisions):
        first |= {at for at, one in contest.standing() if at > decisions[0][0] and isinstance(one, _NEEDS_A_DRAW)}
    if first:
        raise undo_first(LATER, [(at, one) for at, one in contest.standing() if at in first])
    absent = {person for entry in after.contest.entrants for person in map(now.merges.now, entry.people)} - {
        *now.players
    }
    if absent and not after.contest.is_cancelled:
        raise Impossible(
            Text(
                es=f"{len(absent)} de sus inscritos ya no participan en el campeonato: inscríbalos antes otra vez",
                en=f"{len(absent)} of its entrants no longer take part in the championship: enter them again first",
            )
        )
    return event


_NEEDS_A_DRAW = (
    *OF_A_RESULT,
    ContestRedrawn,
    EntrantWithdrawn,
    EntrantAdded,
    EntrantSubstituted,
    RoundPaired,
    TieRuled,
)
"""The decisions that were taken by the order of a draw."""


def _require_held(contest: RecordedContest, decisions: Sequence[VersionedDecision]) -> None:
    """Raises Impossible in a contest that was cancelled, for all but its cancellation."""
    cancellations = [(at, one) for at, one in contest.standing() if isinstance(one, ContestCancelled)]
    if cancellations and cancellations[-1] not in decisions:
        raise undo_first(Text(es="el torneo está anulado", en="the contest is cancelled"), cancellations)


def _about_strangers(after: RecordedContest) -> Iterable[int]:
    """The decisions about people that would not be in the contest."""
    entrants = {entrant.id for entrant in after.contest.entrants}
    for at, one in after.standing():
        match one:
            case EntrantWithdrawn() if one.entrant not in entrants:
                yield at
            case EntrantSubstituted() if one.out not in entrants:
                yield at
            case ContestRedrawn() if not {*one.draw.order} <= entrants:
                yield at
            case RoundPaired() | RoundChanged() if not {*entrants_of(one)} <= entrants:
                yield at


def _instead_of_newcomers(after: RecordedContest, decisions: Sequence[VersionedDecision]) -> Iterable[int]:
    """The substitutions by players that would not have entered late: those are other substitutions, from outside."""
    newcomers = {one.entrant.id for _, one in decisions if isinstance(one, EntrantAdded)}
    return [at for at, one in after.standing() if isinstance(one, EntrantSubstituted) and one.into in newcomers]


def _at_two_boards(after: RecordedContest, record: RecordedFixture) -> Iterable[int]:
    """The substitutions of members at two boards of an encounter that are not decided."""
    played_boards = {one.board for one in after.boards_of(record)}
    for lineup in after.lineups_of(record).values():
        waiting = [people for number, people in enumerate(lineup.members, start=1) if number not in played_boards]
        people = [one for board in waiting for one in board]
        twice = {one for one in people if people.count(one) > 1}
        for at, one in after.standing():
            if isinstance(one, MemberSubstituted) and one.fixture == record.id and one.into in twice:
                yield at


def _of_members_at_two(before: RecordedContest, after: RecordedContest, same: Now) -> Iterable[int]:
    """The openings of matches at boards with a member who would be at another board that was opened before (teams.encounter)."""
    for record in after.fixtures.values():
        pairs = {*members_at_two(after, record, same)}
        if not pairs:
            continue
        opened_at = {one.match: at for at, one in after.standing() if isinstance(one, BoardMatchOpened)}
        earlier = members_at_two(before, before.fixtures[record.id], same)
        yield from (max(opened_at[one], opened_at[other]) for one, other in pairs.difference(earlier))


def _without_a_place(after: RecordedContest) -> Iterable[int]:
    """The entries into groups in which there would be no free place for them, or else the rounds in which there is none."""
    contest = after.contest
    room = format_named(contest.format).room(contest) if contest.late or contest.pairings else {}
    for group, free in room.items():
        if free < 0:
            late = [entry.at for entry in of_group(contest, group)[free:]]
            yield from late or (at for at, one in after.standing() if isinstance(one, RoundPaired))


def _with_its_own(contest: RecordedContest, version: int, event: FixtureDecision) -> list[VersionedDecision]:
    """A decision about a match, with those of its table after it was opened. Raises Impossible where others came after it."""
    decisions = [one for one in _of_fixture(contest, event.fixture) if not _is_of_another_board(one[1], event)]
    own = [
        (at, one)
        for at, one in decisions
        if at == version or (isinstance(event, OPENING) and isinstance(one, AT_A_TABLE) and one.match == event.match)
    ]
    if later := [(at, one) for at, one in decisions if at > version and (at, one) not in own]:
        raise undo_first(LATER, later)
    return own


def _is_of_another_board(decision: ContestDecision, event: FixtureDecision) -> bool:
    """True if both are about boards of an encounter, and not the same one: neither depends on the other."""
    return isinstance(decision, BoardDecision) and isinstance(event, BoardDecision) and decision.board != event.board


def _last_run(
    contest: RecordedContest, record: RecordedFixture, kinds: tuple[type[Decision], ...]
) -> list[VersionedDecision]:
    """The last decisions on a match that are of these kinds, one after the other; of a table, those of one match."""
    run: list[VersionedDecision] = []
    for at, one in reversed(_of_fixture(contest, record.id)):
        if not isinstance(one, kinds):
            break
        run.append((at, one))
        if isinstance(one, OPENING):
            break
    return run[::-1]


def _of_fixture(contest: RecordedContest, fixture: str) -> list[VersionedDecision]:
    return [(at, one) for at, one in contest.standing() if isinstance(one, OF_A_RESULT) and one.fixture == fixture]


def _ids_of(reference: str, now: Championship, contest: RecordedContest, names: Names) -> set[str]:
    """The ids of a person or entrant in a contest. Raises NotFound, Ambiguous."""
    outgoing = {one.out for _, one in contest.standing() if isinstance(one, EntrantSubstituted)}
    if reference in outgoing or any(entrant.id == reference for entrant in contest.contest.entrants):
        return {reference}
    one = player(reference, now, names)
    return {one, *filter(None, [entrant_of(one, contest.contest, now)])}


def undo_first(why: Text, decisions: Sequence[VersionedDecision]) -> Impossible:
    """The refusal that lists the decisions to undo first."""
    titles = [(WAYS[type(one)].title, at) for at, one in decisions]
    es = ", ".join(f"{title.es.lower()} (versión {at})" for title, at in titles)
    en = ", ".join(f"{title.en.lower()} (version {at})" for title, at in titles)
    return Impossible(
        Text(es=f"{why.es}; antes hay que deshacer: {es}", en=f"{why.en}; take back first: {en}"),
        extra={"undo_first": [_first(at, tag(type(one))) for at, one in decisions]},
    )


def _first(version: int, type_: str) -> dict[str, int | str]:
    return {"version": version, "type": type_}


def _nothing(es: str, en: str) -> NotFound:
    return NotFound(Text(es=es, en=en))
