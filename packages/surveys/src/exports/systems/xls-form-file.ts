import type { SurveyDefinition } from "../../model/definition.ts";
import type { Test } from "../../model/logic.ts";
import { optionLabel } from "../../model/option-blanks.ts";
import type { BlankSetting, Question, QuestionType, SurveyPage } from "../../model/question.ts";
import { languageName } from "../../languages/language-tag.ts";
import { plainText } from "../../question-fields/rich-text.tsx";
import { contentTypesXml, packageFiles, sheetPath, workbookRelations, workbookXml } from "../xlsx-package.ts";
import { sheetXml, type SheetRow } from "../xlsx-sheet.ts";
import { type ZipEntry, zipStream } from "../zip-stream.ts";
import { type ExpressionDialect, joinedBy, quoted } from "./expression-of.ts";
import { OutgoingSurvey, type SurveyForSystem } from "./outgoing-survey.ts";
import type { SystemNames } from "./system-names.ts";

/** The cells of a row by their columns; those that are left out are empty. */
type Row = Readonly<Record<string, string | undefined>>;

const xmlName = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/;

/** A survey as a form of ODK and KoBoToolbox: a workbook with three sheets. */
export async function xlsFormFile(definition: SurveyDefinition): Promise<SurveyForSystem> {
  const survey = new OutgoingSurvey(definition, {
    names: { question: xmlName, part: /^[\w.-]{1,64}$/, ignoresCase: false },
    dialect: dialectOf,
    has: isInForm,
  });
  const form = inAllLanguages(survey);
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipStream(workbookFiles(form))) chunks.push(chunk);
  return { content: Buffer.concat(chunks), losses: survey.losses };
}

/** The rows of the sheets of a form. */
interface Sheets {
  readonly survey: readonly Row[];
  readonly choices: readonly Row[];
  readonly settings: Row;
}

/** The sheets with the texts of each language in a column of its own. A survey that names no language has no such column. */
function inAllLanguages(survey: OutgoingSurvey): Sheets {
  const forms = survey.inLanguages.map(({ tag, survey: inTag }) => {
    const language = tag && `${languageName(tag, "en")} (${tag})`;
    const { survey: rows, choices, settings } = new FormSheets(inTag);
    const named = (row: Row) => withLanguage(row, language);
    return {
      survey: rows.map(named),
      choices: choices.map(named),
      settings: { default_language: language, ...settings },
    };
  });
  const [{ settings } = { settings: {} }] = forms;
  return {
    survey: besideEachOther(forms.map((form) => form.survey)),
    choices: besideEachOther(forms.map((form) => form.choices)),
    settings,
  };
}

function withLanguage(row: Row, language: string | undefined): Row {
  const named = ([head, cell]: readonly [string, string | undefined]) =>
    language !== undefined && (head === "label" || head === "hint")
      ? ([`${head}::${language}`, cell] as const)
      : ([head, cell] as const);
  return Object.fromEntries(Object.entries(row).map(named));
}

/** The same rows in several languages as one row each. */
function besideEachOther([own = [], ...others]: readonly (readonly Row[])[]): readonly Row[] {
  return own.map((row, at) => Object.assign({}, ...others.map((rows) => rows[at]), row) as Row);
}

function* workbookFiles(form: Sheets): Generator<ZipEntry> {
  const sheets = [
    ["survey", sheetOf(form.survey)],
    ["choices", sheetOf(form.choices)],
    ["settings", sheetOf([form.settings])],
  ] as const;
  const names = sheets.map(([name]) => name);
  yield* packageFiles();
  for (const [at, [, rows]] of sheets.entries()) yield { path: sheetPath(at + 1), chunks: sheetXml([rows]) };
  yield { path: "xl/workbook.xml", chunks: [workbookXml(names)] };
  yield { path: "xl/_rels/workbook.xml.rels", chunks: [workbookRelations(names)] };
  yield { path: "[Content_Types].xml", chunks: [contentTypesXml(names)] };
}

