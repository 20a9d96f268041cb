import { mockTeamOf } from "./mock-account-calls.ts";
import { idIn, idsIn } from "./mock-body-fields.ts";
import { findReachableMock } from "./mock-data-calls.ts";
import { readMockParameters } from "./mock-parameters.ts";
import { MockRefusal } from "./mock-refusal.ts";
import type { MockRoute } from "./mock-route.ts";
import type { MockAccessEntry, MockSurvey } from "./mock-world.ts";
import type { WriteRequest } from "./mock-write-calls.ts";

const path = "/api/surveys/*/respondent/access_list";
const thirdPartyList = 11;

/** The calls about who may answer a survey. */
export const respondentRoutes: readonly MockRoute[] = [
  { method: "GET", path, handle: (request, [id = ""]) => list(request, surveyOf(request, id)) },
  {
    method: "POST",
    path: `${path}/batch`,
    handle: (request, [id = ""]) => change(request, surveyOf(request, id), allowed),
  },
  {
    method: "POST",
    path: `${path}/batch_delete`,
    handle: (request, [id = ""]) => change(request, surveyOf(request, id), disallowed),
  },
];

function surveyOf(request: WriteRequest, part: string): MockSurvey {
  mockTeamOf(request);
  return findReachableMock(part, request);
}

function list({ query, world }: WriteRequest, { id: surveyId }: MockSurvey) {
  const rules = { last_id: { integer: { least: 0, most: Number.MAX_SAFE_INTEGER } } };
  const last = Number(readMockParameters(rules, query)["last_id"] ?? 0);
  const below = last === 0 ? Number.MAX_SAFE_INTEGER : last;
  const entries = (world.accessLists.get(surveyId) ?? []).filter(({ id }) => id < below);
  const shown = entries.toReversed().slice(0, 100);
  return { list: shown.map(({ id, respondentId }) => ({ id, respondent_id: respondentId })) };
}

type Change = (
  entries: readonly MockAccessEntry[] | undefined,
  ids: ReadonlySet<number>,
) => readonly MockAccessEntry[] | undefined;

function change(request: WriteRequest, { id: surveyId }: MockSurvey, changed: Change) {
  const { world, fields } = request;
  const { appid } = mockTeamOf(request);
  const type = idIn(fields, "type");
  const ids = idsIn(fields, "respondent_ids");
  if (type !== thirdPartyList) throw new MockRefusal("invalid_type");
  if (ids.length === 0 || ids.length > 100) throw new MockRefusal("invalid_list_length");
  const isOwn = (id: number) => world.accounts.some((one) => one.appid === appid && one.respondent_id === id);
  if (!ids.every(isOwn)) throw new MockRefusal("user_not_found");
  const entries = changed(world.accessLists.get(surveyId), new Set(ids));
  if (entries !== undefined) world.accessLists.set(surveyId, entries);
  return {};
}

function allowed(entries: readonly MockAccessEntry[] = [], ids: ReadonlySet<number>) {
  const known = new Set(entries.map(({ respondentId }) => respondentId));
  const last = entries.at(-1)?.id ?? 0;
  const added = [...ids].filter((id) => !known.has(id));
  return [...entries, ...added.map((respondentId, at) => ({ id: last + at + 1, respondentId }))];
}

/** A survey without a list gets none. */
function disallowed(entries: readonly MockAccessEntry[] | undefined, ids: ReadonlySet<number>) {
  return entries?.filter(({ respondentId }) => !ids.has(respondentId));
}
