import { csrfTokenOf } from "@survey-open-platform/service";
import {
  choiceOn,
  pendingIdIn,
  shownAgainAddress,
  submittedChoice,
} from "../../grants/authorize/choice-form.ts";
import { hashToken, makeRandomId } from "../../model/token.ts";
import { idIn } from "../../pages/id-in.ts";
import { notFound, PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import { refusePrefetch } from "../../session/prefetch.ts";
import { readAnyForm, usualFormBytes, valuesOf } from "../../session/read-form.ts";
import type { Store } from "../../store/store.ts";
import { changeChoice, isChoicePageOpen, openChoicePage } from "../../store/tokens/change-choice.ts";
import { keepOpenChoice } from "../../store/tokens/survey-choice-table.ts";
import { ChosenSurveysPage } from "./chosen-surveys-page.tsx";
import { authorizedApplicationsPath } from "./revoke-access.tsx";

/** Where the surveys of an authorized application are chosen. */
const path = `${authorizedApplicationsPath}/surveys`;

/**
 * The page on which a user changes which surveys an application sees, and what it sends. It needs no step-up: who is signed in has to be
 * able to take surveys away at once, and what can be given is what the consent page gives without one.
 */
export function choosingSurveys(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => show(store, pageRequest) },
    { method: "POST", path, access: "user", handle: (pageRequest) => change(store, pageRequest) },
  ];
}

async function show(store: Store, pageRequest: UserRequest): Promise<Response> {
  // The page creates a pending request.
  refusePrefetch(pageRequest);
  const { session, language, timeZone, signedIn, context } = pageRequest;
  const userId = session.user.id;
  const grantId = idIn(context.req.query("grant"));
  const application = grantId && (await store.findAuthorizedApplication({ userId, grantId }));
  // Another user's grant is as unknown as one that was revoked.
  if (!grantId || !application) throw notFound();
  const requestId = await openPage(store, pageRequest, grantId);
  return renderPage(
    <ChosenSurveysPage
      language={language}
      path={pageRequest.path}
      signedIn={signedIn}
      csrf={csrfTokenOf(session.token)}
      requestId={requestId}
      grant={String(grantId)}
      name={application.name}
      timeZone={timeZone}
      choice={await choiceOn(store, pageRequest, requestId)}
      action={path}
      cancelPath={authorizedApplicationsPath}
    />,
    { status: 200 },
  );
}

async function openPage(store: Store, pageRequest: UserRequest, grantId: number): Promise<string> {
  const { session } = pageRequest;
  const page = (id: string) => ({
    requestHash: hashToken(id),
    sessionHash: session.hash,
    userId: session.user.id,
    grantId,
  });
  const shownAgain = pendingIdIn(pageRequest);
  if (shownAgain !== undefined && (await isChoicePageOpen(store.reader, page(shownAgain)))) return shownAgain;
  const requestId = makeRandomId();
  if (!(await store.write(openChoicePage, page(requestId)))) throw notFound();
  return requestId;
}

async function change(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { session } = pageRequest;
  const fields = await readAnyForm(pageRequest, session.token, usualFormBytes);
  const { request, grant } = valuesOf(fields, ["request", "grant", "link", "look", "q", "surveys"]);
  const grantId = idIn(grant);
  if (grantId === undefined) throw new PageError("invalid_argument", { status: 400, detail: "grant" });
  const page = {
    requestHash: hashToken(request),
    sessionHash: session.hash,
    userId: session.user.id,
    choice: submittedChoice(fields),
  };
  if (fields.has("look")) {
    const isKept = await store.write(keepOpenChoice, page);
    return redirectTo(shownAgainAddress(fields, pageRequest, isKept ? undefined : "expired"));
  }
  const actor = actorOf(pageRequest);
  const problem = await store.write(changeChoice, { ...page, grantId, actor });
  if (problem === undefined) return redirectTo(`${authorizedApplicationsPath}?notice=surveys_changed`);
  return redirectTo(shownAgainAddress(fields, pageRequest, shownProblems[problem]));
}

const shownProblems = {
  nothing_chosen: "nothing_chosen",
  request_expired: "expired",
  // The page says why when it is shown again.
  choice_too_early: undefined,
} as const;
