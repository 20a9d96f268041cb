import { SurveyPlatformError } from "./survey-platform-error.ts";

/** The payload of a response that this package itself relies on, read field by field. */
export interface Fields {
  /** @throws SurveyPlatformError `unexpected_response` unless it is text, and not empty */
  text(name: string): string;
  /** A positive number, which some platforms write as text. @throws SurveyPlatformError `unexpected_response` */
  positiveNumber(name: string): number;
  /** Text, or "" when it is missing. */
  optionalText(name: string): string;
  /** A number, or undefined when it is missing. */
  optionalNumber(name: string): number | undefined;
}

/** Makes the fields of a payload readable. Messages name the field, never its value. */
export function readFields(data: unknown): Fields {
  const valueOf = (name: string): unknown => new Map(Object.entries(data ?? {})).get(name);
  return {
    text(name) {
      const value = valueOf(name);
      return typeof value === "string" && value !== "" ? value : refuse(name);
    },
    positiveNumber(name) {
      const value = Number(valueOf(name) ?? Number.NaN);
      return value > 0 && Number.isFinite(value) ? value : refuse(name);
    },
    optionalText(name) {
      const value = valueOf(name);
      return typeof value === "string" ? value : "";
    },
    optionalNumber(name) {
      const value = valueOf(name);
      return typeof value === "number" ? value : undefined;
    },
  };
}

function refuse(name: string): never {
  throw new SurveyPlatformError("unexpected_response", { detail: `the response lacks a good ${name}` });
}
