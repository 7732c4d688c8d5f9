"""The members of a team by any id that they have had, and by name in a refusal."""

from collections.abc import Mapping

from referee.championship.recorded_contest import Names, RecordedContest
from referee.championship.state import Championship
from referee.text import Text


def members_of(team: str, now: Championship, contest: RecordedContest) -> Mapping[str, str]:
    """The members of a team by their ids now, each with the id in its entry: of two that are one person, the first."""
    return {now.merges.now(one): one for one in reversed(contest.contest.people(team))}


def name_in_words(reference: str, person: str | None, names: Names) -> str:
    """The name of the person that a request means, perhaps by an id; without a name, what the request says."""
    return (names(person) if person is not None else None) or reference


def no_member(name: str, team: str, contest: RecordedContest) -> Text:
    """The refusal of a person from outside a team."""
    other = contest.contest.team_name(team)
    return Text(es=f"«{name}» no es de «{other}»", en=f"{name!r} is no member of {other!r}")
