"""The examples of stakes over a championship in the OpenAPI document: one contest of two, the winner takes all."""

from api.document.samples.ratings import PLAYERS
from api.document.samples.series import CHAMPIONSHIP
from projections.seasons.balance import Balance, BalanceRow, StakePart, StakeTransfer

CONTEST = "01920000-0000-7000-8000-000000000053"


def balance(contest: str | None = CONTEST) -> Balance:
    def row(n: int, share: int) -> BalanceRow:
        part = StakePart(CHAMPIONSHIP, contest, None, 10, share)
        return BalanceRow(PLAYERS[n], 10, share, share - 10, 0, (part,))

    return Balance(1, 0, (row(0, 20), row(1, 0)), (StakeTransfer(PLAYERS[1], PLAYERS[0], 10),))
