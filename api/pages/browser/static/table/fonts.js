/**
 * The fonts of the table, loaded while the page waits for the network. A browser looks for a font when it first writes in another size
 * or weight. That takes WebKit up to 40 ms each, which the first taps would wait for.
 */

/**
 * A card with its number in both sizes.
 * @param {string} kind
 */
const card = (kind) =>
  `<span class="card ${kind}"><span class="face"><b class="rank">1</b></span><span class="face figured"><b class="rank">1</b></span></span>`;

/** A letter or a figure wherever the table writes with a font of its own. */
const SAMPLE = `
  <div class="top"><h1>A</h1><p class="saved">A</p>
    <table class="score"><tr class="turn"><th>A</th><td class="main">1</td><td><small>A</small> 1</td></tr></table></div>
  <div class="now"><h2>A</h2><p>A</p></div>
  <div class="board">
    <div class="seat south turn"><div class="who"><span class="mark">A</span><b>A</b><span class="dealer">A</span><small>A</small></div></div>
    <div class="seat east"><div class="who"><b>A</b><small>A</small></div></div>
    <div class="last"><span>A</span>${card("still tiny")}</div>${card("still")}<button class="call">A</button></div>
  <div class="hands"><h3>A</h3><button class="main">A</button><div class="pack">${card("")}</div></div>
  <nav class="menus"><button>A</button></nav>`;

/** Lays the sample out and takes it away, once the styles are there. Nobody sees it. */
export const loadFonts = () =>
  requestAnimationFrame(() => {
    const place = document.createElement("div");
    place.className = "unseen";
    place.innerHTML = SAMPLE;
    document.body.append(place);
    place.getBoundingClientRect();
    place.remove();
  });
