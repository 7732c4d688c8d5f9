/** Where in its contest a match stands. */

import { k } from "./words.js";

/**
 * Its group, or its round where it is played in rounds, in words.
 * @param {{kind: string, round: number, group?: number | null}} fixture
 */
export const placeOf = (fixture) => (fixture.group ? k.group(fixture.group) : fixture.kind === "league" || fixture.kind === "knockout" ? `${k.kinds[fixture.kind]} · ${k.round(fixture.round)}` : k.kinds[fixture.kind]);
