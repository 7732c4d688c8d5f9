/** The sections about the play. */

import { later } from "../later.js";
import { isInRounds } from "./contest.js";
import { Results } from "./results.js";
import { Watch } from "./watch.js";
import { p } from "./words.js";

const STANDINGS = later(() => import("./standings.js").then(({ Standings }) => Standings));
const LEAVING = later(() => import("./leaving.js").then(({ Leaving }) => Leaving));
const SANCTIONS = later(() => import("./sanctions.js").then(({ Sanctions }) => Sanctions));
const HISTORY = later(() => import("./history.js").then(({ History }) => History));

const ROUNDS_OF_CONTEST = later(() => import("../rounds/rounds.js").then(({ Rounds }) => Rounds));

/** The section of contests in rounds. It is there with the first of them. @type {import("../sections.js").Section[]} */
export const ROUNDS = [
  {
    id: "rounds",
    title: p.sections.rounds,
    icon: "rounds",
    ...ROUNDS_OF_CONTEST,
    needs: "referee",
    isThere: (store) => store.contests.value.some(isInRounds),
  },
];
/** @type {import("../sections.js").Section[]} */
export const PLAY = [
  { id: "watch", title: p.sections.watch, icon: "watch", component: Watch, main: true, needs: "referee" },
  { id: "results", title: p.sections.results, icon: "results", component: Results, main: true, needs: "referee" },
  { id: "standings", title: p.sections.standings, icon: "standings", ...STANDINGS, needs: "referee" },
  { id: "leaving", title: p.sections.leaving, icon: "leaving", ...LEAVING, needs: "organizer" },
  { id: "sanctions", title: p.sections.sanctions, icon: "sanctions", ...SANCTIONS, needs: "organizer" },
  { id: "history", title: p.sections.history, icon: "acts", ...HISTORY, needs: "organizer" },
];
