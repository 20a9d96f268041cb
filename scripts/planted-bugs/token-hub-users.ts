import type { PlantedBug } from "./planted-bug.ts";

const src = "packages/token-hub/src";
const tests = "packages/token-hub/test";
const userMode = `${tests}/users/user-mode.test.ts`;
const overHttp = `${tests}/users/users-over-http.test.ts`;
const consents = `${tests}/users/consent-watch.test.ts`;
const statusPage = `${tests}/status-page/status-page.test.ts`;

/** Mistakes about people's tokens at a hub, and about who sees its status page. */
export const tokenHubPeopleBugs: readonly PlantedBug[] = [
  {
    name: "hub-refresh-undoes-consent",
    breaks: "A refresh that was slow writes over what a newer consent gave.",
    file: `${src}/store/user-grant-table.ts`,
    find: `.updateTable("user_grants") .where("appid", "=", appid) .where("openid", "=", openid) .where("version", "=", version)`,
    replace: `.updateTable("user_grants").where("appid", "=", appid).where("openid", "=", openid).where("version", ">=", version)`,
    caughtBy: [userMode],
  },
  {
    name: "hub-refresh-without-lease",
    breaks: "Each of several hubs refreshes a person's token for itself.",
    file: `${src}/store/user-grant-table.ts`,
    find: `.where("lease_until", "<=", nowMs)`,
    replace: "",
    caughtBy: [userMode],
  },
  {
    name: "hub-sealed-for-anybody",
    breaks: "One person's sealed token opens in another one's place.",
    file: `${src}/users/open-grant.ts`,
    find: "return `${kind}:${appid}:${openid}`;",
    replace: "return `${kind}:${appid}${openid.slice(0, 0)}`;",
    caughtBy: [consents],
  },
  {
    name: "hub-people-for-every-caller",
    breaks: "A caller with the right to an application's token also gets user tokens.",
    file: `${src}/users/users-request.ts`,
    find: `if (caller.may("users", appid))`,
    replace: "if (caller.appids.includes(appid))",
    caughtBy: [overHttp],
  },
  {
    name: "hub-report-of-person-believed",
    breaks: "A person's token is refreshed because somebody says that it is dead.",
    file: `${src}/users/user-application.ts`,
    find: `if (result === "dead") return`,
    replace: `if (result !== "unknown") return`,
    caughtBy: [userMode, overHttp],
  },
  {
    name: "hub-report-of-person-for-free",
    breaks: "Reports of people's tokens cost a caller nothing.",
    file: `${src}/users/user-application.ts`,
    find: "beforeProbe(); const { platform",
    replace: "const { platform",
    caughtBy: [overHttp],
  },
  {
    name: "hub-exchange-lost",
    breaks: "What a code gave is lost when the database is away for a moment.",
    file: `${src}/users/user-application.ts`,
    find: "const storeAttempts = 5;",
    replace: "const storeAttempts = 1;",
    caughtBy: [userMode],
  },
  {
    name: "hub-revoked-person-served",
    breaks: "A token that is known to be dead is still returned after consent was revoked.",
    file: `${src}/store/user-grant-table.ts`,
    find: "const end = isTokenDead ? { expires_in_seconds: 0 } : {};",
    replace: "const end = isTokenDead ? {} : {};",
    caughtBy: [userMode],
  },
  {
    name: "hub-status-without-password",
    breaks:
      "Without a password the status page is served on the address of the calls, where a proxy may stand in front.",
    file: `${src}/status-page/status-endpoints.tsx`,
    find: "return [isOnOwnPort ? statusForThisMachine(sources) : refusedStatus];",
    replace: "return [isOnOwnPort || true ? statusForThisMachine(sources) : refusedStatus];",
    caughtBy: [statusPage, `${tests}/service/status-listener.test.ts`],
  },
  {
    name: "hub-status-empty-cookie",
    breaks: "An empty cookie makes a form key that everybody can compute.",
    file: `${src}/status-page/read-own-form.ts`,
    find: `cookie !== undefined && cookie !== ""`,
    replace: `cookie !== undefined`,
    caughtBy: [statusPage],
  },
  {
    name: "hub-status-through-a-proxy",
    breaks: "A proxy on the same machine shows the status page to everybody.",
    file: `${src}/status-page/own-machine.ts`,
    find: "return isDirect && isIP(address)",
    replace: "return (isDirect || true) && isIP(address)",
    caughtBy: [statusPage],
  },
  {
    name: "hub-status-rebound",
    breaks: "A page from elsewhere reads the status by pointing its own name at this machine.",
    file: `${src}/status-page/own-machine.ts`,
    find: "&& loopbackName.test(hostname)",
    replace: `&& (loopbackName.test(hostname) || hostname !== "")`,
    caughtBy: [statusPage],
  },
  {
    name: "hub-status-form-of-anybody",
    breaks: "A form needs no token of ours.",
    file: `${src}/status-page/read-own-form.ts`,
    find: `isCsrfTokenOf(cookie, fields.get("csrf") ?? "") ? fields : undefined`,
    replace: `isCsrfTokenOf(cookie, fields.get("csrf") ?? "") ? fields : fields`,
    caughtBy: [statusPage],
  },
  {
    name: "hub-status-form-from-elsewhere",
    breaks: "A form of another site is taken if it knows the token.",
    file: `${src}/status-page/read-own-form.ts`,
    find: "!isForm || comesFromElsewhere(request.headers, origin)",
    replace: "!isForm || (comesFromElsewhere(request.headers, origin) && false)",
    caughtBy: [statusPage],
  },
  {
    name: "hub-sign-in-ipv6-address-counts-alone",
    breaks: "One IPv6 network guesses the password of the status page without a limit.",
    file: `${src}/status-page/sign-in-attempts.ts`,
    find: "parseAddress(address) ?? { network: address, site: undefined }",
    replace: "parseAddress(address === '' ? address : '') ?? { network: address, site: undefined }",
    caughtBy: [statusPage],
  },
  {
    name: "hub-sign-in-ipv6-site-without-limit",
    breaks: "An IPv6 site guesses the password of the status page from each of its networks.",
    file: `${src}/status-page/sign-in-attempts.ts`,
    find: "site === undefined ? [own] :",
    replace: "site !== '' ? [own] :",
    caughtBy: [statusPage],
  },
  {
    name: "hub-status-guessed",
    breaks: "The attempts of a password are not counted.",
    file: `${src}/status-page/sign-in-attempts.ts`,
    find: "if (excess > 0 || this.#wholeAt.size >= mostCounts)",
    replace: "if (this.#wholeAt.size >= mostCounts)",
    caughtBy: [statusPage],
  },
  {
    name: "hub-status-still-signed-in",
    breaks: "Signing out of the status page deletes the cookie but not the session.",
    file: `${src}/status-page/status-endpoints.tsx`,
    find: "sessions.end(session);",
    replace: "",
    caughtBy: [statusPage],
  },
];
