import { isStorable, surveyLimits } from "@survey-open-platform/surveys";
import { distinctLines, withLineFeeds } from "../../pages/form-lines.ts";
import type { QuestionFormContext, QuestionProblem, ReadField } from "./question-form.ts";

/** Reads single fields of a question's form, and notes what is wrong with them: the first problem of each. */
export class QuestionFormReader {
  /** The text of a field as it was sent. */
  readonly value: ReadField;
  readonly problems = new Map<string, QuestionProblem>();
  readonly #context: Pick<QuestionFormContext, "targets" | "isUnfinished">;

  constructor(value: ReadField, context: Pick<QuestionFormContext, "targets" | "isUnfinished">) {
    this.value = value;
    this.#context = context;
  }

  refuse(id: string, problem: QuestionProblem): void {
    if (this.#context.isUnfinished && problem === "missing") return;
    if (!this.problems.has(id)) this.problems.set(id, problem);
  }

  newLines(id: string): readonly string[] {
    const lines = distinctLines(this.value(id));
    if (lines.some((line) => !isWritable(line))) this.refuse(id, "malformed");
    return lines;
  }

  text(id: string, { least, most }: { readonly least: number; readonly most: number }): string {
    const text = withLineFeeds(this.value(id)).trim();
    if (text.length < least) this.refuse(id, "missing");
    if (text.length > most) this.refuse(id, "too_long");
    if (!isWritable(text)) this.refuse(id, "malformed");
    return text;
  }

  number(id: string, least: number, most: number): number {
    const text = this.value(id).trim();
    const number = text === "" ? least : Number(text);
    if (!/^\d*$/.test(text)) this.refuse(id, "not_a_number");
    else if (number < least || number > most) this.refuse(id, "out_of_range");
    return Number.isSafeInteger(number) ? number : least;
  }

  oneOf(id: string, values: readonly string[]): string {
    return values.find((value) => value === this.value(id)) ?? "";
  }

  isTicked(id: string): boolean {
    return this.value(id) === "on";
  }

  /** An id that is not in the survey stays, so that nothing is lost; the logic page says that it leads nowhere. */
  target(id: string): string {
    const target = this.value(id);
    if (target === "" || this.#context.targets.has(target)) return target;
    this.refuse(id, "malformed");
    return "";
  }

  code(id: string): string {
    const code = this.text(id, { least: 0, most: surveyLimits.code });
    if (code.includes("\n")) this.refuse(id, "malformed");
    return code;
  }
}

function isWritable(text: string): boolean {
  return text.isWellFormed() && isStorable(text);
}
