import type { Logger } from "./log.ts";

const windowMilliseconds = 1000;
/** Lines of one kind within a second; the others are counted. */
const linesInWindow = 50;

/** What refusals of one kind have in common: values that the code fixes, so that callers cannot make kinds. */
interface Kind {
  readonly route: string;
  readonly errorType: string;
  startedAt: number;
  lines: number;
  leftOut: number;
}

/**
 * Bounds the lines of refused calls. Who guesses tokens is refused as often as it can send; a line for each would fill the disk, and
 * make journals that bound a service drop its other lines. Of the refusals of one route with one type, the first of each second have a line, and
 * one more line says how many there were besides. See docs/adr/README.md.
 */
export class RefusalLines {
  readonly #log: Logger;
  readonly #kinds = new Map<string, Map<string, Kind>>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Counts a refusal. @returns whether it has a line of its own */
  take(route: string, errorType: string): boolean {
    const kind = this.#kinds.get(route)?.get(errorType) ?? this.#add(route, errorType);
    const now = performance.now();
    if (now - kind.startedAt >= windowMilliseconds) {
      kind.startedAt = now;
      kind.lines = 0;
    }
    if (kind.lines < linesInWindow) {
      kind.lines += 1;
      return true;
    }
    if (kind.leftOut === 0) this.#reportLater(kind);
    kind.leftOut += 1;
    return false;
  }

  #add(route: string, errorType: string): Kind {
    const kind: Kind = { route, errorType, startedAt: -Infinity, lines: 0, leftOut: 0 };
    const ofRoute = this.#kinds.get(route) ?? new Map<string, Kind>();
    this.#kinds.set(route, ofRoute.set(errorType, kind));
    return kind;
  }

  /** A program that exits meanwhile does not wait for the line. */
  #reportLater(kind: Kind): void {
    const report = () => {
      const { route, errorType, leftOut } = kind;
      kind.leftOut = 0;
      this.#log.warn({ route, error_type: errorType, count: leftOut }, "refused, without a line each");
    };
    setTimeout(report, windowMilliseconds).unref();
  }
}
