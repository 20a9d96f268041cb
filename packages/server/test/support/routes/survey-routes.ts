import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { binSurvey } from "../bin-survey.ts";
import { Browser } from "../browser.ts";
import { publishSurvey, storedAnswers } from "../published-survey.ts";
import { adasQuestions, makeResultsLink } from "../results-link.ts";
import { contents, sendFiles } from "../upload-form.ts";
import type { TestPlatform } from "../test-platform.ts";
import { mailSettings } from "./mail-routes.ts";
import { hashToken } from "../../../src/model/token.ts";
import { saveFilter } from "../../../src/store/surveys/results-view-table.ts";
import type { RouteRow } from "./route-row.ts";

/** The id of a survey of the sample. */
export async function surveyIdOf({ database }: Pick<TestPlatform, "database">, key: string): Promise<number> {
  const { id } = await database.reader.kysely
    .selectFrom("surveys")
    .select("id")
    .where("declared_key", "=", key)
    .executeTakeFirstOrThrow();
  return id;
}

/** A page of Ada's personal survey, which has answers. */
export function row(page: string, status: number, fields?: Readonly<Record<string, string>>): RouteRow {
  return {
    method: fields === undefined ? "GET" : "POST",
    path: `/surveys/:id${page.replace("/answers/1", "/answers/:answer")}`,
    access: "user",
    async prepare(platform) {
      const address = `/surveys/${await surveyIdOf(platform, "ada-1")}${page}`;
      return { address, ...(fields && { fields }) };
    },
    status,
    other: 404,
  };
}

/** A page of that survey, once it is in the bin. */
function binRow(method: "GET" | "POST", page: string, fields?: Readonly<Record<string, string>>): RouteRow {
  return {
    method,
    path: `/surveys/bin/:id${page}`,
    access: "user",
    async prepare(platform) {
      const id = await surveyIdOf(platform, "ada-1");
      await binSurvey(platform, id);
      return { address: `/surveys/bin/${id}${page}`, ...(fields && { fields }) };
    },
    status: method === "GET" ? 200 : 303,
    other: 404,
  };
}

/** A request about the draft of that survey, with ids of it filled in. */
function withDraft(
  page: string,
  fields?: (ids: { readonly page: string }) => Readonly<Record<string, string>>,
): Pick<RouteRow, "method" | "prepare"> {
  return {
    method: fields === undefined ? "GET" : "POST",
    async prepare(platform) {
      const id = await surveyIdOf(platform, "ada-1");
      const draft = await platform.store.surveys.findDraft(id);
      const [first] = draft?.definition.pages ?? [];
      const address = `/surveys/${id}${page.replace(/:question|:target/, first?.questions[0]?.id ?? "")}`;
      const revision = String(draft?.revision);
      return { address, ...(fields && { fields: { revision, ...fields({ page: first?.id ?? "" }) } }) };
    },
  };
}

const uploads = join(tmpdir(), `sop-route-uploads-${process.pid}`);

/** The address of a file that was sent to a survey of Ada's. */
async function addressOfFile(platform: TestPlatform): Promise<string> {
  onTestFinished(() => rm(uploads, { recursive: true, force: true }));
  const survey = await publishSurvey(platform, { text: "Receipts\n\n\n\nYour receipt[File Upload]" });
  const browser = new Browser(platform);
  const page = await browser.get(survey.path);
  platform.clock.now += 5000;
  const field = `${survey.questionId(1)}.files`;
  await sendFiles(browser, page, [[field, { name: "receipt.png", content: contents.png }]]);
  const [answer] = await storedAnswers(platform, survey.id);
  const [file = ""] = Object.values(answer?.values ?? {}).flat();
  return `/surveys/${survey.id}/results/answers/1/files/${String(file).split("/")[0]}`;
}

/** The address of the texts of a question of Ada's survey. */
async function textsAddress(platform: TestPlatform): Promise<string> {
  const { id, questionIds } = await adasQuestions(platform);
  return `/surveys/${id}/results/texts/${questionIds[0] ?? ""}`;
}

/** The address of the chart of a question of Ada's survey. */
async function chartAddress(platform: TestPlatform): Promise<string> {
  const { id, questions } = await adasQuestions(platform);
  const choice = questions.find(({ type }) => type === "radio");
  return `/surveys/${id}/results/charts/${choice?.id ?? ""}`;
}

