import { surveyLimits } from "../../question-types/declared-text.ts";
import { questionProblems } from "../../json-form/survey-json.ts";
import { emptyQuestion } from "../../model/empty-question.ts";
import type { Question, QuestionType } from "../../model/question.ts";
import {
  choicesIn,
  choicesOf,
  type ImportedOptions,
  numbers,
  optionsOf,
  otherOption,
  type QuestionImport,
} from "./choices-from-survey-js.ts";
import type { NamedQuestion } from "../condition-tests.ts";
import { type QuestionParts, readBlanks, readMatrix, readTexts } from "./matrices-from-survey-js.ts";
import { SourceCodes } from "../source-codes.ts";
import { withExample } from "../source-texts.ts";
import { plainHtml } from "../plain-html.ts";
import { checksOf } from "./checks-of-survey-js.ts";
import { readExtra } from "./extras-of-survey-js.ts";
import type { SurveyJsObject } from "./survey-js-object.ts";

/** A question, and what conditions refer to in it. */
export interface ImportedQuestion extends Pick<NamedQuestion, "options" | "parts"> {
  readonly question: Question;
}

/** Undefined for one of a kind that is not there. */
type Read = (element: SurveyJsObject, id: string, context: QuestionImport) => QuestionParts | undefined;

const words = {
  en: { other: "Other", none: "None of these", yes: "Yes", no: "No" },
  "zh-CN": { other: "其他", none: "以上都不是", yes: "是", no: "否" },
} as const;

const readers: Readonly<Record<string, Read>> = {
  text: readText,
  comment: (element) => ({
    type: "textarea",
    fields: { rows: String(element.count("rows", 50) || 4), cols: "60" },
  }),
  radiogroup: readChoice("radio"),
  buttongroup: readChoice("radio"),
  dropdown: readChoice("select"),
  checkbox: readChoice("checkbox"),
  tagbox: readChoice("checkbox"),
  ranking: readChoice("sort"),
  boolean: readBoolean,
  rating: readRating,
  matrix: readMatrix,
  matrixdropdown: readTexts,
  multipletext: readBlanks,
  file: readFile,
  html: readParagraph,
};

/** Reads a question of SurveyJS. @returns undefined for one that cannot be carried over; it is noted as lost */
export function questionFromSurveyJs(
  element: SurveyJsObject,
  context: QuestionImport,
): ImportedQuestion | undefined {
  const read = Object.hasOwn(readers, element.type) ? readers[element.type] : undefined;
  const id = context.makeId("question");
  const parts = read?.(element, id, context);
  if (parts === undefined) {
    readExtra(element, context.extras);
    return undefined;
  }
  return questionOf(element, id, { parts, context });
}

/** What was read of a question. */
interface ReadParts {
  readonly parts: QuestionParts;
  readonly context: QuestionImport;
}

function questionOf(
  element: SurveyJsObject,
  id: string,
  { parts: read, context }: ReadParts,
): ImportedQuestion | undefined {
  const { type, fields = {}, options = new Map(), parts = new Map() } = read;
  const common = type === "description" ? {} : commonFields(element);
  const made = { ...emptyQuestion(id, type), ...common, ...fields };
  const checked = { ...made, ...exampleOf(element, type), ...checksOf(element, made) };
  const question = withCodes(checked, { element, context, values: [...options, ...parts] });
  const [problem] = questionProblems(question);
  if (problem === undefined) return { question, options, parts };
  element.lose("question", element.has("choicesByUrl") ? "has its choices from an address" : problem);
  return undefined;
}

function exampleOf(element: SurveyJsObject, type: QuestionType): Pick<Question, "placeholder"> {
  const text = withExample.has(type) ? element.text("placeholder", surveyLimits.placeholder) : "";
  return text === "" ? {} : { placeholder: text.replaceAll(/\s+/g, " ") };
}

interface Codes {
  readonly element: SurveyJsObject;
  readonly context: QuestionImport;
  /** The values that SurveyJS has for options, rows and blanks, each with the id. */
  readonly values: readonly (readonly [string, string])[];
}

/** Names and values are what exports of SurveyJS have. */
function withCodes(question: Question, { element, context, values }: Codes): Question {
  const named = new Map(values.map(([value, id]) => [id, value]));
  const ofList = () => {
    const codes = new SourceCodes((what) => element.lose("setting", what));
    return <Part extends { readonly id: string }>(part: Part) => ({
      ...part,
      ...codes.take(named.get(part.id)),
    });
  };
  return {
    ...question,
    ...context.codes.take(element.name),
    options: question.options.map(ofList()),
    subTitles: question.subTitles.map(ofList()),
    blank_setting: question.blank_setting.map(ofList()),
  };
}

function commonFields(element: SurveyJsObject): Partial<Question> {
  return {
    title: element.text("title", surveyLimits.title) || element.name.slice(0, surveyLimits.title),
    description: element.text("description", surveyLimits.description),
    required: element.flag("isRequired"),
  };
}

function readText(element: SurveyJsObject): QuestionParts {
  const kind = element.rawText("inputType") || "text";
  if (kind === "tel") return { type: "phone" };
  if (["date", "datetime", "datetime-local"].includes(kind)) return { type: "datetime" };
  if (kind === "number") return { type: "text", fields: { validate: "number" } };
  if (kind === "email") return { type: "text", fields: { validate: "email" } };
  if (kind !== "text") element.lose("setting", `inputType: ${kind}`);
  // A moment here can be a day as well: only the hint that it is a time, or a month, is lost.
  if (kind === "time") return { type: "datetime" };
  return kind === "range" ? { type: "text", fields: { validate: "number" } } : { type: "text" };
}

