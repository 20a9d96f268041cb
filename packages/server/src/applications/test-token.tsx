import { hashToken, makeRandomId, makeToken } from "../model/token.ts";
import { notFound } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { actorOf } from "../session/actor.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import { requestHashOf } from "../session/request-hash.ts";
import type { UserVisit } from "../session/visit.ts";
import type { OwnApplication } from "../store/applications/own-application-table.ts";
import { isRefusal } from "../store/statements/refusal.ts";
import type { Store } from "../store/store.ts";
import { addressOf, applicationPath, ownApplication, ownedBy } from "./own-application.ts";
import { TestTokenPage, TestTokenShownPage, type TestTokenNotice } from "./test-token-page.tsx";

const path = `${applicationPath}/test-token`;

/** The page on which developers get a token that acts for themselves, for the first call. */
export function testTokens(store: Store): readonly PageRoute[] {
  const common = { path, access: "user", stepUp: true } as const;
  return [
    {
      ...common,
      method: "GET",
      async handle(visit: UserVisit) {
        const notice = visit.context.req.query("notice") === "repeated" ? "repeated" : undefined;
        return ask(visit, await ownApplication(store, visit), { status: 200, notice });
      },
    },
    { ...common, method: "POST", handle: (visit: UserVisit) => issue(store, visit) },
  ];
}

type Asked = { readonly status: number; readonly notice: TestTokenNotice | undefined };

function ask(visit: UserVisit, application: OwnApplication, { status, notice }: Asked): Response {
  return renderPage(
    <TestTokenPage
      language={visit.language}
      path={addressOf(application.appid, "/test-token")}
      signedIn={visit.signedIn}
      application={application}
      requestId={makeRandomId()}
      notice={notice}
    />,
    { status },
  );
}

async function issue(store: Store, visit: UserVisit): Promise<Response> {
  const { request } = await readOwnForm(visit, ["request"]);
  const application = await ownApplication(store, visit);
  const token = makeToken("userAccessToken");
  const result = await store.issueTestToken({
    ...ownedBy(visit),
    hash: hashToken(token),
    requestHash: requestHashOf(visit, request),
    actor: actorOf(visit),
  });
  if (isRefusal(result)) return refuse(visit, application, result.retryAfterSeconds);
  const address = addressOf(application.appid, "/test-token");
  if (result.outcome === "issued") return showToken(visit, application, { ...result, token });
  if (result.outcome === "repeated") return redirectTo(`${address}?notice=repeated`);
  if (result.outcome === "disabled") return ask(visit, application, { status: 409, notice: undefined });
  throw notFound();
}

function refuse(visit: UserVisit, application: OwnApplication, retryAfterSeconds = 1): Response {
  visit.context.header("Retry-After", String(retryAfterSeconds));
  return ask(visit, application, { status: 429, notice: "limited" });
}

type IssuedToken = { readonly token: string; readonly openid: string; readonly expiresInSeconds: number };

/** In the response to the form, as secrets are: a page to redirect to would need the token to be kept somewhere. */
function showToken(visit: UserVisit, application: OwnApplication, issued: IssuedToken): Response {
  return renderPage(
    <TestTokenShownPage
      language={visit.language}
      path={addressOf(application.appid, "/test-token")}
      signedIn={visit.signedIn}
      application={application}
      issued={issued}
    />,
    { status: 200, script: true },
  );
}
