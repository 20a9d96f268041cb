import { createHmac } from "node:crypto";
import { expect } from "vitest";
import type { WebClient, WebPage } from "./web-client.ts";

const secretShape = /sops_[\w-]{32}/;
const linkShape = /\/invitations\/([\w-]{32})/;
/** A key in base 32, as people type it. */
const keyShape = /(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}/;
const webhookSecretShape = /whsec_[A-Za-z0-9+/]{32,}=*/;
const recoveryCodeShape = /\b[0-9a-z]{4}(?:-[0-9a-z]{4}){3}\b/g;
/** More than there are for one user. */
const crawledMaximum = 300;

/** Who makes secrets on pages, and what that user signs in with. */
interface Maker {
  readonly browser: WebClient;
  readonly password: string;
  readonly newPassword: string;
}

/** The secrets that pages made. */
interface PageSecrets {
  /** Those of which the database has a hash at most. */
  readonly hashed: ReadonlySet<string>;
  /** Those that the platform computes with, so that the database has them as they are, in a column of their own. */
  readonly kept: ReadonlySet<string>;
}

/**
 * Has every page make its secret that shows one: of a new application, a second one, a test token, those of a team, an
 * invitation, two of a webhook, the key of an authenticator app, recovery codes, and a changed password. No cache may keep
 * what shows them.
 */
export async function makeSecretsOnPages({ browser, password, newPassword }: Maker): Promise<PageSecrets> {
  const hashed = new Set<string>([newPassword]);
  const kept = new Set<string>();
  const keep = (page: WebPage, shape: RegExp, secrets = hashed): void => {
    expect(page.headers.get("cache-control")).toContain("no-store");
    const found = page.text.match(shape) ?? [];
    expect([page.status, found.length > 0]).toEqual([200, true]);
    for (const one of shape.global ? found : [found.at(-1) ?? ""]) secrets.add(one);
  };
  const send = async (path: string, fields: Readonly<Record<string, string>>) =>
    browser.submit(await browser.get(path), path, fields);

  const registered = await send("/console/new", {
    name: "Canary",
    redirect_uris: "https://canary.example/callback",
    requires_pkce: "on",
  });
  keep(registered, secretShape);
  const application = `/console/applications/${/app_[0-9a-f]{20}/.exec(registered.text)?.[0] ?? ""}`;
  keep(
    await send(`${application}/secrets/new`, { name: "second", replaces: "1", after: "day", tokens: "keep" }),
    secretShape,
  );
  keep(await send(`${application}/test-token`, {}), /sopu_[\w-]{32,}/);
  const created = await send("/teams/new", { name: "Canaries" });
  const team = /\/teams\/\d+/.exec(created.location)?.[0] ?? "";
  keep(await send(`${team}/credentials/new`, {}), secretShape);
  keep(await send(`${team}/invitations/new`, { role: "4", note: "canary" }), linkShape);
  const webhook = { url: "https://receiver.example/events" };
  keep(await send(`${team}/webhooks/new`, webhook), webhookSecretShape, kept);
  const listed = await browser.get(`${team}/webhooks`);
  const address = /\/teams\/\d+\/webhooks\/\d+/.exec(listed.text)?.[0] ?? "";
  keep(await send(`${address}/secret`, {}), webhookSecretShape, kept);
  await browser.submit(await browser.get("/account/security"), "/account/security/begin", {});
  const connected = await browser.get("/account/security/totp");
  keep(connected, keyShape, kept);
  const key = (keyShape.exec(connected.text)?.[0] ?? "").replaceAll(" ", "");
  kept.add(key);
  keep(
    await browser.submit(connected, "/account/security/totp", { code: oneTimeCode(key) }),
    recoveryCodeShape,
  );
  const changed = await send("/account/password", { old_password: password, password: newPassword });
  expect(changed.status).toBe(303);
  return { hashed, kept };
}

/** The code of an authenticator app for a key in base 32 (RFC 6238). */
function oneTimeCode(key: string): string {
  const bits = key
    .split("")
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"));
  const bytes =
    bits
      .join("")
      .match(/.{8}/g)
      ?.map((byte) => Number.parseInt(byte, 2)) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac("sha1", Buffer.from(bytes)).update(counter).digest();
  const code = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff;
  return String(code % 1_000_000).padStart(6, "0");
}

/** Every page that links lead to, by its path. */
export async function crawl(
  browser: WebClient,
  starts: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const pages: Record<string, string> = {};
  const open = [...starts];
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    if (path in pages) continue;
    const { text, location } = await browser.get(path);
    pages[path] = text;
    const links = [...text.matchAll(/href="(\/[^"#]*)/g)].map(([, link = ""]) =>
      link.replaceAll("&amp;", "&"),
    );
    open.push(...[...links, location].filter(isPageOfAccount));
  }
  expect(Object.keys(pages).length).toBeGreaterThan(40);
  expect(Object.keys(pages).length).toBeLessThan(crawledMaximum);
  return Object.fromEntries(Object.entries(pages).map(([path, text]) => [`page ${path}`, text]));
}

function isPageOfAccount(link: string): boolean {
  return /^\/(?:account|console|teams)(?:[/?]|$)/.test(link) && !/[?&]lang=/.test(link);
}
