import { oauthLink, oauthSettings } from "../oauth.ts";
import { authorizationLink } from "../flows.ts";
import { openedConsentIn } from "../opened-consent.ts";
import { givenPasskey } from "../passkeys.ts";
import { passkeyOptionsOf, passkeySettings } from "../software-authenticator.ts";
import type { RouteRow } from "./route-row.ts";

/** Routes that are not part of one section: start page, reference, signing in and out, consent, step-up. */
export const sessionRoutes: readonly RouteRow[] = [
  { method: "GET", path: "/", access: "anyone", status: 200, other: "own" },
  { method: "GET", path: "/docs/api", access: "anyone", status: 200, other: "own" },
  { method: "GET", path: "/openapi.json", access: "anyone", status: 200, other: "own" },
  { method: "GET", path: "/login", access: "anyone", status: 303, strangerStatus: 200, other: "own" },
  // Who is signed in goes on to the page that the form was for; nothing changes. Their own tests send right tokens.
  { method: "POST", path: "/login", access: "anyone", status: 303, other: "own", changesNothing: true },
  // Without a sign-in whose password was right it leads to the sign-in page.
  { method: "GET", path: "/login/second-factor", access: "anyone", status: 303, other: "own" },
  {
    method: "POST",
    path: "/login/second-factor",
    access: "anyone",
    status: 303,
    other: "own",
    changesNothing: true,
  },
  // Its own tests bring the token of the browser, and a passkey.
  {
    method: "POST",
    path: "/login/passkey/begin",
    access: "anyone",
    settings: passkeySettings,
    status: 303,
    other: "own",
    changesNothing: true,
  },
  {
    method: "GET",
    path: "/login/passkey",
    access: "anyone",
    settings: passkeySettings,
    status: 303,
    other: "own",
  },
  {
    method: "POST",
    path: "/login/passkey",
    access: "anyone",
    settings: passkeySettings,
    status: 303,
    other: "own",
    changesNothing: true,
  },
  // No provider is configured here; tests of their own have a real one.
  {
    method: "POST",
    path: "/login/with/:provider",
    access: "anyone",
    status: 404,
    other: "own",
    changesNothing: true,
  },
  { method: "GET", path: "/login/with/:provider/callback", access: "anyone", status: 404, other: "own" },
  // Without a code it leads to the page alone; its own tests bring codes.
  {
    method: "GET",
    path: "/api/v2/redirect",
    access: "anyone",
    prepare: async () => ({ address: "/api/v2/redirect?action=my_surveys" }),
    status: 302,
    other: "own",
  },
  {
    method: "POST",
    path: "/login/code",
    access: "anyone",
    prepare: async () => ({ fields: { link: "action=my_surveys" } }),
    status: 303,
    strangerStatus: 403,
    other: "own",
    changesNothing: true,
  },
  { method: "POST", path: "/logout", access: "anyone", status: 303, other: "own" },
  {
    method: "GET",
    path: "/connect/oauth2/authorize",
    access: "anyone",
    prepare: async () => ({ address: authorizationLink() }),
    status: 200,
    strangerStatus: 303,
    other: "own",
  },
  {
    method: "POST",
    path: "/connect/oauth2/authorize/decision",
    access: "user",
    async prepare(_, ada) {
      const { request } = (await openedConsentIn(ada)).fields;
      return { fields: { request, decision: "allow" } };
    },
    status: 303,
    other: 400,
  },
  {
    method: "GET",
    path: "/oauth/authorize",
    access: "anyone",
    settings: oauthSettings,
    prepare: async () => ({ address: oauthLink() }),
    status: 200,
    strangerStatus: 303,
    other: "own",
  },
  // It leads to the page with the same parameters.
  {
    method: "POST",
    path: "/oauth/authorize",
    access: "anyone",
    settings: oauthSettings,
    status: 303,
    other: "own",
    changesNothing: true,
  },
  { method: "GET", path: "/account/confirm", access: "user", status: 200, other: "own" },
  {
    method: "POST",
    path: "/account/confirm",
    access: "user",
    prepare: async () => ({ fields: { password: "", return_to: "/account/applications" } }),
    status: 400,
    other: "own",
    changesNothing: true,
  },
  {
    method: "POST",
    path: "/account/confirm/passkey/begin",
    access: "user",
    settings: passkeySettings,
    prepare: async () => ({ fields: { return_to: "/account" } }),
    status: 303,
    other: "own",
  },
  {
    method: "GET",
    path: "/account/confirm/passkey",
    access: "user",
    settings: passkeySettings,
    status: 303,
    other: "own",
  },
  {
    method: "POST",
    path: "/account/confirm/passkey",
    access: "user",
    settings: passkeySettings,
    async prepare(platform) {
      const { browser, authenticator } = await givenPasskey(platform);
      const start = await browser.get("/account/confirm");
      const form = await browser.follow(browser.submit(start, "/account/confirm/passkey/begin"));
      const response = authenticator.sign(passkeyOptionsOf(form.html));
      return { fields: { response, return_to: "/account" } };
    },
    // The challenge is that of another session of the owner.
    status: 401,
    other: 401,
    changesNothing: true,
  },
];
