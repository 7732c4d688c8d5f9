"""The consequences of a decision: new fixtures, and matches that others play or qualify for now.

A match that has begun is not taken away unless the organizer says so (`closed`).
"""

from collections.abc import Sequence

from referee.championship.events import AnyConsequence, FixtureCreated, FixtureVoided, RulingFallen
from referee.championship.identity import ids_from
from referee.championship.recorded_contest import Names, RecordedContest, RecordedFixture
from referee.championship.state import Championship
from referee.championship.tables import TablesOfContest
from referee.contests.contest import ContestState, FixtureKind, FixtureStage, changed_fixtures, removed_fixtures
from referee.errors import ContestClosed
from referee.text import Text

BEGUN = {
    "single": Text(es="el encuentro", en="the match"),
    "league": Text(es="la liga", en="the league"),
    "group": Text(es="el grupo", en="the group"),
    "round": Text(es="la ronda", en="the round"),
    "tie_break": Text(es="el desempate", en="the tie-break"),
    "final": Text(es="la final", en="the final"),
    "knockout": Text(es="la eliminatoria", en="the knockout"),
    "round_of_16": Text(es="el encuentro de octavos de final", en="the match of the round of 16"),
    "quarterfinal": Text(es="el encuentro de cuartos de final", en="the quarterfinal"),
    "semifinal": Text(es="la semifinal", en="the semifinal"),
    "consolation": Text(es="el encuentro de consolación", en="the match of the consolation"),
    "consolation_final": Text(es="la final de consolación", en="the final of the consolation"),
    "third_place": Text(es="el encuentro por el tercer puesto", en="the match for third place"),
}
"""Names of a match that is taken away: its kind, or its stage where that has a name."""
LATE_KINDS: frozenset[FixtureKind] = frozenset({"tie_break", "final", "knockout"})
"""The kinds of matches with players determined by earlier results."""


def settle(
    work: Championship,
    contest_id: str,
    before: ContestState | None,
    names: Names,
    *,
    reopen: bool,
) -> tuple[AnyConsequence, ...]:
    """Enters the consequences of a decision just entered on `work`, and returns them. Raises ContestClosed."""
    facts: list[AnyConsequence] = []
    # The state is computed once for each change: of the largest league it takes a twentieth of a second.
    state = work.contests[contest_id].state
    # A void match may take the next ones away too, so this goes on until all that is left can be played.
    while matches := _taken_away(work.contests[contest_id], before, state):
        if not reopen:
            raise _closed_refusal(work, work.contests[contest_id], before, state, matches, names)
        void_facts = [FixtureVoided(record.id, contest_id) for record in matches]
        work.enter_consequences(void_facts)
        facts += void_facts
        state = work.contests[contest_id].state
    contest = work.contests[contest_id]
    new_fixtures = _new_fixtures(work, contest, before, state)
    lost_rulings = _lost_rulings(contest_id, state)
    work.enter_consequences([*new_fixtures, *lost_rulings])
    return (*facts, *new_fixtures, *lost_rulings)


def _new_fixtures(
    work: Championship, contest: RecordedContest, before: ContestState | None, after: ContestState
) -> list[FixtureCreated]:
    """The new matches, each at its table. Those that stand as they stood are on record."""
    changes = changed_fixtures(before, after) if before else None
    others = after.fixtures if changes is None else [now for _, now in changes]
    missing = [fixture for fixture in others if contest.record_of(fixture) is None]
    if not missing:
        return []
    tables = TablesOfContest(work, contest, after.fixtures)
    return [
        FixtureCreated(
            *(id_, contest.id, fixture.key, fixture.kind, fixture.entrants),
            *(fixture.round, fixture.order, tables.of(fixture), fixture.group, fixture.stage),
        )
        for fixture, id_ in zip(missing, ids_from(work.id, work.next_number), strict=False)
    ]


def _lost_rulings(contest_id: str, state: ContestState) -> list[RulingFallen]:
    """The rulings without a tie. While a result is missing, the tie may only not be seen yet."""
    if any(table.provisional for table in state.tables):
        return []
    return [RulingFallen(contest_id, ruling.at) for ruling in state.fallen if not ruling.fallen]


def _taken_away(contest: RecordedContest, before: ContestState | None, after: ContestState) -> list[RecordedFixture]:
    """The begun matches that others play, or are qualified for, now, or of a contest that is cancelled now."""
    if before is None:
        return []
    if contest.contest.is_cancelled:
        return [record for record in contest.fixtures.values() if record.matches]
    fixtures = map(contest.record_of, removed_fixtures(before, after))
    return [record for record in fixtures if record is not None and contest.has_begun(record)]


def _closed_refusal(
    work: Championship,
    contest: RecordedContest,
    before: ContestState | None,
    after: ContestState,
    matches: Sequence[RecordedFixture],
    names: Names,
) -> ContestClosed:
    qualified_before = before.qualified if before else ()

    def people(ids: Sequence[str]) -> list[dict[str, str | None]]:
        return [{"id": work.merges.now(id_), "name": contest.display_name(id_, names)} for id_ in ids]

    return ContestClosed(
        _open_still(matches) if contest.contest.is_cancelled else _others_through(matches, before),
        extra={
            "difference": {
                "phase": {"before": before.phase if before else None, "after": after.phase},
                "through": {"before": people(qualified_before), "after": people(after.qualified)},
                "voids": [
                    {
                        "fixture": record.id,
                        "kind": record.kind,
                        "match": record.match,
                        "entrants": people(record.entrants),
                        "stage": _stage(record, before),
                    }
                    for record in matches
                ],
            }
        },
    )


def _stage(record: RecordedFixture, before: ContestState | None) -> FixtureStage | None:
    return record.stage(before.fixture(record.key) if before else None)


def _others_through(matches: Sequence[RecordedFixture], before: ContestState | None) -> Text:
    kinds = [BEGUN[name] for name in sorted({_stage(record, before) or record.kind for record in matches})]
    es, en = " y ".join(kind.es for kind in kinds), " and ".join(kind.en for kind in kinds)
    if not {record.kind for record in matches} & LATE_KINDS:
        return Text(
            es=f"quitaría {len(matches)} encuentros que ya han empezado ({es}); con `reopen` se hace de todos modos, y se anulan",
            en=f"it would take away {len(matches)} matches that have begun ({en}); `reopen` does it anyway and voids them",
        )
    return Text(
        es=f"cambiaría quién juega, y ya ha empezado {es}; con `reopen` se hace de todos modos, y lo ya jugado se anula",
        en=f"it would change who plays, and {en} has begun; `reopen` does it anyway and voids what was played",
    )


def _open_still(matches: Sequence[RecordedFixture]) -> Text:
    tables = Text(es="1 mesa abierta", en="1 table is") if len(matches) == 1 else None
    tables = tables or Text(es=f"{len(matches)} mesas abiertas", en=f"{len(matches)} tables are")
    return Text(
        es=f"hay {tables.es} de este torneo; con `reopen` se anula de todos modos, y lo ya jugado en ellas no cuenta",
        en=f"{tables.en} open in this contest; `reopen` cancels it anyway, and what was played there does not count",
    )
