/** Which columns of a list are a name: by its heading, or else by what stands in them. */

import { plain } from "./plain.js";

/** @typedef {readonly number[]} Order the columns of which a name is made, in the order in which it is read: «Ana García» */
/** @typedef {{order: Order, turned: boolean}} Heading `turned`: the surname stands before a comma and the name behind it */

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

/** What no name is: where somebody plays or lives. Clubs have their kind in front, or an article. */
const CLUB =
  /^(?:penas? \S|(?:club|casino|bar|centro|sociedad|asociacion|agrupacion|hogar|villa|team|equipo|ad|cd|cp|ud|el|la|los|las|the)\b)/;
/** How most Spanish surnames end. */
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
 * Given names of people in Spanish and English, as `plain` reads them; one that is not here is told from the other lines of its
 * list.
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

const titled = (/** @type {string} */ cell) =>
  plain(cell)
    .replace(/[.:ºª°]/g, "")
    .trim();

/** Whether this stands over a column. @param {string} cell */
export const isTitle = (cell) => [NUMBERS, WHOLE, TURNED, GIVEN, SURNAME, ELSE].some((role) => role.test(titled(cell)));

/**
 * What a heading says of its columns; null where the line is none.
 * @param {readonly string[]} cells
 * @returns {Heading | null} an empty order where it does not say which column has the names
 */
export function headingOf(cells) {
  const titles = cells.map(titled);
  const at = (/** @type {RegExp} */ role) => titles.flatMap((title, n) => (role.test(title) ? [n] : []));
  const [turned] = at(TURNED);
  if (turned !== undefined) return { order: [turned], turned: true };
  const [whole] = at(WHOLE).filter((n) => !GIVEN.test(titles[n]));
  if (whole !== undefined) return { order: [whole], turned: false };
  const [given] = at(GIVEN);
  const surnames = at(SURNAME).filter((n) => n !== given);
  if (given !== undefined || surnames.length > 0)
    return { order: [...(given === undefined ? [] : [given]), ...surnames], turned: false };
  return cells.filter(isTitle).length > 1 ? { order: [], turned: false } : null;
}

/**
 * Which columns of one line are the name, by what stands in them; null where that does not say.
 * @param {readonly (string | null)[]} cells null: nothing of a name, such as a number
 * @returns {Order | null}
 */
export function guess(cells) {
  const texts = cells.flatMap((one, n) => (one === null ? [] : [n]));
  const text = (/** @type {number} */ n) => cells[n] ?? "";
  const whole = texts.find((n) => isWhole(text(n)));
  if (whole !== undefined) return [whole];
  const given = texts.filter((n) => isGiven(text(n)));
  if (given.length > 1) return null;
  if (given.length === 0)
    return texts.length > 1 && isSurname(text(texts[0])) && texts[1] === texts[0] + 1 && !isClub(text(texts[1]))
      ? [texts[1], texts[0]]
      : null;
  const [name] = given;
  const beside = (/** @type {number} */ n) => texts.includes(n) && maySurname(text(n));
  if (beside(name - 1)) return beside(name - 2) ? [name, name - 2, name - 1] : [name, name - 1];
  if (beside(name + 1)) return beside(name + 2) && isSurname(text(name + 2)) ? [name, name + 1, name + 2] : [name, name + 1];
  return [name];
}

/**
 * The order that most lines of a list speak for, by their columns; null where none does.
 * @param {readonly (readonly (string | null)[])[]} lines
 * @returns {Order | null}
 */
export function guessOf(lines) {
  const votes = lines.map(guess).filter((one) => one !== null);
  const count = (/** @type {Order} */ order) => votes.filter((one) => `${one}` === `${order}`).length;
  return votes.reduce((/** @type {Order | null} */ best, one) => (best && count(best) >= count(one) ? best : one), null);
}

/**
 * Every way in which the columns of a line may be a name: one of them, or two side by side.
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
