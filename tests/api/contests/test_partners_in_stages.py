"""Partners that change within a contest in stages: refused in words wherever it may be asked for (partners.rotating)."""

from typing import Any

import pytest

from referee.contests.formats import formats
from tests.support.organizing import TEN, Contest
from tests.support.service import Caller, refusal_of

EIGHT = TEN[:8]
ROUNDS = {"format": "rounds", "round_count": 2, "through": 4}
CHAINS: list[list[dict[str, Any]]] = [
    [ROUNDS, {"format": "knockout"}],
    [ROUNDS, {"format": "rounds", "round_count": 2}],
    [{"format": "league", "through": 4}, {"format": "rounds", "round_count": 2}],
]


def draw(client: Caller, **body: Any) -> Any:
    championship = Contest(client, *EIGHT, format="league").championship
    return client.post(
        f"/v1/championships/{championship}/contests", json={"ruleset": "guinote", "order": [*EIGHT], **body}
    )


@pytest.mark.parametrize("stages", CHAINS, ids=["knockout", "rounds", "league"])
def test_a_contest_in_stages_says_where_partners_may_change(organizer: Caller, stages: list[dict[str, Any]]) -> None:
    answer = draw(organizer, format="stages", partners="rotating", params={"stages": stages})
    refusal = refusal_of(answer, 400 if answer.status_code == 400 else 422, answer.json()["code"])
    assert refusal["rule"] == "partners.rotating"
    assert refusal["errors"][0]["path"] == "$.partners"
    assert "they do in: rounds" in refusal["detail"]


@pytest.mark.parametrize("stages", CHAINS, ids=["knockout", "rounds", "league"])
def test_no_stage_takes_partners_of_its_own(organizer: Caller, stages: list[dict[str, Any]]) -> None:
    for n in range(len(stages)):
        own = [{**one, "partners": "rotating"} if at == n else one for at, one in enumerate(stages)]
        answer = draw(organizer, format="stages", params={"stages": own})
        assert answer.status_code in {400, 422}
        [flaw] = answer.json()["errors"]
        assert flaw["path"].startswith(f"$.params.stages[{n}]")
        assert "partners" in f"{flaw}"


@pytest.mark.parametrize("id_", sorted(formats()))
def test_the_list_of_formats_says_which_take_partners_that_change_and_teams(organizer: Caller, id_: str) -> None:
    """As the draw itself says it: where it takes none, its refusal names `partners`, or the format of the teams."""
    view = next(one for one in organizer.get("/v1/formats").json()["items"] if one["id"] == id_)
    params = {"params": {"stages": CHAINS[0]}} if id_ == "stages" else {}
    answer = draw(organizer, format=id_, partners="rotating", **params)
    assert view["partners"] == (["rotating"] if answer.status_code == 201 else [])
    boards = [{"ruleset": "guinote", "per_team": 1}]
    teams = [{"name": f"Peña {n}", "members": [EIGHT[n]]} for n in range(8)]
    body = {"format": id_, "teams": {"boards": boards}, "order": None, "entrants": teams, **params}
    answer = draw(organizer, **body)
    assert view["teams"] == (answer.status_code == 201), answer.text


def test_lines_of_pairs_that_stay_are_refused_where_partners_change(organizer: Caller) -> None:
    params = {"pairing": "mitchell", "round_count": 3}
    refusal = refusal_of(draw(organizer, format="rounds", partners="rotating", params=params), 422, "inconsistent")
    assert refusal["errors"][0]["path"] == "$.params.pairing"
