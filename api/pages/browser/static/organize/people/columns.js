/** The columns of a list that hold a name. The heading tells them, or else the content. */

import { plain } from "../../shared/plain.js";

/** @typedef {readonly number[]} Order lists the columns of a name, in the order of reading: «Ana García» */
/**
 * @typedef {{order: Order, isReversed: boolean}} Heading describes the name's columns. `isReversed`: the surname stands before a comma
 *   and the name behind it
 */

const NUMBERS = /^(?:n|no|num|numero|number|#|dorsal|pos|posicion|puesto|orden|order|id)$/;
const WHOLE =
  /^(?:(?:full )?names?|nombres?(?: y apellidos?| completo)?|jugador(?:a|e)?s?|participantes?|inscrit[ao]s?|players?)$/;
const TURNED = /^(?:apellidos?(?: y|,)? nombres?|(?:surname|last name)(?: and|,)? (?:first )?name)$/;
const GIVEN = /^(?:nombres?(?: de pila| propio)?|(?:first |given )?names?|forenames?)$/;
const SURNAME = /^(?:(?:1|1er|primer|2|2o|segundo|first|second|last|family) )?(?:apellidos?|surnames?|names?)(?: [12])?$/;
const ELSE = new RegExp(
  `^(?:${[
    "pena|club|equipo|team",
    "dni|nie|nif|documento|licencia|licence|license|socio|federad[ao]",
    "tel|tfno|telefono|movil|phone|e-?mail|correo",
    "categoria|category|localidad|pueblo|ciudad|town|city",
    "edad|age|ano|year|(?:fecha(?: de)? )?nacimiento|(?:date of )?birth|born",
  ].join("|")})$`,
);

/** Texts that are no name: those of a club or a town. A club has its kind in front, or an article. */
const CLUB =
  /^(?:penas? \S|(?:club|casino|bar|centro|sociedad|asociacion|agrupacion|hogar|villa|team|equipo|ad|cd|cp|ud|el|la|los|las|the)\b)/;
/** Ending of most Spanish surnames. */
const ENDING = /[aeiou]z$/;
const SURNAMES = new Set(
  (
    "alonso blanco calvo cano castro crespo cruz delgado diez duran ferrer fuentes gallego garcia garrido gil herrera " +
    "iglesias leon lozano marin medina molina mora moreno moya munoz navarro nieto ortega ortiz parra pascual pastor " +
    "pena perales prieto ramos reyes roman romero rubio ruiz santana santos serrano sierra soler soto suarez torres " +
    "vega vidal"
  ).split(" "),
);
/**
 * Given names of people in Spanish and English, as `plain` reads them. A name that is not here is told from the other lines of
 * its list.
 */
const NAMES = new Set(
  (
    "aaron abel adela adolfo adrian africa agustin aida ainhoa aitor alba alberto alejandra alejandro alex alfonso " +
    "alfredo alicia alvaro amalia amanda amparo ana andrea andres angel angela angeles anna antonia antonio araceli " +
    "ariadna arturo asuncion aurora beatriz begona belen benito berta beto blanca borja braulio bruno candela carla " +
    "carlos carlota carmen carolina catalina cecilia celia cesar clara claudia concepcion conchi concha consuelo " +
    "cristian cristina cristobal dani daniel daniela dario david diana diego dolores domingo edu eduardo elena elias " +
    "elisa elsa elvira emilia emilio emma encarnacion enrique ernesto esperanza esteban esther estrella eugenia " +
    "eugenio eva fatima federico felipe felix fermin fernando fito francisca francisco gabriel gabriela gala gemma " +
    "gerardo german gloria gonzalo gregorio guillermo gustavo hector hugo ignacio ines inmaculada irene isabel isidro " +
    "ismael israel ivan jaime javi javier jesus joan joaquin john jorge jose josefa josefina juan juana juanjo julia " +
    "julian julio kiko laura leo leonor leticia lidia lola lorena lorenzo lourdes lucas lucia luis luisa luz maite " +
    "manolo manuel manuela mar marc marcelino marcos margarita maria mariano marina mario marta martin mary mateo " +
    "mercedes miguel milagros mireia miriam monica montserrat nacho natalia nerea nicolas nieves noelia nora nuria " +
    "olga omar oscar pablo paco patricia paula pedro pepa pepe peter petra pilar purificacion quino rafa rafael " +
    "ramiro ramon raquel raul ricardo roberto rocio rodrigo rosa rosario ruben salvador samuel sandra santi santiago " +
    "sara saul sebastian sergio silvia simon sofia sonia soledad susana tere teresa tomas unai valentina vanesa vega " +
    "vicente victor victoria virginia xavier yolanda zoe"
  ).split(" "),
);
const PARTICLES = new Set(["de", "del", "la", "las", "los", "y"]);

const wordsOf = (/** @type {string} */ text) =>
  plain(text)
    .split(/[\s-]+/)
    .filter(Boolean);
const begins = (/** @type {string} */ text) => NAMES.has(wordsOf(text)[0]);
const isGiven = (/** @type {string} */ text) =>
  begins(text) && wordsOf(text).every((word) => NAMES.has(word) || PARTICLES.has(word));
const isWhole = (/** @type {string} */ text) => begins(text) && wordsOf(text).length > 1 && !isGiven(text);
const isClub = (/** @type {string} */ text) => CLUB.test(plain(text).replace(/\./g, ""));
const isSurname = (/** @type {string} */ text) =>
  wordsOf(text).every((word) => SURNAMES.has(word) || ENDING.test(word) || PARTICLES.has(word));
const maySurname = (/** @type {string} */ text) => !begins(text) && !isClub(text);

const plainTitle = (/** @type {string} */ cell) =>
  plain(cell)
    .replace(/[.:ºª°]/g, "")
    .trim();

/** True if a cell is a column's title. @param {string} cell */
export const isTitle = (cell) => [NUMBERS, WHOLE, TURNED, GIVEN, SURNAME, ELSE].some((role) => role.test(plainTitle(cell)));

/**
 * The order that a heading gives its columns; null if the line is no heading.
 * @param {readonly string[]} cells
 * @returns {Heading | null} an empty order if it names no column for the names
 */
export function headingOf(cells) {
  const titles = cells.map(plainTitle);
  const at = (/** @type {RegExp} */ role) => titles.flatMap((title, n) => (role.test(title) ? [n] : []));
  const [column] = at(TURNED);
  if (column !== undefined) return { order: [column], isReversed: true };
  const [whole] = at(WHOLE).filter((n) => !GIVEN.test(titles[n]));
  if (whole !== undefined) return { order: [whole], isReversed: false };
  const [firstName] = at(GIVEN);
  const surnames = at(SURNAME).filter((n) => n !== firstName);
  if (firstName !== undefined || surnames.length > 0)
    return { order: [...(firstName === undefined ? [] : [firstName]), ...surnames], isReversed: false };
  return cells.filter(isTitle).length > 1 ? { order: [], isReversed: false } : null;
}

/**
 * The order of the name's columns in one line, from their content; null if the content does not tell.
 * @param {readonly (string | null)[]} cells null for a cell without a name, such as a number
 * @returns {Order | null}
 */
export function guess(cells) {
  const texts = cells.flatMap((one, n) => (one === null ? [] : [n]));
  const text = (/** @type {number} */ n) => cells[n] ?? "";
  const whole = texts.find((n) => isWhole(text(n)));
  if (whole !== undefined) return [whole];
  const firstNames = texts.filter((n) => isGiven(text(n)));
  if (firstNames.length > 1) return null;
  if (firstNames.length === 0)
    return texts.length > 1 && isSurname(text(texts[0])) && texts[1] === texts[0] + 1 && !isClub(text(texts[1]))
      ? [texts[1], texts[0]]
      : null;
  const [name] = firstNames;
  const beside = (/** @type {number} */ n) => texts.includes(n) && maySurname(text(n));
  if (beside(name - 1)) return beside(name - 2) ? [name, name - 2, name - 1] : [name, name - 1];
  if (beside(name + 1)) return beside(name + 2) && isSurname(text(name + 2)) ? [name, name + 1, name + 2] : [name, name + 1];
  return [name];
}

/**
 * The order that most lines of a list support, by their columns; null if no line supports one.
 * @param {readonly (readonly (string | null)[])[]} lines
 * @returns {Order | null}
 */
export function guessOf(lines) {
  const votes = lines.map(guess).filter((one) => one !== null);
  const count = (/** @type {Order} */ order) => votes.filter((one) => `${one}` === `${order}`).length;
  return votes.reduce((/** @type {Order | null} */ best, one) => (best && count(best) >= count(one) ? best : one), null);
}

/**
 * Every order of a line's columns that may be the name: one column, or two side by side.
 * @param {readonly (string | null)[]} cells
 * @returns {Order[]}
 */
export function ordersOf(cells) {
  const texts = cells.flatMap((one, n) => (one === null ? [] : [n]));
  return [
    ...texts.map((n) => [n]),
    ...texts.slice(1).flatMap((n, before) => [
      [texts[before], n],
      [n, texts[before]],
    ]),
  ];
}
