/** The house rules of a contest: its deviations from the paper of its game. */

import { useEffect, useState } from "preact/hooks";
import { HouseRules } from "../shared/house.js";
import { html } from "../shared/ui.js";
import { api } from "./first.js";

/** @import * as openapi from "openapi" */

/** @param {{contest: import("../shared/types.js").Contest}} props */
export function AgreedOn({ contest }) {
  const [book, setBook] = useState(/** @type {openapi.Rulebook | null} */ (null));
  const has = Object.keys(contest.params).length > 0;
  useEffect(() => {
    if (has) void api.again(`/v1/rulesets/${contest.ruleset}`).then(setBook, () => setBook(null));
  }, [has, contest.ruleset]);
  return html`<${HouseRules}
    book=${book}
    params=${contest.params}
    house=${contest.house}
    path=${`/v1/contests/${contest.id}`}
  />`;
}
