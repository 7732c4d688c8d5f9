/** The language of the page, as its document says, and that in which it asks the service. */

/** The language of the page's own words. */
export const language = document.documentElement.lang;

/**
 * The language of what the service says: of its two, the one that a translation falls back to.
 * @type {"es" | "en"}
 */
export const serviceLanguage = language === "en" ? "en" : "es";

/** The `lang` of an element with words of the service; none where the page has the same. */
export const serviceLang = language === serviceLanguage ? undefined : serviceLanguage;
