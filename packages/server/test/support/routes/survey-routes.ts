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
export function surveyRow(page: string, status: number, fields?: Readonly<Record<string, string>>): RouteRow {
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
    ...surveyRow("/import-report", 200),
    async prepare(platform) {
      const surveyId = await surveyIdOf(platform, "ada-1");
      const values = { survey_id: surveyId, source: "SurveyJS", file_name: "", losses: "[]", loss_count: 0 };
      await platform.database.write(({ kysely }) =>
        kysely.insertInto("survey_imports").values(values).execute(),
      );
      return { address: `/surveys/${surveyId}/import-report` };
    },
  },
  surveyRow("", 200),
  {
    ...surveyRow("/publish", 303),
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
  surveyRow("/edit", 200),
  {
    ...surveyRow("/edit", 303),
    ...withDraft("/edit", ({ page }) => ({ do: `add-page ${page}` })),
  },
  surveyRow("/edit/add", 200),
  { ...surveyRow("/edit/remove/:question", 200), ...withDraft("/edit/remove/:question") },
  { ...surveyRow("/edit/questions/:question", 200), ...withDraft("/edit/questions/:question") },
  {
    ...surveyRow("/edit/questions/:question", 303),
    ...withDraft("/edit/questions/:question", () => ({ title: "New", "new-options": "A", do: "save" })),
  },
  { ...surveyRow("/edit/conditions/:target", 200), ...withDraft("/edit/conditions/:target") },
  {
    ...surveyRow("/edit/conditions/:target", 303),
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
  surveyRow("/edit/texts", 200),
  { ...surveyRow("/edit/texts", 303), ...withDraft("/edit/texts", () => ({ title: "New", scene: "1" })) },
  surveyRow("/participants", 200),
  surveyRow("/participants", 303, { do: "only", only: "on" }),
  surveyRow("/participants/links", 200, {}),
  ...["/participants/look", "/participants/add"].map((page): RouteRow => ({
    ...surveyRow(page, 403, {}),
    changesNothing: true,
    other: "own",
  })),
  { ...surveyRow("/participants/mail", 200), settings: mailSettings },
  {
    ...surveyRow("/participants/mail", 200, {
      kind: "invitation",
      subject: "Lunch",
      body: "Hello",
      at: "",
      do: "preview",
    }),
    settings: mailSettings,
    changesNothing: true,
  },
  surveyRow("/edit/languages", 200),
  {
    ...surveyRow("/edit/languages", 303),
    ...withDraft("/edit/languages", () => ({ do: "language", language: "de" })),
  },
  { ...surveyRow("/edit/languages/file", 403, {}), changesNothing: true, other: "own" },
  {
    ...surveyRow("/edit/languages/:tag/:form", 200),
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
  row("/print", 200),
  row("/export/survey", 200),
  {
    ...row("/export/survey/:system", 200),
    prepare: async (platform) => ({
      address: `/surveys/${await surveyIdOf(platform, "ada-1")}/export/survey/limesurvey`,
    }),
  },
  row("/text", 200),
  row("/delete", 200),
  row("/delete", 303, {}),
  surveyRow("/edit/look", 200),
  { ...surveyRow("/edit/look", 303), ...withDraft("/edit/look", () => ({ color: "#aa3300", do: "save" })) },
  surveyRow("/edit/look/default", 303, { do: "set" }),
  { ...surveyRow("/edit/look/pictures", 403, {}), changesNothing: true, other: "own" },
  surveyRow("/edit/logic", 200),
  {
    ...surveyRow("/edit/logic", 303),
    ...withDraft("/edit/logic", () => ({ rules: "branch from Q1 to END" })),
  },
  surveyRow("/preview", 200),
  {
    ...surveyRow("/preview", 200, {}),
    changesNothing: true,
    ...withDraft("/preview", () => ({ action: "next" })),
  },
  surveyRow("/settings", 200),
  surveyRow("/settings", 303, { once: "none", address_days: "30", password: "open sesame" }),
  surveyRow("/state", 303, { state: "paused" }),
  surveyRow("/log", 200),
  surveyRow("/privacy", 200),
  surveyRow("/privacy", 303, { responsible: "Acme", answer_days: "90", consent: "I agree." }),
  surveyRow("/labels", 200),
  surveyRow("/labels", 303, { labels: "2026\nCustomers" }),
  surveyRow("/share", 200),
  surveyRow("/share/people", 200),
  surveyRow("/share/people", 303, { do: "add", person: "bob", role: "edit" }),
  { ...surveyRow("/hand-over", 200), stepUp: true },
  { ...surveyRow("/hand-over", 303, { person: "bob", keeps: "see" }), stepUp: true },
  offerRow("POST", "/surveys/:id/hand-over/withdraw", { owner: "ada", status: 303, fields: {} }),
  offerRow("GET", "/surveys/offers/:id", { owner: "bob", status: 200 }),
  offerRow("POST", "/surveys/offers/:id", { owner: "bob", status: 303, fields: { decision: "accept" } }),
  surveyRow("/share/qr.svg", 200),
  surveyRow("/share/qr.png", 200),
  surveyRow("/json", 200),
  surveyRow("/text", 200),
  surveyRow("/delete", 200),
  surveyRow("/delete", 303, {}),
  { method: "GET", path: "/surveys/bin", access: "user", status: 200, other: "own" },
  binRow("POST", "/restore", {}),
  { ...binRow("GET", "/delete"), stepUp: true },
  { ...binRow("POST", "/delete", { name: "Survey ada-1" }), stepUp: true },
  surveyRow("/results", 200),
  surveyRow("/results/cross", 200),
  surveyRow("/results/compare", 200),
  surveyRow("/results/report", 200),
  surveyRow("/results/report", 303, { note: "For the board", do: "save" }),
  surveyRow("/results/report/print", 200),
  ...(["svg", "png"] as const).map((format): RouteRow => ({
    ...surveyRow(`/results/charts/:question/${format}`, 200),
    prepare: async (platform) => ({ address: `${await chartAddress(platform)}/${format}` }),
  })),
  {
    ...surveyRow("/results/charts/:question", 303, {}),
    async prepare(platform) {
      return { address: await chartAddress(platform), fields: { kind: "pie", back: "" } };
    },
  },
  surveyRow("/results/filters", 303, { name: "First version", query: "version=1", back: "" }),
  {
    ...surveyRow("/results/filters/:filter/delete", 303, {}),
    async prepare(platform) {
      const { id: surveyId } = await adasQuestions(platform);
      const actor = { userId: null, username: "", address: "" };
      await platform.store.write(saveFilter, { surveyId, name: "First", query: "version=1", actor });
      return { address: `/surveys/${surveyId}/results/filters/1/delete`, fields: { back: "" } };
    },
  },
  surveyRow("/results/links", 200),
  { ...surveyRow("/results/links/new", 200), stepUp: true },
  {
    ...surveyRow("/results/links/new", 200),
    method: "POST",
    stepUp: true,
    async prepare(platform) {
      const { id, questionIds } = await adasQuestions(platform);
      const fields = { [`question-${questionIds[0] ?? ""}`]: "on", name: "", until: "", password: "" };
      return { address: `/surveys/${id}/results/links/new`, fields };
    },
  },
  {
    ...surveyRow("/results/links/:link/withdraw", 303),
    method: "POST",
    async prepare(platform) {
      const { id } = await adasQuestions(platform);
      await makeResultsLink(platform);
      return { address: `/surveys/${id}/results/links/1/withdraw`, fields: {} };
    },
  },
  {
    ...surveyRow("/results/texts/:question", 200),
    prepare: async (platform) => ({ address: await textsAddress(platform) }),
  },
  surveyRow("/results/answers", 200),
  surveyRow("/notices", 200),
  surveyRow("/notices", 303, { frequency: "daily", condition: "" }),
  surveyRow("/results/answers/1", 200),
  surveyRow("/results/answers/1/delete", 200),
  surveyRow("/results/answers/1/delete", 303, {}),
  {
    ...surveyRow("/results/answers/1/files/:file", 200),
    prepare: async (platform) => ({ address: await addressOfFile(platform) }),
    settings: { uploads },
  },
  { ...surveyRow("/export", 200), stepUp: true },
  { ...surveyRow("/export", 200, { format: "csv" }), stepUp: true },
  {
    ...surveyRow("/export/files/:file", 200),
    stepUp: true,
    async prepare(platform) {
      const surveyId = await surveyIdOf(platform, "ada-1");
      const { surveys } = platform.store;
      await surveys.beginExport({ id: "e1", surveyId, format: "csv", upTo: 25 });
      await surveys.endExport({ id: "e1", state: "ready" });
      return { address: `/surveys/${surveyId}/export/files/e1` };
    },
  },
  surveyRow("/export/codebook", 200),
];
