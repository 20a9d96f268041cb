/**
 * A nightly report: every survey of a team with its answers of the last day, written to a file.
 *
 *   PLATFORM_URL=… APPID=… SECRET=… node main.ts report.md
 */
import { rename, writeFile } from "node:fs/promises";
import {
  createClient,
  fromTeamSecret,
  SurveyPlatformError,
  type AnswerListItem,
} from "@survey-open-platform/sdk";

const file = process.argv[2] ?? "report.md";
const platform = { baseUrl: process.env["PLATFORM_URL"] ?? "http://127.0.0.1:8787" };

// Requests a token at the first call, keeps it, and renews it when it is refused or about to expire.
const source = fromTeamSecret(platform, {
  appid: process.env["APPID"] ?? "demo_northstar_team",
  secret: process.env["SECRET"] ?? "demo-secret-northstar-team-0000000003",
});
const { surveys } = createClient({ platform, source });

interface SurveyReport {
  readonly title: string;
  readonly total: number;
  readonly lately: number;
  readonly latest: string;
}

async function reportOn(id: number, title: string): Promise<SurveyReport> {
  const answers: AnswerListItem[] = [];
  for await (const answer of surveys.answers(id)) answers.push(answer);
  const latest = answers.at(-1)?.ended_at ?? "";
  const lately = answers.filter(({ ended_at }) => ended_at >= yesterday).length;
  return { title, total: answers.length, lately, latest };
}

/** A day ago in the platform's default time zone and time format. */
const yesterday = new Date(Date.now() - 86_400_000).toLocaleString("sv-SE", { timeZone: "Asia/Shanghai" });

function row({ title, total, lately, latest }: SurveyReport): string {
  return `| ${title.replaceAll("|", "\\|")} | ${total} | ${lately} | ${latest} |`;
}

async function writeReport(): Promise<number> {
  const reports: SurveyReport[] = [];
  for await (const { id, title } of surveys.all()) reports.push(await reportOn(id, title));
  const lines = [
    "| survey | answers | of the last day | latest |",
    "| --- | --- | --- | --- |",
    ...reports.map(row),
  ];
  // A reader never sees half a report.
  await writeFile(`${file}.new`, `${lines.join("\n")}\n`);
  await rename(`${file}.new`, file);
  return reports.length;
}

try {
  console.log(`${await writeReport()} surveys in ${file}`);
} catch (error) {
  if (!(error instanceof SurveyPlatformError)) throw error;
  const advice =
    error.type === "invalid_org_subscription" ? " The team's plan does not include the interface." : "";
  console.error(`${error.message}.${advice}`);
  process.exitCode = 1;
}
