import type { SurveyProgress } from "@survey-open-platform/surveys";
import { z } from "zod";

/** The cursor of changes: the serial of the newest answer that was seen, and the number of the newest change. */
export const cursorParameter = z
  .string()
  .regex(/^(0|[1-9]\d{0,14})\.(0|[1-9]\d{0,14})$/, "is not a cursor that this call returned")
  .meta({ description: "The cursor of the response before; absent to start with the first answer" });

/** How far a cursor is. */
export function progressIn(cursor: string): SurveyProgress {
  const [serial = 0, change = 0] = cursor.split(".").map(Number);
  return { serial, change };
}

/** The cursor of what is this far. */
export function cursorOf({ serial, change }: SurveyProgress): string {
  return `${serial}.${change}`;
}
