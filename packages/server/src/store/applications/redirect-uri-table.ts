import type { StoreQueries } from "../statements/queries.ts";

/** The redirect URIs of an application. */
export async function listRedirectUris(
  { kysely }: StoreQueries,
  applicationId: number,
): Promise<readonly string[]> {
  const rows = await kysely
    .selectFrom("redirect_uris")
    .select("uri")
    .where("application_id", "=", applicationId)
    .orderBy("uri")
    .execute();
  return rows.map(({ uri }) => uri);
}

/** Makes these the redirect URIs of an application. @returns whether anything was different */
export async function replaceRedirectUris(
  queries: StoreQueries,
  applicationId: number,
  uris: readonly string[],
): Promise<boolean> {
  const { kysely } = queries;
  const present = new Set(await listRedirectUris(queries, applicationId));
  const gone = [...present].filter((uri) => !uris.includes(uri));
  const missing = uris.filter((uri) => !present.has(uri));
  for (const uri of gone) {
    await kysely
      .deleteFrom("redirect_uris")
      .where("application_id", "=", applicationId)
      .where("uri", "=", uri)
      .execute();
  }
  for (const uri of missing)
    await kysely.insertInto("redirect_uris").values({ application_id: applicationId, uri }).execute();
  return gone.length > 0 || missing.length > 0;
}
