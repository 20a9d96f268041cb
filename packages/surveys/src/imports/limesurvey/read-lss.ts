import type { InTurns } from "../../model/in-turns.ts";
import { cellId } from "../../model/matrix-cells.ts";
import { FileProblem } from "../file-problem.ts";
import type { SourceRequest } from "../import-source.ts";
import type { NeutralCalculation } from "../neutral-extras.ts";
import type {
  NeutralCondition,
  NeutralPage,
  NeutralPart,
  NeutralQuestion,
  NeutralShuffle,
  NeutralSurvey,
} from "../neutral-survey.ts";
import type { XmlElement } from "../parse-xml.ts";
import { mostSurveyLanguages } from "../../languages/language-tag.ts";
import { shuffledRanges } from "../shuffled-ranges.ts";
import { checkedFields } from "../source-checks.ts";
import { SourceTexts } from "../source-texts.ts";
import { type LimeColumn, limeColumns } from "./lime-answers.ts";
import { conditionOfRelevance, type LimeVariable } from "./lime-conditions.ts";
import { limeExtras, loseTheme } from "./lime-extras.ts";
import { limeChecks, loseAttributes, type LimeQuestion } from "./lime-question.ts";
import { limeTypes } from "./lime-types.ts";
import { limeWords } from "./lime-words.ts";
import { LssTables, rowsBy, valueIn, type LssRow } from "./lss-tables.ts";

/** What LimeSurvey replaces in texts. */
const PIPING = /\{[^{}\s][^{}\n]{0,200}\}/g;

/** Reads a `.lss` file in each of its languages, a question in a turn. @throws `FileProblem` */
export function* readLss(root: XmlElement, request: SourceRequest): InTurns<LimeSurvey> {
  const reader = new LssReader(root, request);
  const [own = "", ...others] = reader.languages;
  const survey = yield* reader.read();
  const translations: { readonly language: string; readonly survey: NeutralSurvey }[] = [];
  for (const language of others.slice(0, mostSurveyLanguages))
    translations.push({ language, survey: yield* new LssReader(root, request, language).read() });
  return { ...survey, language: own, translations, columns: reader.columns };
}

/** A survey, and what fields of answers to it are about. */
export interface LimeSurvey extends NeutralSurvey {
  readonly columns: readonly LimeColumn[];
}

/** Settings of a survey that respondents notice: moments and addresses, and what is on. */
const GIVEN = /^(?:startdate|expires|emailnotificationto|emailresponseto)$/;
const ON =
  /^(?:usecookie|allowregister|printanswers|publicstatistics|alloweditaftercompletion|tokenanswerspersistence)$/;

/** Whether respondents notice a setting. `inherit` leaves it to their platform. */
function isNoticed(column: string, value: string): boolean {
  if (GIVEN.test(column)) return value !== "" && value !== "inherit";
  if (column === "format") return value === "A";
  if (column === "showwelcome") return value === "N";
  return ON.test(column) && value === "Y";
}

interface Row {
  readonly row: LssRow;
  readonly question: LimeQuestion;
}

class LssReader {
  readonly #root: XmlElement;
  readonly #tables: LssTables;
  readonly #texts = new SourceTexts(PIPING);
  readonly #words;
  readonly #shuffles: NeutralShuffle[] = [];
  readonly #calculations: NeutralCalculation[] = [];
  readonly #variables = new Map<string, LimeVariable>();
  /** Of all questions. */
  readonly #codes: ReadonlySet<string>;
  /** Of answers. */
  readonly columns: LimeColumn[] = [];
  readonly #groups: readonly LssRow[];
  readonly #questions: readonly LssRow[];
  readonly #answers: readonly LssRow[];
  /** Rows by what they belong to: a group or a question. */
  readonly #of: Readonly<
    Record<
      "questions" | "subquestions" | "answers" | "attributes" | "conditions",
      (id: string) => readonly LssRow[]
    >
  >;

