import { hashToken, isRandomId, makeRandomId, makeToken } from "../model/token.ts";
import { PageError } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { actorOf } from "../session/actor.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import type { UserVisit } from "../session/visit.ts";
import type { SecretRotation } from "../store/rotate-secret.ts";
import type { Store } from "../store/store.ts";
import {
  emptyNewSecretForm,
  isSecretName,
  newSecretFields,
  readChoice,
  type NewSecretForm,
} from "./new-secret-form.ts";
import { NewSecretPage } from "./new-secret-page.tsx";
import {
  addressOf,
  applicationPath,
  notFound,
  ownApplication,
  ownedBy,
  requestHashOf,
} from "./own-application.ts";
import { SecretShownPage } from "./secret-shown-page.tsx";
import { secretNotices, SecretsPage } from "./secrets-page.tsx";
import { consoleTextsFor } from "./texts/console-texts.ts";

const path = `${applicationPath}/secrets`;

/** The pages about the secrets of an application. */
export function secretPages(store: Store): readonly PageRoute[] {
  const makes = { path: `${path}/new`, access: "user", stepUp: true } as const;
  return [
    { method: "GET", path, access: "user", handle: (visit: UserVisit) => showList(store, visit) },
    {
      ...makes,
      method: "GET",
      handle: (visit: UserVisit) => showForm(store, visit, { status: 200, values: emptyNewSecretForm }),
    },
    { ...makes, method: "POST", handle: (visit: UserVisit) => makeSecret(store, visit) },
  ];
}

async function showList(store: Store, visit: UserVisit): Promise<Response> {
  const { language, signedIn, timeZone, context } = visit;
  const application = await ownApplication(store, visit);
  const given = context.req.query("notice");
  return renderPage(
    <SecretsPage
      language={language}
      path={visit.path}
      signedIn={signedIn}
      timeZone={timeZone}
      application={application}
      secrets={await store.listSecrets(application.id)}
      notice={secretNotices.find((notice) => notice === given)}
    />,
    { status: 200 },
  );
}

type ShownForm = {
  readonly status: number;
  readonly values: NewSecretForm;
  readonly requestId?: string;
  readonly problem?: string;
};

async function showForm(
  store: Store,
  visit: UserVisit,
  { status, requestId = "", ...shown }: ShownForm,
): Promise<Response> {
  const application = await ownApplication(store, visit);
  return renderPage(
    <NewSecretPage
      language={visit.language}
      path={addressOf(application.appid, "/secrets/new")}
      signedIn={visit.signedIn}
      application={application}
      secrets={await store.listSecrets(application.id)}
      impact={await store.countImpact(application.id)}
      requestId={isRandomId(requestId) ? requestId : makeRandomId()}
      {...shown}
    />,
    { status },
  );
}

async function makeSecret(store: Store, visit: UserVisit): Promise<Response> {
  const { request, ...values } = await readOwnForm(visit, [...newSecretFields, "request"]);
  const { appid } = await ownApplication(store, visit);
  const { problems } = consoleTextsFor(visit.language).secrets;
  const refuse = (problem: string) =>
    showForm(store, visit, { status: 400, values, requestId: request, problem });
  const name = values.name.trim();
  if (!isSecretName(name)) return refuse(problems.name_malformed);
  const secret = makeToken("secret");
  const outcome = await store.rotateSecret(rotationOf(visit, { values, name, request, secret }));
  if (outcome === "not_found") throw notFound();
  if (outcome === "too_many") return refuse(problems.too_many);
  if (outcome === "repeated") return redirectTo(`${addressOf(appid, "/secrets")}?notice=made`);
  return showSecret(visit, { appid, secret });
}

interface RequestedSecret {
  readonly values: NewSecretForm;
  readonly name: string;
  readonly request: string;
  readonly secret: string;
}

function rotationOf(visit: UserVisit, { values, name, request, secret }: RequestedSecret): SecretRotation {
  const choice = readChoice(values);
  if (choice === undefined) throw new PageError("invalid_argument", { status: 400 });
  return {
    ...ownedBy(visit),
    ...choice,
    secret: {
      hash: hashToken(secret),
      lastFour: secret.slice(-4),
      name,
      requestHash: requestHashOf(visit, request),
    },
    actor: actorOf(visit),
  };
}

function showSecret(
  visit: UserVisit,
  { appid, secret }: { readonly appid: string; readonly secret: string },
): Response {
  return renderPage(
    <SecretShownPage
      language={visit.language}
      path={addressOf(appid, "/secrets")}
      signedIn={visit.signedIn}
      appid={appid}
      secret={secret}
      nextPath={addressOf(appid, "/secrets")}
    />,
    { status: 200 },
  );
}
