import type { SurveyDefinition } from "../../model/definition.ts";
import type { Question, SurveyPage } from "../../model/question.ts";
import { plainText } from "../../question-fields/rich-text.tsx";
import { limeDialect } from "./lime-dialect.ts";
import { type LimeParts, hasLimeType, limeTypeOf } from "./lime-type-of.ts";
import { OutgoingSurvey, type SurveyForSystem } from "./outgoing-survey.ts";

type Cells = Readonly<Record<string, string | number>>;

/** The tables of a survey that have rows. */
type Tables = Readonly<Record<TableName, Cells[]>>;

const tableNames = [
  "answers",
  "answer_l10ns",
  "groups",
  "group_l10ns",
  "questions",
  "subquestions",
  "question_l10ns",
  "question_attributes",
  "surveys",
  "surveys_languagesettings",
] as const;

type TableName = (typeof tableNames)[number];

/** A number for the survey, its groups and questions: LimeSurvey gives new ones. */
const surveyId = 100_000;

/** A survey as a structure of LimeSurvey 4 and later (`.lss`). */
export function limeSurveyFile(definition: SurveyDefinition): SurveyForSystem {
  const survey = new OutgoingSurvey(definition, {
    // A code begins with a letter and has letters and digits alone; one of an answer has at most five.
    names: { question: /^[A-Za-z][A-Za-z0-9]{0,19}$/, part: /^[A-Za-z0-9]{1,5}$/, ignoresCase: true },
    dialect: limeDialect,
    has: hasLimeType,
  });
  const languages = limeLanguages(survey);
  const tables = inAllLanguages(languages);
  const sections = tableNames.map((name) => sectionXml(name, tables[name]));
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<document>
<LimeSurveyDocType>Survey</LimeSurveyDocType>
<DBVersion>600</DBVersion>
<languages>${languages.map(({ language }) => `<language>${language}</language>`).join("")}</languages>
${sections.join("\n")}
</document>
`;
  return { content: Buffer.from(xml), losses: survey.losses };
}

interface SurveyInLanguage {
  readonly language: string;
  readonly survey: OutgoingSurvey;
}

/** A survey in each language of LimeSurvey that it has; of two that are one there, the second is noted. */
function limeLanguages(whole: OutgoingSurvey): readonly SurveyInLanguage[] {
  const taken = new Map<string, SurveyInLanguage>();
  for (const { tag = "en", survey } of whole.inLanguages) {
    const language = limeLanguageOf(tag);
    if (taken.has(language)) whole.lose(undefined, "languages", tag);
    else taken.set(language, { language, survey });
  }
  return [...taken.values()];
}

/** LimeSurvey names Chinese by its script, and tells regions apart in Portuguese alone. */
function limeLanguageOf(tag: string): string {
  if (/^zh\b/i.test(tag)) return /hant|tw|hk|mo/i.test(tag) ? "zh-Hant-TW" : "zh-Hans";
  if (tag === "pt-BR") return tag;
  return /^[a-z]{2,3}/i.exec(tag)?.[0].toLowerCase() ?? "en";
}

/** The tables that have a row for each language; in the others the rows are those of the survey itself. */
const translatedTables: ReadonlySet<TableName> = new Set([
  "answer_l10ns",
  "group_l10ns",
  "question_l10ns",
  "surveys_languagesettings",
] as const);

function inAllLanguages(languages: readonly SurveyInLanguage[]): Tables {
  const [own, ...others] = languages.map(({ survey, language }) => new LimeTables(survey, language).tables);
  const additional = languages.slice(1).map(({ language }) => language);
  return tablesOf((name) => {
    const rows = own?.[name] ?? [];
    if (name === "surveys")
      return rows.map((row) => ({ ...row, additional_languages: additional.join(" ") }));
    if (!translatedTables.has(name)) return rows;
    const all = [...rows, ...others.flatMap((tables) => tables[name])];
    return all.map((row, at) => ("id" in row ? { ...row, id: at + 1 } : row));
  });
}

/** One of each name. */
function tablesOf(rowsOf: (name: TableName) => Cells[]): Tables {
  return Object.fromEntries(tableNames.map((name) => [name, rowsOf(name)])) as unknown as Tables;
}

function sectionXml(name: TableName, rows: readonly Cells[]): string {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const xmlRows = rows.map((row) => {
    const cells = Object.entries(row).map(
      ([column, value]) => `<${column}>${cdata(String(value))}</${column}>`,
    );
    return `<row>${cells.join("")}</row>`;
  });
  const names = fields.map((field) => `<fieldname>${field}</fieldname>`).join("");
  return `<${name}>\n<fields>${names}</fields>\n<rows>\n${xmlRows.join("\n")}\n</rows>\n</${name}>`;
}

// oxlint-disable-next-line no-control-regex -- these are the characters that XML 1.0 does not have
const notXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

function cdata(text: string): string {
  const harmless = text.toWellFormed().replaceAll(notXml, "\uFFFD");
  return `<![CDATA[${harmless.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** A text as the HTML that LimeSurvey takes texts for. */
function asHtml(text: string): string {
  const escaped = plainText(text).replaceAll(/[&<>]/g, (sign) => entities[sign] ?? sign);
  return escaped.replaceAll("\n", "<br />");
}

/** Rows with numbers of their own: tables name each other by them. */
class LimeTables {
  readonly tables: Tables;
  readonly #survey: OutgoingSurvey;
  readonly #language: string;
  #number = 0;

  constructor(survey: OutgoingSurvey, language: string) {
    this.#survey = survey;
    this.#language = language;
    this.tables = tablesOf(() => []);
    this.#addSurvey();
    for (const [at, page] of survey.definition.pages.entries()) this.#addPage(page, at);
  }

  #addSurvey(): void {
    const { title, prefix, suffix } = this.#survey.definition;
    const language = this.#language;
    this.tables.surveys.push({ sid: surveyId, language, format: "G", admin: "", adminemail: "" });
    this.tables.surveys_languagesettings.push({
      surveyls_survey_id: surveyId,
      surveyls_language: language,
      surveyls_title: asHtml(title),
      surveyls_description: "",
      surveyls_welcometext: asHtml(prefix),
      surveyls_endtext: asHtml(suffix),
    });
  }

  #addPage(page: SurveyPage, at: number): void {
    const gid = (this.#number += 1);
    const grelevance = this.#survey.shownWhen(page) ?? "";
    this.tables.groups.push({ gid, sid: surveyId, group_order: at + 1, grelevance });
    this.tables.group_l10ns.push({
      id: gid,
      gid,
      group_name: "",
      description: "",
      language: this.#language,
    });
    for (const [order, question] of page.questions.entries()) this.#addQuestion(question, gid, order + 1);
  }

  #addQuestion(question: Question, gid: number, order: number): void {
    const kind = limeTypeOf(question, this.#survey);
    if (kind === undefined) return this.#survey.lose(question, "type", question.type);
    const qid = (this.#number += 1);
    const title = this.#survey.names.question(question.id);
    const { type, parts = {}, attributes = {} } = kind;
    this.tables.questions.push({
      qid,
      parent_qid: 0,
      sid: surveyId,
      gid,
      type,
      title,
      other: "N",
      mandatory: question.required ? "Y" : "N",
      question_order: order,
      scale_id: 0,
      relevance: this.#survey.shownWhen(question) ?? "1",
    });
    this.#addTexts(qid, question.title, question.description);
    this.#addParts({ qid, gid }, parts);
    const all = { ...attributes, ...(question.hidden && { hidden: "1" }) };
    for (const [attribute, value] of Object.entries(all))
      this.tables.question_attributes.push({ qid, attribute, value });
  }

  #addTexts(qid: number, question: string, help: string): void {
    const texts = { question: asHtml(question), help: asHtml(help), language: this.#language };
    this.tables.question_l10ns.push({ id: qid, qid, ...texts });
  }

  #addParts(
    { qid, gid }: { readonly qid: number; readonly gid: number },
    { subquestions = [], answers = [] }: LimeParts,
  ): void {
    for (const [at, { code, text }] of subquestions.entries()) {
      const id = (this.#number += 1);
      const place = { parent_qid: qid, sid: surveyId, gid, question_order: at + 1, scale_id: 0 };
      this.tables.subquestions.push({ qid: id, ...place, type: "T", title: code, relevance: "1" });
      this.#addTexts(id, text, "");
    }
    for (const [at, { code, text }] of answers.entries()) {
      const aid = (this.#number += 1);
      this.tables.answers.push({ aid, qid, code, sortorder: at + 1, assessment_value: 0, scale_id: 0 });
      this.tables.answer_l10ns.push({ id: aid, aid, answer: asHtml(text), language: this.#language });
    }
  }
}
