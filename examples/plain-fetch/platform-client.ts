/** The response of every call under `/api/`. */
interface Envelope<Data> {
  readonly code: string;
  readonly error: { readonly type: string };
  readonly data: Data;
  readonly request_id: string;
}

/** The platform's address: the one that `npm start` prints, unless the environment sets another. */
export const platformUrl = process.env["PLATFORM_URL"] ?? "http://127.0.0.1:8787";

/**
 * Calls the platform and returns `data`.
 *
 * Decide by `code` and `error.type`, never by the HTTP status alone: by default, errors caused by the caller have
 * status 200.
 */
export async function call<Data>(path: string, parameters: Readonly<Record<string, string>>): Promise<Data> {
  const reply = await fetch(`${platformUrl}${path}?${new URLSearchParams(parameters).toString()}`);
  // Every response under /api/ has this shape.
  const { code, error, data, request_id } = (await reply.json()) as Envelope<Data>;
  if (code !== "OK") throw new Error(`${path}: ${error.type} (request ${request_id})`);
  return data;
}

/** The parts of a survey that these examples use. */
export interface SurveyListItem {
  readonly id: number;
  readonly title: string;
}

/** Reads all surveys that a token reaches. */
export async function listSurveys(
  token: Readonly<Record<string, string>>,
): Promise<readonly SurveyListItem[]> {
  const surveys: SurveyListItem[] = [];
  for (let page = 1; ; page += 1) {
    const { total, list } = await call<{ total: number; list: readonly SurveyListItem[] }>("/api/surveys", {
      ...token,
      page: String(page),
      per_page: "100",
    });
    surveys.push(...list);
    if (list.length === 0 || surveys.length >= total) return surveys;
  }
}
