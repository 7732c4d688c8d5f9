/** A QR code as a drawing, made on the device: its text may be a key, and never leaves the device. */

import { generate, mode } from "lean-qr";
import { html } from "./ui.js";

/** The empty margin that a reader needs, in modules (ISO/IEC 18004). */
const QUIET = 4;

/**
 * An address, which is in ASCII: in one mode that every reader takes.
 * @param {{text: string, label: string}} props
 */
export function QrCode({ text, label }) {
  const code = generate(text, { modes: [mode.ascii] });
  const all = Array.from({ length: code.size }, (_, n) => n);
  const squares = all.flatMap((y) => all.filter((x) => code.get(x, y)).map((x) => `M${x} ${y}h1v1h-1z`)).join("");
  const side = code.size + 2 * QUIET;
  return html`<svg
    class="qr"
    viewBox=${`${-QUIET} ${-QUIET} ${side} ${side}`}
    role="img"
    aria-label=${label}
    data-qr=${text.split("#")[0]}
    shape-rendering="crispEdges"
  >
    <rect x=${-QUIET} y=${-QUIET} width=${side} height=${side} fill="#fff" />
    <path d=${squares} fill="#000" />
  </svg>`;
}
