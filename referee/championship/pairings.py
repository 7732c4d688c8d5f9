"""The rounds of a contest on record, and what they would be by the results of now (rounds.standing)."""

from referee.championship.events import RoundChanged, RoundPaired, entrants_of
from referee.championship.recorded_contest import RecordedContest
from referee.contests.contest import PairedRound
from referee.contests.formats import format_named
from referee.contests.rounds.costs import Field
from referee.contests.rounds.paired_stage import PairedStage, last_round, round_numbered
from referee.contests.rounds.pairing import NoPairing
from referee.errors import Impossible, NotFound
from referee.text import Text

FORMAT = "rounds.format"


def require_stage(contest: RecordedContest, number: int | None = None) -> PairedStage:
    """The rounds of a contest that are paired one by one: those in play, or with the round of this number.

    Raises Impossible for a contest, or a stage of one, of another format.
    """
    stage = format_named(contest.contest.format).paired_stage(contest.contest, number=number)
    if stage is None:
        raise Impossible(
            Text(
                es="no se empareja por rondas: sus encuentros salen del sorteo y de los resultados",
                en="it is not paired round by round: its matches follow from the draw and the results",
            ),
            rule=FORMAT,
        )
    return stage


def round_of(contest: RecordedContest, number: int) -> PairedRound:
    """A round that is paired. Raises NotFound."""
    round_ = round_numbered(contest.contest, number)
    if round_ is None:
        count = len(contest.contest.pairings)
        raise NotFound(
            Text(
                es=f"la ronda {number} no está emparejada: lo están {count}",
                en=f"round {number} is not paired: {count} are",
            )
        )
    return round_


def pairing_of(contest: RecordedContest, number: int) -> RoundPaired:
    """The decision that paired a round."""
    return next(one for _, one in contest.standing() if isinstance(one, RoundPaired) and one.round == number)


def change_of(contest: RecordedContest, number: int) -> RoundChanged | None:
    """The last change by hand of a round."""
    changes = [one for _, one in contest.standing() if isinstance(one, RoundChanged) and one.round == number]
    return changes[-1] if changes else None


def last_pairing(contest: RecordedContest) -> RoundPaired | None:
    """The decision that paired the last round; None before the first."""
    round_ = last_round(contest.contest)
    return pairing_of(contest, round_.round) if round_ else None


def would_be_others(contest: RecordedContest, after: int) -> list[tuple[int, tuple[tuple[str, str], ...]]]:
    """The rounds after round `after` that would be paired otherwise by the results of now, each with those pairs.

    A published pairing stands all the same (rounds.standing).
    """
    changes = []
    for number in sorted(one.round for one in contest.contest.pairings if one.round > after):
        stage = format_named(contest.contest.format).paired_stage(contest.contest, number=number)
        if stage is None or all(one.round != number for one in stage.contest.pairings):
            # Others are through to the stage of this round now: it is paired anew (stages.chain).
            continue
        pairing_then = pairing_of(contest, number)
        entrants = stage.entrants_by_now(number, entrants_of(pairing_then))
        field = stage.field(number, pairing_then.seed, pairing_then.apart, entrants)
        try:
            pairing = stage.pair(field, number, repeats=pairing_then.repeats)
        except NoPairing as refusal:
            pairing = refusal.least
        before = {frozenset(match.entrants) for match in pairing_then.pairs}
        if pairs := tuple(match.entrants for match in pairing.matches if frozenset(match.entrants) not in before):
            changes.append((number, pairs))
    return changes


def field_then(stage: PairedStage, contest: RecordedContest, number: int) -> Field:
    """The field of a round that is paired, by the results of now of the rounds before it."""
    pairing = pairing_of(contest, number)
    return stage.field(number, pairing.seed, pairing.apart, entrants_of(pairing))
