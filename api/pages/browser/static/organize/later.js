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
/** The boards of an encounter of teams. */
export const BOARDS = later(() => import("./teams/boards.js").then(({ BoardsForm }) => BoardsForm));
/** The form for another clock. */
export const CLOCK = later(() => import("./contests/clock.js").then(({ ChangeClock }) => ChangeClock));
/** The contests that are drawn. */
export const CARDS = later(() => import("./contests/cards.js").then(({ Cards }) => Cards));
/** The fields for house rules under a name. */
export const HOUSE = later(() => import("./contests/housefile.js").then(({ HouseFields }) => HouseFields));
