import type { TestPlatform } from "../test-platform.ts";
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
function row(page: string, status: number, fields?: Readonly<Record<string, string>>): RouteRow {
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
  row("/results", 200),
  row("/results/cross", 200),
  row("/results/answers", 200),
  row("/results/answers/1", 200),
  row("/results/answers/1/delete", 200),
  row("/results/answers/1/delete", 303, {}),
  row("/export", 200),
  row("/export", 200, { format: "csv" }),
  row("/export/codebook", 200),
];
