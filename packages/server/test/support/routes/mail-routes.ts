import { hashToken, makeRandomId } from "../../../src/model/token.ts";
import { beginEmailChange } from "../../../src/store/people/email-table.ts";
import { giveAddress } from "../mail-server.ts";
import type { TestPlatform } from "../test-platform.ts";
import type { RouteRow } from "./route-row.ts";

/** The settings of a platform that sends mail; nothing listens there. */
export const mailSettings = {
  mail: "smtp://127.0.0.1:9",
  mailFrom: "surveys@survey.example",
  authUrl: "http://platform.example",
};

/** Ada has entered an address. @returns the path of the link that confirms it */
async function enteredAddress({ store }: TestPlatform): Promise<string> {
  const ada = await store.findUserByUsername("ada");
  const token = makeRandomId();
  const change = { hash: hashToken(token), token, userId: ada?.id ?? 0, username: "ada" };
  await store.write(beginEmailChange, { ...change, address: "ada@mail.example", language: "en" });
  return `/account/email/confirm/${token}`;
}

/** Routes about mails: addresses of users, forgotten passwords, and links to unsubscribe. */
export const mailRoutes: readonly RouteRow[] = [
  { method: "GET", path: "/account/notices", access: "user", status: 200, other: "own" },
  {
    method: "POST",
    path: "/account/notices",
    access: "user",
    async prepare(platform) {
      await giveAddress(platform, "ada", "ada@mail.example");
      return { fields: { webhooks: "off" } };
    },
    status: 303,
    other: "own",
  },
  { method: "GET", path: "/account/email", access: "user", stepUp: true, status: 200, other: "own" },
  {
    method: "POST",
    path: "/account/email",
    access: "user",
    stepUp: true,
    settings: mailSettings,
    prepare: () => Promise.resolve({ fields: { email: "ada@mail.example", action: "change" } }),
    status: 303,
    other: "own",
  },
  {
    method: "GET",
    path: "/account/email/confirm/:token",
    access: "user",
    prepare: async (platform) => ({ address: await enteredAddress(platform) }),
    status: 200,
    other: 404,
  },
  {
    method: "POST",
    path: "/account/email/confirm/:token",
    access: "user",
    prepare: async (platform) => ({ address: await enteredAddress(platform) }),
    status: 303,
    other: 404,
  },
  {
    method: "GET",
    path: "/forgotten",
    access: "anyone",
    settings: mailSettings,
    status: 200,
    other: "own",
  },
  // Its own tests bring the token of the browser.
  {
    method: "POST",
    path: "/forgotten",
    access: "anyone",
    settings: mailSettings,
    status: 403,
    other: "own",
    changesNothing: true,
  },
  // Both are for who has the link; tests of their own have one.
  { method: "GET", path: "/mail/unsubscribe/:token", access: "anyone", status: 404, other: "own" },
  {
    method: "POST",
    path: "/mail/unsubscribe/:token",
    access: "anyone",
    status: 403,
    other: "own",
    changesNothing: true,
  },
];
