/** People as they are written on a list: a name a line, perhaps with the day of birth behind it. */

import { guess, guessOf, headingOf, isTitle, ordersOf } from "./columns.js";
import { plain } from "../../shared/plain.js";

/** @import { Order } from "./columns.js" */
/** @typedef {{name: string, birth_date?: string}} ListedPerson is a person on the list. `birth_date`: RFC 3339 full-date */
/**
 * @typedef {{order: Order, sample: string}} Way is an order of columns that may be the name, and the first line in that order
 */
/**
 * @typedef {{people: ListedPerson[], order: Order, ways: Way[], nameless: number}} PeopleList is a list that was read. `order`: the
 *   columns of the name;
 *   `nameless`: the lines without a name
 */

/** The numbers and bullets of a list before a name: `1.-`, `1)`, `[1]`, `1º`, `#1`, `1️⃣`, `☐`. */
const MARK = /^\s*(?:[(#[]?\d+\s*[.)\]\-–—−:ºª°]+|#\d+\s|(?:\d\uFE0F?\u20E3)+|\[[ x]?\]|[-–—−*•·▪●◦‣►☐☑✓✔])[.)\-–—−\s]*/i;
/** A number and blanks before a name. It belongs to the list if every line has one, and they count upwards. */
const NUMBER = /^\s*(\d+)\s+(?=\D)/;
/** Separators of columns. */
const COLUMNS = /[\t;|]/;
/** A character that can be seen by itself. */
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** Letters and signs that show nothing. */
const BLANK = /[\u115F\u1160\u2800\u3164\uFFA0]/g;
/** A day in a column of its own, or behind a comma: the day first, or in the order of the device's dates. */
const BORN = /(?:^|\s*,)\s*(?:(?<day>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>\d{4})|(?<whole>\d{4}-\d{2}-\d{2}))\s*$/;
/**
 * An identity card, a telephone, any other long number or an address of e-mail. All readers see the names, and no reader may
 * see these. What stands before them stays.
 */
const PERSONAL =
  /(^|[^\p{L}\d])(?:[XYZ]-?\d{7}[- ]?[A-Z]|\d{1,2}(?:\.?\d{3}){2}[- ]?[A-Z]|(?:\+|00)?\d(?:[ .()-]*\d){8,}|\d{6,})(?![\p{L}\d])|[^\s<(]+@[^\s>)]+/giu;
/** The number of a licence or the like, alone in its column. Its title or its letters tell it. */
const TITLED = /^(?:licencia|licence|license|lic|socio|dni|nie|nif|tel|tfno|telefono|movil|pasaporte|passport)\b.*\d/;
const CODE = /^[A-Z]{1,4}[-./]?\d[\d./-]{2,}[A-Z]?$/;
/** «García, Ana»: the text before the only comma, and the text behind it. */
const COMMA = /^([^,]+),([^,]+)$/;

/**
 * The people on a pasted list, without numbers, dashes, headings or empty lines.
 * @param {string} text
 * @returns {ListedPerson[]}
 */
export const peopleIn = (text) => readList(text).people;

/**
 * The people on a pasted list, and the columns of their names. The heading gives the columns, or the choice, or else the
 * content.
 * @param {string} text
 * @param {Order} [choice]
 * @returns {PeopleList}
 */
export function readList(text, choice) {
  const lines = text.split(/\r\n|[\r\n\u2028\u2029]/).filter((line) => line.trim() !== "");
  const separator = separatorOf(lines);
  const heading = lines.length > 1 ? headingOf(columnsOf(lines[0], separator)) : null;
  if (heading) lines.shift();
  const numbers = lines.map((line) => Number(NUMBER.exec(line)?.[1]));
  const areNumbered = lines.length > 1 && numbers.every((number, n) => number > (numbers[n - 1] ?? -1));
  const table = lines.map((line) =>
    columnsOf(areNumbered ? line.replace(NUMBER, (mark) => (separator.test(mark) ? mark : "")) : line, separator),
  );
  const cells = table.map((columns) => columns.map(nameIn));
  const several = cells.filter((line) => line.filter((one) => one !== null).length > 1);
  const order = (heading?.order.length ? heading.order : (choice ?? guessOf(several))) ?? [];
  const isTable = heading?.order.length || choice || new Set(table.map((columns) => columns.length)).size === 1;
  const names = cells.map((line, n) => read(line, isTable ? order : (guess(line) ?? order)) || alone(table[n]));
  const people = withFirstNameFirst(names, heading?.isReversed ?? false).map((name, n) => personIn(name, table[n]));
  const nonBlank = people.filter((one) => SEEN.test(one.name.replace(BLANK, "")));
  const ways = heading?.order.length
    ? []
    : ordersOf(several[0] ?? []).map((one) => ({ order: one, sample: read(several[0], one) }));
  return { people: nonBlank, order, ways, nameless: people.length - nonBlank.length };
}

/**
 * The separator of the columns in these lines. A comma counts only if it parts a heading, or if every line has the same number
 * of commas, more than one.
 *
 * @param {readonly string[]} lines
 */
function separatorOf(lines) {
  if (lines.length === 0 || lines.some((line) => COLUMNS.test(line))) return COLUMNS;
  const commas = new Set(lines.map((line) => line.split(",").length));
  const byComma = columnsOf(lines[0], /,/);
  const hasHeading = lines.length > 1 && byComma.length > 1 && byComma.every(isTitle);
  return hasHeading || (commas.size === 1 && Math.max(...commas) > 2) ? /,/ : COLUMNS;
}

/** The columns of a line, without the quotes of a spreadsheet. @param {string} line @param {RegExp} separator */
const columnsOf = (line, separator) => line.split(separator).map((column) => column.trim().replace(/^"|"$/g, ""));

/** The text in a column, without the number of the list. @param {string} column */
const bare = (column) => column.replace(MARK, "");

/** The part of a column that may belong to a name; null for a number or a date. @param {string} column */
function nameIn(column) {
  if (TITLED.test(plain(column)) || CODE.test(bare(column))) return null;
  const born = BORN.exec(column)?.[0] ?? "";
  const words = column.slice(0, column.length - born.length);
  const others = words.replace(PERSONAL, "$1 ");
  const rest = bare(others.replace(/[(<[]\s*[)>\]]/g, " ").trimStart());
  const name = others === words ? bare(words) : rest.replace(/^[\s,:–—-]+|[\s,:–—-]+$/g, "");
  return /\p{L}/u.test(name) ? name + born : null;
}

/**
 * The text of a line that has one column and no letter. It is empty for a personal number.
 * @param {readonly string[]} columns
 */
const alone = ([column, ...others]) => (others.length > 0 ? "" : bare(column.replace(PERSONAL, "$1")));

/**
 * The columns of a line that are its name, else the first column that is not empty.
 *
 * @param {readonly (string | null)[]} line
 * @param {Order} order
 */
function read(line, order) {
  const parts = order.flatMap((n) => line[n] ?? []);
  return parts.length > 0 ? parts.join(" ") : (line.find((one) => one !== null) ?? "");
}

/**
 * Names with the surname first and a comma behind it, the other way round: all of them, or those with words that say so.
 *
 * @param {readonly string[]} names
 * @param {boolean} all
 */
function withFirstNameFirst(names, all) {
  const parts = names.map((name) =>
    BORN.test(name)
      ? null
      : (COMMA.exec(name)
          ?.slice(1)
          .map((one) => one.trim()) ?? null),
  );
  const most = guessOf(parts.filter((one) => one !== null));
  return names.map((name, n) => {
    const both = parts[n];
    return both && (all || `${guess(both) ?? most}` === "1,0") ? `${both[1]} ${both[0]}` : name;
  });
}

/** @param {string} cell the column of the name @param {readonly string[]} columns @returns {ListedPerson} */
function personIn(cell, columns) {
  const { day, month, year, whole } = [cell, ...columns].map((column) => BORN.exec(column)?.groups).find(Boolean) ?? {};
  const born = whole ?? (year && `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
  const name = cell.replace(BORN, "").replace(/\s+/gu, " ").trim();
  return born ? { name, birth_date: born } : { name };
}

/**
 * Letters of other alphabets that Unicode does not take apart, in the order of Spanish lists.
 *
 * @type {Readonly<Record<string, string>>}
 */
const LETTERS = { ø: "o", ł: "l", đ: "d", ð: "d", ħ: "h", ŧ: "t", ı: "i", ĸ: "k", æ: "ae", œ: "oe", þ: "th" };
const ALPHABET = new Intl.Collator("es", { sensitivity: "base" });

/**
 * The order of two names: Ñ after N, Ø as O, Æ as AE.
 * @param {string | null} one
 * @param {string | null} other
 */
export const byName = (one, other) => ALPHABET.compare(sortKey(one), sortKey(other)) || (one ?? "").localeCompare(other ?? "", "es");

/** @param {string | null} name */
const sortKey = (name) =>
  (name ?? "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[øłđðħŧıĸæœþ]/g, (letter) => LETTERS[letter]);
