"""References to people in requests: an id or an exact name serves; names are looked up among the championship's players."""

from collections.abc import Collection, Iterable, Sequence
from typing import Annotated

from msgspec import UNSET, Meta, Struct
from msgspec.structs import replace

from referee.championship.recorded_contest import Names
from referee.championship.state import Championship
from referee.championship.views import ChampionshipView
from referee.contests.contest import Contest
from referee.contests.substitution import is_replaced
from referee.errors import Ambiguous, Flaw, Inconsistent, NotFound
from referee.people.alike import namesakes
from referee.people.name_similarity import skeleton_digest
from referee.people.namesakes import (
    Candidate,
    Doubt,
    NewPlayer,
    ambiguous,
    candidate,
    identify,
    normalized_player,
    require_one_answer,
)
from referee.people.register import OwnNames, People, Person, PersonDraft
from referee.people.spelling import normalized_name, require_name
from referee.text import Text

PlayerRef = Annotated[
    str, Meta(min_length=1, max_length=200, description="A player's id or exact name.", examples=["Ana"])
]
# A tuple of two fixed places would do, but msgspec 0.22 crashes on one in a union with a constrained text.
Pair = Annotated[tuple[PlayerRef, ...], Meta(min_length=2, max_length=2, description="The two of a pair.")]
EntrantRef = PlayerRef | Pair
ID_LENGTH = 36
"""The characters of an id: an unknown text of this form is no name either."""


MOST_PLAYERS = 4096
"""The most players in one request: as many as a contest takes entrants. The pairs of the largest one come in two."""
Players = Annotated[tuple[PlayerRef | NewPlayer, ...], Meta(max_length=MOST_PLAYERS)]