/** Routes on which users make surveys, read their results and export them. */
export const surveyRoutes: readonly RouteRow[] = [
  { method: "GET", path: "/surveys", access: "user", status: 200, other: "own" },
  { method: "GET", path: "/surveys/new", access: "user", status: 200, other: "own" },
  {
    method: "POST",
    path: "/surveys/new",
    access: "user",
    prepare: async () => ({ fields: { from: "blank", title: "Lunch" } }),
    status: 303,
    other: "own",
  },
  // Forms with a file are sent in another way than those of this table; their own tests send right ones.
  ...["look", "import"].map((step): RouteRow => {
    const refused = { status: 403, other: "own", changesNothing: true } as const;
    return { method: "POST", path: `/surveys/new/${step}`, access: "user", ...refused };
  }),
  {
    ...row("/import-report", 200),
    async prepare(platform) {
      const surveyId = await surveyIdOf(platform, "ada-1");
      const values = { survey_id: surveyId, source: "SurveyJS", file_name: "", losses: "[]", loss_count: 0 };
      await platform.database.write(({ kysely }) =>
        kysely.insertInto("survey_imports").values(values).execute(),
      );
      return { address: `/surveys/${surveyId}/import-report` };
    },
  },
  row("", 200),
  {
    ...row("/publish", 303),
    method: "POST",
    async prepare(platform) {
      const surveyId = await surveyIdOf(platform, "ada-1");
      const draft = await platform.store.surveys.findDraft(surveyId);
      if (draft === undefined) throw new Error("the survey has no draft");
      const definition = { ...draft.definition, title: "Changed" };
      await platform.store.surveys.saveDraft({ surveyId, revision: draft.revision, definition });
      return {
        address: `/surveys/${surveyId}/publish`,
        fields: { revision: String(draft.revision + 1) },
      };
    },
  },
  row("/edit", 200),
  {
    ...row("/edit", 303),
    ...withDraft("/edit", ({ page }) => ({ do: `add-page ${page}` })),
  },
  row("/edit/add", 200),
  row("/edit/insert", 200),
  row("/edit/insert", 303, { text: "How was it?", looked: hashToken("How was it?"), do: "insert" }),
  { ...row("/edit/remove/:question", 200), ...withDraft("/edit/remove/:question") },
  { ...row("/edit/questions/:question", 200), ...withDraft("/edit/questions/:question") },
  {
    ...row("/edit/questions/:question", 303),
    ...withDraft("/edit/questions/:question", () => ({ title: "New", "new-options": "A", do: "save" })),
  },
  { ...row("/edit/conditions/:target", 200), ...withDraft("/edit/conditions/:target") },
  {
    ...row("/edit/conditions/:target", 303),
    ...withDraft("/edit/conditions/:target", () => ({
      "e0-kind": "row",
      "e0-question": "arg:source",
      "e0-comparison": "text_is",
      "e0-value": "mail",
      do: "save",
    })),
  },
  row("/edit/texts", 200),
  { ...row("/edit/texts", 303), ...withDraft("/edit/texts", () => ({ title: "New", scene: "1" })) },
  row("/participants", 200),
  row("/participants", 303, { do: "only", only: "on" }),
  row("/participants/links", 200, {}),
  // The survey of the table is a person's own, and has no contacts.
  { ...row("/participants/contacts", 400, { group: "1" }), changesNothing: true },
  ...["/participants/look", "/participants/add"].map((page): RouteRow => ({
    ...row(page, 403, {}),
    changesNothing: true,
    other: "own",
  })),
  { ...row("/participants/mail", 200), settings: mailSettings },
  {
    ...row("/participants/mail", 200, {
      kind: "invitation",
      subject: "Lunch",
      body: "Hello",
      at: "",
      do: "preview",
    }),
    settings: mailSettings,
    changesNothing: true,
  },
  row("/edit/languages", 200),
  {
    ...row("/edit/languages", 303),
    ...withDraft("/edit/languages", () => ({ do: "language", language: "de" })),
  },
  { ...row("/edit/languages/file", 403, {}), changesNothing: true, other: "own" },
  {
    ...row("/edit/languages/:tag/:form", 200),
    async prepare(platform) {
      const surveyId = await surveyIdOf(platform, "ada-1");
      const draft = await platform.store.surveys.findDraft(surveyId);
      if (draft === undefined) throw new Error("the survey has no draft");
      const definition = { ...draft.definition, language: "en", translations: { de: {} } };
      await platform.store.surveys.saveDraft({ surveyId, revision: draft.revision, definition });
      return { address: `/surveys/${surveyId}/edit/languages/de/csv` };
    },
  },
  row("/edit/look", 200),
  { ...row("/edit/look", 303), ...withDraft("/edit/look", () => ({ color: "#aa3300", do: "save" })) },
  row("/edit/look/default", 303, { do: "set" }),
  { ...row("/edit/look/pictures", 403, {}), changesNothing: true, other: "own" },
  row("/edit/logic", 200),
  { ...row("/edit/logic", 303), ...withDraft("/edit/logic", () => ({ rules: "branch from Q1 to END" })) },
  row("/preview", 200),
  { ...row("/preview", 200, {}), changesNothing: true, ...withDraft("/preview", () => ({ action: "next" })) },
  row("/settings", 200),
  row("/settings", 303, { once: "none", address_days: "30", password: "open sesame" }),
  row("/state", 303, { state: "paused" }),
  row("/log", 200),
  row("/privacy", 200),
  row("/privacy", 303, { responsible: "Acme", answer_days: "90", consent: "I agree." }),
  row("/labels", 200),
  row("/labels", 303, { labels: "2026\nCustomers" }),
  row("/share", 200),
  row("/share/qr.svg", 200),
  row("/share/qr.png", 200),
  row("/json", 200),
  row("/text", 200),
  row("/delete", 200),
  row("/delete", 303, {}),
  { method: "GET", path: "/surveys/bin", access: "user", status: 200, other: "own" },
  binRow("POST", "/restore", {}),
  { ...binRow("GET", "/delete"), stepUp: true },
  { ...binRow("POST", "/delete", { name: "Survey ada-1" }), stepUp: true },
  row("/results", 200),
  row("/results/cross", 200),
  row("/results/compare", 200),
  row("/results/report", 200),
  row("/results/report", 303, { note: "For the board", do: "save" }),
  row("/results/report/print", 200),
  ...(["svg", "png"] as const).map((format): RouteRow => ({
    ...row(`/results/charts/:question/${format}`, 200),
    prepare: async (platform) => ({ address: `${await chartAddress(platform)}/${format}` }),
  })),
  {
    ...row("/results/charts/:question", 303, {}),
    async prepare(platform) {
      return { address: await chartAddress(platform), fields: { kind: "pie", back: "" } };
    },
  },
  row("/results/filters", 303, { name: "First version", query: "version=1", back: "" }),
  {
    ...row("/results/filters/:filter/delete", 303, {}),
    async prepare(platform) {
      const { id: surveyId } = await adasQuestions(platform);
      const actor = { userId: null, username: "", address: "" };
      await platform.store.write(saveFilter, { surveyId, name: "First", query: "version=1", actor });
      return { address: `/surveys/${surveyId}/results/filters/1/delete`, fields: { back: "" } };
    },
  },
  row("/results/links", 200),
  { ...row("/results/links/new", 200), stepUp: true },
  {
    ...row("/results/links/new", 200),
    method: "POST",
    stepUp: true,
    async prepare(platform) {
      const { id, questionIds } = await adasQuestions(platform);
      const fields = { [`question-${questionIds[0] ?? ""}`]: "on", name: "", until: "", password: "" };
      return { address: `/surveys/${id}/results/links/new`, fields };
    },
  },
  {
    ...row("/results/links/:link/withdraw", 303),
    method: "POST",
    async prepare(platform) {
      const { id } = await adasQuestions(platform);
      await makeResultsLink(platform);
      return { address: `/surveys/${id}/results/links/1/withdraw`, fields: {} };
    },
  },
  {
    ...row("/results/texts/:question", 200),
    prepare: async (platform) => ({ address: await textsAddress(platform) }),
  },
  row("/results/answers", 200),
  row("/notices", 200),
  row("/notices", 303, { frequency: "daily", condition: "" }),
  row("/results/answers/1", 200),
  row("/results/answers/1/delete", 200),
  row("/results/answers/1/delete", 303, {}),
  {
    ...row("/results/answers/1/files/:file", 200),
    prepare: async (platform) => ({ address: await addressOfFile(platform) }),
    settings: { uploads },
  },
  { ...row("/export", 200), stepUp: true },
  { ...row("/export", 200, { format: "csv" }), stepUp: true },
  {
    ...row("/export/files/:file", 200),
    stepUp: true,
    async prepare(platform) {
      const surveyId = await surveyIdOf(platform, "ada-1");
      const { surveys } = platform.store;
      await surveys.beginExport({ id: "e1", surveyId, format: "csv", upTo: 25 });
      await surveys.endExport({ id: "e1", state: "ready" });
      return { address: `/surveys/${surveyId}/export/files/e1` };
    },
  },
  row("/export/codebook", 200),
];
