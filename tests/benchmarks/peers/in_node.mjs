// Pairs fields with tournament-organizer, from the folder where it is installed: a field a line in, a pairing a line out.

import { createInterface } from "node:readline";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(`${process.cwd()}/`);
const { default: Manager } = await import(pathToFileURL(require.resolve("tournament-organizer")));

// The peer shuffles the entrants. A generator of its own (mulberry32) in place of Math.random makes that the same each time.
function repeat(seed) {
    let state = seed;
    Math.random = () => {
        state = (state + 0x6d2b79f5) | 0;
        let t = Math.imul(state ^ (state >>> 15), 1 | state);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
}

function tournamentOf(field) {
    const players = Array.from({ length: field.size }, (_, i) => ({
        id: String(i + 1), name: `p${i + 1}`, active: true, value: 0, matches: [], meta: {},
    }));
    const scores = new Array(field.size + 1).fill(0);
    const matches = [];
    const side = (id, [win, loss, draw]) => ({ id, win, loss, draw });
    field.rounds.forEach(({ pairs, bye }, at) => {
        const before = [...scores];
        pairs.forEach(([one, other, points], n) => {
            const id = `${at + 1}-${n + 1}`;
            const figures = points === 1 ? [0, 0, 1] : points === 2 ? [1, 0, 0] : [0, 1, 0];
            const reversed = [figures[1], figures[0], figures[2]];
            matches.push({
                id, round: at + 1, match: n + 1, active: false, bye: false, path: { win: null, loss: null }, meta: {},
                player1: side(String(one), figures), player2: side(String(other), reversed),
            });
            for (const [me, rival, [win, loss, draw]] of [[one, other, figures], [other, one, reversed]])
                players[me - 1].matches.push({
                    id, opponent: String(rival), pairUpDown: before[me] !== before[rival], seating: null, bye: false, win, loss, draw,
                });
            scores[one] += points;
            scores[other] += 2 - points;
        });
        if (bye) {
            const id = `${at + 1}-bye`;
            matches.push({
                id, round: at + 1, match: pairs.length + 1, active: false, bye: true, path: { win: null, loss: null }, meta: {},
                player1: side(String(bye), [1, 0, 0]), player2: side(null, [0, 0, 0]),
            });
            players[bye - 1].matches.push({
                id, opponent: null, pairUpDown: false, seating: null, bye: true, win: 1, loss: 0, draw: 0,
            });
            scores[bye] += 2;
        }
    });
    const stageOne = { format: "swiss", consolation: false, rounds: field.all_rounds, initialRound: 1, maxPlayers: 0 };
    return {
        id: "t", name: "t", status: field.rounds.length ? "stage-one" : "setup", round: field.rounds.length, players, matches,
        sorting: "none", seating: false, meta: {}, stageOne, stageTwo: { format: null, advance: { value: 0, method: "all" } },
        scoring: { bestOf: 1, win: 1, draw: 0.5, loss: 0, bye: 1, tiebreaks: [] },
    };
}

function answerOf(field) {
    repeat(field.seed);
    const tournament = new Manager().loadTournament(tournamentOf(field));
    const begin = process.cpuUsage();
    const seconds = () => {
        const { user, system } = process.cpuUsage(begin);
        return (user + system) / 1e6;
    };
    try {
        if (field.rounds.length) tournament.nextRound();
        else tournament.startTournament();
    } catch (error) {
        return { error: String(error), seconds: seconds() };
    }
    const round = tournament.getMatchesByRound(field.rounds.length + 1);
    const number = ({ id }) => (id === null ? null : Number(id));
    const byes = round.filter((one) => one.isBye()).map((one) => number(one.getPlayer1()));
    const pairs = round.filter((one) => !one.isBye()).map((one) => [number(one.getPlayer1()), number(one.getPlayer2())]);
    return { pairs, bye: byes.length > 1 ? byes : byes[0] ?? null, seconds: seconds() };
}

for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(answerOf(JSON.parse(line))));
