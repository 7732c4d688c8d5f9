/** The sections about the play. */

import { Leaving } from "./leaving.js";
import { Results } from "./results.js";
import { Sanctions } from "./sanctions.js";
import { Standings } from "./standings.js";
import { History } from "./history.js";
import { Watch } from "./watch.js";
import { p } from "./words.js";

/** @type {import("../sections.js").Section[]} */
export const PLAY = [
  { id: "watch", title: p.sections.watch, icon: "watch", component: Watch, main: true, needs: "referee" },
  { id: "results", title: p.sections.results, icon: "results", component: Results, main: true, needs: "referee" },
  { id: "standings", title: p.sections.standings, icon: "standings", component: Standings, needs: "referee" },
  { id: "leaving", title: p.sections.leaving, icon: "leaving", component: Leaving, needs: "organizer" },
  { id: "sanctions", title: p.sections.sanctions, icon: "sanctions", component: Sanctions, needs: "organizer" },
  { id: "history", title: p.sections.history, icon: "acts", component: History, needs: "organizer" },
];
