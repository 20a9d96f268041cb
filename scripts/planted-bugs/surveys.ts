import type { PlantedBug } from "./planted-bug.ts";

const src = "packages/surveys/src";
const test = "packages/surveys/test";

/** Mistakes about surveys, their answers and what is made of them. */
export const surveyBugs: readonly PlantedBug[] = [
  {
    name: "formula-in-csv",
    breaks: "A text that begins with an equals sign is a formula in an exported CSV file.",
    file: `${src}/exports/write-csv.ts`,
    within: "csvCell",
    find: "formulaStart.test(cell)",
    replace: "formulaStart.test(cell.slice(1))",
    caughtBy: [`${test}/exports/write-csv.test.ts`],
  },
  {
    name: "xlsx-cells-are-not-escaped",
    breaks: "An answer can add cells, formulas too, to an exported workbook.",
    file: `${src}/exports/xlsx-sheet.ts`,
    within: "cellXml",
    find: "xmlText(cell.length > longestText ? cell.slice(0, longestText) : cell)",
    replace: "cell.length > longestText ? cell.slice(0, longestText) : cell",
    caughtBy: [`${test}/exports/write-xlsx.test.ts`],
  },
  {
    name: "spss-label-with-line-breaks",
    breaks: "A title of a survey can end a command of exported SPSS syntax and begin another one.",
    file: `${src}/exports/spss-text.ts`,
    within: "oneLine",
    find: '.replaceAll(/[\\p{Cc}\\u2028\\u2029]+/gu, " ")',
    replace: "",
    caughtBy: ["e2e/spss-export.test.ts"],
  },
  {
    name: "choice-codes-follow-the-newest-order",
    breaks: "An edit of a survey changes the codes of its choices in later exports.",
    file: `${src}/results/merge-versions.ts`,
    within: "inOrderOfAppearance",
    find: "history.flatMap",
    replace: "history.toReversed().flatMap",
    caughtBy: [`${test}/exports/survey-columns.test.ts`],
  },
];