function readChoice(type: "radio" | "select" | "checkbox" | "sort"): Read {
  return (element, _id, context) => {
    const isFillable = type !== "sort";
    const listed = optionsOf(choicesOf(element, context), context);
    const none = noneOption(element, type, context);
    const hasOther = isFillable && element.flag("hasOther", "showOtherItem");
    const other = hasOther ? otherOption(otherText(element, context), context) : undefined;
    const all: readonly (ImportedOptions | undefined)[] = [listed, none, other];
    const made = all.filter((part) => part !== undefined);
    return {
      // Only these two have blanks in their options.
      type: hasOther && type === "select" ? "radio" : type,
      fields: {
        options: made.flatMap(({ options }) => options),
        blank_setting: other === undefined ? [] : [other.blank],
        random: element.rawText("choicesOrder") === "random",
      },
      options: new Map(made.flatMap(({ byValue }) => [...byValue])),
    };
  };
}

function otherText(element: SurveyJsObject, { language }: QuestionImport): string {
  return element.text("otherText", 200) || words[language].other;
}

function noneOption(element: SurveyJsObject, type: QuestionType, context: QuestionImport) {
  if (type === "sort" || !element.flag("hasNone", "showNoneItem")) return undefined;
  const text = element.text("noneText", 200) || words[context.language].none;
  return optionsOf([{ value: "none", text }], context, { exclusive: type === "checkbox" });
}

function readBoolean(element: SurveyJsObject, _id: string, context: QuestionImport): QuestionParts {
  const { yes, no } = words[context.language];
  const choices = [
    { value: element.rawText("valueTrue") || "true", text: element.text("labelTrue", 400) || yes },
    { value: element.rawText("valueFalse") || "false", text: element.text("labelFalse", 400) || no },
  ];
  const { options, byValue } = optionsOf(choices, context);
  return { type: "radio", fields: { options }, options: byValue };
}

/** Scales here begin with 0 or 1 and end at most with 10; any other is a choice among its marks. */
function readRating(element: SurveyJsObject, _id: string, context: QuestionImport): QuestionParts {
  const values = choicesIn(element, "rateValues", context);
  if (values.length > 0) return readMarks(values, context);
  const { lowest, highest, step } = scaleOf(element);
  if (step !== 1 || (lowest !== 0 && lowest !== 1) || highest < 2 || highest > 10)
    return readMarks(step > 0 ? numbers(lowest, highest, step) : [], context);
  const ends = {
    starShowCustomStart: element.text("minRateDescription", 100),
    starShowCustomEnd: element.text("maxRateDescription", 100),
  };
  return { type: "star", fields: { starBeginNum: lowest, starNum: highest, ...ends } };
}

function scaleOf(element: SurveyJsObject) {
  const lowest = element.number("rateMin") ?? 1;
  const count = element.number("rateCount") ?? 5;
  const highest = element.number("rateMax") ?? lowest + count - 1;
  return { lowest, highest, step: element.number("rateStep") ?? 1 };
}

function readMarks(marks: Parameters<typeof optionsOf>[0], context: QuestionImport): QuestionParts {
  const { options, byValue } = optionsOf(marks, context);
  return { type: "radio", fields: { options }, options: byValue };
}

const endingsOfKinds: Readonly<Record<string, readonly string[]>> = {
  "image/*": ["jpg", "jpeg", "png", "gif", "webp"],
  "audio/*": ["mp3", "wav", "m4a"],
  "video/*": ["mp4", "mov", "webm"],
  "application/pdf": ["pdf"],
  "image/png": ["png"],
  "image/jpeg": ["jpg", "jpeg"],
};
const usualEndings = ["jpg", "jpeg", "png", "pdf"];

/** Several files can always be sent, and at most 100 MB each. */
function readFile(element: SurveyJsObject): QuestionParts {
  const accepted = element.rawText("acceptedTypes");
  const types = accepted.split(",").map((type) => type.trim().toLowerCase());
  const known = types.map((type) => endingsOf(type));
  if (accepted === "" || known.some((endings) => endings.length === 0))
    element.lose("setting", accepted === "" ? "acceptedTypes" : `acceptedTypes: ${accepted.slice(0, 100)}`);
  const endings = [...new Set(known.flat())].slice(0, 50);
  element.flag("allowMultiple");
  const kilobytes = Math.ceil((element.number("maxSize") ?? 0) / 1024);
  if (kilobytes > 102_400) element.lose("setting", "maxSize");
  return {
    type: "upload",
    fields: {
      file_type_limit: endings.length === 0 ? usualEndings : endings,
      file_size_limit: kilobytes > 0 ? Math.min(kilobytes, 102_400) : 5120,
    },
  };
}

function endingsOf(type: string): readonly string[] {
  if (/^\.[a-z0-9]{1,10}$/.test(type)) return [type.slice(1)];
  return Object.hasOwn(endingsOfKinds, type) ? (endingsOfKinds[type] ?? []) : [];
}

function readParagraph(element: SurveyJsObject): QuestionParts {
  const title = textOfHtml(element, "html", surveyLimits.title);
  return { type: "description", fields: { title: title || element.name.slice(0, surveyLimits.title) } };
}

/** A text out of HTML, with what is lost of it noted. */
export function textOfHtml(element: SurveyJsObject, key: string, longest: number): string {
  const { text, hasTags, removed } = plainHtml(element.rawText(key));
  element.losePiping(text);
  if (hasTags) element.lose("format", key);
  for (const name of removed) element.lose("setting", `${key}: <${name}>`);
  if (text.length > longest) element.lose("length", key);
  return text.slice(0, longest).toWellFormed();
}
