/** Sections whose modules come when they are first opened. */

import { later as laterWith } from "../shared/later.js";
import { o } from "./words.js";

/**
 * A component in place of the one that is asked for, until that is there.
 * @template {(props: any) => any} Component
 * @param {() => Promise<Component>} ask
 */
export const later = (ask) => laterWith(ask, o);
