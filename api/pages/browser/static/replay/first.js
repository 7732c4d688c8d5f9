/**
 * The first requests of the replay. They run while its other modules still load. They give the place where its reader begins,
 * and the facts beside it.
 */

import { Api } from "../shared/api.js";
import { loadCalendar } from "../shared/dates.js";
import { early } from "../shared/early.js";
import { serviceLanguage } from "../shared/language.js";
import { readBook } from "../shared/rulebook.js";
import { tokenFor } from "../shared/token.js";

/** @typedef {import("../shared/types.js").MatchView} MatchView */
/** @typedef {import("../shared/types.js").Entry} Entry */
/** @typedef {import("../shared/types.js").Audit} Audit */
/** @typedef {import("../shared/types.js").Step} Step */
/** @typedef {import("../shared/types.js").Dispute} Dispute */
/**
 * @typedef {{steps: Step[], next: number | null}} Part holds some steps of a hand, and the version after which there are more
 */
/**
 * @typedef {{championship: string, fixture: import("../shared/types.js").Fixture}} Occasion names the championship of a match,
 *   and the place of this match in it
 */

/** Number of steps that are read at first: those of a hand in most games. */
const FIRST = 80;
/** Number of versions before the wanted step at which the first reading begins. */
const LEAD = 8;

export const match = location.pathname.split("/")[2];
export const api = new Api(tokenFor(match), serviceLanguage);
export const address = `/v1/matches/${match}`;

/**
 * Steps of a hand after a version.
 * @param {number} hand
 * @param {number} after
 * @param {number} limit
 * @returns {Promise<Part>}
 */
export async function stepsOf(hand, after, limit) {
  /** @type {Part} */
  const part = await api.get(`${address}/replay?hand=${hand}&after=${after}&limit=${limit}&legal=true`);
  return { steps: part.steps.filter((one) => one.version > after), next: part.next };
}

/**
 * The steps around a version, from shortly before it.
 * @param {number} hand
 * @param {number} version
 */
export async function around(hand, version) {
  const after = Math.max(0, version - LEAD);
  return { after, ...(await stepsOf(hand, after, FIRST)) };
}

/**
 * The hand in which a version is.
 * @param {number} version
 * @returns {Promise<number>}
 */
export const handOf = async (version) => /** @type {MatchView} */ (await api.get(`${address}?at=${version}`)).hand;

/**
 * The match, and where a reader begins in it: at the version that the address asks for, at the claim that is pending, at the
 * latest move of a match in play, at the first of one that is over.
 */
export const opening = early(async () => {
  const requestedVersion = Number(new URLSearchParams(location.search).get("step"));
  const earlier =
    Number.isInteger(requestedVersion) && requestedVersion > 0
      ? /** @type {Promise<MatchView>} */ (api.get(`${address}?at=${requestedVersion}`)).catch(() => null)
      : null;
  const reading = /** @type {Promise<MatchView>} */ (api.get(address));
  const book = readBook(api, reading);
  // It is heard below, unless another answer fails before.
  book.catch(() => undefined);
  const [view, then] = await Promise.all([reading, earlier]);
  const pending = view.claims.find((one) => one.status === "pending");
  const version = then ? then.version : (pending?.at ?? (view.status === "open" ? view.version : 0));
  const hand = then?.hand ?? (pending ? await handOf(pending.at) : view.status === "open" ? view.hand : 1);
  const [ruleset, part] = await Promise.all([book, around(hand, version)]);
  return { view, ruleset, hand, version, part };
});

/** @param {number} after */
const auditPage = (after) => /** @type {Promise<Audit>} */ (api.get(`${address}/audit?after=${after}`));

/**
 * An audit and the page after it as one. If both have rows of a sheet, it is the last of the one and the first of the other.
 * @param {Audit} audit
 * @param {Audit} page
 * @returns {Audit}
 */
function joinPages(audit, page) {
  const open = audit.hands.at(-1);
  const [first, ...others] = page.hands;
  const goesOn = open !== undefined && open.version === first?.version;
  return {
    ...page,
    infractions: [...audit.infractions, ...page.infractions],
    claims: [...audit.claims, ...page.claims],
    rulings: [...audit.rulings, ...page.rulings],
    sanctions: [...audit.sanctions, ...page.sanctions],
    pins: [...audit.pins, ...page.pins],
    points: [...audit.points, ...page.points],
    differences: [...audit.differences, ...page.differences],
    seeds: [...audit.seeds, ...page.seeds],
    commitments: [...audit.commitments, ...page.commitments],
    hands: goesOn
      ? [...audit.hands.slice(0, -1), { ...first, rows: [...open.rows, ...first.rows] }, ...others]
      : [...audit.hands, ...page.hands],
  };
}

/** The audit, and the known facts of each claim, by its name. */
export const wholeAudit = early(async () => {
  let audit = await auditPage(0);
  while (audit.next !== null) audit = joinPages(audit, await auditPage(audit.next));
  const all = await Promise.all(
    audit.claims.map((one) => /** @type {Promise<{dispute: Dispute}>} */ (api.get(`${address}/claims/${one.claim}`))),
  );
  return { audit, disputes: new Map(all.map(({ dispute }) => [dispute.claim.claim, dispute])) };
});

/** Facts for paper alone: the opening entry of the match, and the match of a championship that it is. */
export const matchOpening = early(async () => {
  /** @type {{items: Entry[]}} */
  const { items } = await api.get(`${address}/events?after=0&limit=1`);
  const entry = items[0] ?? null;
  return { entry, occasion: await occasionOf(entry) };
});

/**
 * @param {Entry | null} opening
 * @returns {Promise<Occasion | null>} null for a match of no championship
 */
async function occasionOf(opening) {
  if (!opening?.fixture) return null;
  /** @type {Occasion["fixture"]} */
  const fixture = await api.get(`/v1/fixtures/${opening.fixture}`);
  /** @type {import("../shared/types.js").Contest} */
  const contest = await api.get(`/v1/contests/${fixture.contest}`);
  /** @type {import("../shared/types.js").Championship} */
  const { name } = await api.get(`/v1/championships/${contest.championship}`);
  return { championship: name, fixture };
}

loadCalendar();
