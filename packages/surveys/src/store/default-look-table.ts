import type { SurveyDefinition } from "../model/definition.ts";
import { type SurveyTheme, themePictures } from "../model/survey-theme.ts";
import type { SurveyQueries } from "./queries.ts";

/** The look with which new surveys of an account begin. */
export interface DefaultLook {
  /** Account (a user's or a team's) that the surveys belong to. */
  readonly ownerId: number;
  /** Undefined for the usual look. */
  readonly theme: SurveyTheme | undefined;
}

/** Sets or removes the look of new surveys. Those that there are stay as they are. */
export async function setDefaultLook(
  { kysely }: SurveyQueries,
  { ownerId, theme }: DefaultLook,
): Promise<void> {
  await kysely.deleteFrom("survey_look_defaults").where("owner_id", "=", ownerId).execute();
  if (theme === undefined) return;
  await kysely
    .insertInto("survey_look_defaults")
    .values({ owner_id: ownerId, theme: JSON.stringify(theme) })
    .execute();
}

/** The look of new surveys of an account; undefined for the usual one. */
export async function findDefaultLook(
  { kysely }: SurveyQueries,
  ownerId: number,
): Promise<SurveyTheme | undefined> {
  const row = await kysely
    .selectFrom("survey_look_defaults")
    .select("theme")
    .where("owner_id", "=", ownerId)
    .executeTakeFirst();
  // Only themes are stored there.
  return row && (JSON.parse(row.theme) as SurveyTheme);
}

/** A definition with the look of new surveys, unless it has one. A picture that no survey has any more is left out. */
export async function withDefaultLook(
  queries: SurveyQueries,
  ownerId: number,
  definition: SurveyDefinition,
): Promise<SurveyDefinition> {
  const theme = definition.theme === undefined ? await findDefaultLook(queries, ownerId) : undefined;
  return theme === undefined ? definition : { ...definition, theme: await withKnownPictures(queries, theme) };
}

async function withKnownPictures({ kysely }: SurveyQueries, theme: SurveyTheme): Promise<SurveyTheme> {
  const ids = themePictures.flatMap((name) => theme[name]?.id ?? []);
  if (ids.length === 0) return theme;
  const rows = await kysely.selectFrom("survey_pictures").select("id").where("id", "in", ids).execute();
  const known = new Set(rows.map(({ id }) => id));
  const gone = themePictures.filter((name) => !known.has(theme[name]?.id ?? ""));
  return { ...theme, ...Object.fromEntries(gone.map((name) => [name, undefined])) };
}
