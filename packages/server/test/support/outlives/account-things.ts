import { csrfTokenOf } from "@survey-open-platform/service";
import { encode } from "fast-png";
import { hashToken, makeRandomId } from "../../../src/model/token.ts";
import { Browser } from "../browser.ts";
import { sampleText, type Token } from "../api-calls.ts";
import { authorizationLink, exchangeParameters, type UserTokens } from "../flows.ts";
import { invite } from "../invite.ts";
import { allowedCode, allowedTokens, refreshParameters } from "../quick-consent.ts";
import { approveDevice } from "../approve.ts";
import { demoBasic, postOauth } from "../oauth.ts";
import { actorOfUser } from "../revoke-grants.ts";
import { sessionCookie, signedInBrowser } from "../signed-in-browser.ts";
import { givenPasskey, signInWithPasskey } from "../passkeys.ts";
import { registerApplication, sendForm } from "../registered-application.ts";
import { callRepeated, callUnderWay } from "./call-under-way.ts";
import { formBody, sendUnderWay } from "./send-under-way.ts";
import type { Stage } from "./stage.ts";
import type { Thing } from "./thing.ts";
import { webhookOfCall } from "./webhook-things.ts";
import { createPasswordLink } from "../../../src/store/people/password-link-table.ts";
import { beginPendingSignIn } from "../../../src/store/people/second-factor-table.ts";

/** What Lin makes with the account. */
export const accountThings = {
  "a page of the account": async ({ platform }) => {
    const lin = await signedInBrowser(platform, "lin");
    return async () => (await lin.get("/account")).status === 200;
  },
  "a form of the account whose body is under way": async ({ platform }) => {
    const lin = await signedInBrowser(platform, "lin");
    const nickname = makeRandomId();
    const fields = { nickname, language: "en", time_zone: "Europe/London" };
    const request = await sendUnderWay(lin, "/account", formBody(lin, fields));
    return async () => {
      await request.finish();
      return (await platform.store.findUserByUsername("lin"))?.nickname === nickname;
    };
  },
  "an upload whose body is under way": async ({ platform }) => {
    const lin = await signedInBrowser(platform, "lin");
    const body = new FormData();
    body.set("csrf", csrfTokenOf(lin.cookies.get(sessionCookie) ?? ""));
    const png = encode({ width: 64, height: 64, data: new Uint8Array(64 * 64 * 4), channels: 4, depth: 8 });
    body.set("file", new File([new Uint8Array(png)], "lin.png"));
    const request = await sendUnderWay(lin, "/account/picture", body);
    return async () => (await request.finish()).location === "/account?notice=picture_saved";
  },
} as const satisfies Readonly<Record<string, Thing>>;

async function tokensOfLin({ platform }: Stage): Promise<UserTokens> {
  return allowedTokens(platform, { username: "lin" });
}

async function tokenOfLin(stage: Stage) {
  const { access_token } = await tokensOfLin(stage);
  return { appid: "demo_app", access_token };
}

/** The user's own way in: no session, and no right that somebody gave. */
export const signInThings = {
  "a passkey": async ({ platform }) => {
    const { authenticator } = await givenPasskey(platform, "lin");
    return async () => {
      const { page } = await signInWithPasskey(platform, authenticator);
      return (
        page.status === 303 && page.headers.getSetCookie().some((line) => line.startsWith(sessionCookie))
      );
    };
  },
  "a sign-in that waits for its code": async ({ platform, lin, recoveryCodes }) => {
    const code = recoveryCodes.pop() ?? "";
    const { password_hash: passwordHash } = await platform.database.reader.kysely
      .selectFrom("users")
      .select("password_hash")
      .where("id", "=", lin)
      .executeTakeFirstOrThrow();
    const token = makeRandomId();
    await platform.store.write(beginPendingSignIn, { hash: hashToken(token), userId: lin, passwordHash });
    const browser = new Browser(platform);
    browser.cookies.set("sop_pending", token);
    const page = await browser.get("/login/second-factor");
    return async () => {
      await browser.submit(page, "/login/second-factor", { code });
      return browser.cookies.has(sessionCookie);
    };
  },
  "a link for a new password of the user": async ({ platform, ada, lin }) => {
    const token = makeRandomId();
    const link = { hash: hashToken(token), userId: lin, username: "lin" };
    await platform.store.write(createPasswordLink, link, actorOfUser({ id: ada, username: "ada" }));
    return async () => (await new Browser(platform).get(`/reset/${token}`)).status === 200;
  },
} as const satisfies Readonly<Record<string, Thing>>;

/** What Lin makes with surveys that are Lin's own. */
export const ownSurveyThings = {
  "a page of an own survey": async ({ platform, own }) => {
    const lin = await signedInBrowser(platform, "lin");
    return async () => (await lin.get(`/surveys/${own}/edit`)).status === 200;
  },
  "a form of an own survey whose body is under way": async ({ platform, own }) => {
    const lin = await signedInBrowser(platform, "lin");
    const request = await sendUnderWay(lin, `/surveys/${own}/export`, formBody(lin, { format: "csv" }));
    return async () => (await request.finish()).status === 200;
  },
} as const satisfies Readonly<Record<string, Thing>>;

