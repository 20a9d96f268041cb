import { emptyQuestion } from "../model/empty-question.ts";
import type { IdMaker } from "../model/ids.ts";
import { optionBlank } from "../model/option-blanks.ts";
import type { Question, QuestionType } from "../model/question.ts";
import { type ImportContext, isRecord, type SurveyJsObject, textOf } from "./survey-js-object.ts";

/** A question, and the ids of its options by the value that SurveyJS has for them. */
export interface ImportedQuestion {
  readonly question: Question;
  readonly options: ReadonlyMap<string, string>;
}

/** What reading questions needs. */
export interface QuestionImport extends ImportContext {
  readonly makeId: IdMaker;
}

type Read = (element: SurveyJsObject, id: string, context: QuestionImport) => Parts;

/** What makes a question of a type more than an empty one. */
interface Parts {
  readonly type: QuestionType;
  readonly fields?: Partial<Question>;
  readonly options?: ReadonlyMap<string, string>;
}

/** Longest paragraph; the rest of a longer one is not carried over. */
const longestTitle = 1000;

const words = {
  en: { other: "Other", none: "None of these", yes: "Yes", no: "No" },
  "zh-CN": { other: "其他", none: "以上都不是", yes: "是", no: "否" },
} as const;

const readers: Readonly<Record<string, Read>> = {
  text: readText,
  comment: (element) => ({
    type: "textarea",
    fields: {
      rows: String(element.number("rows") ?? 4),
      cols: "60",
      maxlength: element.number("maxLength") ?? 0,
    },
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
  multipletext: readBlanks,
  file: readFile,
  html: readParagraph,
};

/** Reads a question of SurveyJS. @returns undefined for a type that is not known here; it is noted as lost */
export function questionFromSurveyJs(
  element: SurveyJsObject,
  context: QuestionImport,
): ImportedQuestion | undefined {
  const read = Object.hasOwn(readers, element.type) ? readers[element.type] : undefined;
  if (read === undefined) {
    element.lose("type", element.type);
    return undefined;
  }
  const id = context.makeId("question");
  const { type, fields = {}, options = new Map() } = read(element, id, context);
  const common = {
    title: element.text("title") || element.name,
    description: element.text("description"),
    required: element.flag("isRequired") && type !== "description",
  };
  return { question: { ...emptyQuestion(id, type), ...common, ...fields }, options };
}

function readText(element: SurveyJsObject): Parts {
  const kind = element.text("inputType") || "text";
  const maxlength = element.number("maxLength") ?? 0;
  if (kind === "tel") return { type: "phone" };
  if (["date", "time", "datetime", "datetime-local", "month"].includes(kind)) return { type: "datetime" };
  if (kind === "number" || kind === "range") return { type: "text", fields: { validate: "number" } };
  if (kind === "email") return { type: "text", fields: { validate: "email", maxlength } };
  if (kind !== "text") element.lose("setting", `inputType: ${kind}`);
  return { type: "text", fields: { maxlength } };
}

function readChoice(type: "radio" | "select" | "checkbox" | "sort"): Read {
  return (element, _id, context) => {
    const { makeId } = context;
    const choices = choicesIn(element, "choices", context);
    const hasOther = element.flag("hasOther", "showOtherItem");
    const random = element.text("choicesOrder") === "random";
    const none = element.flag("hasNone", "showNoneItem")
      ? [
          {
            value: "none",
            text: element.text("noneText") || words[context.language].none,
            exclusive: type === "checkbox",
          },
        ]
      : [];
    const listed = [...choices, ...none].map(({ value, ...option }) => ({
      value,
      option: { id: makeId("option"), exclusive: false, noRandom: false, goto: "", display: [], ...option },
    }));
    const other = hasOther ? otherOption(element, context) : undefined;
    const options = [...listed, ...(other === undefined ? [] : [{ value: "other", option: other.option }])];
    return {
      // Only these two have blanks in their options.
      type: hasOther && type === "select" ? "radio" : type,
      fields: {
        options: options.map(({ option }) => option),
        blank_setting: other === undefined ? [] : [other.blank],
        random,
        ...(type === "checkbox" && countsOf(element)),
      },
      options: new Map(options.map(({ value, option }) => [value, option.id])),
    };
  };
}

function countsOf(element: SurveyJsObject): Partial<Question> {
  const minlength = element.number("minSelectedChoices");
  return {
    maxlength: element.number("maxSelectedChoices") ?? 0,
    ...(minlength !== undefined && { minlength }),
  };
}

function otherOption(element: SurveyJsObject, { makeId, language }: QuestionImport) {
  const [id, blankId] = [makeId("option"), makeId("blank")];
  const text = `${element.text("otherText") || words[language].other} ${optionBlank(blankId)}`;
  return {
    option: { id, text, exclusive: false, noRandom: true, goto: "", display: [] },
    blank: { id: blankId, text: "", validate: "", type: "option", attach_id: id } as const,
  };
}

/** Choices are values, or objects with a value and a text. */
function choicesIn(element: SurveyJsObject, key: string, context: ImportContext) {
  return element.list(key).map((choice) => {
    if (!isRecord(choice)) return { value: String(choice), text: String(choice) };
    const { value, text, ...rest } = choice;
    for (const setting of Object.keys(rest)) element.lose("setting", `${key}.${setting}`);
    return { value: String(value), text: textOf(text, context) || String(value) };
  });
}

function readBoolean(element: SurveyJsObject, _id: string, { makeId, language }: QuestionImport): Parts {
  const { yes, no } = words[language];
  const texts = [element.text("labelTrue") || yes, element.text("labelFalse") || no];
  const options = texts.map((text) => ({
    id: makeId("option"),
    text,
    exclusive: false,
    noRandom: false,
    goto: "",
    display: [],
  }));
  const ids = options.map(({ id }) => id);
  return {
    type: "radio",
    fields: { options },
    options: new Map([
      ["true", ids[0] ?? ""],
      ["false", ids[1] ?? ""],
    ]),
  };
}

/** Scales here begin with 0 or 1 and end at most with 10; any other is a choice among its marks. */
function readRating(element: SurveyJsObject, _id: string, context: QuestionImport): Parts {
  const values = choicesIn(element, "rateValues", context);
  const scale = scaleOf(element);
  const { lowest, highest, step } = scale;
  const ends = {
    starShowCustomStart: element.text("minRateDescription"),
    starShowCustomEnd: element.text("maxRateDescription"),
  };
  if (values.length > 0) return readMarks(values, context);
  if (step === 1 && (lowest === 0 || lowest === 1) && highest >= 2 && highest <= 10)
    return { type: "star", fields: { starBeginNum: lowest, starNum: highest, ...ends } };
  return readMarks(marksOf(scale), context);
}

interface Scale {
  readonly lowest: number;
  readonly highest: number;
  readonly step: number;
}

function scaleOf(element: SurveyJsObject): Scale {
  const lowest = element.number("rateMin") ?? 1;
  const count = element.number("rateCount") ?? 5;
  const highest = element.number("rateMax") ?? lowest + count - 1;
  return { lowest, highest, step: element.number("rateStep") ?? 1 };
}

/** As many as a question can have options. */
function marksOf({ lowest, highest, step }: Scale) {
  const count = Math.min(Math.max(Math.floor((highest - lowest) / step) + 1, 1), 200);
  return Array.from({ length: count }, (_, at) => {
    const mark = String(lowest + at * step);
    return { value: mark, text: mark };
  });
}

function readMarks(
  marks: readonly { readonly value: string; readonly text: string }[],
  { makeId }: QuestionImport,
): Parts {
  const made = marks.map(({ value, text }) => ({
    value,
    option: { id: makeId("option"), text, exclusive: false, noRandom: false, goto: "", display: [] },
  }));
  return {
    type: "radio",
    fields: { options: made.map(({ option }) => option) },
    options: new Map(made.map(({ value, option }) => [value, option.id])),
  };
}

function readMatrix(element: SurveyJsObject, _id: string, context: QuestionImport): Parts {
  const { makeId } = context;
  const columns = readMarks(choicesIn(element, "columns", context), context);
  const rows = choicesIn(element, "rows", context).map(({ text }) => ({ id: makeId("row"), text }));
  const isMultiple = element.text("cellType") === "checkbox";
  return {
    type: isMultiple ? "matrix_checkbox" : "matrix_radio",
    fields: { ...columns.fields, subTitles: rows },
  };
}

function readBlanks(element: SurveyJsObject, id: string, { makeId }: QuestionImport): Parts {
  const blanks = element.objects("items").map((item) => {
    const text = item.text("title") || item.name;
    item.loseRest();
    return { id: makeId("blank"), text, validate: "", type: "question", attach_id: id } as const;
  });
  return { type: "blanks", fields: { blank_setting: blanks } };
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

function readFile(element: SurveyJsObject): Parts {
  const accepted = element
    .text("acceptedTypes")
    .split(",")
    .map((type) => type.trim().toLowerCase());
  const endings = accepted.flatMap((type) => {
    if (/^\.[a-z0-9]{1,10}$/.test(type)) return [type.slice(1)];
    return Object.hasOwn(endingsOfKinds, type) ? (endingsOfKinds[type] ?? []) : [];
  });
  if (endings.length === 0) element.lose("setting", "acceptedTypes");
  element.flag("allowMultiple");
  const kilobytes = Math.ceil((element.number("maxSize") ?? 0) / 1024);
  return {
    type: "upload",
    fields: {
      file_type_limit: endings.length === 0 ? usualEndings : [...new Set(endings)],
      file_size_limit: kilobytes > 0 ? Math.min(kilobytes, 102_400) : 5120,
    },
  };
}

function readParagraph(element: SurveyJsObject): Parts {
  const html = element.text("html");
  const title = html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (html.includes("<") || title.length > longestTitle) element.lose("format", "html");
  return { type: "description", fields: { title: title.slice(0, longestTitle) || element.name } };
}
