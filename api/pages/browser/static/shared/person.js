/** A person, as their own entry describes them. */

/**
 * The name, and behind it what tells this person apart from others of the same name, where something is written.
 * @param {{name: string, disambiguation?: string}} person
 */
export const toldApart = ({ name, disambiguation }) => (disambiguation ? `${name} (${disambiguation})` : name);
