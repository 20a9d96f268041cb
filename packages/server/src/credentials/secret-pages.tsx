import { hashToken, isRandomId, makeRandomId, makeToken } from "../model/token.ts";
import { notFound, PageError } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { searchRows } from "../pages/search-rows.ts";
import { searchText } from "../pages/search-text.ts";
import { actorOf } from "../session/actor.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import { requestHashOf } from "../session/request-hash.ts";
import type { UserRequest } from "../session/page-request.ts";
import { type SecretRotation, rotateSecret } from "../store/applications/rotate-secret.ts";
import type { Store } from "../store/store.ts";
import { pagePropsOf, type CredentialsSection, type ManagedCredentials } from "./credentials-section.ts";
import {
  emptyNewSecretForm,
  isSecretName,
  newSecretFields,
  readChoice,
  type NewSecretForm,
} from "./new-secret-form.ts";
import { NewSecretPage } from "./new-secret-page.tsx";
import { SecretShownPage } from "./secret-shown-page.tsx";
import { secretName, secretNotices, SecretsPage } from "./secrets-page.tsx";
import { credentialsTextsFor } from "./texts/credentials-texts.ts";
import { listSecrets } from "../store/applications/application-secret-table.ts";
import { countImpact } from "../store/applications/application-state.ts";

/** The pages that list secrets and make new ones. */
export function secretPages(store: Store, { path, find }: CredentialsSection): readonly PageRoute[] {
  const makes = { path: `${path}/secrets/new`, access: "user", stepUp: true } as const;
  return [
    {
      method: "GET",
      path: `${path}/secrets`,
      access: "user",
      handle: async (pageRequest) => showList(store, pageRequest, await find(pageRequest)),
    },
    {
      ...makes,
      method: "GET",
      handle: async (pageRequest: UserRequest) =>
        showForm(store, pageRequest, {
          ...(await find(pageRequest)),
          status: 200,
          values: emptyNewSecretForm,
        }),
    },
    {
      ...makes,
      method: "POST",
      handle: async (pageRequest: UserRequest) => makeSecret(store, pageRequest, await find(pageRequest)),
    },
  ];
}

async function showList(
  store: Store,
  pageRequest: UserRequest,
  credentials: ManagedCredentials,
): Promise<Response> {
  const given = pageRequest.context.req.query("notice");
  const search = searchText(pageRequest.context.req.query("q"));
  const { secrets: words } = credentialsTextsFor(pageRequest.language);
  const secrets = await listSecrets(store.reader, credentials.application.id);
  return renderPage(
    <SecretsPage
      {...pagePropsOf(pageRequest, credentials, "/secrets")}
      timeZone={pageRequest.timeZone}
      isPublic={credentials.application.isPublic}
      secrets={searchRows(secrets, search, (row) => `${secretName(row, words)} ${row.lastFour}`)}
      search={search}
      notice={secretNotices.find((notice) => notice === given)}
    />,
    { status: 200 },
  );
}

type FormView = ManagedCredentials & {
  readonly status: number;
  readonly values: NewSecretForm;
  readonly requestId?: string;
  readonly problem?: string;
};

async function showForm(store: Store, pageRequest: UserRequest, shown: FormView): Promise<Response> {
  const { application, status, values, requestId = "", problem } = shown;
  if (application.isPublic) throw notFound();
  return renderPage(
    <NewSecretPage
      {...pagePropsOf(pageRequest, shown, "/secrets/new")}
      secrets={await listSecrets(store.reader, application.id)}
      impact={await countImpact(store.reader, application.id)}
      values={values}
      requestId={isRandomId(requestId) ? requestId : makeRandomId()}
      problem={problem}
    />,
    { status },
  );
}

async function makeSecret(
  store: Store,
  pageRequest: UserRequest,
  credentials: ManagedCredentials,
): Promise<Response> {
  const { request, ...values } = await readOwnForm(pageRequest, [...newSecretFields, "request"]);
  const { problems } = credentialsTextsFor(pageRequest.language).secrets;
  const refuse = (problem: string) =>
    showForm(store, pageRequest, { ...credentials, status: 400, values, requestId: request, problem });
  const name = values.name.trim();
  if (!isSecretName(name)) return refuse(problems.name_malformed);
  const secret = makeToken("secret");
  const rotation = rotationOf(pageRequest, { values, name, request, secret });
  const outcome = await store.write(rotateSecret, { ...rotation, ...credentials.managed });
  if (outcome === "not_found" || outcome === "public") throw notFound();
  if (outcome === "too_many") return refuse(problems.too_many);
  if (outcome === "repeated") return redirectTo(`${credentials.address}/secrets?notice=made`);
  return showSecret(pageRequest, credentials, secret);
}

interface RequestedSecret {
  readonly values: NewSecretForm;
  readonly name: string;
  readonly request: string;
  readonly secret: string;
}

function rotationOf(
  pageRequest: UserRequest,
  { values, name, request, secret }: RequestedSecret,
): Omit<SecretRotation, keyof ManagedCredentials["managed"]> {
  const choice = readChoice(values);
  if (choice === undefined) throw new PageError("invalid_argument", { status: 400 });
  return {
    ...choice,
    secret: {
      hash: hashToken(secret),
      lastFour: secret.slice(-4),
      name,
      requestHash: requestHashOf(pageRequest, request),
    },
    actor: actorOf(pageRequest),
  };
}

interface SecretView {
  readonly application: Pick<ManagedCredentials["application"], "appid" | "kind">;
  readonly address: string;
}

/** The page that shows a new secret once. */
export function showSecret(
  { language, signedIn }: UserRequest,
  { application, address }: SecretView,
  secret: string,
): Promise<Response> {
  return renderPage(
    <SecretShownPage
      language={language}
      path={`${address}/secrets`}
      signedIn={signedIn}
      kind={application.kind}
      appid={application.appid}
      secret={secret}
      nextPath={`${address}/secrets`}
    />,
    { status: 200, script: true },
  );
}
