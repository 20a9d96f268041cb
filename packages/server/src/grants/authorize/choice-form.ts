import { hashToken } from "../../model/token.ts";
import type { ShownChoice } from "../../pages/components/survey-choice.tsx";
import { idIn } from "../../pages/id-in.ts";
import { PageError } from "../../pages/page-error.ts";
import { searchText } from "../../pages/search-text.ts";
import type { PageRequest, UserRequest } from "../../session/page-request.ts";
import { returnAddress } from "../../session/return-address.ts";
import type { Store } from "../../store/store.ts";
import { readPicker } from "../../store/tokens/survey-picker.ts";
import { mostProposedSurveys, type SubmittedChoice } from "../../store/tokens/survey-choice-table.ts";

/*
 * The fields of `SurveyChoice`, and the address at which a page is shown again. The address is the one that the page had, so that it still
 * works when the page is not open any more, with parameters behind it that no client sends.
 */

/** Added to the address of a page that is shown again: which open request it is, and what part of the list is shown. */
const ownParameters = ["pending", "q", "before", "problem"] as const;
type OwnParameter = (typeof ownParameters)[number];

/** The id of the open request that a page is shown again for. */
export function pendingIdIn({ context }: Pick<PageRequest, "context">): string | undefined {
  return context.req.query("pending");
}

/**
 * The surveys that a client proposes to choose (`survey`, repeated). It is a proposal and never more, so what is no id, and what is
 * beyond the limit, is left out: in the interface's own way, links may have any other parameter.
 */
export function proposedSurveys(given: readonly string[]): readonly number[] {
  const ids = given.slice(0, mostProposedSurveys).flatMap((text) => idIn(text) ?? []);
  return [...new Set(ids)];
}

/** What a page shows of the choice of an open request. */
export async function choiceOn(
  store: Store,
  { context, session }: Pick<UserRequest, "context" | "session">,
  requestId: string,
): Promise<ShownChoice> {
  const isShownAgain = pendingIdIn({ context }) === requestId;
  const own = (name: OwnParameter) => (isShownAgain ? context.req.query(name) : undefined);
  const search = searchText(own("q"));
  const picker = await readPicker(store.reader, {
    requestHash: hashToken(requestId),
    userId: session.user.id,
    search,
    before: idIn(own("before")),
  });
  return { ...picker, search, problem: problemIn(context.req.query("problem")) };
}

function problemIn(text: string | undefined): ShownChoice["problem"] {
  return text === "nothing_chosen" || text === "expired" ? text : undefined;
}

/** The choice that a form sends; a form without the fields leaves it as it is. @throws `PageError` `invalid_argument` */
export function submittedChoice(fields: URLSearchParams): SubmittedChoice {
  const surveys = fields.get("surveys") ?? undefined;
  if (surveys !== undefined && surveys !== "all" && surveys !== "chosen") throw refused("surveys");
  return {
    onlyChosen: surveys === undefined ? undefined : surveys === "chosen",
    shown: idsIn(fields, "shown"),
    ticked: idsIn(fields, "survey"),
    withPersonal: fields.has("personal_shown") ? fields.get("personal") === "on" : undefined,
  };
}

/** More than a page shows. */
const mostBoxes = 200;

function idsIn(fields: URLSearchParams, name: string): readonly number[] {
  const ids = fields.getAll(name).map((text) => idIn(text));
  if (ids.length > mostBoxes) throw refused(name);
  return ids.map((id) => {
    if (id === undefined) throw refused(name);
    return id;
  });
}

function refused(detail: string): PageError {
  return new PageError("invalid_argument", { status: 400, detail });
}

/**
 * The address at which a page is shown again with what was ticked.
 *
 * @param fields of the form: `link`, `request`, `q` and `look`
 * @throws `PageError` `invalid_argument` when the link is none of our pages
 */
export function shownAgainAddress(
  fields: URLSearchParams,
  { isReturnable }: Pick<PageRequest, "isReturnable">,
  problem?: ShownChoice["problem"],
): string {
  const link = returnAddress(fields.get("link") ?? undefined, isReturnable);
  if (link === undefined) throw refused("link");
  return withOwnParameters(link, {
    pending: fields.get("request") ?? "",
    q: searchText(fields.get("q") ?? ""),
    before: idIn(fields.get("look") ?? ""),
    problem,
  });
}

function withOwnParameters(
  link: string,
  added: Readonly<Record<OwnParameter, string | number | undefined>>,
): string {
  const [pathname = "", query = ""] = link.split(/\?(.*)/s, 2);
  // As it came: a client's parameters are compared character by character.
  const kept = query
    .split("&")
    .filter((part) => part !== "" && !ownParameters.some((name) => part.startsWith(`${name}=`)));
  const own = new URLSearchParams();
  for (const name of ownParameters)
    if (added[name] !== undefined && added[name] !== "") own.set(name, String(added[name]));
  return `${pathname}?${[...kept, own.toString()].join("&")}`;
}
