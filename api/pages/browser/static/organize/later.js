/** Sections whose modules come when they are first opened. */

import { later as laterWith } from "../shared/later.js";
import { o } from "./words.js";

/**
 * A component in place of the one that is asked for, until that is there.
 * @template {(props: any) => any} Component
 * @param {() => Promise<Component>} ask
 */
export const later = (ask) => laterWith(ask, o);

export const STAGES = later(() => import("./stages/stages.js").then(({ StagesFields }) => StagesFields));
export const TEAMS = later(() => import("./teams/teams.js").then(({ TeamsFields }) => TeamsFields));
export const DEALS = later(() => import("./deals/fields.js").then(({ DealsFields }) => DealsFields));
export const LATE_TEAM = later(() => import("./teams/late.js").then(({ LateTeamForm }) => LateTeamForm));
export const BOARDS = later(() => import("./teams/boards.js").then(({ BoardsForm }) => BoardsForm));
export const CLOCK = later(() => import("./contests/clock.js").then(({ ChangeClock }) => ChangeClock));
export const CARDS = later(() => import("./contests/cards.js").then(({ Cards }) => Cards));
export const PAIRS = later(() => import("./contests/pairs.js").then(({ Pairs }) => Pairs));
export const LOTS = later(() => import("./contests/lots.js").then(({ Lots }) => Lots));
export const HOUSE = later(() => import("./contests/settings.js").then(({ RulesFields }) => RulesFields));
