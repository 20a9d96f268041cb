import type { TestPlatform } from "../test-platform.ts";
import type { RouteRow } from "./route-row.ts";

/** The id of a survey of the sample. */
export async function surveyIdOf({ database }: TestPlatform, key: string): Promise<number> {
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

/** Routes on which users read and export the results of their surveys. */
export const surveyRoutes: readonly RouteRow[] = [row("/export", 200), row("/export/codebook", 200)];
