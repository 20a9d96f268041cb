/**
 * Submits answers to a survey until it is killed, with the store that the server has, and writes a line for each as soon as
 * it is confirmed: its token, serial and hash.
 *
 * Words: the address of the database, the survey's id.
 */
import { writeSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { openDatabase } from "@survey-open-platform/database";
import type { SurveySchema } from "@survey-open-platform/surveys";
import { asked, openSurveys } from "./faulty-survey.ts";

const callers = 40;

const [address = "", id = ""] = process.argv.slice(2);
const surveyId = Number(id);
const surveys = openSurveys(openDatabase<SurveySchema>({ address }));

async function submitForever(): Promise<void> {
  for (let at = 0; ; at += 1) await submitOne(at);
}

async function submitOne(at: number): Promise<void> {
  const token = randomUUID();
  const option = asked.options[at % asked.options.length] ?? "";
  const facts = { channel: "link", ua: "phone", referrer: "", address: "192.0.2.1", onceKey: token };
  try {
    const outcome = await surveys.submitAnswer({
      surveyId,
      version: 1,
      values: { [asked.choice]: [option], [asked.token]: token },
      customArguments: {},
      respondent: undefined,
      startedAt: Date.now(),
      ...facts,
    });
    const said = "refused" in outcome ? `refused ${outcome.refused}` : `${outcome.answerId} ${outcome.hash}`;
    // At once: what is confirmed counts, also when the process is killed right after.
    writeSync(process.stdout.fd, `${token} ${said}\n`);
  } catch {
    // The database was killed: whether it was stored is not known.
  }
}

await Promise.all(Array.from({ length: callers }, submitForever));
