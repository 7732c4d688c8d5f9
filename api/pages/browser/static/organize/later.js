/** Sections whose modules come when they are first opened. */

import { later as laterWith } from "../shared/later.js";
import { o } from "./words.js";

/**
 * A component in place of the one that is asked for, until that is there.
 * @template {(props: any) => any} Component
 * @param {() => Promise<Component>} ask
 */
export const later = (ask) => laterWith(ask, o);

/** The fields for the stages of a new contest. */
export const STAGES = later(() => import("./stages/stages.js").then(({ StagesFields }) => StagesFields));
/** The teams of a new contest, and the boards on which they meet. */
export const TEAMS = later(() => import("./teams/teams.js").then(({ TeamsFields }) => TeamsFields));
/** The same deals at every table of a new contest. */
export const DEALS = later(() => import("./deals/fields.js").then(({ DealsFields }) => DealsFields));
/** A team that comes into a contest after its draw. */
export const LATE_TEAM = later(() => import("./teams/late.js").then(({ LateTeamForm }) => LateTeamForm));
/** The boards of an encounter of teams. */
export const BOARDS = later(() => import("./teams/boards.js").then(({ BoardsForm }) => BoardsForm));
/** The form for another clock. */
export const CLOCK = later(() => import("./contests/clock.js").then(({ ChangeClock }) => ChangeClock));
/** The contests that are drawn. */
export const CARDS = later(() => import("./contests/cards.js").then(({ Cards }) => Cards));
/** The pairs of a new contest. */
export const PAIRS = later(() => import("./contests/pairs.js").then(({ Pairs }) => Pairs));
/** Lots that were drawn by hand. */
export const LOTS = later(() => import("./contests/lots.js").then(({ Lots }) => Lots));
/** The fields for the rules of a new contest. */
export const HOUSE = later(() => import("./contests/settings.js").then(({ RulesFields }) => RulesFields));
