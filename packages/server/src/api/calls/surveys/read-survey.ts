import { randomBytes } from "node:crypto";
import {
  definitionFromTextInTurns,
  importFile,
  type ImportLoss,
  inTurns,
  longestSurveyText,
  type Problem,
  type SurveyDefinition,
  type TextProblem,
} from "@survey-open-platform/surveys";
import type { ErrorProblem } from "../../../errors.ts";

/** What a survey may be sent as: the text form, a file of another system, and such a file in base64. */
export const surveyFormats = ["text", "file", "base64"] as const;

/** What a call sent. */
export interface SentSurvey {
  readonly text: string;
  readonly format?: (typeof surveyFormats)[number] | undefined;
}

/** A survey that was read, or what is wrong with it. */
export type PreparedSurvey =
  | {
      readonly definition: SurveyDefinition;
      readonly notes: readonly { readonly line: number; readonly message: string }[];
      /** "" for the text form. */
      readonly source: string;
      readonly losses: readonly ImportLoss[];
    }
  | { readonly problems: readonly ErrorProblem[] };

/** Most losses that a response has and that are kept, as on the page. */
const mostLosses = 1000;

/** Reads what was sent as a survey, in turns: it may take long. */
export async function readSurvey({ text, format = "text" }: SentSurvey): Promise<PreparedSurvey> {
  if (format !== "text") return readFile(text, format);
  if (Buffer.byteLength(text) > longestSurveyText)
    return refused(`is longer than ${longestSurveyText} bytes`);
  const made = await inTurns(definitionFromTextInTurns(text));
  return made.ok
    ? { definition: made.definition, notes: made.notes.map(noteOf), source: "", losses: [] }
    : { problems: made.problems.map(problemOfText) };
}

/** Base64 as in RFC 4648, section 4, with its padding; lines may be broken. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

async function readFile(text: string, format: "file" | "base64"): Promise<PreparedSurvey> {
  const packed = format === "base64" ? text.replaceAll(/\s+/g, "") : "";
  if (!BASE64.test(packed)) return refused("is not base64");
  const content = format === "base64" ? Buffer.from(packed, "base64") : Buffer.from(text);
  const made = await importFile(content, { language: "en", randomBytes });
  if (!made.ok) return { problems: made.problems.map(problemOfFile) };
  const { definition, source, losses } = made;
  return { definition, notes: [], source, losses: losses.slice(0, mostLosses) };
}

function refused(problem: string): PreparedSurvey {
  return { problems: [{ parameter: "text", message: `The parameter text ${problem}.` }] };
}

function noteOf({ line, message }: TextProblem) {
  return { line, message };
}

function problemOfText({ line, message }: { readonly line: number; readonly message: string }): ErrorProblem {
  return { parameter: "text", line, message: `Line ${line} of the parameter text: ${message}.` };
}

function problemOfFile({ path, message }: Problem): ErrorProblem {
  const what = path.length === 0 ? `The file ${message}.` : `${path.join(".")} of the file: ${message}.`;
  return { parameter: "text", message: what };
}
