import type { DataCaller } from "../data-caller.ts";
import { readPage } from "./read-page.ts";
import type { SurveyList, SurveyListItem } from "./survey-data.ts";

const mostPerPage = 100;

/** Whose surveys, and how. */
export interface SurveyListOptions {
  /** Surveys on a page, 1 to 100; 20 unless given, 100 when all are walked through. */
  readonly perPage?: number | undefined;
  /** With a team's token: only those of the member with this openid. With a user's: the token's own, anyway. */
  readonly openid?: string | undefined;
  /** With a team's token: only those of the member with this id. */
  readonly userId?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** One page of the surveys that a token reaches, ascending by id. Pages count from 1. */
export async function listSurveys(
  caller: DataCaller,
  { page, perPage, openid, userId, signal }: SurveyListOptions & { readonly page?: number | undefined } = {},
): Promise<SurveyList> {
  const given = openid === undefined ? {} : { openid };
  const query = { ...given, user_id: userId, page, per_page: perPage };
  return readPage(await caller.call<SurveyList>("/api/surveys", { query, signal, sendsOpenid: true }));
}

/**
 * All surveys that a token reaches, ascending by id, page after page as they are needed. Pages shift when a survey
 * is deleted meanwhile: another one may then be passed over.
 */
export async function* allSurveys(
  caller: DataCaller,
  options: SurveyListOptions = {},
): AsyncGenerator<SurveyListItem, void, undefined> {
  let lastId = 0;
  for (let page = 1; ; page += 1) {
    const { list } = await listSurveys(caller, { perPage: mostPerPage, ...options, page });
    // Ids ascend. A page without any new one is past the end, or of a platform that knows no pages.
    const fresh = list.filter(({ id }) => id > lastId);
    yield* fresh;
    if (fresh.length === 0) return;
    lastId = fresh.at(-1)?.id ?? lastId;
  }
}
