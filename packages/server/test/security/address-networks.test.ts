import { describe, expect, it } from "vitest";
import { Browser, formsOf } from "../support/browser.ts";
import { teamTokenParameters } from "../support/flows.ts";
import { startTestPlatform, type Envelope, type TestPlatform } from "../support/test-platform.ts";

/** Wrong secrets of one appid that one address may send at once. */
const secretsOfNetwork = 10;
/** Networks of a site that may do as much as one network may. */
const networksOfSite = 10;

/** Asks for a team token as a proxy of our own passes it on. @returns the error's type */
async function ask(platform: TestPlatform, from: string, secret: string = teamTokenParameters.secret) {
  const query = new URLSearchParams({ ...teamTokenParameters, secret });
  const headers = { "x-forwarded-for": from };
  const reply = await platform.fetch(`/api/oauth2/access_token?${query.toString()}`, { headers });
  // Every answer under /api/ has this shape.
  return ((await reply.json()) as Envelope).error.type;
}

/** Sends a wrong secret from each address. @returns how many were looked at */
async function guess(platform: TestPlatform, addresses: readonly string[]): Promise<number> {
  const types = await Promise.all(addresses.map((from) => ask(platform, from, "wrong")));
  return types.filter((type) => type === "invalid_client").length;
}

function many(count: number, addressOf: (index: number) => string): readonly string[] {
  return Array.from({ length: count }, (_, index) => addressOf(index));
}

const behindProxy = { trustProxy: "1" };

describe("somebody who guesses secrets", () => {
  it.each([
    ["every address of an IPv6 /64", (index: number) => `2001:db8:1:1:${index.toString(16)}::1`],
    ["ever other ports", (index: number) => `192.0.2.7:${1000 + index}`],
    ["ever other ports behind brackets", (index: number) => `[2001:db8:1:1::7]:${1000 + index}`],
    [
      "ever other spellings of one address",
      (index: number) =>
        ["192.0.2.7", "::ffff:192.0.2.7", "::ffff:c000:207", "[::ffff:192.0.2.7]:1"][index % 4] ?? "",
    ],
    ["names that are no addresses", (index: number) => `unknown-${index}`],
  ])("gains nothing by %s", async (_, addressOf) => {
    const platform = await startTestPlatform(behindProxy);
    expect(await guess(platform, many(60, addressOf))).toBe(secretsOfNetwork);
  });

  it("is limited over all networks of an IPv6 /48 too, and there the right secret is refused as well", async () => {
    const platform = await startTestPlatform(behindProxy);
    const networks = many(150, (index) => `2001:db8:1:${index.toString(16)}::1`);
    expect(await guess(platform, networks)).toBe(secretsOfNetwork * networksOfSite);
    expect(await ask(platform, "2001:db8:1:ffff::1")).toBe("request_rate_limited");
    expect(await ask(platform, "2001:db8:2:1::1")).toBe("");
  });

  it("does not hinder callers in another network of the same site, nor at another IPv4 address", async () => {
    const platform = await startTestPlatform(behindProxy);
    await guess(
      platform,
      many(60, (index) => `2001:db8:1:1::${index}`),
    );
    await guess(
      platform,
      many(60, () => "192.0.2.7"),
    );
    expect(await ask(platform, "2001:db8:1:1::ffff")).toBe("request_rate_limited");
    expect(await ask(platform, "2001:db8:1:2::1")).toBe("");
    expect(await ask(platform, "192.0.2.8")).toBe("");
  });
});

describe("somebody who guesses passwords", () => {
  /** Longer than any password that is derived from: the test has nothing to wait for. */
  const unreadPassword = "x".repeat(1025);
  /** Attempts of one address on any names. */
  const attemptsOfNetwork = 100;

  async function openForm(platform: TestPlatform) {
    const browser = new Browser(platform);
    const form = formsOf((await browser.get("/login")).html).find(({ action }) => action === "/login");
    return (from: string, username: string) =>
      browser.post(
        "/login",
        { ...form?.hidden, username, password: unreadPassword },
        { "x-forwarded-for": from },
      );
  }

  it("gains nothing by the addresses of an IPv6 /64, neither on one name nor on ever other ones", async () => {
    const platform = await startTestPlatform(behindProxy);
    const attempt = await openForm(platform);
    const onOneName = await Promise.all(
      many(120, (index) => `2001:db8:1:1::${index}`).map((from) => attempt(from, "ada")),
    );
    expect(onOneName.filter(({ status }) => status === 401)).toHaveLength(10);
    const onMany = await Promise.all(
      many(120, (index) => `2001:db8:1:2::${index}`).map((from, index) => attempt(from, `name-${index}`)),
    );
    expect(onMany.filter(({ status }) => status === 401)).toHaveLength(attemptsOfNetwork);
  });

  it("is limited over all networks of an IPv6 /48 too, and does not affect other sites", async () => {
    const platform = await startTestPlatform(behindProxy);
    const attempt = await openForm(platform);
    let refused = 0;
    for (let index = 0; index < attemptsOfNetwork * networksOfSite + 50; index += 1) {
      const { status } = await attempt(`2001:db8:1:${index.toString(16)}::1`, `name-${index}`);
      if (status === 429) refused += 1;
    }
    expect(refused).toBe(50);
    expect((await attempt("2001:db8:2:1::1", "name")).status).toBe(401);
  }, 60_000);
});
