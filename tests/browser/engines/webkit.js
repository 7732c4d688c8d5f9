// What the driver asks in a page: which elements a locator means, and where one of them can be clicked.

const isVisible = (one) =>
  one.checkVisibility({ visibilityProperty: true }) && [...one.getClientRects()].some(({ width, height }) => width > 0 && height > 0);
const flat = (text) => text.replace(/\s+/g, " ").trim();
const hasText = (one, text) => flat(one.textContent).toLowerCase().includes(flat(text).toLowerCase());

// Playwright's pseudo-classes stand in the selector as attributes, which the elements have while they are looked for.
function query(root, selector) {
  const marks = [];
  const plain = selector.replace(/:visible|:has-text\((["'])(.*?)\1\)/g, (_, quote, text) => {
    const mark = `looked-for-${marks.length}`;
    marks.push([mark, quote ? (one) => hasText(one, text) : isVisible]);
    return `[${mark}]`;
  });
  const elements = marks.length > 0 ? [...root.querySelectorAll("*")] : [];
  for (const [mark, test] of marks) for (const one of elements) if (test(one)) one.setAttribute(mark, "");
  try {
    return [...root.querySelectorAll(plain)];
  } finally {
    for (const [mark] of marks) for (const one of elements) one.removeAttribute(mark);
  }
}

// A step is a selector, or the number of an element among those before, from the end if below zero.
const find = (steps) =>
  steps.reduce((elements, step) =>
    typeof step === "number" ? elements.slice(step, step === -1 ? undefined : step + 1) : [...new Set(elements.flatMap((one) => query(one, step)))],
    [document]);

// The middle of an element, once it can be clicked there; else what is in the way.
function aim(one) {
  if (!one.isConnected) return { why: "not attached" };
  if (!isVisible(one)) return { why: "not visible" };
  if (one.matches(":disabled")) return { why: "disabled" };
  one.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const box = [...one.getClientRects()].find(({ width, height }) => width > 0 && height > 0);
  const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
  const top = document.elementFromPoint(x, y);
  if (top && (one.contains(top) || top.closest("label")?.contains(one))) return { x, y };
  one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  return { why: `covered by ${top?.outerHTML.slice(0, 120)}` };
}

// Lets the next click through only to this element: what moved under it meanwhile hears nothing of it.
function guard(one) {
  const types = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"];
  const place = aim(one);
  if (place.why) return place;
  const check = (event) => {
    window.clickHit ??= one.contains(event.target) || event.target.closest("label")?.contains(one) === true;
    if (!window.clickHit) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    if (event.type === "click") window.disarm();
  };
  window.disarm?.();
  window.disarm = () => types.forEach((type) => removeEventListener(type, check, true));
  window.clickHit = null;
  for (const type of types) addEventListener(type, check, true);
  return place;
}

// As typing leaves it.
function fill(one, value) {
  one.focus();
  one.value = value;
  one.dispatchEvent(new InputEvent("input", { bubbles: true }));
  one.dispatchEvent(new Event("change", { bubbles: true }));
}

function choose(one, value, label) {
  const option = [...one.options].find((each) => (label === null ? each.value === value : flat(each.label) === label));
  if (option) fill(one, option.value);
  return option !== undefined;
}
