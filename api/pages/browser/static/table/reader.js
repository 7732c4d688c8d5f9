/**
 * The holder of this device, and the holder's rights: a referee records everything; a player, the own moves and claims; others,
 * nothing.
 */

/** @typedef {import("../shared/types.js").Reader} Reader */
/** @typedef {import("../shared/types.js").GameEvent} GameEvent */
/** @typedef {import("../shared/types.js").MatchView} MatchView */

/** The reader before the service's answer. The page of a table is opened to record. */
export const REFEREE = Object.freeze({ role: "referee", seats: [], records: true });
/** The reader without a token, or with one for another match. */
export const PUBLIC = Object.freeze({ role: "public", seats: [], records: false });

/** @param {Reader} reader */
export const referees = (reader) => reader.role === "organizer" || reader.role === "referee";

/**
 * True if anything can be recorded from here, even if only a claim.
 * @param {Reader} reader
 */
export const takesPart = (reader) => referees(reader) || reader.seats.length > 0;

/**
 * The possible events that this reader may record.
 * @param {GameEvent[]} events
 * @param {Reader} reader
 */
export function own(events, reader) {
  if (referees(reader)) return events;
  return reader.records ? events.filter((event) => event.seat !== undefined && reader.seats.includes(event.seat)) : [];
}

/**
 * True if this reader may record the acts of a seat.
 * @param {Reader} reader
 * @param {number} seat
 */
export const maySeat = (reader, seat) => referees(reader) || (reader.records && reader.seats.includes(seat));

/**
 * The seats for which this reader may claim.
 * @param {Reader} reader
 * @param {MatchView} view
 */
export const claiming = (reader, view) =>
  view.seats.map((one) => one.seat).filter((seat) => referees(reader) || reader.seats.includes(seat));

/**
 * The sides that may confirm a hand from this device.
 * @param {Reader} reader
 * @param {MatchView} view
 * @param {number[]} missing
 */
export const confirming = (reader, view, missing) =>
  missing.filter((side) => referees(reader) || reader.seats.some((seat) => view.seats[seat].side === side));
