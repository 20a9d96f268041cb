import type { ImportLoss } from "../../model/import-loss.ts";
import type { NeutralExtras } from "../neutral-extras.ts";
import { childOf, descendantsOf, type XmlElement } from "../parse-xml.ts";
import { type LssRow, type LssTables, valueIn } from "./lss-tables.ts";

/** The quotas and assessments of a survey. */
export function limeExtras(
  tables: LssTables,
  questions: readonly LssRow[],
  answers: readonly LssRow[],
): NeutralExtras {
  const codes = new Map(questions.map((row) => [row["qid"] ?? "", row["title"] ?? ""]));
  const codeOf = (qid = "") => codes.get(qid) ?? "";
  const members = tables.rows("quota_members");
  const quotas = tables.rows("quota").map((row) => ({
    name: valueIn(row, "name"),
    limit: /^\d{1,9}$/.test(row["qlimit"] ?? "") ? Number(row["qlimit"]) : undefined,
    members: members
      .filter((member) => member["quota_id"] === row["id"])
      .map((member) => ({ question: codeOf(member["qid"]), option: member["code"] ?? "" })),
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

/** The colours of its theme: none of them is a main colour. */
export function themeLosses(root: XmlElement): readonly ImportLoss[] {
  const themes = childOf(root, "themes");
  const options = themes === undefined ? [] : [...descendantsOf(themes, "options")];
  const colors = options.flatMap(({ children }) =>
    children.filter(({ name, text }) => name.endsWith("color") && text.trim().startsWith("#")),
  );
  return colors.map(({ name, text }) => ({
    at: "",
    code: "setting",
    what: `theme.${name}: ${text.trim()}`.slice(0, 200).toWellFormed(),
  }));
}