  /** @param inLanguage of the texts; default: the survey's own one */
  constructor(root: XmlElement, { language }: SourceRequest, inLanguage?: string) {
    this.#root = root;
    this.#tables = new LssTables(root, inLanguage);
    const first = inLanguage ?? this.languages[0] ?? "";
    this.#words = limeWords(first === "" ? language : first);
    const ofQuestion = { column: "qid", texts: "question_l10ns" };
    this.#groups = this.#tables.rows("groups", { column: "gid", texts: "group_l10ns" });
    this.#questions = this.#tables.rows("questions", ofQuestion);
    this.#answers = this.#tables.rows("answers", { column: "aid", texts: "answer_l10ns" });
    this.#of = {
      questions: rowsBy(this.#questions, "gid", "question_order"),
      subquestions: rowsBy(this.#tables.rows("subquestions", ofQuestion), "parent_qid", "question_order"),
      answers: rowsBy(this.#answers, "qid", "sortorder"),
      attributes: rowsBy(this.#tables.rows("question_attributes"), "qid", ""),
      conditions: rowsBy(this.#tables.rows("conditions"), "qid", "cid"),
    };
    this.#codes = new Set(this.#questions.map((row) => row["title"] ?? ""));
  }

  get languages(): readonly string[] {
    return this.#tables.languages;
  }

  *read(): InTurns<NeutralSurvey> {
    const groups = this.#groups.toSorted(
      (one, other) => Number(one["group_order"] ?? 0) - Number(other["group_order"] ?? 0),
    );
    if (groups.length === 0) throw new FileProblem("has no group of questions");
    this.#noteDefaults();
    const pages: NeutralPage[] = [];
    for (const group of groups) pages.push(yield* this.#page(group));
    this.#shuffle(groups, "randomization_group", (group) => `group ${group["gid"] ?? ""}`);
    const [settings] = this.#tables.rows("surveys_languagesettings");
    this.#noteSettings(settings);
    loseTheme(this.#root, this.#texts);
    return {
      title: this.#texts.html("", valueIn(settings, "surveyls_title")),
      prefix: ["surveyls_description", "surveyls_welcometext"]
        .map((column) => this.#texts.html("", valueIn(settings, column)))
        .filter((text) => text !== "")
        .join("\n"),
      suffix: this.#texts.html("", valueIn(settings, "surveyls_endtext")),
      pages,
      isOneByOne: this.#tables.rows("surveys")[0]?.["format"] === "S",
      jumps: [],
      shuffles: this.#shuffles,
      extras: {
        ...limeExtras(this.#tables, this.#questions, this.#answers),
        calculations: this.#calculations,
      },
      losses: this.#texts.losses,
    };
  }

  /** Groups, or questions of a group, with the same name of an order change their places. */
  #shuffle(rows: readonly LssRow[], column: string, nameOf: (row: LssRow) => string): void {
    const { ranges, others } = shuffledRanges(rows, (row) => valueIn(row, column));
    for (const { key, first, last } of ranges)
      this.#shuffles.push({ from: nameOf(first), to: nameOf(last), text: `${column} = ${key}` });
    for (const key of others) this.#texts.lose("", "setting", `${column} = ${key}`);
  }

  /** What is filled in beforehand. */
  #noteDefaults(): void {
    const places = new Map(this.#questions.map((row) => [row["qid"] ?? "", row["title"] ?? ""]));
    for (const row of this.#tables.rows("defaultvalues"))
      this.#texts.lose(places.get(row["qid"] ?? "") ?? "", "setting", "default value");
  }

  /** What happens around the questions. */
  #noteSettings(texts: LssRow | undefined): void {
    const [survey] = this.#tables.rows("surveys");
    for (const [column, value] of Object.entries(survey ?? {}))
      if (isNoticed(column, value)) this.#texts.lose("", "setting", `${column} = ${value}`);
    for (const column of ["surveyls_url", "surveyls_policy_notice", "surveyls_policy_error"])
      if (valueIn(texts, column) !== "")
        this.#texts.lose("", "setting", `${column}: ${valueIn(texts, column)}`);
  }

  *#page(group: LssRow): InTurns<NeutralPage> {
    const gid = group["gid"] ?? "";
    const relevance = valueIn(group, "grelevance");
    // Before its own questions are known: a condition of a group cannot be about them.
    const condition = conditionOfRelevance(relevance, this.#variables);
    const questions: NeutralQuestion[] = [];
    const asked = this.#of.questions(gid).filter((row) => (row["parent_qid"] ?? "0") === "0");
    this.#shuffle(
      asked.map((row) => this.#withOrder(row)),
      "random_group",
      (row) => row["title"] ?? "",
    );
    for (const row of asked) {
      for (const question of this.#question(row, condition !== undefined)) questions.push(question);
      yield;
    }
    const name = `group ${gid}`;
    return {
      name,
      title: this.#texts.html(name, valueIn(group, "group_name")),
      description: this.#texts.html(name, valueIn(group, "description")),
      questions,
      condition,
    };
  }

  /** A question with the name of its order, which is a setting of it. */
  #withOrder(row: LssRow): LssRow {
    const order = this.#of
      .attributes(row["qid"] ?? "")
      .findLast((one) => one["attribute"] === "random_group");
    return { ...row, random_group: order?.["value"] ?? "" };
  }

  #question(row: LssRow, isInConditionalGroup: boolean): readonly NeutralQuestion[] {
    const known = this.#typeOf(row);
    if (known?.make === undefined) return [];
    const question = this.#read(row);
    const { code, attributes } = question;
    loseAttributes(question, this.#texts);
    const condition = this.#condition(row);
    const isHidden = attributes.get("hidden") === "1";
    const checks = limeChecks(question, valueIn(row, "preg"));
    const lose = (text: string) => this.#texts.lose(code, "check", text);
    const made = known.make(question, this.#words).map((more) => ({
      name: code,
      code: more.name ?? code,
      title: question.title,
      description: question.help,
      required: question.isRequired,
      ...more,
      fields: {
        ...more.fields,
        ...this.#texts.example(code, more.type, attributes.get("placeholder") ?? ""),
        ...checkedFields(more, checks, lose),
        hidden: isHidden,
      },
      condition,
    }));
    const isConditional = isInConditionalGroup || condition !== undefined;
    this.#name({ row, question }, made, isConditional);
    return made;
  }

  /** The type of a question. One that has no counterpart is noted. */
  #typeOf(row: LssRow) {
    const [code, type] = [codeOf(row), row["type"] ?? ""];
    const known = Object.hasOwn(limeTypes, type) ? limeTypes[type] : undefined;
    if (type === "*") this.#calculations.push({ at: code, text: valueIn(row, "question") });
    else if (known?.make === undefined) this.#texts.lose(code, "type", known?.name ?? type);
    else if (known.outcome === "changed") this.#texts.lose(code, "kind", `${known.name}: ${known.here}`);
    return known;
  }

  /** A relevance, or the conditions of earlier versions, all of which have to hold. */
  #condition(row: LssRow): NeutralCondition | undefined {
    const code = row["title"] ?? "";
    const relevance = conditionOfRelevance(valueIn(row, "relevance"), this.#variables);
    const old = this.#of.conditions(row["qid"] ?? "");
    // Files of version 2 and later have both, and the relevance says the same.
    if (relevance !== undefined || old.length === 0) return relevance;
    const terms = old.map(
      (one) => `${one["cfieldname"] ?? ""}.NAOK ${one["method"] ?? ""} "${one["value"] ?? ""}"`,
    );
    const scenarios = new Set(old.map((one) => one["scenario"] ?? "1"));
    const condition = conditionOfRelevance(terms.join(" and "), this.#variables);
    return scenarios.size === 1 ? condition : { text: `${code}: ${terms.join(" / ")}`, tree: undefined };
  }

  #read(row: LssRow): LimeQuestion {
    const [qid, code] = [row["qid"] ?? "", codeOf(row)];
    const attributes = this.#of.attributes(qid);
    if (valueIn(row, "script") !== "") this.#texts.lose(code, "setting", `script ${valueIn(row, "script")}`);
    if (row["mandatory"] === "S") this.#texts.lose(code, "setting", "mandatory = S");
    return {
      code,
      type: row["type"] ?? "",
      title: this.#texts.html(code, valueIn(row, "question")),
      help: this.#texts.html(code, valueIn(row, "help")),
      isRequired: ["Y", "S"].includes(row["mandatory"] ?? ""),
      hasOther: row["other"] === "Y",
      subquestions: this.#parts(code, this.#of.subquestions(qid), "title"),
      answers: this.#parts(code, this.#of.answers(qid), "code"),
      attributes: new Map(attributes.map((one) => [one["attribute"] ?? "", one["value"] ?? ""])),
    };
  }

  /** Parts by scale. */
  #parts(at: string, rows: readonly LssRow[], code: "title" | "code"): readonly (readonly NeutralPart[])[] {
    return ["0", "1"].map((scale) =>
      rows
        .filter((row) => (row["scale_id"] || "0") === scale)
        .map((row) => {
          const relevance = valueIn(row, "relevance");
          if (code === "title" && relevance !== "" && relevance !== "1")
            this.#texts.lose(at, "condition", `${row[code] ?? ""}: ${relevance}`);
          return { code: row[code] ?? "", text: this.#texts.html(at, valueIn(row, "question", "answer")) };
        }),
    );
  }

  /** The variables of a question: its code, its field, and those of its parts. */
  #name({ row, question }: Row, made: readonly NeutralQuestion[], isConditional: boolean): void {
    const field = `${row["sid"] ?? ""}X${row["gid"] ?? ""}X${row["qid"] ?? ""}`;
    for (const column of limeColumns({ field, code: question.code, made })) this.columns.push(column);
    for (const { glue, ending, ...variable } of made.flatMap((one) => variablesOf(question.code, one))) {
      this.#variables.set(`${question.code}${glue}${ending}`, { ...variable, isConditional });
      this.#variables.set(`${field}${ending}`, { ...variable, isConditional });
      // Version 6 names a question by its number too. One with this as its code comes first.
      const byNumber = `Q${row["qid"] ?? ""}`;
      if (ending === "" && !this.#codes.has(byNumber))
        this.#variables.set(byNumber, { ...variable, isConditional });
    }
  }
}

function codeOf(row: LssRow): string {
  return valueIn(row, "title") || `question ${row["qid"] ?? ""}`;
}

/** A variable by what follows the code of its question. */
type NamedVariable = Omit<LimeVariable, "isConditional"> & {
  readonly glue: "" | "_";
  readonly ending: string;
};

function variablesOf(code: string, made: NeutralQuestion): readonly NamedVariable[] {
  const { name, type, options = [], rows = [], blanks = [] } = made;
  // A scale is a question of its own.
  const [, scale] = name.split("#");
  const whole = { question: name, glue: "", ending: name.slice(code.length) } as const;
  if (type === "matrix_text" || type === "matrix_checkbox")
    return [
      whole,
      ...rows.flatMap((row) =>
        options.map((column) => ({
          question: name,
          ...(type === "matrix_text"
            ? { part: cellId(row.code, column.code) }
            : { part: row.code, option: column.code }),
          glue: "_" as const,
          ending: `${row.code}_${column.code}`,
        })),
      ),
    ];
  const chosen = type === "checkbox" ? options : [];
  const partEnding = (part: string) => (scale === undefined ? part : `${part}_${scale}`);
  return [
    ...(scale === undefined ? [whole] : []),
    ...chosen.map(
      (option) => ({ question: name, option: option.code, glue: "_", ending: option.code }) as const,
    ),
    ...[...rows, ...blanks].map(
      (part) => ({ question: name, part: part.code, glue: "_", ending: partEnding(part.code) }) as const,
    ),
  ];
}
