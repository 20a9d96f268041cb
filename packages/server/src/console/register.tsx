import { hashToken, isRandomId, makeRandomId, makeToken } from "../model/token.ts";
import { SecretShownPage } from "../credentials/secret-shown-page.tsx";
import { makeAppid } from "../model/application.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { actorOf } from "../session/actor.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import { requestHashOf } from "../session/request-hash.ts";
import type { UserVisit } from "../session/visit.ts";
import type { Store } from "../store/store.ts";
import {
  applicationFormFields,
  fieldsOf,
  newApplicationForm,
  problemsOf,
  type ApplicationForm,
  type ApplicationFormProblems,
} from "./application-form.ts";
import { ApplicationFormPage } from "./application-form-page.tsx";
import { addressOf } from "./own-application.ts";

import { consoleTextsFor } from "./texts/console-texts.ts";

const path = "/console/new";

/** `/console/new`: registers an application, and shows its first secret. */
export function registration(store: Store): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path,
      access: "user",
      handle: (visit) => showForm(visit, { status: 200, values: newApplicationForm }),
    },
    { method: "POST", path, access: "user", handle: (visit) => register(store, visit) },
  ];
}

async function register(store: Store, visit: UserVisit): Promise<Response> {
  const { request, ...values } = await readOwnForm(visit, [...applicationFormFields, "request"]);
  const problems = problemsOf(values, visit.language);
  if (problems !== undefined) return showForm(visit, { status: 400, values, problems, requestId: request });
  const requestHash = requestHashOf(visit, request);
  const secret = makeToken("secret");
  const registered = await store.registerApplication({
    appid: makeAppid(),
    ownerId: visit.session.user.id,
    fields: fieldsOf(values),
    secret: { hash: hashToken(secret), lastFour: secret.slice(-4) },
    requestHash,
    actor: actorOf(visit),
  });
  if (registered.outcome === "too_many")
    return showForm(visit, {
      status: 400,
      values,
      requestId: request,
      refusal: consoleTextsFor(visit.language).form.problems.too_many,
    });
  const { appid } = registered;
  if (registered.outcome === "repeated") return redirectTo(`${addressOf(appid)}?notice=registered`);
  return renderPage(
    <SecretShownPage
      language={visit.language}
      path={path}
      signedIn={visit.signedIn}
      kind="web"
      appid={appid}
      secret={secret}
      nextPath={addressOf(appid)}
    />,
    { status: 200 },
  );
}

type ShownForm = {
  readonly status: number;
  readonly values: ApplicationForm;
  readonly problems?: ApplicationFormProblems;
  readonly requestId?: string;
  readonly refusal?: string;
};

function showForm(visit: UserVisit, { status, requestId = "", ...shown }: ShownForm): Response {
  return renderPage(
    <ApplicationFormPage
      language={visit.language}
      path={path}
      signedIn={visit.signedIn}
      mode="register"
      action={path}
      cancelPath="/console"
      requestId={isRandomId(requestId) ? requestId : makeRandomId()}
      {...shown}
    />,
    { status },
  );
}
