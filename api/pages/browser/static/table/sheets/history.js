/** The latest entries of the log: the events in words, and their state. */

import { useEffect, useState } from "preact/hooks";

/** @typedef {import("../store.js").Table} Table */
/** @typedef {import("../../shared/types.js").Entry} Entry */

const PAGE = 60;
const BEFORE_FIRST = 1;

/**
 * The entries that still count, latest first. Each call of `older` adds more.
 * @param {Table} table
 * @param {boolean} [wholeHand] true if the whole hand in progress is wanted, of any length
 */
export function useHistory(table, wholeHand = false) {
  const version = table.savedView.value?.version ?? 1;
  const [from, setFrom] = useState(Math.max(BEFORE_FIRST, version - PAGE));
  const [entries, setEntries] = useState(/** @type {Entry[] | null} */ (null));
  useEffect(() => {
    let current = true;
    const read = async () => {
      /** @type {Entry[]} */
      const items = [];
      let after = /** @type {number | null} */ (from);
      while (after !== null) {
        /** @type {{items: Entry[], next: number | null}} */
        const page = await table.api.get(`/v1/matches/${table.match}/events?after=${after}&limit=200`);
        items.push(...page.items);
        after = page.next;
      }
      if (!current) return;
      if (wholeHand && from > BEFORE_FIRST && !items.some(deals)) setFrom(Math.max(BEFORE_FIRST, from - PAGE));
      else setEntries(items);
    };
    read().catch(() => current && setEntries(table.course.log));
    return () => {
      current = false;
    };
  }, [version, from]);
  const waiting = table.outbox.waiting.value.filter((item) => item.after >= version).map(asEntry);
  return {
    entries: entries && counting([...entries.filter((entry) => entry.version <= version), ...waiting]),
    older: from > BEFORE_FIRST ? () => setFrom(Math.max(BEFORE_FIRST, from - PAGE)) : null,
  };
}

/**
 * An event that waits, in the form of its future entry.
 * @param {import("../../shared/types.js").Outgoing} item
 * @returns {Entry}
 */
const asEntry = (item) => ({ ...item.event, version: item.after + 1, facts: [], unsent: !item.sent });

/**
 * The entries without the retracted ones, latest first.
 * @param {Entry[]} entries
 */
function counting(entries) {
  /** @type {Entry[]} */
  let effective = [];
  for (const entry of entries) effective = entry.type === "retract" ? effective.filter((one) => one.version <= entry.to) : [...effective, entry];
  return effective.reverse();
}

/**
 * The actor and the act, in one line.
 * @param {Table} table
 * @param {Entry | import("../../shared/types.js").GameEvent} entry
 */
export function line(table, entry) {
  const actor = entry.seat === undefined || entry.seat === null ? "" : `${table.name(entry.seat)}: `;
  return actor + table.does(entry);
}

/**
 * The entries of the hand in progress, latest first.
 * @param {Entry[]} entries
 */
export function ofThisHand(entries) {
  const lastDeal = entries.findIndex(deals);
  return lastDeal < 0 ? entries : entries.slice(0, lastDeal);
}

/** @param {Entry} entry */
const deals = (entry) => entry.facts.some((fact) => fact.fact === "hand_dealt");
