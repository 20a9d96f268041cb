import { compileAnswerWriter, type WriteAnswer } from "../answers/compile-answer-writer.ts";
import type { CustomArgument } from "../model/custom-argument.ts";
import { parseCustomArguments, parseValues } from "./answer-draft-table.ts";
import type { AnswerRecord } from "./answer-table.ts";
import type { SurveySteps } from "./queries.ts";
import { VersionCache } from "./version-cache.ts";

/** A survey whose answers are written. */
export interface WrittenSurvey {
  readonly id: number;
  /** The survey's list of `CustomArgument` as JSON text. */
  readonly customArgumentsText: string;
  /** Whether questions are written with their titles. Default false. */
  readonly withTitles?: boolean;
}

/** JSON text of the `answer` array of an answer on the wire. */
export type AnswerText = (answer: AnswerRecord) => string;

/** Before the custom arguments of a variant with titles. */
const titled = "titles ";

function customArgumentsOf(variant: string): readonly CustomArgument[] {
  const text = variant.startsWith(titled) ? variant.slice(titled.length) : variant;
  // Only custom arguments are stored there.
  return JSON.parse(text) as readonly CustomArgument[];
}

/** Prepares writing answers, once per version. */
export class AnswerWriters {
  readonly #writers = new VersionCache((definition, variant) =>
    compileAnswerWriter(definition.pages, customArgumentsOf(variant), variant.startsWith(titled)),
  );

  /** @returns what writes each of the answers */
  *forAnswers(survey: WrittenSurvey, answers: readonly AnswerRecord[]): SurveySteps<AnswerText> {
    const writers = new Map<number, WriteAnswer>();
    for (const { version } of answers) {
      if (writers.has(version)) continue;
      const variant = `${survey.withTitles === true ? titled : ""}${survey.customArgumentsText}`;
      const key = { surveyId: survey.id, version, variant };
      const writer = yield* this.#writers.find(key);
      // The foreign key of an answer's version says that there is one.
      if (writer === undefined) throw new Error(`Survey ${survey.id} has no version ${version}`);
      writers.set(version, writer);
    }
    return ({ version, valuesText, argumentsText }) =>
      writers.get(version)?.(parseValues(valuesText), parseCustomArguments(argumentsText)) ?? "[]";
  }
}