class NameAnswers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Answers for all names of a list that exist already and do not say by themselves if they are the same person."""

    distinct: Annotated[
        bool, Meta(description="As `distinct` of each name that has neither `distinct` nor `reuse` of its own.")
    ] = False
    reuse: Annotated[
        bool, Meta(description="As `reuse` of each name that has neither `distinct` nor `reuse` of its own.")
    ] = False

    def by_name(self, reference: str | NewPlayer, path: str) -> NewPlayer:
        """The player of a request, with its answer. Raises BadRequest for both answers at once, and for no name."""
        new = (
            NewPlayer(require_name(reference, path))
            if isinstance(reference, str)
            else normalized_player(reference, path)
        )
        require_one_answer(new.distinct, new.reuse, f"{path}.reuse")
        if new.distinct or new.reuse:
            return new
        return replace(new, distinct=self.distinct, reuse=self.reuse)


class Arrivals(Struct, frozen=True):
    """The people that take part: ids of people entered before, and in their places None for each of the new."""

    ids: tuple[str | None, ...]
    new: tuple[NewPlayer, ...]

    def enter(self, people: People, championship: str, at: str) -> tuple[tuple[str, ...], list[PersonDraft]]:
        """All ids in order, and the new people, to be entered together with their participation."""
        persons = [(one.name, one.birth_date) for one in self.new]
        words = [one.disambiguation for one in self.new]
        newcomers = people.newcomers(persons, at, disambiguations=words)
        newcomers = [replace(one, came_with=championship) for one in newcomers]
        fresh = iter(newcomers)
        return tuple(id_ or next(fresh).person.id for id_ in self.ids), newcomers


def arrivals(
    refs: Sequence[str | NewPlayer],
    answers: NameAnswers,
    people: People,
    championship: str,
    already: Iterable[str] = (),
) -> Arrivals:
    """The people of a list: an id is a person entered before; a name is a new one, or a known one where `reuse` says so.

    Raises all that `recognize` raises: those that take part already are taken.
    """
    already = tuple(already)
    paths = [f"$.players[{n}]" for n in range(len(refs))]
    return recognize(refs, answers, people, championship, already, paths, participants=already)


def recognize(
    refs: Sequence[str | NewPlayer],
    answers: NameAnswers,
    people: People,
    championship: str,
    already: Sequence[str],
    paths: Sequence[str],
    *,
    participants: Sequence[str] = (),
) -> Arrivals:
    """The same, where only those `participants` are refused; `paths` are the places in the request.

    Raises BadRequest, NotFound for an unknown id, Ambiguous for every name that fits a person of this championship or of no
    single one without an answer, and Inconsistent for people taken, or named twice.
    """
    require_one_answer(answers.distinct, answers.reuse, "$.reuse")
    texts = [who for who in refs if isinstance(who, str)]
    people_by_id = people.find(texts)
    items = [
        people_by_id[who] if isinstance(who, str) and who in people_by_id else answers.by_name(who, path)
        for who, path in zip(refs, paths, strict=True)
    ]
    if unknown := next((text for text in texts if text not in people_by_id and looks_like_id(text)), None):
        raise nobody(unknown)
    names = [name for who in items if isinstance(who, NewPlayer) for name in who.readings]
    known_names = _Namesakes(names, people, championship, [*people.find(already).values(), *people_by_id.values()])
    identities = [known_names.identify(who, path) for who, path in zip(items, paths, strict=True)]
    if doubts := [one for one in identities if isinstance(one, Doubt)]:
        raise ambiguous(doubts)
    answers_by_path = zip(paths, identities, strict=True)
    _require_each_once(
        [(path, one.id, one.name) for path, one in answers_by_path if isinstance(one, Candidate)], participants
    )
    new = [who for who, one in zip(items, identities, strict=True) if one is None]
    return Arrivals(
        tuple(one.id if isinstance(one, Candidate) else None for one in identities),
        tuple(who for who in new if isinstance(who, NewPlayer)),
    )


class NamesakeWarning(Struct, frozen=True, tag_field="code", tag="namesake"):
    """A name that was entered as somebody new, and people of another championship who have it too."""

    detail: str
    path: str
    people: tuple[Candidate, ...]


class ChampionshipEntered(ChampionshipView, frozen=True, kw_only=True):
    """A championship after people were entered, and what may not be as it was meant."""

    warnings: Annotated[
        tuple[NamesakeWarning, ...],
        Meta(description="What was done, and may not be meant: a person who is entered twice can be merged."),
    ] = ()


class _Namesakes:
    """People by the skeletons of their names: those here, and those that belong to another championship.

    The new people of one list are compared without regard to capitals, too.
    """

    def __init__(self, names: Sequence[str], people: People, championship: str, taking_part: Iterable[Person]) -> None:
        self._here: dict[str, dict[str, Candidate]] = {}
        self._elsewhere: dict[str, dict[str, Candidate]] = {}
        self._list_names: dict[str, dict[str, Candidate]] = {}
        self._new = 0
        for person in taking_part:
            earlier_names = [name for old in person.merged or () if (name := people.own_name(old))]
            self._note([*candidate(person).readings, *earlier_names], candidate(person))
        for look_, same in namesakes(people, names).items():
            for namesake in same:
                is_here = namesake.championship in (None, championship)
                beside = self._here if is_here else self._elsewhere
                beside.setdefault(look_, {}).setdefault(namesake.person.id, candidate(namesake.person))

    def identify(self, reference: Person | NewPlayer, path: str) -> Candidate | Doubt | None:
        """The person that a request names; None for a new one."""
        if isinstance(reference, Person):
            return candidate(reference)
        looks = [*map(skeleton_digest, reference.readings)]
        here, elsewhere = (
            {id_: one for look_ in looks for id_, one in beside.get(look_, {}).items()}
            for beside in (self._here, self._elsewhere)
        )
        here |= {
            id_: one for name in reference.readings for id_, one in self._list_names.get(name.casefold(), {}).items()
        }
        answer = identify(reference, path, [*here.values()], [one for id_, one in elsewhere.items() if id_ not in here])
        # A later entry of the list with the same name is compared with this one too.
        if not isinstance(answer, Doubt):
            self._note(reference.readings, answer or _newcomer(reference))
        return answer

    def _note(self, names: Iterable[str], person: Candidate) -> None:
        self._new += person.id is None
        for name in names:
            self._here.setdefault(skeleton_digest(name), {})[person.id or f"new {self._new}"] = person
            # A list does not tell two people apart by their capitals.
            if person.id is None:
                self._list_names.setdefault(name.casefold(), {})[f"new {self._new}"] = person


def namesakes_elsewhere(
    refs: Sequence[str | NewPlayer],
    answers: NameAnswers,
    people: People,
    championship: str,
    ids: Sequence[str],
    paths: Sequence[str],
) -> list[Doubt]:
    """Names of a list that were entered as new people without an answer, and fit people of another championship.

    `ids` are the ids of all on the list, in its order; `paths` are their places in the request.
    """
    rows = zip(refs, ids, paths, strict=True)
    new = {path: (answers.by_name(who, path), id_) for who, id_, path in rows if who != id_}
    open_ = {path: pair for path, pair in new.items() if not (pair[0].distinct or pair[0].reuse)}
    same = namesakes(people, (name for who, _ in open_.values() for name in who.readings))
    doubts = []
    for path, (who, id_) in open_.items():
        # A retry also finds people that entered after the first try.
        elsewhere = [
            one for name in who.readings for one in same[skeleton_digest(name)] if one.championship != championship
        ]
        before = {one.person.id: candidate(one.person) for one in elsewhere if one.person.id < id_}
        if before:
            doubts.append(Doubt(path, who.name, tuple(before.values())))
    return doubts


def _newcomer(new: NewPlayer) -> Candidate:
    return Candidate(None, new.name, new.birth_date, disambiguation=new.disambiguation or UNSET)


def require_to_come(players: Sequence[str], people: People, already: Sequence[str]) -> None:
    """Raises Inconsistent for every player of a list, by id, that takes part already."""
    participants = [(f"$.players[{n}]", id_, people.name(id_)) for n, id_ in enumerate(players) if id_ in already]
    _require_each_once(participants, already)


def _require_each_once(arrivals: Iterable[tuple[str, str | None, str | None]], participants: Iterable[str]) -> None:
    """Raises Inconsistent for those taken already or named twice; each with the place in the request, id and name.

    A new person named again has no id yet.
    """
    ids: set[str | None] = {None, *participants}
    twice = {}
    for path, id_, name in arrivals:
        if id_ in ids:
            twice[path] = name or str(id_)
        ids.add(id_)
    if twice:
        names = ", ".join(dict.fromkeys(twice.values()))
        raise Inconsistent(
            Text(es=f"ya participa: {names}", en=f"takes part already: {names}"),
            flaws=[Flaw(path, Text(es="ya participa", en="takes part already")) for path in twice],
        )


def nobody(reference: str) -> NotFound:
    """The refusal of an unknown id or name."""
    return NotFound(
        Text(
            es=f"no hay jugador «{reference}» en este campeonato",
            en=f"there is no player {reference!r} in this championship",
        )
    )


def player(reference: str, now: Championship, names: Names) -> str:
    """The player of this id or exact name, as they are now; `names` are those under which people were entered.

    The name may be followed by its disambiguation in brackets.

    Raises NotFound, or Ambiguous for a name of two.
    """
    same = now.merges.now
    if same(reference) in now.players:
        return same(reference)
    ids = dict.fromkeys((*now.entered_ids, *now.merges.into, *now.players))
    people = [(same(id_), names(id_)) for id_ in ids if same(id_) in now.players]
    matches = [id_ for id_, name in people if name == reference] or [
        id_ for id_, name in people if name == normalized_name(reference)
    ]
    if not matches and isinstance(names, OwnNames):
        matches = [
            same(id_)
            for id_ in ids
            if same(id_) in now.players and names.with_disambiguation(id_) == normalized_name(reference)
        ]
    candidates = list(dict.fromkeys(matches))
    if len(candidates) > 1:
        raise Ambiguous(
            Text(
                es=f"hay {len(candidates)} personas llamadas «{reference}» en este campeonato: use un id",
                en=f"{len(candidates)} people in this championship are named {reference!r}: use an id",
            ),
            extra={"people": [_candidate_fields(id_, reference, names) for id_ in candidates]},
        )
    if not candidates:
        raise nobody(reference)
    return candidates[0]


def _candidate_fields(id_: str, name: str, names: Names) -> dict[str, str | None]:
    """A person of this name, in a refusal, with the disambiguation if there is one."""
    words = names.disambiguation(id_) if isinstance(names, OwnNames) else None
    return {"id": id_, "name": name, "birth_date": None} | ({"disambiguation": words} if words else {})


def entrant(reference: str, contest: Contest, now: Championship, names: Names, among: Collection[str] = ()) -> str:
    """The entrant of this id, the team of this name, or the entrant with this player. Raises NotFound, Ambiguous, Inconsistent.

    `among`: one of these entrants is preferred; a replaced one is found only if there is no other.
    """
    if reference in among or any(one.id == reference for one in contest.entrants):
        return reference
    if team := team_of_name(reference, contest):
        return team
    person = player(reference, now, names)
    entrant_id = entrant_of(person, contest, now, among) or entrant_of(person, contest, now)
    if entrant_id is None:
        raise Inconsistent(
            Text(
                es=f"«{reference}» no está inscrito en este torneo",
                en=f"{reference!r} is not an entrant of this contest",
            )
        )
    return entrant_id


def team_of_name(name: str, contest: Contest) -> str | None:
    """The team of this name in a contest, by id; None where there is none."""
    spelling = normalized_name(name)
    return next((one.id for one in contest.entrants if one.name is not None and one.name == spelling), None)


def entrant_of(player: str, contest: Contest, now: Championship, among: Collection[str] | None = None) -> str | None:
    """The last entrant with this player that was not replaced; None where the player is in none."""
    same = now.merges.now
    own = [one.id for one in contest.entrants if player in map(same, one.people)]
    own = [id_ for id_ in own if among is None or id_ in among]
    return max(own, key=lambda id_: (not is_replaced(contest, id_), own.index(id_)), default=None)


def looks_like_id(text: str) -> bool:
    """True if a text has the form of an id."""
    return len(text) == ID_LENGTH and text.count("-") == 4 and set(text) <= set("0123456789abcdefABCDEF-")
