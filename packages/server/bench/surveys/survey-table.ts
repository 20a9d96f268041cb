import { markdownTable } from "../report.ts";
import { machineText } from "../run-report.ts";
import type { SurveyFigure } from "./measure-surveys.ts";

/** The table of a run, in Markdown. */
export function surveyTable(figures: readonly SurveyFigure[]): string {
  const rows = figures.map(({ engine, what, figure, target, isReached }) => {
    const verdict = target === "" ? "" : `${target}: ${isReached ? "reached" : "missed"}`;
    return [engine, what, figure, verdict];
  });
  const table = markdownTable(["engine", "what", "median (least to most)", "target"], rows);
  return `${machineText()}\n\n${table}`;
}
