import type { InTurns } from "../../model/in-turns.ts";
import { FileProblem, tooManyCells } from "../file-problem.ts";
import type { XmlElement } from "../parse-xml.ts";

/** Columns of rows by their table: what the text has is named as in a `.lss` file. */
type Rows = Map<string, Readonly<Record<string, string>>[]>;

const HEAD = /^\uFEFF?"?id"?\t"?related_id"?\t"?class"?\t|^\uFEFF?"?class"?\t"?type\/scale"?\t/;

const CELL = /(?:"([^"]*(?:""[^"]*)*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/g;

/** Bounds, so that short rows under a long head take no time without end. */
const most = { columns: 1000, rows: 50_000, languages: 50, settings: 200 } as const;

/** Whether a text is a survey of LimeSurvey with its columns separated by tabs. */
export function isLimeText(text: string): boolean {
  return HEAD.test(text.slice(0, 200));
}

const OF_ROWS = new Set(
  "id related_id class type/scale name relevance text help language validation mandatory other default same_default same_script encrypted".split(
    " ",
  ),
);

/** The tables of such a text, as those of a `.lss` file. */
export function* tablesOfText(text: string): InTurns<XmlElement> {
  const lines = cellsOf(text.replace(/^\uFEFF/, ""));
  const head = lines.next().value ?? [];
  if (head.length > most.columns) throw new FileProblem(tooManyCells);
  const rows: Rows = new Map();
  const state = { gid: 0, qid: 0, seen: new Map<string, string>() };
  let count = 0;
  for (const cells of lines) {
    count += 1;
    if (count > most.rows) throw new FileProblem(tooManyCells);
    if (count % 200 === 0) yield;
    const row = Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ""]));
    addRow(rows, row, state);
  }
  const tables = [...rows].map(([name, all]) =>
    element(name, "", [element("rows", "", all.map(rowElement))]),
  );
  const listed = (rows.get("surveys_languagesettings") ?? []).map((row) => cell(row, "surveyls_language"));
  const languages = [...new Set(listed)].map((language) => element("language", language));
  const type = element("LimeSurveyDocType", "Survey");
  return element("document", "", [type, element("languages", "", languages), ...tables]);
}

interface TextState {
  gid: number;
  qid: number;
  /** Ids by what names them: a row is repeated for each language. */
  readonly seen: Map<string, string>;
}

/** A row with "" for each column that is not there. */
type Cells = Readonly<Record<string, string>>;

function addRow(rows: Rows, row: Cells, state: TextState): void {
  const kind = cell(row, "class");
  if (kind === "S") addSetting(rows, "surveys", "", row);
  if (kind === "SL") addSetting(rows, "surveys_languagesettings", cell(row, "language"), row);
  if (kind === "G") addGroup(rows, row, state);
  if (kind === "Q") addQuestion(rows, row, state);
  if (kind === "SQ") addPart(rows, "subquestions", row, state);
  if (kind === "A") addPart(rows, "answers", row, state);
  if (kind === "QTA") add(rows, "quota", { name: cell(row, "name") });
  if (kind === "AS") add(rows, "assessments", { name: cell(row, "name") });
}

function add(rows: Rows, table: string, row: Cells): void {
  const known = rows.get(table);
  if (known === undefined) rows.set(table, [row]);
  else known.push(row);
}

/** Settings are a row each; in a `.lss` file they are columns of one row, or of one for each language. */
function addSetting(rows: Rows, table: string, language: string, { name = "", text = "" }: Cells): void {
  const all = rows.get(table) ?? [];
  const found = all.findIndex((row) => cell(row, "surveyls_language") === language);
  const known = all[found] ?? (language === "" ? {} : { surveyls_language: language });
  if (all.length >= most.languages || Object.keys(known).length >= most.settings) return;
  if (found < 0) add(rows, table, { ...known, [name]: text });
  else all.splice(found, 1, { ...known, [name]: text });
}

function idFor(state: TextState, key: string): string {
  const id = state.seen.get(key) ?? String(state.seen.size + 1);
  state.seen.set(key, id);
  return id;
}

function addGroup(rows: Rows, row: Cells, state: TextState): void {
  state.gid = Number(idFor(state, `G ${row["type/scale"] || cell(row, "name")}`));
  add(rows, "groups", {
    gid: String(state.gid),
    group_order: String(state.gid),
    group_name: cell(row, "name"),
    description: cell(row, "text"),
    grelevance: cell(row, "relevance"),
    language: cell(row, "language"),
  });
}

function addQuestion(rows: Rows, row: Cells, state: TextState): void {
  const isNew = !state.seen.has(`Q ${cell(row, "name")}`);
  state.qid = Number(idFor(state, `Q ${cell(row, "name")}`));
  add(rows, "questions", {
    qid: String(state.qid),
    parent_qid: "0",
    gid: String(state.gid),
    type: cell(row, "type/scale"),
    title: cell(row, "name"),
    question: cell(row, "text"),
    help: cell(row, "help"),
    relevance: cell(row, "relevance"),
    preg: cell(row, "validation"),
    mandatory: cell(row, "mandatory"),
    other: cell(row, "other"),
    question_order: String(state.qid),
    language: cell(row, "language"),
  });
  if (!isNew) return;
  if (cell(row, "default") !== "") add(rows, "defaultvalues", { qid: String(state.qid) });
  for (const [attribute, value] of Object.entries(row))
    if (!OF_ROWS.has(attribute) && value !== "")
      add(rows, "question_attributes", { qid: String(state.qid), attribute, value });
}

function addPart(rows: Rows, table: "subquestions" | "answers", row: Cells, state: TextState): void {
  const key = `${table} ${state.qid} ${cell(row, "type/scale")} ${cell(row, "name")}`;
  const common = { scale_id: row["type/scale"] || "0", language: cell(row, "language") };
  const qid = String(state.qid);
  const id = idFor(state, key);
  if (table === "answers")
    add(rows, table, {
      ...common,
      aid: id,
      qid,
      code: cell(row, "name"),
      answer: cell(row, "text"),
      sortorder: id,
    });
  else
    add(rows, table, {
      ...common,
      qid: id,
      parent_qid: qid,
      title: cell(row, "name"),
      question: cell(row, "text"),
      relevance: cell(row, "relevance"),
      question_order: id,
    });
}

function cell(row: Cells, column: string): string {
  return row[column] ?? "";
}

function element(name: string, text: string, children: readonly XmlElement[] = []): XmlElement {
  return { name, attributes: {}, children, text };
}

function rowElement(row: Cells): XmlElement {
  return element(
    "row",
    "",
    Object.entries(row).map(([name, text]) => element(name, text)),
  );
}

/** The cells of each line: they are separated by tabs; one in quotes may have tabs, lines and doubled quotes. */
function* cellsOf(text: string): Generator<readonly string[], undefined> {
  let row: string[] = [];
  for (const [, quoted, plain = "", end = ""] of text.matchAll(CELL)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "\t") continue;
    if (row.some((one) => one !== "")) yield row;
    row = [];
  }
  return undefined;
}
