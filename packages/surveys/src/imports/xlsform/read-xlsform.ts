import type { QuestionType } from "../../model/question.ts";
import type { InTurns } from "../../model/in-turns.ts";
import { treeOfExpression } from "../expressions/tree-of-expression.ts";
import type { NeutralCalculation, NeutralRepeat } from "../neutral-extras.ts";
import type {
  ConditionTree,
  NeutralCondition,
  NeutralOption,
  NeutralPage,
  NeutralQuestion,
  NeutralSurvey,
} from "../neutral-survey.ts";
import { mostSurveyLanguages } from "../../languages/language-tag.ts";
import { surveyLimits } from "../../question-types/declared-text.ts";
import { allOf } from "../joined-conditions.ts";
import { checkedFields, type NamedCheck, noCheck } from "../source-checks.ts";
import { SourceTexts } from "../source-texts.ts";
import { checkOfConstraint } from "./check-of-constraint.ts";
import type { SheetRow } from "./read-workbook.ts";
import { formTypes, OF_RANGE, otherSpellings } from "./xlsform-types.ts";

/** The sheets of a form. */
export interface FormSheets {
  readonly survey: readonly SheetRow[];
  readonly choices: readonly SheetRow[];
  readonly settings: SheetRow;
}

interface Group {
  readonly name: string;
  /** The questions of a repeat; undefined for another group. */
  readonly repeated: string[] | undefined;
  readonly label: string;
  readonly condition: NeutralCondition | undefined;
}

interface OpenPage extends Omit<NeutralPage, "questions"> {
  readonly questions: NeutralQuestion[];
}

/** Columns that are read, and those that mean nothing to respondents. */
const KNOWN =
  /^(?:type|command|name|label|hint|required|disabled|relevant|relevance|constraint|appearance|parameters|note|notes|comment|(?:label|hint)::?.*)$/;

/** What is kept of columns of which the rest is named. */
const KEPT = {
  required: /^(?:yes|true|true\(\)|1|no|false|false\(\)|0)$/i,
  appearance: /\bminimal\b/,
  parameters: /\brandomize\s*=\s*(?:true|false)\b/i,
} as const;

/** Columns of choices that are read. */
const OF_CHOICES = /^(?:list[_ ]name|name|value|label|label::?.*)$/;

/** Settings that are read, and those that name the form. */
const OF_SETTINGS = /^(?:form_title|form_id|id_string|default_language|version)$/;

/** Rows that the phone fills in. */
const METADATA = /^(?:start|end|today|deviceid|subscriberid|simserial|username|email|audit|start-geopoint)$/;

/** Reads a form in each of its languages, a row in a turn. */
export function* readXlsForm(sheets: FormSheets): InTurns<NeutralSurvey> {
  const languages = languagesOf(sheets.survey);
  const wanted = (sheets.settings["default_language"] ?? "").toLowerCase();
  const own = languages.find((one) => one === wanted) ?? ownLanguage(sheets.survey, languages);
  const survey = yield* readIn(sheets, [own]);
  const translations: { readonly language: string; readonly survey: NeutralSurvey }[] = [];
  for (const language of languages.filter((one) => one !== own).slice(0, mostSurveyLanguages))
    translations.push({ language, survey: yield* readIn(sheets, [language, own]) });
  return { ...survey, language: own || wanted || "en", translations };
}

function* readIn(sheets: FormSheets, languages: readonly string[]): InTurns<NeutralSurvey> {
  const reader = new FormReader(sheets, languages);
  for (const row of sheets.survey) {
    reader.take(row);
    yield;
  }
  return reader.survey();
}

class FormReader {
  readonly #sheets: FormSheets;
  /** Choices by their lists. */
  readonly #lists: ReadonlyMap<string, readonly SheetRow[]>;
  readonly #texts = new SourceTexts(/\$\{[^{}]{1,200}\}/g);
  readonly #languages: readonly string[];
  readonly #groups: Group[] = [];
  readonly #pages: OpenPage[] = [];
  readonly #calculations: NeutralCalculation[] = [];
  readonly #repeats: NeutralRepeat[] = [];

  /** @param languages of the texts; each stands in where those before it have none */
  constructor(sheets: FormSheets, languages: readonly string[]) {
    this.#sheets = sheets;
    this.#lists = Map.groupBy(sheets.choices, listOf);
    this.#languages = languages;
    this.#loseColumns(sheets);
  }

