import type { Coded } from "../question-types/repeated-codes.ts";
import { questionProblems } from "../json-form/survey-json.ts";
import { emptyQuestion } from "../model/empty-question.ts";
import type { IdMaker } from "../model/ids.ts";
import { cellId } from "../model/matrix-cells.ts";
import { optionBlank } from "../model/option-blanks.ts";
import type { BlankSetting, Option, Question } from "../model/question.ts";
import { surveyLimits } from "../question-types/declared-text.ts";
import type { NamedQuestion } from "./condition-tests.ts";
import type { ImportLossCode } from "../model/import-loss.ts";
import { SourceCodes } from "./source-codes.ts";
import type { NeutralOption, NeutralPart, NeutralQuestion } from "./neutral-survey.ts";

/** What making questions needs. */
export interface NeutralContext {
  readonly makeId: IdMaker;
  /** Of questions. */
  readonly codes: SourceCodes;
  readonly lose: (at: string, code: ImportLossCode, what: string) => void;
}

/** A question, and what conditions refer to in it. */
export interface MadeQuestion {
  readonly question: Question;
  readonly names: Pick<NamedQuestion, "options" | "parts">;
}

/** Makes a question. @returns undefined for one that cannot be made; it is noted as lost */
export function questionFromNeutral(
  source: NeutralQuestion,
  context: NeutralContext,
): MadeQuestion | undefined {
  if ((source.options?.length ?? 0) > surveyLimits.options) {
    context.lose(source.name, "question", `options must have at most ${surveyLimits.options} entries`);
    return undefined;
  }
  const id = context.makeId("question");
  const choices = choicesOf(source, context);
  const rowCode = partCodes(source, context);
  const rows = distinct(source, source.rows ?? [], context).map((part) => ({
    code: part.code,
    row: { id: context.makeId("row"), ...rowCode(part), text: part.text },
  }));
  const blanks = blanksOf(source, id, context);
  const question: Question = {
    ...emptyQuestion(id, source.type),
    ...context.codes.take(source.code),
    ...textsOf(source, context),
    required: source.required === true,
    ...source.fields,
    options: choices.map(({ option }) => option),
    subTitles: rows.map(({ row }) => row),
    blank_setting: [...blanks.map(({ blank }) => blank), ...choices.flatMap(({ blank }) => blank)],
  };
  const [problem] = questionProblems(question);
  if (problem !== undefined) {
    context.lose(source.name, "question", problem);
    return undefined;
  }
  const parts = [...rows.map(({ code, row }) => [code, row.id] as const), ...blanks.map(partOf)];
  const cells = rows.flatMap((row) =>
    choices.map(({ code, option }) => [cellId(row.code, code), cellId(row.row.id, option.id)] as const),
  );
  if (source.type === "matrix_text") parts.push(...cells);
  const options = new Map(choices.map(({ code, option }) => [code, option.id]));
  return { question, names: { options, parts: new Map(parts) } };
}

/** Makes the codes of a list of parts. */
function partCodes({ name, code: ofQuestion }: NeutralQuestion, { lose }: NeutralContext) {
  const codes = new SourceCodes((what) => lose(name, "setting", what));
  return ({ code, exportCode }: NeutralPart): Coded =>
    ofQuestion === undefined ? {} : codes.take(exportCode ?? code);
}

function partOf({ code, blank }: { readonly code: string; readonly blank: BlankSetting }) {
  return [code, blank.id] as const;
}

function textsOf({ name, title, description = "" }: NeutralQuestion, { lose }: NeutralContext) {
  const cut = (text: string, longest: number) => {
    if (text.length > longest) lose(name, "length", text.slice(0, 60).toWellFormed());
    return text.slice(0, longest).toWellFormed();
  };
  return {
    title: cut(title || name || "?", surveyLimits.title),
    description: cut(description, surveyLimits.description),
  };
}

interface MadeOption {
  readonly code: string;
  readonly option: Option;
  readonly blank: readonly BlankSetting[];
}

function choicesOf(source: NeutralQuestion, context: NeutralContext): readonly MadeOption[] {
  const codeOf = partCodes(source, context);
  return distinct(source, source.options ?? [], context).map((option) =>
    optionFrom({ ...option, own: codeOf(option) }, source, context),
  );
}

function optionFrom(
  { code, own, text, hasBlank, isExclusive, isFixed }: NeutralOption & { readonly own: Coded },
  { type, name }: NeutralQuestion,
  { makeId, lose }: NeutralContext,
): MadeOption {
  const id = makeId("option");
  const takesBlank = hasBlank === true && (type === "radio" || type === "checkbox");
  if (hasBlank === true && !takesBlank) lose(name, "setting", `blank: ${text}`);
  const blankId = takesBlank ? makeId("blank") : "";
  const option = {
    id,
    ...own,
    text: takesBlank ? `${text.slice(0, 450).toWellFormed()} ${optionBlank(blankId)}` : text,
    exclusive: isExclusive === true && type === "checkbox",
    noRandom: isFixed === true || takesBlank,
    goto: "",
    display: [],
  };
  const blank = { id: blankId, text: "", validate: "", type: "option", attach_id: id } as const;
  return { code, option, blank: takesBlank ? [blank] : [] };
}

function blanksOf(source: NeutralQuestion, id: string, context: NeutralContext) {
  const given = source.blanks ?? [];
  if (given.length > surveyLimits.blanks)
    context.lose(source.name, "limit", `blanks: ${surveyLimits.blanks}`);
  const codeOf = partCodes(source, context);
  return distinct(source, given.slice(0, surveyLimits.blanks), context).map((part) => {
    const { code, text, isNumber } = part;
    const validate = isNumber === true ? "number" : "";
    const blank: BlankSetting = {
      id: context.makeId("blank"),
      ...codeOf(part),
      text,
      validate,
      type: "question",
      attach_id: id,
    };
    return { code, blank };
  });
}

/** Two parts that say the same could not be told apart. One without a text says its code. */
function distinct<Part extends NeutralPart>(
  { name }: NeutralQuestion,
  parts: readonly Part[],
  { lose }: NeutralContext,
): readonly Part[] {
  const seen = new Set<string>();
  return parts.slice(0, surveyLimits.options + 1).map((part) => {
    const given = part.text || part.code || "?";
    const cut = given.slice(0, surveyLimits.optionText).toWellFormed();
    if (cut.length < given.length) lose(name, "length", cut.slice(0, 60));
    const text = seen.has(cut) ? numbered(cut, seen) : cut;
    if (text !== cut) lose(name, "repeated", cut.slice(0, 60));
    seen.add(text);
    return { ...part, text };
  });
}

function numbered(text: string, seen: ReadonlySet<string>): string {
  const start = text.slice(0, surveyLimits.optionText - 10).toWellFormed();
  for (let number = 2; ; number += 1) if (!seen.has(`${start} (${number})`)) return `${start} (${number})`;
}
