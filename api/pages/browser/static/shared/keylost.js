/** The note that this browser keeps no key, for the pages that a key opens. */

import { keepsToken } from "./token.js";
import { html } from "./ui.js";
import { w } from "./words.js";

/** Draws nothing where the key is kept, or where there is none. */
export const KeyLost = () => (keepsToken() ? null : html`<p class="trouble" role="status" data-key-lost>${w.keyLost}.</p>`);
