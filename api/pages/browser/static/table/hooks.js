/** The hooks of the page for programs. Every control that appends an event has them. */

/** @typedef {import("../shared/types.js").GameEvent} GameEvent */

/**
 * An event in the form of `data-event`: without unset fields.
 * @param {GameEvent} event
 */
export const canonical = (event) => JSON.stringify(event);

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
