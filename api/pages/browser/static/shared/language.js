/** The language of the page, as its document says. */

/** @type {"es" | "en"} */
export const language = document.documentElement.lang === "en" ? "en" : "es";
