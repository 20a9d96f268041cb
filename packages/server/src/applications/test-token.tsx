import { hashToken, makeRandomId, makeToken } from "../model/token.ts";
import { notFound } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { actorOf } from "../session/actor.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import { requestHashOf } from "../session/request-hash.ts";
import type { UserRequest } from "../session/page-request.ts";
import type { ApplicationForUser } from "../store/applications/application-for-user-table.ts";
import { isRefusal } from "../store/statements/refusal.ts";
import type { Store } from "../store/store.ts";
import { addressOf, applicationPath, applicationForUser, ownedBy } from "./application-for-user.ts";
import { TestTokenPage, TestTokenShownPage, type TestTokenNotice } from "./test-token-page.tsx";

const path = `${applicationPath}/test-token`;

/** The page on which developers get a token that acts for themselves, for the first call. */
export function testTokens(store: Store): readonly PageRoute[] {
  const common = { path, access: "user", stepUp: true } as const;
  return [
    {
      ...common,
      method: "GET",
      async handle(pageRequest: UserRequest) {
        const notice = pageRequest.context.req.query("notice") === "repeated" ? "repeated" : undefined;
        return ask(pageRequest, await applicationForUser(store, pageRequest), { status: 200, notice });
      },
    },
    { ...common, method: "POST", handle: (pageRequest: UserRequest) => issue(store, pageRequest) },
  ];
}

type Asked = { readonly status: number; readonly notice: TestTokenNotice | undefined };

function ask(
  pageRequest: UserRequest,
  application: ApplicationForUser,
  { status, notice }: Asked,
): Promise<Response> {
  return renderPage(
    <TestTokenPage
      language={pageRequest.language}
      path={addressOf(application.appid, "/test-token")}
      signedIn={pageRequest.signedIn}
      application={application}
      requestId={makeRandomId()}
      notice={notice}
    />,
    { status },
  );
}

async function issue(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { request } = await readOwnForm(pageRequest, ["request"]);
  const application = await applicationForUser(store, pageRequest);
  const token = makeToken("userAccessToken");
  const result = await store.issueTestToken({
    ...ownedBy(pageRequest),
    hash: hashToken(token),
    requestHash: requestHashOf(pageRequest, request),
    actor: actorOf(pageRequest),
  });
  if (isRefusal(result)) return refuse(pageRequest, application, result.retryAfterSeconds);
  const address = addressOf(application.appid, "/test-token");
  if (result.outcome === "issued") return showToken(pageRequest, application, { ...result, token });
  if (result.outcome === "repeated") return redirectTo(`${address}?notice=repeated`);
  if (result.outcome === "disabled") return ask(pageRequest, application, { status: 409, notice: undefined });
  throw notFound();
}

function refuse(
  pageRequest: UserRequest,
  application: ApplicationForUser,
  retryAfterSeconds = 1,
): Promise<Response> {
  pageRequest.context.header("Retry-After", String(retryAfterSeconds));
  return ask(pageRequest, application, { status: 429, notice: "limited" });
}

type IssuedToken = { readonly token: string; readonly openid: string; readonly expiresInSeconds: number };

/** In the response to the form, as secrets are: a page to redirect to would need the token to be kept somewhere. */
function showToken(
  pageRequest: UserRequest,
  application: ApplicationForUser,
  issued: IssuedToken,
): Promise<Response> {
  return renderPage(
    <TestTokenShownPage
      language={pageRequest.language}
      path={addressOf(application.appid, "/test-token")}
      signedIn={pageRequest.signedIn}
      application={application}
      issued={issued}
    />,
    { status: 200, script: true },
  );
}