/** A text as a label, which programs take for HTML. */
function labelOf(text: string): string {
  return plainText(text)
    .replaceAll(/&(?=#?\w+;)/g, "&amp;")
    .replaceAll("<", "&lt;");
}

/** A sheet with a column for each cell that a row has. */
function sheetOf(rows: readonly Row[]): readonly SheetRow[] {
  const heads = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return [heads, ...rows.map((row) => heads.map((head) => row[head] || undefined))];
}

/** The three sheets of a form. */
class FormSheets {
  readonly survey: readonly Row[];
  readonly choices: Row[] = [];
  readonly settings: Row;
  readonly #out: OutgoingSurvey;

  constructor(out: OutgoingSurvey) {
    this.#out = out;
    const { title, prefix, suffix, pages } = out.definition;
    this.settings = { form_title: plainText(title), form_id: "survey" };
    const note = (name: string, text: string): readonly Row[] => {
      if (text === "") return [];
      out.lose(undefined, "kind", `${name}: note`);
      return [{ type: "note", name, label: labelOf(text) }];
    };
    this.survey = [
      ...note("welcome", prefix),
      ...pages.flatMap((page, at) => this.#page(page, at)),
      ...note("ending", suffix),
    ];
  }

  #page(page: SurveyPage, at: number): readonly Row[] {
    const rows = page.questions.flatMap((question) => this.#question(question));
    const relevant = this.#out.shownWhen(page);
    // A form is one page where it is not told otherwise.
    const begin = { type: "begin_group", name: `page_${at + 1}`, relevant, appearance: "field-list" };
    return [begin, ...rows, { type: "end_group" }];
  }

  #question(question: Question): readonly Row[] {
    if (!isInForm(question)) {
      this.#out.lose(question, "type", question.hidden ? "hidden" : question.type);
      return [];
    }
    const name = this.#out.names.question(question.id);
    const relevant = this.#out.shownWhen(question);
    if (question.subTitles.length > 0 || question.type === "blanks")
      return this.#parts(question, name, relevant);
    const { type, ...more } = this.#typeOf(question, name);
    return [{ type, name, ...this.#texts(question), relevant, ...more }];
  }

  #texts({ title, description, required }: Question): Row {
    return {
      label: labelOf(title),
      hint: labelOf(description),
      required: required ? "yes" : undefined,
    };
  }

  #typeOf(question: Question, name: string): Row & { readonly type: string } {
    const { random, validate } = question;
    const parameters = random ? "randomize=true" : undefined;
    if (question.placeholder !== undefined) this.#out.lose(question, "setting", "placeholder");
    const kind = choiceKinds[question.type];
    if (kind !== undefined) {
      this.#loseChoices(question);
      const appearance = question.type === "select" ? "minimal" : undefined;
      return {
        type: `${kind} ${this.#list(question, name)}`,
        parameters,
        appearance,
        constraint: countOf(question),
      };
    }
    if (question.type === "text" && validate === "number")
      return { type: "decimal", constraint: lengthOf(question) };
    if (question.type === "text" && validate === "email") this.#out.lose(question, "setting", validate);
    return { ...this.#plainType(question), constraint: lengthOf(question) };
  }

  #plainType(question: Question): Row & { readonly type: string } {
    const [type, isChanged] = plainTypes[question.type] ?? ["text", true];
    if (isChanged) this.#out.lose(question, "kind", `${question.type}: ${type}`);
    if (type === "file")
      this.#out.lose(
        question,
        "setting",
        `${question.file_type_limit.join(", ")}; ${question.file_size_limit} KB`,
      );
    if (type !== "range") return { type };
    this.#out.loseEnds(question);
    return marksOf(question.type === "nps" ? { ...question, starBeginNum: 0, starNum: 10 } : question);
  }

  #loseChoices(question: Question): void {
    const { maxlength, minlength = 0, blank_setting: blanks } = question;
    this.#out.loseOptions(question);
    if (blanks.length > 0) this.#out.lose(question, "setting", "____");
    // All options of a ranking are ranked there.
    if (question.type !== "checkbox" && (maxlength > 0 || minlength > 0))
      this.#out.lose(question, "setting", `number of choices: ${minlength}~${maxlength || "*"}`);
  }

  /** Rows of a matrix, and blanks, are questions of a group. */
  #parts(question: Question, name: string, relevant: string | undefined): readonly Row[] {
    this.#out.lose(question, "kind", `${question.type}: begin_group`);
    // Groups have no hints.
    if (question.description !== "") this.#out.lose(question, "setting", `hint: ${question.description}`);
    const list = question.options.length > 0 ? this.#list(question, name) : "";
    const kind = question.type === "matrix_checkbox" ? "select_multiple" : "select_one";
    const type = list === "" ? marksOf(question) : { type: `${kind} ${list}` };
    const rowsOfMatrix = question.subTitles.map((row) => ({ ...row, type }));
    const blanks = question.blank_setting.map((blank) => ({
      ...blank,
      type: this.#blankType(question, blank),
    }));
    const rows = (question.type === "blanks" ? blanks : rowsOfMatrix).map((part) => ({
      ...part.type,
      name: `${name}_${this.#out.names.part(question.id, part.id)}`,
      label: labelOf(part.text) || "…",
      required: question.required ? "yes" : undefined,
    }));
    const begin = { type: "begin_group", name, label: labelOf(question.title), relevant };
    return [begin, ...rows, { type: "end_group" }];
  }

  #blankType(question: Question, { text, validate }: BlankSetting): Row & { readonly type: string } {
    if (validate === "number") return { type: "decimal" };
    if (validate !== "") this.#out.lose(question, "setting", `${text}: ${validate}`);
    return { type: "text" };
  }

  #list(question: Question, name: string): string {
    for (const option of question.options)
      this.choices.push({
        list_name: name,
        name: this.#out.names.part(question.id, option.id),
        label: labelOf(optionLabel(question, option)),
      });
    return name;
  }
}

