/**
 * The pad stands still under the thumb. What grows or shrinks above it within a hand moves the page by as much, and after a form
 * in its place the page is where it was.
 */

/** @typedef {{top: number, hand: string | undefined, width: number, scroll: number}} Place */

let place = /** @type {Place | null} */ (null);
const sizes = new ResizeObserver(settle);
// Not what a browser does with a page that became shorter: the pad is not where it was then, and is put there.
addEventListener(
  "scroll",
  () => {
    const top = topOfPad();
    // Sums of fractions, which are not the same twice.
    if (place && top !== null && Math.abs(top - place.top) < 1) place.scroll = scrollY;
  },
  { passive: true },
);

/** Keeps the pad where it was, before the page is painted. */
export function keepPadStill() {
  for (const above of document.querySelectorAll(".top, .stage, .hands")) sizes.observe(above);
  settle();
}

/** The place of the pad on the page; null while there is none. */
function topOfPad() {
  const box = document.querySelector(".pads")?.getBoundingClientRect();
  return box && box.height > 0 ? box.top + scrollY : null;
}

function settle() {
  const { hand } = document.body.dataset;
  const top = topOfPad();
  if (top === null) return;
  // A phone that was turned has another page, of which its browser chose what to show.
  const before = place?.hand === hand && place?.width === innerWidth ? place : null;
  const scroll = before ? before.scroll + top - before.top : scrollY;
  // Sums of fractions again; and each call ends the movement of a page that was flung.
  if (Math.abs(scroll - scrollY) >= 1) scrollTo(0, scroll);
  place = { top, hand, width: innerWidth, scroll: scrollY };
}
