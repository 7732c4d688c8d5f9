/**
 * The sections of the organizer's pages. A section is a line here; the pages show those that the reader may use.
 *
 * @typedef {object} Section
 * @property {string} id the text behind `#` in the address, and in `data-section`
 * @property {string} title
 * @property {string} icon a drawing of `icons.js`
 * @property {(props: {store: import("./store.js").Store}) => any} component
 * @property {() => boolean} [isMissing] true while the modules of its component are not there
 * @property {() => Promise<void>} [load] asks for the modules of its component before it is shown
 * @property {boolean} [main] true within the thumb's reach on a phone; the others come under "more"
 * @property {"referee" | "organizer" | "everywhere"} needs the right that the reader needs
 * @property {(store: import("./store.js").Store) => boolean} [isThere] true if the championship has what the section shows
 */
import { later } from "./later.js";
import { Door } from "./start/door.js";
import { Overview, SERIES } from "./start/overview.js";
import { PLAY, ROUNDS } from "./play/sections.js";
import { Fixtures, MANY } from "./tables/fixtures.js";
import { o } from "./words.js";

const PEOPLE = later(() => import("./people/players.js").then(({ Everybody }) => Everybody));
const PLAYERS = later(() => import("./people/players.js").then(({ Players }) => Players));
const CONTESTS = later(() => import("./contests/contests.js").then(({ Contests }) => Contests));
const TOKENS = later(() => import("./access/tokens.js").then(({ Tokens }) => Tokens));
const WEBHOOKS = later(() => import("./access/webhooks.js").then(({ Webhooks }) => Webhooks));
const ACTS = later(() => import("./access/acts.js").then(({ Acts }) => Acts));
const BACKUP = later(() => import("./access/backup.js").then(({ Backup }) => Backup));

/** Sections of the service as a whole, before a championship is chosen. @type {Section[]} */
export const HOUSE = [
  { id: "start", title: o.sections.championships, icon: "contests", component: Door, main: true, needs: "referee" },
  { id: "people", title: o.sections.people, icon: "players", ...PEOPLE, main: true, needs: "everywhere" },
  { id: "tokens", title: o.sections.tokens, icon: "tokens", ...TOKENS, main: true, needs: "everywhere" },
  { id: "webhooks", title: o.sections.webhooks, icon: "webhooks", ...WEBHOOKS, needs: "everywhere" },
  { id: "acts", title: o.sections.acts, icon: "acts", ...ACTS, needs: "everywhere" },
  { id: "backup", title: o.sections.backup, icon: "backup", ...BACKUP, needs: "everywhere" },
];

/** Sections of one championship. @type {Section[]} */
export const CHAMPIONSHIP = [
  { id: "start", title: o.sections.start, icon: "start", component: Overview, load: SERIES.load, main: true, needs: "referee" },
  { id: "players", title: o.sections.players, icon: "players", ...PLAYERS, needs: "organizer" },
  { id: "contests", title: o.sections.contests, icon: "contests", ...CONTESTS, needs: "organizer" },
  { id: "fixtures", title: o.sections.fixtures, icon: "fixtures", component: Fixtures, load: MANY.load, main: true, needs: "referee" },
  ...ROUNDS,
  ...PLAY,
  { id: "tokens", title: o.sections.tokens, icon: "tokens", ...TOKENS, needs: "organizer" },
  { id: "webhooks", title: o.sections.webhooks, icon: "webhooks", ...WEBHOOKS, needs: "organizer" },
  { id: "backup", title: o.sections.backup, icon: "backup", ...BACKUP, needs: "organizer" },
];
