"""The rounds of a contest on record, and what they would be by the results of now (rounds.standing)."""

from referee.championship.events import RoundChanged, RoundPaired, entrants_of
from referee.championship.recorded_contest import RecordedContest
from referee.contests.contest import PairedRound
from referee.contests.rounds.costs import Field
from referee.contests.rounds.next_round import pair_round
from referee.contests.rounds.options import RoundsOptions
from referee.contests.rounds.pairing import NoPairing
from referee.contests.rounds.play import field_of, options_of
from referee.errors import Impossible, NotFound
from referee.text import Text

FORMAT = "rounds.format"


def require_rounds(contest: RecordedContest) -> RoundsOptions:
    """The choices of a contest in rounds. Raises Impossible for a contest of another format."""
    if not isinstance(contest.contest.options, RoundsOptions):
        raise Impossible(
            Text(
                es=f"el formato «{contest.contest.format}» no se empareja por rondas: sus encuentros están desde el sorteo",
                en=f"the format {contest.contest.format!r} is not paired round by round: its matches are there since the draw",
            ),
            rule=FORMAT,
        )
    return options_of(contest.contest)


def round_of(contest: RecordedContest, number: int) -> PairedRound:
    """A round that is paired. Raises NotFound."""
    rounds = contest.contest.pairings
    if not 1 <= number <= len(rounds):
        raise NotFound(
            Text(
                es=f"la ronda {number} no está emparejada: lo están {len(rounds)}",
                en=f"round {number} is not paired: {len(rounds)} are",
            )
        )
    return rounds[number - 1]


def pairing_of(contest: RecordedContest, number: int) -> RoundPaired:
    """The decision that paired a round."""
    return next(one for _, one in contest.standing() if isinstance(one, RoundPaired) and one.round == number)


def change_of(contest: RecordedContest, number: int) -> RoundChanged | None:
    """The last change by hand of a round."""
    changes = [one for _, one in contest.standing() if isinstance(one, RoundChanged) and one.round == number]
    return changes[-1] if changes else None


def last_pairing(contest: RecordedContest) -> RoundPaired | None:
    """The decision that paired the last round; None before the first."""
    rounds = contest.contest.pairings
    return pairing_of(contest, len(rounds)) if rounds else None


def would_be_others(contest: RecordedContest, after: int) -> list[tuple[int, tuple[tuple[str, str], ...]]]:
    """The rounds after round `after` that would be paired otherwise by the results of now, each with those pairs.

    A published pairing stands all the same (rounds.standing).
    """
    changes = []
    for number in range(after + 1, len(contest.contest.pairings) + 1):
        pairing_then, field = pairing_of(contest, number), field_then(contest, number)
        try:
            pairing = pair_round(field, options_of(contest.contest), number, repeats=pairing_then.repeats)
        except NoPairing as refusal:
            pairing = refusal.least
        before = {frozenset(match.entrants) for match in pairing_then.pairs}
        if pairs := tuple(match.entrants for match in pairing.matches if frozenset(match.entrants) not in before):
            changes.append((number, pairs))
    return changes


def field_then(contest: RecordedContest, number: int) -> Field:
    """The field of a round that is paired, by the results of now of the rounds before it."""
    pairing = pairing_of(contest, number)
    return field_of(contest.contest, number, pairing.seed, pairing.apart, entrants_of(pairing))
