"""A merge of two entries of one person: they are one from now on, in every table; and its undo.

Records with either id keep it, so no stored event changes, every proof holds, and a merge can be undone. Records made while it
lasts have the id of the person that stays, and keep that afterwards.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict, replace

from referee.championship.double_booking import Warnings, of_person
from referee.championship.events import MergeUndone, PlayerMerged
from referee.championship.people import PlayerRef, looks_like_id
from referee.championship.recorded_contest import Names
from referee.championship.service import Championships
from referee.championship.state import Championship, DecisionEntry
from referee.contests.standings.alphabet import insert_names
from referee.errors import Ambiguous, Conflict, Impossible, Inconsistent, NotFound
from referee.log.idempotency import ClientKey, Creation, New, create_once, made_before
from referee.log.records import Clash, Record
from referee.matches.commands import TRIES
from referee.matches.create_player import PersonWritten, person_made
from referee.people import merge_log
from referee.people.merge_log import MergeEntry, PersonMerged, PersonParted, Reason
from referee.people.merges import Merges
from referee.people.namesakes import candidate
from referee.people.register import People, Person, no_player
from referee.text import Text


class MergePlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """The person that a player is: the entry that stays."""

    into: Annotated[PlayerRef, Meta(description="The id or exact name of the entry that stays.")]
    reason: Reason


class MergeEvidence(Struct, frozen=True):
    """Facts of the read models about two people: championships of either, and matches in which both sat."""

    championships: Sequence[str]
    matches: Sequence[str] = ()


class MergedPerson(Person, frozen=True):
    """A person after two entries became one, and matches of theirs that are at the same time as others."""

    warnings: Warnings | UnsetType = UNSET


class Pair(Struct, frozen=True):
    """Two entries of one person: `player` is to become `into`. `merges` are those in force."""

    player: Person
    into: Person
    merges: Merges


def pair(people: People, id_: str, into: str) -> Pair:
    """The two people of a request. Raises NotFound, Ambiguous, Inconsistent for one with oneself, Conflict."""
    merges = people.merges()
    player = people.entries([id_]).get(id_)
    if player is None:
        raise no_player(id_)
    if id_ in merges.into:
        now = merges.now(id_)
        raise Conflict(
            Text(
                es=f"{id_} ya está unida a {now}: `DELETE` de su `merge` lo deshace",
                en=f"{id_} is merged into {now} already: `DELETE` of its `merge` takes that back",
            ),
            extra={"people": list(map(_candidate, people.entries([now]).values()))},
        )
    other = _into(people, into, id_)
    if other.id == id_:
        raise Inconsistent(
            Text(es="no se puede unir a una persona consigo misma", en="a person cannot be merged into themselves"),
        )
    return Pair(player, other, merges)


def merge_player(
    championships: Championships,
    two: Pair,
    evidence: MergeEvidence,
    reason: str,
    by: str,
    key: ClientKey | None = None,
    expected_version: int | None = None,
    *,
    language: str,
) -> PersonWritten:
    """Makes one person of two, everywhere, on the log. `expected_version` is that of the last merge of the one that goes.

    The answer is a `MergedPerson`, with warnings in this language.

    Raises Impossible where the log shows two people (both sat at one table, or entered one contest), Conflict, KeyReused.
    """
    people, log = championships.people, championships.log
    id_, into = two.player.id, two.into.id

    def make() -> tuple[New, Callable[[int], PersonWritten]]:
        merge_entries = merge_log.entries(log)
        _require_version(merge_entries, two.merges.same(id_), expected_version)
        if people.merges() != two.merges:
            raise _at_once()
        after = Merges({**two.merges.into, id_: into})
        _require_one_person(championships, two, evidence)
        event = PersonMerged(id_, into, reason)
        records = merge_log.records(merge_entries, event, championships.matches.clock(), by)
        works = []
        for one in evidence.championships:
            work, entries = _merged_in(championships, one, after, id_, reason, by)
            records += championships.records(one, entries)
            works.append(work)
        person = replace(two.into, merged=after.same(into)[1:])
        person = with_warnings(person, works, lambda one: people.name(after.now(one)), language)
        new = New(id_, records, people.merge(id_, into))
        return new, lambda position: PersonWritten(person, position)

    def again(_: str) -> PersonWritten:
        return merged_again(championships, id_, evidence, language)

    for _ in range(TRIES):
        try:
            answer = create_once(log, Creation(key, by, again, make))
        except Clash:
            continue
        people.look_again()
        return answer
    raise _at_once()


def merged_before(championships: Championships, key: ClientKey | None, by: str) -> str | None:
    """The id that was merged when this idempotency key first came; None where it did not. Raises KeyReused."""
    return made_before(championships.log, key, by)


def merged_again(championships: Championships, id_: str, evidence: MergeEvidence, language: str) -> PersonWritten:
    """The result of the first merge by a key, as it is now. Raises ResourceDeleted for a person erased since."""
    person = person_made(championships.people, id_)
    states = map(championships.championship, evidence.championships)
    merged_person = with_warnings(person, states, championships.people.name, language)
    return PersonWritten(merged_person, championships.log.position())


def with_warnings(person: Person, championships: Iterable[Championship], names: Names, language: str) -> MergedPerson:
    """A person, and the overlaps of their matches."""
    return MergedPerson(**asdict(person), warnings=of_person(championships, person.id, names, language) or UNSET)


def undo_merge(
    championships: Championships,
    id_: str,
    evidence: MergeEvidence,
    reason: str,
    by: str,
    expected_version: int | None = None,
) -> PersonWritten:
    """Separates a person from the one they were merged into. Raises NotFound, Conflict."""
    people, log = championships.people, championships.log
    for _ in range(TRIES):
        merges = people.merges()
        player = people.entries([id_]).get(id_)
        into = merges.into.get(id_)
        if player is None:
            raise no_player(id_)
        if into is None:
            raise NotFound(Text(es=f"{id_} no está unida a nadie", en=f"{id_} is not merged into anybody"))
        entries = merge_log.entries(log)
        _require_version(entries, merges.same(id_), expected_version)
        after = Merges({old: one for old, one in merges.into.items() if old != id_})
        records = merge_log.records(entries, PersonParted(id_, into, reason), championships.matches.clock(), by)
        for one in evidence.championships:
            records += _parted_in(championships, one, after, id_, into, reason, by)
        try:
            position = log.append(records, people.part(id_))
        except Clash:
            continue
        people.look_again()
        own = after.same(id_)[1:]
        return PersonWritten(replace(player, merged=own) if own else player, position)
    raise _at_once()


def _into(people: People, reference: str, id_: str) -> Person:
    """The target of a merge, by id or exact name; of two of one name it is the other one."""
    person = people.find([reference]).get(reference)
    if person is not None:
        return person
    people_of_name = [] if looks_like_id(reference) else people.with_name(reference)
    others = [one for one in people_of_name if one.id != id_] or people_of_name
    if len(others) > 1:
        raise Ambiguous(
            Text(
                es=f"hay {len(others)} personas llamadas «{reference}»: use su id",
                en=f"{len(others)} people are named {reference!r}: use an id",
            ),
            extra={"people": list(map(_candidate, others))},
        )
    if not others:
        raise no_player(reference)
    return others[0]


def _candidate(person: Person) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.to_builtins(candidate(person))
    return fields


def _require_one_person(championships: Championships, two: Pair, evidence: MergeEvidence) -> None:
    """Raises Impossible where the log shows that these are two people."""
    one, other = {*two.merges.same(two.player.id)}, {*two.merges.same(two.into.id)}
    contests = [
        contest.id
        for id_ in evidence.championships
        for contest in championships.championship(id_).contests.values()
        if all(any({*entrant.people} & ids for entrant in contest.contest.entrants) for ids in (one, other))
    ]
    if not contests and not evidence.matches:
        return
    where = Text(
        es="se sentaron a la misma mesa" if evidence.matches else "están inscritas en el mismo torneo",
        en="they sat at the same table" if evidence.matches else "they are entered in the same contest",
    )
    raise Impossible(
        Text(
            es=f"{two.player.name} y {two.into.name} no son la misma persona: {where.es}",
            en=f"{two.player.name} and {two.into.name} are not one person: {where.en}",
        ),
        extra={"matches": list(evidence.matches), "contests": contests},
    )


def _merged_in(
    championships: Championships, championship: str, after: Merges, id_: str, reason: str, by: str
) -> tuple[Championship, Sequence[DecisionEntry]]:
    """A championship after a merge, and its entries: all the ids of this person that it does not know yet."""
    now = championships.championship(championship)
    news = [old for old in after.same(id_)[1:] if old not in now.merges.into]
    alphabet = _alphabet(
        championships.people, now, Merges({**now.merges.into, **{old: after.into[old] for old in news}})
    )
    events = [PlayerMerged(old, after.into[old], alphabet, reason if old == id_ else "") for old in news]
    work = now.copy()
    return work, championships.enter(work, events, by)


def _parted_in(
    championships: Championships, championship: str, after: Merges, id_: str, into: str, reason: str, by: str
) -> Sequence[Record]:
    """The records of a championship about an undone merge: none where it does not know of it."""
    now = championships.championship(championship)
    if id_ not in now.merges.into:
        return ()
    left = Merges({old: one for old, one in now.merges.into.items() if old != id_})
    event = MergeUndone(id_, into, _alphabet(championships.people, now, left), reason)
    work = now.copy()
    return championships.records(championship, championships.enter(work, [event], by))


def _alphabet(people: People, now: Championship, after: Merges) -> tuple[tuple[str, ...], ...]:
    """The alphabetical order of a championship's people, merged as `after` says."""
    players = dict.fromkeys(map(after.now, now.entered_ids))
    remaining = [rest for same in now.alphabet if (rest := tuple(one for one in same if one in players))]
    return insert_names(remaining, {person.id: person.name for person in people.entries(players).values()})


def _require_version(entries: Sequence[MergeEntry], same: Sequence[str], expected_version: int | None) -> None:
    """Raises Conflict after a decision about this person since the version that a request names."""
    own_entries = [
        entry for entry in entries if {getattr(entry.event, "player", ""), getattr(entry.event, "into", "")} & {*same}
    ]
    version = _last(own_entries)
    if expected_version is not None and expected_version != version:
        raise Conflict(
            Text(
                es=f"lo último que se decidió de esta persona es la versión {version}, no la {expected_version}",
                en=f"the last decision about this person is version {version}, not {expected_version}",
            ),
            extra={"version": version},
        )


def _last(entries: Sequence[MergeEntry], more: int = 0) -> int:
    return (entries[-1].version if entries else 0) + more


def _at_once() -> Conflict:
    return Conflict(
        Text(es="otra persona está uniendo a gente a la vez", en="somebody else is merging people at the same time")
    )
