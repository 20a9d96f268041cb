import { isRecord, memberOf, recordsIn, textIn } from "../is-record.ts";
import type { NeutralExtras } from "../neutral-extras.ts";

type Members = Readonly<Record<string, unknown>>;

/** The quotas and scores of a survey. */
export function qualtricsExtras(elements: readonly Members[], questions: readonly Members[]): NeutralExtras {
  const quotas = elements
    .filter(({ Element: element }) => element === "QO" || element === "QG")
    .map(({ PrimaryAttribute: name, Payload: payload }) => {
      const limit = Number(memberOf(payload, "Occurrences"));
      return {
        name: textIn(memberOf(payload, "Name")) || textIn(name),
        limit: limit > 0 ? limit : undefined,
      };
    });
  const categories = elements
    .filter(({ Element: element }) => element === "SCO")
    .flatMap(({ Payload: payload }) => recordsIn(memberOf(payload, "ScoringCategories")))
    .map(({ Name: name }) => ({ question: "", name: textIn(name) }));
  return { quotas, scores: [...categories, ...questions.flatMap(pointsOf)] };
}

function pointsOf(payload: Members) {
  const grades = recordsIn(payload["GradingData"]).map((grade) => {
    const [points] = isRecord(grade["Grades"]) ? Object.values(grade["Grades"]) : [];
    return [textIn(grade["ChoiceID"]), Number(points)] as const;
  });
  const points = Object.fromEntries(grades.filter(([, value]) => Number.isFinite(value)));
  if (Object.keys(points).length === 0) return [];
  return [{ question: textIn(payload["DataExportTag"]), name: "GradingData", points }];
}
