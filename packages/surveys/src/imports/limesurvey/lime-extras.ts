import type { NeutralExtras } from "../neutral-extras.ts";
import { childOf, descendantsOf, type XmlElement } from "../parse-xml.ts";
import type { SourceTexts } from "../source-texts.ts";
import { type LssRow, type LssTables, valueIn } from "./lss-tables.ts";

/** The quotas and assessments of a survey. */
export function limeExtras(
  tables: LssTables,
  questions: readonly LssRow[],
  answers: readonly LssRow[],
): NeutralExtras {
  const codes = new Map(questions.map((row) => [row["qid"] ?? "", row["title"] ?? ""]));
  const codeOf = (qid = "") => codes.get(qid) ?? "";
  const quotas = tables.rows("quota").map((row) => ({
    name: valueIn(row, "name"),
    limit: /^\d{1,9}$/.test(row["qlimit"] ?? "") ? Number(row["qlimit"]) : undefined,
  }));
  const worth = answers.filter((row) => !["", "0"].includes(row["assessment_value"] ?? ""));
  const points = [...Map.groupBy(worth, (row) => row["qid"] ?? "")].map(([qid, rows]) => ({
    question: codeOf(qid),
    name: "assessment_value",
    points: Object.fromEntries(rows.map((row) => [row["code"] ?? "", Number(row["assessment_value"])])),
  }));
  const sums = tables.rows("assessments").map((row) => ({ question: "", name: valueIn(row, "name") }));
  return { quotas, scores: [...sums, ...points] };
}

/** Notes the colours of its theme: none of them is a main colour. */
export function loseTheme(root: XmlElement, texts: SourceTexts): void {
  const themes = childOf(root, "themes");
  const options = themes === undefined ? [] : [...descendantsOf(themes, "options")];
  for (const { name, text } of options.flatMap(({ children }) => children))
    if (name.endsWith("color") && text.trim().startsWith("#"))
      texts.lose("", "setting", `theme.${name}: ${text.trim()}`);
}