  /** Settings and columns of choices that are not read. */
  #loseColumns({ settings, choices }: FormSheets): void {
    for (const [name, value] of Object.entries(settings))
      if (value !== "" && !OF_SETTINGS.test(name)) this.#texts.lose("", "setting", `${name}: ${value}`);
    for (const choice of choices) {
      const list = listOf(choice);
      for (const [column, value] of Object.entries(choice))
        if (value !== "" && !OF_CHOICES.test(column)) this.#texts.lose(list, "setting", column);
    }
  }

  survey(): NeutralSurvey {
    const { settings } = this.#sheets;
    const title = this.#texts.plain("", settings["form_title"] ?? settings["form_id"] ?? "");
    const extras = { calculations: this.#calculations, repeats: this.#repeats };
    return {
      title,
      prefix: "",
      suffix: "",
      pages: this.#pages,
      jumps: [],
      extras,
      losses: this.#texts.losses,
    };
  }

  take(row: SheetRow): void {
    const type = (row["type"] ?? row["command"] ?? "").replaceAll(/\s+/g, " ");
    const [, step, kind] = /^(begin|end)[ _](group|repeat)\b/i.exec(type) ?? [];
    if (type === "" || isYes(row["disabled"])) return;
    if (step?.toLowerCase() === "begin") this.#begin(row, kind === "repeat");
    else if (step !== undefined) this.#end();
    else this.#question(row, type);
  }

  /** A group of the form is a page; one inside another is part of its page. */
  #begin(row: SheetRow, isRepeat: boolean): void {
    const name = row["name"] || `group ${this.#pages.length + 1}`;
    const repeated = isRepeat ? [] : undefined;
    if (repeated !== undefined) this.#repeats.push({ name, questions: repeated });
    this.#loseSettings(name, row);
    const group = { name, repeated, label: this.#text(row, "label", name), condition: conditionOf(row) };
    if (this.#groups.length === 0)
      this.#pages.push({
        name,
        title: group.label,
        description: "",
        questions: [],
        condition: group.condition,
      });
    this.#groups.push(group);
    if (this.#groups.length > 1 && group.label !== "")
      this.#add({ name: `${name}/label`, type: "description", title: group.label, condition: undefined });
  }

  #end(): void {
    this.#groups.pop();
    if (this.#groups.length === 0) this.#openPage();
  }

  #openPage(): void {
    const name = `page ${this.#pages.length + 1}`;
    this.#pages.push({ name, title: "", description: "", questions: [] });
  }

  #question(row: SheetRow, type: string): void {
    const [first = "", list = ""] = splitType(type);
    const name = row["name"] || `row ${type}`;
    const known = this.#typeOf(row, first, name);
    if (known?.make === undefined) return;
    const hasOther = / or[_ ]other\b/.test(type);
    const { parameters = "" } = row;
    const made = known.make(this.#options(list, name, hasOther), parameters);
    // A scale has them all.
    this.#loseSettings(
      name,
      made.type === "star" ? { ...row, parameters: parameters.replaceAll(OF_RANGE, "") } : row,
    );
    this.#add({
      ...made,
      type: hasOther ? made.type : typeAsLaidOut(made.type, row),
      name,
      code: row["name"] || undefined,
      title: this.#text(row, "label", name),
      description: this.#text(row, "hint", name),
      required: isYes(row["required"]),
      fields: { ...made.fields, ...this.#checks(name, made, row), random: isRandomised(row) },
      condition: conditionOf(row),
    });
  }

  /** What of a constraint is checked here. */
  #checks(name: string, made: Pick<NeutralQuestion, "type" | "fields" | "options">, row: SheetRow) {
    const { constraint: text = "" } = row;
    const named = text === "" ? [] : [{ text, check: checkOfConstraint(text) }];
    return checkedFields(made, [...wholeness(row), ...named], (lost) =>
      this.#texts.lose(name, "check", lost),
    );
  }

  /** The type of a row. One that is no question is noted. */
  #typeOf(row: SheetRow, first: string, name: string) {
    const spelled = first.toLowerCase().replaceAll(/[ _]/g, "");
    const key = otherSpellings.get(spelled) ?? spelled;
    const known = Object.hasOwn(formTypes, key) ? formTypes[key] : undefined;
    if (this.#isMetadata(row, first, key)) {
      this.#texts.lose(name, "setting", first);
      return undefined;
    }
    if (key === "calculate") this.#calculations.push({ at: name, text: row["calculation"] || first });
    else if (known?.make === undefined) this.#texts.lose(name, "type", first);
    else if (known.outcome === "changed") this.#texts.lose(name, "kind", `${known.name}: ${known.here}`);
    return known;
  }

  /** Whether the phone fills a row in. */
  #isMetadata(row: SheetRow, first: string, key: string): boolean {
    const isOfPhone = key === "phonenumber" && this.#text(row, "label", row["name"] ?? "") === "";
    return isOfPhone || METADATA.test(first.toLowerCase());
  }

  /** Adds a question, under the conditions of the groups inside the page that it stands in. */
  #add(question: NeutralQuestion): void {
    if (this.#pages.length === 0) this.#openPage();
    const around = this.#groups.slice(1).map(({ condition }) => condition);
    for (const { repeated } of this.#groups) repeated?.push(question.name);
    const conditions = [...around, question.condition].filter((one) => one !== undefined);
    this.#pages.at(-1)?.questions.push({ ...question, condition: allOf(conditions) });
  }

  #loseSettings(name: string, row: SheetRow): void {
    for (const [column, value] of Object.entries(row))
      if (value !== "" && !KNOWN.test(column)) this.#texts.lose(name, "setting", `${column}: ${value}`);
    for (const [column, kept] of Object.entries(KEPT)) {
      const left = (row[column] ?? "").replace(kept, "").trim();
      if (left !== "") this.#texts.lose(name, "setting", `${column}: ${left}`);
    }
  }

  #options(list: string, at: string, hasOther: boolean): readonly NeutralOption[] {
    const choices = list === "" ? [] : (this.#lists.get(list) ?? []).slice(0, surveyLimits.options + 1);
    const options = choices.map((choice) => ({
      code: choice["name"] || choice["value"] || "",
      text: this.#text(choice, "label", at),
    }));
    return hasOther ? [...options, { code: "other", text: "Other", hasBlank: true }] : options;
  }

  #text(row: SheetRow, column: "label" | "hint", at: string): string {
    const named = this.#languages.flatMap((one) => [`${column}::${one}`, `${column}:${one}`]);
    const text = [...named, column].map((name) => row[name] ?? "").find((one) => one !== "") ?? "";
    return this.#texts.html(at, text);
  }
}

