import { type Command, CommandError, UsageError } from "@survey-open-platform/service";
import { platformZone } from "@survey-open-platform/surveys";
import { readConfig } from "../../config/read-config.ts";
import { idIn } from "../../pages/id-in.ts";
import { storePolicyOf } from "../../platform.ts";
import { createStore, type Store } from "../../store/store.ts";
import { AnswersRefusal } from "../../store/surveys/answers-refusal.ts";
import { type AnswersJob, type AnswersOutcome, takeAnswers } from "../../store/surveys/take-answers.ts";
import { settingFlags } from "./arguments.ts";
import { openExisting } from "./open-existing.ts";
import { operatorArguments, textOption } from "./operator-command.ts";
import { operatorOf } from "./operator.ts";
import { tableRows } from "./table-rows.ts";

/** `sop import-answers FILE`: takes answers of a table into a survey. */
export const importAnswersCommand: Command = {
  meta: { name: "import-answers", description: "Take answers of a CSV or Excel file into a survey" },
  args: {
    file: { type: "positional", required: false, description: "The file: a row for each answer." },
    survey: { type: "string", valueHint: "id", description: "The survey that was answered." },
    look: { type: "boolean", description: "Only show what the columns are, and what is wrong." },
    ...operatorArguments,
    json: { type: "boolean", description: "Print the result as JSON." },
  },
  async run({ args }) {
    const file = textOption(args, "file");
    const surveyId = idIn(textOption(args, "survey") ?? "");
    if (file === undefined) throw new UsageError("FILE is missing: a CSV or Excel file");
    if (surveyId === undefined) throw new UsageError("--survey is missing: the id of the survey");
    const config = readConfig({ flags: settingFlags(args), environment: process.env });
    const database = await openExisting(config);
    try {
      const store = createStore(database, storePolicyOf(config));
      const zone = platformZone(config.timeZone);
      const actor = operatorOf("import-answers");
      const rows = () => tableRows(file);
      const job = { rows, surveyId, zone, actor, isLook: args["look"] === true };
      report(await orRefused(store, job), args["json"] === true);
    } finally {
      await database.close();
    }
  },
};

/** @throws `CommandError` */
async function orRefused(store: Store, job: AnswersJob): Promise<AnswersOutcome> {
  try {
    return await takeAnswers(store, job);
  } catch (error) {
    if (!(error instanceof AnswersRefusal)) throw error;
    throw new CommandError(`Nothing was changed. ${error.message}`);
  }
}

function report(outcome: AnswersOutcome, asJson: boolean): void {
  if (outcome.problemCount > 0) process.exitCode = 1;
  if (asJson) {
    console.log(JSON.stringify(outcome));
    return;
  }
  for (const { head, by, target } of outcome.columns)
    console.log(target === "" ? `${head}: ${leftOut(by)}` : `${head}: ${target} (by ${by})`);
  for (const { row, column, message } of outcome.problems)
    console.error(`Row ${row}, ${column}: ${message}.`);
  const further = outcome.problemCount - outcome.problems.length;
  if (further > 0) console.error(`… and ${further} more.`);
  console.log(sentence(outcome));
}

function leftOut(by: string): string {
  return by === "twice" ? "left out, as an earlier column is the same" : "left out";
}

function sentence({ answers, problemCount, taken }: AnswersOutcome): string {
  const count = answers === 1 ? "1 answer" : `${answers} answers`;
  if (taken) return `${count} taken in.`;
  return problemCount > 0
    ? "Nothing was changed: correct the file and try again."
    : `${count} can be taken in.`;
}
