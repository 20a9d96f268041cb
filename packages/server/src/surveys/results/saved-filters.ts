import { PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { actorOf } from "../../session/actor.ts";
import { numberInPath } from "../../session/number-in-path.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm } from "../../session/read-form.ts";
import { surveyAddress, surveyForUser, surveyPath } from "../../session/survey-for-user.ts";
import type { Store } from "../../store/store.ts";
import { deleteSavedFilter, saveFilter } from "../../store/surveys/results-view-table.ts";
import {
  filterIn,
  filterQuery,
  isFiltered,
  longestFilterName,
  refusedNameParameter,
} from "./results-filter.ts";
import { readOwnContent } from "./survey-results.ts";

const path = `${surveyPath}/results/filters`;

/** What keeps the filters of results with a survey, for everyone who sees its results. */
export function savedFilterPages(store: Store): readonly PageRoute[] {
  return [
    { method: "POST", path, access: "user", handle: (pageRequest) => save(store, pageRequest) },
    {
      method: "POST",
      path: `${path}/:filter/delete`,
      access: "user",
      handle: (pageRequest) => remove(store, pageRequest),
    },
  ];
}

async function save(store: Store, pageRequest: UserRequest): Promise<Response> {
  const form = await readOwnForm(pageRequest, ["name", "query", "back"]);
  const { survey, content } = await readOwnContent(store, pageRequest);
  const name = form.name.trim();
  const given = new URLSearchParams(form.query);
  // What is no filter of this survey is not kept.
  const filter = filterIn((field) => given.get(field) ?? "", pageRequest.timeZone, content);
  if (!isFiltered(filter)) throw new PageError("invalid_argument", { status: 400, detail: "query" });
  const kept = { surveyId: survey.id, name, query: filterQuery(filter), actor: actorOf(pageRequest) };
  const isNamed = name !== "" && name.length <= longestFilterName;
  const isSaved = isNamed && (await store.write(saveFilter, kept));
  const back = pageOf(survey.id, form.back);
  return redirectTo(isSaved ? back : withRefusedName(back, form.name));
}

/** The page with its form, as it was sent. */
function withRefusedName(page: string, name: string): string {
  const [address = "", query = ""] = page.split("?", 2);
  const parameters = new URLSearchParams(query);
  parameters.set(refusedNameParameter, name.slice(0, mostShownOfName));
  return `${address}?${parameters.toString()}#filter-name`;
}

/** Of a name in an address, whose length has bounds. */
const mostShownOfName = 500;

async function remove(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { back } = await readOwnForm(pageRequest, ["back"]);
  const survey = await surveyForUser(store, pageRequest, "see");
  const id = numberInPath(pageRequest, "filter");
  // One that somebody else deleted meanwhile is gone as well.
  await store.write(deleteSavedFilter, { surveyId: survey.id, id, actor: actorOf(pageRequest) });
  return redirectTo(pageOf(survey.id, back));
}

/** The page that a form was on, if it is one of the survey; its results otherwise. */
export function pageOf(surveyId: number, back: string): string {
  return back.startsWith(`${surveyAddress(surveyId)}/`) && /^[!-~]*$/.test(back)
    ? back
    : surveyAddress(surveyId, "/results");
}
