import { isDeepStrictEqual } from "node:util";
import type { SurveyDefinition } from "../../model/definition.ts";
import type { Test } from "../../model/logic.ts";
import { optionParts } from "../../model/option-blanks.ts";
import type { Option, Question, QuestionType, SurveyPage } from "../../model/question.ts";
import { plainText } from "../../question-fields/rich-text.tsx";
import { type ExpressionDialect, joinedBy, quoted } from "./expression-of.ts";
import { OutgoingSurvey, type SurveyForSystem } from "./outgoing-survey.ts";
import type { SystemNames } from "./system-names.ts";

/** Members of an object of SurveyJS; those that are undefined are not written. */
type Members = Readonly<Record<string, unknown>>;

const plainName = /^[A-Za-z_][\w-]{0,99}$/;

/** A survey as JSON of SurveyJS, which its creator opens. */
export function surveyJsFile(definition: SurveyDefinition): SurveyForSystem {
  const survey = new OutgoingSurvey(definition, {
    names: { question: plainName, part: /^[\w-]{1,100}$/, ignoresCase: false },
    dialect: dialectOf,
    has: ({ type }) => writers[type] !== undefined,
  });
  const written = survey.inLanguages.map(
    ({ tag, survey: inTag }) => [localeOf(tag), membersOf(inTag)] as const,
  );
  const json = { locale: localeOf(definition.language), ...inAllLanguages(written) };
  return { content: Buffer.from(`${JSON.stringify(json, null, 2)}\n`), losses: survey.losses };
}

/** SurveyJS writes languages in lower case. */
function localeOf(tag: string | undefined): string | undefined {
  return tag?.toLowerCase();
}

function membersOf(survey: OutgoingSurvey): Members {
  const { title, prefix, suffix, pages } = survey.definition;
  return {
    title: plainText(title),
    description: plainText(prefix) || undefined,
    completedHtml: suffix === "" ? undefined : asHtml(suffix),
    pages: pages.map((page, at) => pageOf(page, at, survey)),
  };
}

type InLocale<Value> = readonly [locale: string | undefined, value: Value];

/** The same members in several languages as one: a text that differs is there by its locale. All but texts is the same in each. */
function inAllLanguages(written: readonly InLocale<Members>[]): Members {
  const keys = Object.keys(written[0]?.[1] ?? {});
  const valueOf = (key: string) =>
    valueInAllLanguages(written.map(([locale, members]) => [locale, members[key]]));
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)]));
}

function valueInAllLanguages(written: readonly InLocale<unknown>[]): unknown {
  const own = written[0]?.[1];
  if (written.every(([, value]) => isDeepStrictEqual(value, own))) return own;
  if (typeof own !== "object" || own === null)
    // English is what SurveyJS itself is written in, and stands in for any language that is missing.
    return Object.fromEntries(written.map(([locale, text]) => [locale === "en" ? "default" : locale, text]));
  // What is an object in one language is one in each; the members of a list are named by their places.
  const members = inAllLanguages(written as readonly InLocale<Members>[]);
  return Array.isArray(own) ? Object.values(members) : members;
}

function pageOf(page: SurveyPage, at: number, survey: OutgoingSurvey): Members {
  const elements = page.questions.flatMap((question) => elementOf(question, survey) ?? []);
  return { name: `page${at + 1}`, visibleIf: survey.shownWhen(page), elements };
}

function elementOf(question: Question, survey: OutgoingSurvey): Members | undefined {
  const write = writers[question.type];
  if (write === undefined) {
    survey.lose(question, "type", question.type);
    return undefined;
  }
  const { type, ...more } = write(question, survey);
  const name = survey.names.question(question.id);
  const visibleIf = survey.shownWhen(question);
  const visible = question.hidden ? false : undefined;
  if (question.hidden && visibleIf !== undefined) survey.lose(question, "setting", "hidden");
  const texts = type === "html" ? {} : { title: plainText(question.title), ...describedBy(question) };
  const { placeholder } = question;
  return {
    type,
    name,
    ...texts,
    placeholder,
    isRequired: question.required || undefined,
    visible,
    visibleIf,
    ...more,
  };
}

function describedBy({ description }: Question): Members {
  return description === "" ? {} : { description: plainText(description) };
}

type Write = (question: Question, survey: OutgoingSurvey) => Members & { readonly type: string };

const writers: Readonly<Partial<Record<QuestionType, Write>>> = {
  radio: choice("radiogroup"),
  select: choice("dropdown"),
  checkbox: choice("checkbox"),
  sort: choice("ranking"),
  text: ({ validate, maxlength }) => ({
    type: "text",
    ...(validate !== "" && { inputType: validate }),
    ...(maxlength > 0 && { maxLength: maxlength }),
  }),
  textarea: ({ rows, maxlength }) => ({
    type: "comment",
    ...(Number(rows) > 0 && { rows: Number(rows) }),
    ...(maxlength > 0 && { maxLength: maxlength }),
  }),
  star: rating,
  nps: (question, survey) =>
    changed(question, survey, "rating", { rateMin: 0, rateMax: 10, ...endsOf(question) }),
  matrix_radio: matrix,
  matrix_checkbox: (question, survey) => ({ ...matrix(question, survey), cellType: "checkbox" }),
  matrix_star: matrixOfMarks,
  upload: ({ file_type_limit: endings, file_size_limit: kilobytes }) => ({
    type: "file",
    allowMultiple: true,
    acceptedTypes: endings.map((ending) => `.${ending}`).join(","),
    maxSize: kilobytes * 1024,
  }),
  description: ({ title, description }) => ({
    type: "html",
    html: asHtml(description === "" ? title : `${title}\n${description}`),
  }),
  datetime: () => ({ type: "text", inputType: "datetime-local" }),
  phone: () => ({ type: "text", inputType: "tel" }),
  address: (question, survey) => changed(question, survey, "comment"),
  blanks: (question, survey) => ({
    type: "multipletext",
    items: question.blank_setting.map(({ id, text, validate }) => {
      if (validate !== "") survey.lose(question, "setting", `${text}: ${validate}`);
      return { name: survey.names.part(question.id, id), title: plainText(text) };
    }),
  }),
};

