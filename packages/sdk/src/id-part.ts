import { SurveyPlatformError } from "./survey-platform-error.ts";

/**
 * An id as a part of a path. Ids often come from a visitor's address: what is not one must not become a path.
 *
 * @throws SurveyPlatformError `invalid_argument`
 */
export function idPart(id: number | string, parameter: string): string {
  const text = String(id);
  if (!/^\d{1,16}$/.test(text)) throw new SurveyPlatformError("invalid_argument", { parameter });
  return text;
}
