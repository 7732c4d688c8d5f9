#!/usr/bin/env bash
# pairing-core lets a bare ValueError of a list escape from lim-2026, for a fourth round of six players.
#
# One would guess: what cannot be paired raises ImpossiblePairingError. The README says "All failures are typed `PairingError` subclasses",
# with a table of them, so a program catches PairingError and shows its text to the arbiter.
# What happens: after three ordinary rounds of six players `pair_2026` by `lim-2026` raises `ValueError: list.remove(x): x not in list`.
# It is no PairingError, so the program above ends with a traceback. The same players are paired by `dubov-2026`.
# Why it matters: PairingError is itself a ValueError, so whoever catches ValueError shows "list.remove(x): x not in list" to an arbiter, and
# whoever catches PairingError does not catch it. In a run over small tournaments one such error came in about thirty rounds by Lim.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export PIP_DISABLE_PIP_VERSION_CHECK=1

python3 -m venv venv
venv/bin/pip install --quiet pairing-core==0.4.1
echo "pairing-core $(venv/bin/python -c 'import pairing_core; print(pairing_core.__version__)'), $(python3 --version)"

cat >pair.py <<'END'
import sys

from pairing_core import PairingError
from pairing_core.fide2026 import P26Player, P26Request, pair_2026

# White, black, and what white got.
ROUNDS = [
    [(1, 4, "W"), (2, 5, "W"), (3, 6, "W")],
    [(3, 1, "L"), (4, 2, "L"), (5, 6, "D")],
    [(1, 2, "D"), (5, 3, "L"), (6, 4, "W")],
]
POINTS = {"W": 1.0, "D": 0.5, "L": 0.0}


def request(ruleset):
    games = {n: [] for n in range(1, 7)}
    scores, floats = dict.fromkeys(games, 0.0), {n: "" for n in games}
    for round_ in ROUNDS:
        before = dict(scores)
        for white, black, result in round_:
            for me, rival, color, own in [(white, black, "W", result), (black, white, "B", "LDW"["WDL".index(result)])]:
                games[me].append((rival, color, own))
                scores[me] += POINTS[own]
                floats[me] += "D" if before[me] > before[rival] else "U" if before[me] < before[rival] else "-"
    players = tuple(
        P26Player(
            id=me,
            tpn=me,
            rating=2000 - me,
            score=scores[me],
            colors="".join(color for _, color, _ in own),
            opponents=tuple(rival for rival, _, _ in own),
            played=len(own),
            last_float=floats[me][-1].strip("-"),
            prev_float=floats[me][-2].strip("-"),
        )
        for me, own in games.items()
    )
    results = tuple((me, tuple(result for _, _, result in sorted(own))) for me, own in games.items())
    return P26Request(players=players, ruleset=ruleset, round_number=4, total_rounds=5, round_results=results)


pairs = pair_2026(request("dubov-2026")).pairs
print("dubov-2026:", " ".join(f"{pair.white_id}-{pair.black_id}" for pair in pairs))
try:
    pair_2026(request("lim-2026"))
    outcome = "paired"
except PairingError as error:
    outcome = f"{type(error).__name__}: {error}"
except ValueError as error:
    print(f"lim-2026: {type(error).__name__}: {error} (a PairingError: {isinstance(error, PairingError)})")
    sys.exit(0)
print("lim-2026:", outcome)
sys.exit(1)
END
if ! venv/bin/python pair.py; then
    echo "CHANGED: lim-2026 pairs, or refuses with an error of its own"
    exit 1
fi
echo "as described: an error of a list comes in place of a refusal"