/** What an application makes with Lin's consent. */
export const consentThings = {
  "an access token": async (stage) => {
    const token = await tokenOfLin(stage);
    return async () => (await stage.platform.call(`/api/surveys/${stage.own}`, token)).code === "OK";
  },
  "a refresh token": async (stage) => {
    const parameters = refreshParameters((await tokensOfLin(stage)).refresh_token);
    return async () => (await stage.platform.call("/api/oauth2/refresh_token", parameters)).code === "OK";
  },
  "a device that was allowed": async ({ platform }) => {
    const authorization = demoBasic;
    const asked = await postOauth(platform, "/oauth/device", {}, authorization);
    // The fields of RFC 8628.
    const device = (await asked.json()) as { readonly device_code: string; readonly user_code: string };
    await approveDevice(platform, device.user_code, "lin");
    const parameters = {
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      device_code: device.device_code,
    };
    return async () => (await postOauth(platform, "/oauth/token", parameters, authorization)).status === 200;
  },
  "an authorization code": async ({ platform }) => {
    const code = await allowedCode(platform, { username: "lin" });
    return async () =>
      (await platform.call("/api/oauth2/access_token", exchangeParameters(code))).code === "OK";
  },
  "a webhook of an application": async (stage) =>
    webhookOfCall(stage, { kind: "user", id: stage.lin }, await tokenOfLin(stage)),
  "a webhook of an application for one survey": async (stage) =>
    webhookOfCall(stage, { kind: "survey", id: stage.own }, await tokenOfLin(stage)),
  "a test token": async ({ platform, lin: userId }) => {
    const lin = await signedInBrowser(platform, "lin");
    const { appid } = await registerApplication(lin);
    const path = `/console/applications/${appid}/test-token`;
    const { html } = await sendForm(lin, path, { request: makeRandomId() });
    const [access_token = ""] = /sopu_[\w-]{40}/.exec(html) ?? [];
    return async () =>
      (await platform.call(`/api/users/${userId}/webhooks`, { appid, access_token })).code === "OK";
  },
  "a call that is repeated with its key": async (stage) =>
    callRepeated(stage.platform, await tokenOfLin(stage)),
  "a call whose body is under way": async (stage) =>
    callUnderWay(stage.platform, "/api/surveys", await tokenOfLin(stage), { text: sampleText }),
} as const satisfies Readonly<Record<string, Thing>>;

/** What users gave to an application that Lin registered, and whose secret Lin knows. */
export const ownApplicationThings = {
  "a token of a user of an own application": async (stage) => {
    const token = await tokenOfBob(stage);
    const path = `/api/users/${stage.bob}/webhooks`;
    return async () => (await stage.platform.call(path, { ...token })).code === "OK";
  },
  "a code of a user of an own application": async (stage) => {
    const parameters = await codeOfBob(stage);
    return async () => (await stage.platform.call("/api/oauth2/access_token", parameters)).code === "OK";
  },
  "a webhook of a user of an own application": async (stage) =>
    webhookOfCall(stage, { kind: "user", id: stage.bob }, await tokenOfBob(stage)),
  "a consent page for an own application": async ({ platform }) => {
    const { appid } = await registerOfLin(platform);
    const bob = await signedInBrowser(platform, "bob");
    const page = await bob.get(authorizationLink({ appid, redirect_uri: newApplicationRedirect }));
    return async () => {
      const decided = await bob.submit(page, "/connect/oauth2/authorize/decision", { decision: "allow" });
      return decided.location?.includes("code=") === true;
    };
  },
} as const satisfies Readonly<Record<string, Thing>>;

const newApplicationRedirect = "https://notes.example/callback";

async function registerOfLin(platform: Stage["platform"]) {
  const changes = { may_write: "on", requires_pkce: "" };
  return registerApplication(await signedInBrowser(platform, "lin"), changes);
}

/** Bob allows an application that Lin has registered just now. @returns the parameters of the exchange */
async function codeOfBob({ platform }: Stage) {
  const { appid, secret } = await registerOfLin(platform);
  const link = { appid, redirect_uri: newApplicationRedirect };
  const code = await allowedCode(platform, { username: "bob", link });
  return { ...exchangeParameters(code), appid, secret };
}

async function tokenOfBob(stage: Stage): Promise<Token> {
  const parameters = await codeOfBob(stage);
  const { data } = await stage.platform.call<UserTokens>("/api/oauth2/access_token", parameters);
  return { appid: parameters.appid, access_token: data.access_token };
}

/** A question that is open, and not yet an answer. */
export const questionThings = {
  "a consent page that is open": async ({ platform }) => {
    const lin = await signedInBrowser(platform, "lin");
    const page = await lin.get(authorizationLink());
    return async () => {
      const decided = await lin.submit(page, "/connect/oauth2/authorize/decision", { decision: "allow" });
      return decided.location?.includes("code=") === true;
    };
  },
} as const satisfies Readonly<Record<string, Thing>>;

/** What Lin makes as an administrator. */
export const administrationThings = {
  "a page of the administration": async ({ platform }) => {
    const lin = await signedInBrowser(platform, "lin");
    return async () => (await lin.get("/admin/users")).status === 200;
  },
  "a form of the administration whose body is under way": async ({ platform }) => {
    const lin = await signedInBrowser(platform, "lin");
    const request = await sendUnderWay(lin, "/admin/audit/export", formBody(lin, {}));
    return async () => (await request.finish()).status === 200;
  },
  "an invitation to the platform": async ({ platform }) => {
    const token = await invite(platform, undefined, "lin");
    return async () => (await new Browser(platform).get(`/invitations/${token}`)).status === 200;
  },
  "a password link": async (stage) => {
    const { platform } = stage;
    const token = makeRandomId();
    const bob = await platform.store.findUserByUsername("bob");
    const link = { hash: hashToken(token), userId: bob?.id ?? 0, username: "bob" };
    await platform.store.write(createPasswordLink, link, actorOfUser({ id: stage.lin, username: "lin" }));
    return async () => (await new Browser(platform).get(`/reset/${token}`)).status === 200;
  },
} as const satisfies Readonly<Record<string, Thing>>;
