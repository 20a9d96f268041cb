import { obtainCode } from "../flows.ts";
import type { RouteRow } from "./route-row.ts";
import { hashToken } from "../../../src/model/token.ts";
import { type Browser, formsOf } from "../browser.ts";
import { binSurveysOf } from "../bin-survey.ts";
import { declare } from "../declare.ts";
import { invite } from "../invite.ts";
import { givenPasskey, openNewPasskey } from "../passkeys.ts";
import { sampleTotpSecret, totpCode, turnOnSecondFactor } from "../second-factor.ts";
import { revocationPage, revokeAllPath, revokePath } from "../revocation-pages.ts";
import { sampleSecrets } from "../sample-declaration.ts";
import { sessionCookie, signedInBrowser } from "../signed-in-browser.ts";
import { passkeyOptionsOf, passkeySettings, SoftwareAuthenticator } from "../software-authenticator.ts";
import type { TestPlatform } from "../test-platform.ts";
import { beginTotp } from "../../../src/store/people/second-factor-table.ts";
import { linkIdentity } from "../../../src/store/people/linked-identity-table.ts";

const applications = "/account/applications";
const surveysPath = `${applications}/surveys`;

/** The grant that the owner of a browser has given to the sample's application. */
async function givenGrant(platform: TestPlatform, browser: Browser): Promise<string> {
  await obtainCode(platform, { browser });
  const { path } = await revocationPage(browser);
  return new URL(path, "https://platform.example").searchParams.get("grant") ?? "";
}

/** An invitation of Bob's to team Birch, as a path. */
async function invitation(platform: TestPlatform): Promise<string> {
  const birch = await platform.database.reader.kysely
    .selectFrom("teams")
    .select("id")
    .where("name", "=", "Birch")
    .executeTakeFirstOrThrow();
  return `/invitations/${await invite(platform, { id: birch.id, role: 4 })}`;
}

/** Ada has begun to turn the second factor on. */
async function begunTotp({ store }: TestPlatform): Promise<object> {
  const ada = await store.findUserByUsername("ada");
  await store.write(beginTotp, { userId: ada?.id ?? 0, secret: sampleTotpSecret });
  return {};
}

async function secondFactorOn(platform: TestPlatform): Promise<object> {
  await turnOnSecondFactor(platform);
  return {};
}

