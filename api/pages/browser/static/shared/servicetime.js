/** The time by the service's clock, as far as its answers tell it. A device's own time of day may be off by hours. */

/** An answer is dated in whole seconds. */
const SECOND_MS = 1_000;

export class ServiceTime {
  /** @param {() => number} device milliseconds from anywhere, by a clock that never jumps */
  constructor(device = () => performance.now()) {
    this.device = device;
    /** The bounds of the difference between the service's clock and the device's, in milliseconds. */
    this.least = -Infinity;
    this.most = Infinity;
  }

  /**
   * Takes in the date of an answer, which lies between its request and now. Each answer narrows the bounds. If one contradicts
   * them, a clock was set or a device has slept, and the newest is right.
   * @param {string | null} date the answer's `Date`
   * @param {number} sentAt when it was asked for, by the device
   */
  observe(date, sentAt) {
    const serviceTime = Date.parse(date ?? "");
    if (Number.isNaN(serviceTime)) return;
    const [least, most] = [serviceTime - this.device(), serviceTime + SECOND_MS - sentAt];
    const agrees = least <= this.most && most >= this.least;
    this.least = agrees ? Math.max(this.least, least) : least;
    this.most = agrees ? Math.min(this.most, most) : most;
  }

  /** Milliseconds since 1970; null before the first answer. */
  now() {
    return Number.isFinite(this.least) ? this.device() + (this.least + this.most) / 2 : null;
  }
}
