import type { Construct } from "../import-source.ts";
import type { NeutralOption, NeutralQuestion } from "../neutral-survey.ts";

type Made = Pick<NeutralQuestion, "type" | "fields" | "options">;

interface FormType extends Construct {
  /** Undefined where there is no counterpart. */
  readonly make?: (options: readonly NeutralOption[], parameters: string) => Made;
}

const files = (...endings: readonly string[]): Made => ({
  type: "upload",
  fields: { file_type_limit: endings, file_size_limit: 5120 },
});

/** The types of rows, without spaces and underlines. */
export const formTypes: Readonly<Record<string, FormType>> = {
  selectone: kept("select_one", "single choice; with `minimal`, a selection", (options) => ({
    type: "radio",
    options,
  })),
  selectmultiple: kept("select_multiple", "multiple choice", (options) => ({ type: "checkbox", options })),
  rank: kept("rank", "ranking", (options) => ({ type: "sort", options })),
  text: kept("text", "one line of text", () => ({ type: "text" })),
  integer: wholeNumber("integer"),
  int: wholeNumber("int"),
  decimal: kept("decimal", "text that takes numbers", number),
  range: changed(
    "range",
    "scale from 0 or 1 to at most 10 in steps of 1; else text that takes numbers",
    (_options, parameters) => rangeOf(parameters),
  ),
  note: kept("note", "description", () => ({ type: "description" })),
  date: kept("date", "date and time", moment),
  datetime: kept("datetime", "date and time", moment),
  time: kept("time", "date and time", moment),
  phonenumber: kept("phonenumber", "phone number", () => ({ type: "phone" })),
  acknowledge: changed("acknowledge", "multiple choice with one option", () => ({
    type: "checkbox",
    options: [{ code: "OK", text: "OK" }],
  })),
  image: kept("image", "files", () => files("jpg", "jpeg", "png")),
  audio: kept("audio", "files", () => files("mp3", "wav", "m4a")),
  video: kept("video", "files", () => files("mp4", "mov", "webm")),
  file: kept("file", "files", () => files("pdf", "jpg", "jpeg", "png", "docx", "xlsx")),
  calculate: { name: "calculate", outcome: "left out", here: "nothing is calculated" },
  geopoint: { name: "geopoint, geotrace, geoshape", outcome: "left out", here: "no places are asked for" },
  barcode: { name: "barcode", outcome: "left out", here: "no codes are read" },
};

/** Types that forms may call by another name. */
export const otherSpellings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    select1: "selectone",
    selectallthatapply: "selectmultiple",
    string: "text",
    photo: "image",
    trigger: "acknowledge",
    gps: "geopoint",
    location: "geopoint",
    geotrace: "geopoint",
    geoshape: "geopoint",
  }),
);

function kept(name: string, here: string, make: NonNullable<FormType["make"]>): FormType {
  return { name, outcome: "kept", here, make };
}

function changed(name: string, here: string, make: NonNullable<FormType["make"]>): FormType {
  return { name, outcome: "changed", here, make };
}

function wholeNumber(name: string): FormType {
  return kept(name, "text that takes numbers; that they are whole is named", number);
}

function number(): Made {
  return { type: "text", fields: { validate: "number" } };
}

/** Parameters of a range. */
export const OF_RANGE = /[\s,;]*\b(start|end|step)\s*=\s*(-?[\d.]+)/gi;

function rangeOf(parameters: string): Made {
  const given = new Map(
    [...parameters.matchAll(OF_RANGE)].map(([, name, value]) => [name?.toLowerCase(), Number(value)]),
  );
  const [lowest = 1, highest = 10] = [given.get("start"), given.get("end")];
  const isScale = [0, 1].includes(lowest) && highest >= 2 && highest <= 10 && Number.isInteger(highest);
  return isScale && (given.get("step") ?? 1) === 1
    ? { type: "star", fields: { starBeginNum: lowest, starNum: highest } }
    : number();
}

function moment(): Made {
  return { type: "datetime" };
}
