/** The longest text of one variable record; a longer one has several. */
const longestSegment = 255;
/** What each of several records counts for, whatever it holds. */
const countedBytes = 252;

/** A part of a text as the file keeps it. */
export interface SavSegment {
  /** Of its variable record. */
  readonly width: number;
  /** Bytes of the text that it holds, from where the one before ended. */
  readonly held: number;
}

/** How a text of some bytes is divided among variable records. One of up to 255 bytes is a single one. */
export function savSegments(width: number): readonly SavSegment[] {
  if (width <= longestSegment) return [{ width, held: width }];
  const count = Math.ceil(width / countedBytes);
  return Array.from({ length: count }, (_, at) => ({
    width: at < count - 1 ? longestSegment : width - at * countedBytes,
    held: Math.max(0, Math.min(longestSegment, width - at * longestSegment)),
  }));
}

/** Elements of eight bytes that a variable record has in each case. */
export function elementsOf(width: number): number {
  return Math.max(1, Math.ceil(width / 8));
}
