/**
 * The sections of the organizer's pages. A section is a line here; the pages show those that the reader may use.
 *
 * @typedef {object} Section
 * @property {string} id the text behind `#` in the address, and in `data-section`
 * @property {string} title
 * @property {string} icon a drawing of `icons.js`
 * @property {(props: {store: import("./store.js").Store}) => any} component
 * @property {boolean} [main] true within the thumb's reach on a phone; the others come under "more"
 * @property {"referee" | "organizer" | "everywhere"} needs the right that the reader needs
 */
import { Acts } from "./access/acts.js";
import { Backup } from "./access/backup.js";
import { Tokens } from "./access/tokens.js";
import { Webhooks } from "./access/webhooks.js";
import { Contests } from "./contests/contests.js";
import { Everybody, Players } from "./people/players.js";
import { Door } from "./start/door.js";
import { Overview } from "./start/overview.js";
import { PLAY } from "./play/sections.js";
import { Fixtures } from "./tables/fixtures.js";
import { o } from "./words.js";

/** Sections of the service as a whole, before a championship is chosen. @type {Section[]} */
export const HOUSE = [
  { id: "start", title: o.sections.championships, icon: "contests", component: Door, main: true, needs: "referee" },
  { id: "people", title: o.sections.people, icon: "players", component: Everybody, main: true, needs: "everywhere" },
  { id: "tokens", title: o.sections.tokens, icon: "tokens", component: Tokens, main: true, needs: "everywhere" },
  { id: "webhooks", title: o.sections.webhooks, icon: "webhooks", component: Webhooks, needs: "everywhere" },
  { id: "acts", title: o.sections.acts, icon: "acts", component: Acts, needs: "everywhere" },
  { id: "backup", title: o.sections.backup, icon: "backup", component: Backup, needs: "everywhere" },
];

/** Sections of one championship. @type {Section[]} */
export const CHAMPIONSHIP = [
  { id: "start", title: o.sections.start, icon: "start", component: Overview, main: true, needs: "referee" },
  { id: "players", title: o.sections.players, icon: "players", component: Players, needs: "organizer" },
  { id: "contests", title: o.sections.contests, icon: "contests", component: Contests, needs: "organizer" },
  { id: "fixtures", title: o.sections.fixtures, icon: "fixtures", component: Fixtures, main: true, needs: "referee" },
  ...PLAY,
  { id: "tokens", title: o.sections.tokens, icon: "tokens", component: Tokens, needs: "organizer" },
  { id: "webhooks", title: o.sections.webhooks, icon: "webhooks", component: Webhooks, needs: "organizer" },
  { id: "backup", title: o.sections.backup, icon: "backup", component: Backup, needs: "organizer" },
];
