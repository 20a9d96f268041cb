import type { NeutralQuestion } from "./neutral-survey.ts";

/** A scale of another system. */
export interface MarkScale {
  readonly lowest: number;
  readonly highest: number;
  readonly lowLabel?: string;
  readonly highLabel?: string;
}

/** Scales here begin with 0 or 1 and end at most with 10; any other is a single choice among its marks. */
export function scaleOfMarks({ lowest, highest, lowLabel = "", highLabel = "" }: MarkScale) {
  const isScale = (lowest === 0 || lowest === 1) && highest >= 2 && highest <= 10;
  const fields = {
    starBeginNum: lowest,
    starNum: highest,
    starShowCustomStart: lowLabel.slice(0, 100).toWellFormed(),
    starShowCustomEnd: highLabel.slice(0, 100).toWellFormed(),
  };
  const made: Pick<NeutralQuestion, "type" | "fields" | "options"> = isScale
    ? { type: "star", fields }
    : { type: "radio", options: marks(lowest, highest) };
  return made;
}

function marks(lowest: number, highest: number) {
  const count = Math.min(Math.max(highest - lowest + 1, 0), 100);
  return Array.from({ length: count }, (_, at) => String(lowest + at)).map((code) => ({ code, text: code }));
}
