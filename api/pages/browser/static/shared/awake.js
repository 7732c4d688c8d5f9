/** Keeps the screen awake while the page is visible, if the browser can: over HTTPS, or on the machine itself. */

/** From the first tap on, since browsers ask for one. */
export function keepAwake() {
  const ask = async () => {
    if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    try {
      await navigator.wakeLock.request("screen");
    } catch {
      // A battery that is low, or a browser that does not want to: the screen goes dark as it would anywhere.
    }
  };
  addEventListener("pointerdown", () => void ask(), { once: true });
  document.addEventListener("visibilitychange", () => void ask());
}
