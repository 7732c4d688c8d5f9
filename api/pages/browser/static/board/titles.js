/** The titles of the slides. */

import { nameOf } from "../shared/contests/name.js";
import { placeOf } from "../shared/contests/place.js";
import { k } from "../shared/contests/words.js";
import { w } from "../shared/words.js";
import { b } from "./words.js";

/** @typedef {import("./slides.js").Slide} Slide */
/** @typedef {ReadonlyMap<string, import("../shared/types.js").Text>} Titles the names of the games */

/**
 * @param {Slide} slide
 * @param {Titles} titles
 */
export function titleOf(slide, titles) {
  const part = "parts" in slide && slide.parts > 1 ? b.page(slide.part, slide.parts) : "";
  /** @type {(string | null)[]} */
  let words = [];
  if (slide.kind === "table")
    words = [
      slide.fixture.table === null || slide.fixture.table === undefined ? null : k.table(slide.fixture.table),
      nameOf(slide.contest, titles),
      placeOf(slide.fixture),
    ];
  else if (slide.kind === "round") words = [nameOf(slide.contest, titles), k.round(slide.round), part];
  else if (slide.kind === "standings")
    words = [nameOf(slide.contest, titles), slide.caption || k.standings, part];
  else if (slide.kind === "podium") words = [nameOf(slide.contest, titles), k.podium];
  else if (slide.kind === "stakes") words = [nameOf(slide.contest, titles), w.stakes.title];
  else if (slide.kind === "balance") words = [k.balance.title, part];
  else if (slide.kind === "general") words = [k.general, part];
  else words = [b.next];
  return words.filter(Boolean).join(" · ");
}
