/** What pages say to programs: every control that appends an event carries it. */

/** @typedef {import("../shared/types.js").GameEvent} GameEvent */

/**
 * An event as `data-event` has it: without what is not set.
 * @param {GameEvent} event
 */
export const canonical = (event) => JSON.stringify(event, (_, value) => (value === undefined ? undefined : value));

/**
 * A button that records an event.
 * @param {import("./store.js").Table} table
 * @param {GameEvent} event
 */
export const records = (table, event) => ({
  type: "button",
  "data-event": canonical(event),
  disabled: table.busy.value,
  onClick: () => table.record(event),
});