/** Routes on which users manage their own account. */
export const accountRoutes: readonly RouteRow[] = [
  // There are users already.
  { method: "GET", path: "/welcome/:token", access: "anyone", status: 404, other: "own" },
  {
    method: "POST",
    path: "/welcome/:token",
    access: "anyone",
    status: 303,
    other: "own",
    changesNothing: true,
  },
  { method: "GET", path: "/sign-up", access: "anyone", status: 403, other: "own" },
  // The token of a form without session is that of the browser; tests of signing up send right ones.
  { method: "POST", path: "/sign-up", access: "anyone", status: 303, other: "own", changesNothing: true },
  {
    method: "GET",
    path: "/invitations/:token",
    access: "anyone",
    prepare: async (platform) => ({ address: await invitation(platform) }),
    status: 200,
    other: "own",
  },
  {
    method: "POST",
    path: "/invitations/:token",
    access: "anyone",
    prepare: async (platform) => ({ address: await invitation(platform) }),
    status: 303,
    other: "own",
    changesNothing: true,
  },
  {
    method: "POST",
    path: "/invitations/:token/accept",
    access: "user",
    prepare: async (platform) => ({ address: `${await invitation(platform)}/accept` }),
    status: 303,
    // Everyone with the link may use it; Bob is a member already.
    other: 303,
  },
  { method: "GET", path: "/account", access: "user", status: 200, other: "own" },
  {
    method: "POST",
    path: "/account",
    access: "user",
    prepare: async () => ({ fields: { nickname: "Countess", language: "en", time_zone: "Europe/London" } }),
    status: 303,
    other: "own",
  },
  { method: "GET", path: "/account/picture", access: "user", status: 200, other: "own" },
  // A form with a file is sent in another way than those of this table; its own tests send right ones.
  {
    method: "POST",
    path: "/account/picture",
    access: "user",
    status: 403,
    other: "own",
    changesNothing: true,
  },
  { method: "POST", path: "/account/picture/remove", access: "user", status: 303, other: "own" },
  { method: "GET", path: "/account/security", access: "user", status: 200, other: "own" },
  { method: "POST", path: "/account/security/begin", access: "user", status: 303, other: "own" },
  {
    method: "GET",
    path: "/account/security/totp",
    access: "user",
    stepUp: true,
    prepare: begunTotp,
    status: 200,
    other: "own",
  },
  {
    method: "POST",
    path: "/account/security/totp",
    access: "user",
    stepUp: true,
    prepare: async (platform) => {
      await begunTotp(platform);
      return { fields: { code: totpCode(platform) } };
    },
    status: 200,
    // Bob has begun nothing.
    other: 303,
  },
  { method: "GET", path: "/account/security/off", access: "user", stepUp: true, status: 200, other: "own" },
  {
    method: "POST",
    path: "/account/security/off",
    access: "user",
    stepUp: true,
    prepare: secondFactorOn,
    status: 303,
    other: "own",
  },
  {
    method: "GET",
    path: "/account/security/recovery-codes",
    access: "user",
    stepUp: true,
    status: 200,
    other: "own",
  },
  {
    method: "POST",
    path: "/account/security/recovery-codes",
    access: "user",
    stepUp: true,
    prepare: secondFactorOn,
    status: 200,
    other: 303,
  },
  {
    method: "POST",
    path: "/account/security/passkeys/begin",
    access: "user",
    settings: passkeySettings,
    status: 303,
    other: "own",
  },
  {
    method: "GET",
    path: "/account/security/passkeys/new",
    access: "user",
    stepUp: true,
    settings: passkeySettings,
    async prepare(_, ada) {
      await openNewPasskey(ada);
      return {};
    },
    status: 200,
    // Bob has no challenge.
    other: 303,
  },
  {
    method: "POST",
    path: "/account/security/passkeys/new",
    access: "user",
    stepUp: true,
    settings: passkeySettings,
    async prepare(_, ada) {
      const page = await openNewPasskey(ada);
      const response = new SoftwareAuthenticator().register(passkeyOptionsOf(page.html));
      return { fields: { response, name: "Phone" } };
    },
    status: 303,
    other: "own",
  },
  ...(["GET", "POST"] as const).map((method): RouteRow => ({
    method,
    path: "/account/security/passkeys/:id/remove",
    access: "user",
    stepUp: true,
    settings: passkeySettings,
    async prepare(platform) {
      await givenPasskey(platform);
      return { address: "/account/security/passkeys/1/remove" };
    },
    status: method === "GET" ? 200 : 303,
    other: 404,
  })),
  // No provider is configured here; tests of their own have a real one.
  ...(["GET", "POST"] as const).map((method): RouteRow => ({
    method,
    path: "/account/security/providers/:provider/link",
    access: "user",
    stepUp: true,
    status: 404,
    other: "own",
    changesNothing: true,
  })),
  ...(["GET", "POST"] as const).map((method): RouteRow => ({
    method,
    path: "/account/security/identities/:id/unlink",
    access: "user",
    stepUp: true,
    async prepare(platform) {
      const ada = await platform.store.findUserByUsername("ada");
      const identity = { issuer: "https://login.example", subject: "1", label: "ada.l" };
      const actor = { userId: ada?.id ?? 0, username: "ada", address: "203.0.113.7" };
      await platform.store.write(linkIdentity, { userId: ada?.id ?? 0, identity }, actor);
      return { address: "/account/security/identities/1/unlink" };
    },
    status: method === "GET" ? 200 : 303,
    other: 404,
  })),
  { method: "GET", path: "/account/password", access: "user", status: 200, other: "own" },
  {
    method: "POST",
    path: "/account/password",
    access: "user",
    prepare: async () => ({
      fields: { old_password: sampleSecrets.ada, password: "a sentence of my own" },
    }),
    status: 303,
    // Nothing but Bob's own old password changes his.
    other: 401,
  },
  { method: "GET", path: "/account/sessions", access: "user", status: 200, other: "own" },
  {
    method: "POST",
    path: "/account/sessions/end",
    access: "user",
    async prepare(platform) {
      const second = await signedInBrowser(platform);
      return { fields: { session: hashToken(second.cookies.get(sessionCookie) ?? "") } };
    },
    status: 303,
    other: 404,
  },
  {
    method: "POST",
    path: "/account/sessions/end-others",
    access: "user",
    async prepare(platform) {
      await signedInBrowser(platform);
      return {};
    },
    status: 303,
    other: "own",
  },
  { method: "GET", path: "/privacy", access: "anyone", status: 200, other: "own" },
  { method: "GET", path: "/account/data", access: "user", stepUp: true, status: 200, other: "own" },
  { method: "POST", path: "/account/data", access: "user", stepUp: true, status: 200, other: "own" },
  { method: "GET", path: "/account/delete", access: "user", stepUp: true, status: 200, other: "own" },
  {
    method: "POST",
    path: "/account/delete",
    access: "user",
    stepUp: true,
    // Ada is the only creator of team Acme until Bob is one too.
    async prepare(platform) {
      await declare(platform, {
        teams: [
          {
            name: "Acme",
            members: [
              { username: "ada", role: "creator" },
              { username: "bob", role: "creator" },
            ],
          },
        ],
      });
      await binSurveysOf(platform, "ada");
      return { fields: { username: "ada" } };
    },
    status: 303,
    other: 400,
  },
  { method: "GET", path: applications, access: "user", status: 200, other: "own" },
  {
    method: "GET",
    path: revokePath,
    access: "user",
    prepare: async (platform, ada) => ({
      address: `${revokePath}?grant=${await givenGrant(platform, ada)}`,
    }),
    status: 200,
    other: 404,
  },
  {
    method: "POST",
    path: revokePath,
    access: "user",
    prepare: async (platform, ada) => ({ fields: { grant: await givenGrant(platform, ada) } }),
    status: 303,
    // The same as for a grant that is revoked already.
    other: 303,
  },
  {
    method: "GET",
    path: surveysPath,
    access: "user",
    prepare: async (platform, ada) => ({
      address: `${surveysPath}?grant=${await givenGrant(platform, ada)}`,
    }),
    status: 200,
    other: 404,
  },
  {
    method: "POST",
    path: surveysPath,
    access: "user",
    prepare: async (platform, ada) => {
      const grant = await givenGrant(platform, ada);
      const { html } = await ada.get(`${surveysPath}?grant=${grant}`);
      const form = formsOf(html).find(({ action }) => action === surveysPath);
      return { fields: { ...form?.hidden, surveys: "all" } };
    },
    status: 303,
    // To the page of a grant that the other user does not have.
    other: 303,
  },
  {
    method: "GET",
    path: revokeAllPath,
    access: "user",
    async prepare(platform, ada) {
      await givenGrant(platform, ada);
      return {};
    },
    status: 200,
    other: "own",
  },
  {
    method: "POST",
    path: revokeAllPath,
    access: "user",
    async prepare(platform, ada) {
      await givenGrant(platform, ada);
      return {};
    },
    status: 303,
    other: "own",
  },
];