function marksOf({ starBeginNum, starNum }: Question): Row & { readonly type: string } {
  return { type: "range", parameters: `start=${starBeginNum} end=${starNum} step=1` };
}

function isInForm({ type, hidden }: Question): boolean {
  return !hidden && type !== "chained_selects" && type !== "matrix_text";
}

function lengthOf({ maxlength }: Question): string | undefined {
  return maxlength > 0 ? `string-length(.) <= ${maxlength}` : undefined;
}

/** The fewest and most choices as a constraint. */
function countOf({ type, maxlength, minlength = 0 }: Question): string | undefined {
  if (type !== "checkbox") return undefined;
  const bounds = [
    ...(minlength > 0 ? [`count-selected(.) >= ${minlength}`] : []),
    ...(maxlength > 0 ? [`count-selected(.) <= ${maxlength}`] : []),
  ];
  return bounds.join(" and ") || undefined;
}

const choiceKinds: Readonly<Partial<Record<QuestionType, string>>> = {
  radio: "select_one",
  select: "select_one",
  checkbox: "select_multiple",
  sort: "rank",
};

/** Each with whether it is another kind of question there. */
const plainTypes: Readonly<Partial<Record<QuestionType, readonly [type: string, isChanged: boolean]>>> = {
  text: ["text", false],
  textarea: ["text", true],
  star: ["range", true],
  nps: ["range", true],
  upload: ["file", false],
  description: ["note", false],
  datetime: ["dateTime", false],
};

function dialectOf(names: SystemNames): ExpressionDialect {
  return {
    all: joinedBy("and"),
    any: joinedBy("or"),
    not: (inner) => `not(${inner})`,
    test: (test) => testOf(test, names),
  };
}

function testOf(test: Test, names: SystemNames): string | undefined {
  if (test.kind === "answered") return `${valueOf(names, test.question, "")} != ''`;
  if (test.kind === "count")
    return `count-selected(${valueOf(names, test.question, "")}) ${test.is} ${test.value}`;
  if (test.kind === "choice") {
    const value = valueOf(names, test.question, test.part);
    const tests = test.options.map((option) => `selected(${value}, '${names.part(test.question, option)}')`);
    return tests.length === 1 ? tests[0] : joinedBy("or")(tests);
  }
  if (test.subject.kind === "argument") return undefined;
  const subject = valueOf(names, test.subject.question, test.subject.part);
  if (test.kind === "number") return `${subject} ${test.is} ${test.value}`;
  const value = quoted(test.value);
  if (value === undefined) return undefined;
  return test.is === "=" ? `${subject} = ${value}` : `contains(${subject}, ${value})`;
}

function valueOf(names: SystemNames, question: string, part: string): string {
  const name = names.question(question);
  return part === "" ? `\${${name}}` : `\${${name}_${names.part(question, part)}}`;
}
