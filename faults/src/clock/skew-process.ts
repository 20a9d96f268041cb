/**
 * Loaded by a node before its own program (`node --import`): moves the clock that the program sees by
 * `FAULTS_CLOCK_SKEW` milliseconds. Its timers use another clock and stay right, as on a machine whose time of
 * day is wrong.
 */
const skew = Number(process.env["FAULTS_CLOCK_SKEW"] ?? "0");
const RealDate = Date;
const now = () => RealDate.now() + skew;

globalThis.Date = new Proxy(RealDate, {
  construct(target, words: readonly unknown[], newTarget: new () => Date): object {
    // Arguments are passed on unchanged; only a date without arguments is the current time.
    return Reflect.construct(target, words.length === 0 ? [now()] : words, newTarget) as Date;
  },
  apply: () => new RealDate(now()).toString(),
  get: (target, name): unknown => (name === "now" ? now : Reflect.get(target, name)),
});