/** A single choice that is laid out in one line is a selection from a list. */
function typeAsLaidOut(type: QuestionType, row: SheetRow): QuestionType {
  return type === "radio" && /\bminimal\b/.test(row["appearance"] ?? "") ? "select" : type;
}

/** No question here takes whole numbers alone. */
function wholeness({ type, command = "" }: SheetRow): readonly NamedCheck[] {
  const text = type ?? command;
  return /^int(?:eger)?$/i.test(text) ? [{ text, check: noCheck }] : [];
}

function listOf(choice: SheetRow): string {
  return choice["list_name"] ?? choice["list name"] ?? "";
}

function isYes(cell = ""): boolean {
  return /^(?:yes|true|true\(\)|1)$/i.test(cell);
}

function isRandomised(row: SheetRow): boolean {
  return /randomize\s*=\s*true/i.test(row["parameters"] ?? "");
}

/** `select_one colours or_other` as its kind and its list. */
function splitType(type: string): readonly string[] {
  const [, kind = type, list = ""] =
    /^(select[ _]?(?:one|multiple|1|all that apply)|rank)(?:[ _]external)?(?:[ _]from(?:[ _]file)?)?\s+(\S+)/i.exec(
      type,
    ) ?? [];
  return [kind, list];
}

function languagesOf(rows: readonly SheetRow[]): readonly string[] {
  const heads = Object.keys(rows[0] ?? {});
  return heads.flatMap((head) => /^label::?\s*(.+)$/.exec(head)?.[1] ?? []);
}

/** The first language, or "" for that of labels without one, where no fewer rows have such a label. */
function ownLanguage(rows: readonly SheetRow[], [first = ""]: readonly string[]): string {
  const count = (...columns: readonly string[]) =>
    rows.filter((row) => columns.some((column) => (row[column] ?? "") !== "")).length;
  const plain = count("label");
  return plain > 0 && plain >= count(`label::${first}`, `label:${first}`) ? "" : first;
}

function conditionOf(row: SheetRow): NeutralCondition | undefined {
  const text = row["relevant"] || row["relevance"] || "";
  if (text === "" || text === "true()") return undefined;
  const tree = treeOfExpression(text, {
    test: (question, operator, value) => ({ kind: "test", question, operator, value }),
    call(name, [of, what]): ConditionTree | undefined {
      if (name !== "selected" || of?.kind !== "name" || what?.kind !== "value") return undefined;
      return { kind: "test", question: of.name, operator: "anyof", value: [what.value] };
    },
  });
  return { text, tree };
}
