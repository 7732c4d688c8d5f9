/** A person, as their own entry describes them. */

/**
 * The name, followed by the text that tells this person apart from others of the same name, if there is one.
 * @param {{name: string, disambiguation?: string}} person
 */
export const toldApart = ({ name, disambiguation }) => (disambiguation ? `${name} (${disambiguation})` : name);