function changed(question: Question, survey: OutgoingSurvey, type: string, more: Members = {}) {
  survey.lose(question, "kind", `${question.type}: ${type}`);
  return { type, ...more };
}

function choice(type: "radiogroup" | "dropdown" | "checkbox" | "ranking"): Write {
  return (question, survey) => {
    survey.loseOptions(question);
    return {
      type,
      choices: choicesOf(question, survey),
      ...(question.random && { choicesOrder: "random" }),
      ...((type === "checkbox" || type === "ranking") && countOf(question)),
    };
  };
}

function countOf({ type, maxlength, minlength = 0 }: Question): Members {
  if (maxlength === 0 && minlength === 0) return {};
  return {
    // A ranking counts its choices only where respondents pick what they rank.
    ...(type === "sort" && { selectToRankEnabled: true }),
    ...(maxlength > 0 && { maxSelectedChoices: maxlength }),
    ...(minlength > 0 && { minSelectedChoices: minlength }),
  };
}

function choicesOf(question: Question, survey: OutgoingSurvey): readonly Members[] {
  return question.options.map((option) => ({
    value: survey.names.part(question.id, option.id),
    text: textOf(question, option, survey),
  }));
}

/** Blanks in options are lost: SurveyJS has one for the whole question alone. */
function textOf(question: Question, option: Option, survey: OutgoingSurvey): string {
  const parts = optionParts(question, option);
  if (parts.some((part) => "blankId" in part)) survey.lose(question, "setting", `____: ${option.text}`);
  const words = parts.flatMap((part) => ("text" in part ? [part.text.trim()] : []));
  return plainText(words.join(" ").trim()) || "…";
}

function rating(question: Question, survey: OutgoingSurvey): ReturnType<Write> {
  const { starBeginNum, starNum, revertSort } = question;
  if (revertSort === 1) survey.lose(question, "setting", "revertSort");
  return {
    type: "rating",
    rateMin: starBeginNum,
    rateMax: starNum,
    ...endsOf(question),
  };
}

function endsOf({ starShowCustomStart, starShowCustomEnd }: Question): Members {
  return {
    ...(starShowCustomStart !== "" && { minRateDescription: starShowCustomStart }),
    ...(starShowCustomEnd !== "" && { maxRateDescription: starShowCustomEnd }),
  };
}

function matrix(question: Question, survey: OutgoingSurvey): ReturnType<Write> {
  return { type: "matrix", columns: choicesOf(question, survey), rows: rowsOf(question, survey) };
}

function matrixOfMarks(question: Question, survey: OutgoingSurvey): ReturnType<Write> {
  const { starBeginNum, starNum } = question;
  const marks = Array.from({ length: starNum - starBeginNum + 1 }, (_, at) => starBeginNum + at);
  return changed(question, survey, "matrix", { columns: marks, rows: rowsOf(question, survey) });
}

function rowsOf(question: Question, survey: OutgoingSurvey): readonly Members[] {
  return question.subTitles.map(({ id, text }) => ({
    value: survey.names.part(question.id, id),
    text: plainText(text),
  }));
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** A text as HTML, with its lines. */
function asHtml(text: string): string {
  const escaped = plainText(text).replaceAll(/[&<>]/g, (sign) => entities[sign] ?? sign);
  return escaped.replaceAll("\n", "<br>");
}

function dialectOf(names: SystemNames): ExpressionDialect {
  return {
    all: joinedBy("and"),
    any: joinedBy("or"),
    not: (inner) => `!(${inner})`,
    test: (test) => testOf(test, names),
  };
}

function testOf(test: Test, names: SystemNames): string | undefined {
  if (test.kind === "count") return undefined;
  if (test.kind === "answered") return `{${names.question(test.question)}} notempty`;
  if (test.kind === "choice") {
    const options = test.options.map((option) => `'${names.part(test.question, option)}'`);
    return `${nameOf(names, test.question, test.part)} anyof [${options.join(", ")}]`;
  }
  if (test.subject.kind === "argument") return undefined;
  const subject = nameOf(names, test.subject.question, test.subject.part);
  if (test.kind === "number") return `${subject} ${test.is} ${test.value}`;
  const value = quoted(test.value);
  return value && `${subject} ${test.is} ${value}`;
}

function nameOf(names: SystemNames, question: string, part: string): string {
  return part === ""
    ? `{${names.question(question)}}`
    : `{${names.question(question)}.${names.part(question, part)}}`;
}
