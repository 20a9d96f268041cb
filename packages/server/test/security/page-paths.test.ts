import { describe, expect, it } from "vitest";
import { declareUser } from "../../src/store/declaration/declaration-user.ts";
import type { Browser } from "../support/browser.ts";
import { allRoutes } from "../support/routes/all-routes.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform } from "../support/test-platform.ts";

/** Parts of a path that no name can be: a database cannot store some of them, and a header cannot repeat others. */
const strangeParts = ["%00", "acme%00", "%0d%0aX-Injected:%20y", "%7f", "%E9%97%AE", "%2f%2fevil.example"];

/** The pages whose paths have parts that are not fixed; each with each strange part in each place. */
const addresses = allRoutes
  .filter(({ method }) => method === "GET")
  .flatMap(({ path }) =>
    (path.match(/:\w+/g) ?? []).flatMap((name) =>
      strangeParts.map((part) => path.replace(name, part).replaceAll(/:\w+/g, "1")),
    ),
  );

async function administratorsBrowser(): Promise<Browser> {
  const platform = await startTestPlatform();
  const root = { username: "root", password_hash: "none", administrator: 1 } as const;
  await platform.database.write((t) => declareUser(t, root, undefined));
  return signedInBrowser(platform, "root");
}

describe("the path of a page", () => {
  it("is refused as no page, or led on with its own encoding, whatever its parts are", async () => {
    const browser = await administratorsBrowser();
    const failed: string[] = [];
    for (const address of addresses) {
      const { status, location = "/", headers } = await browser.get(address);
      const isSafe = status < 500 && !headers.has("x-injected") && /^\/(?!\/)[!-~]*$/.test(location);
      if (!isSafe) failed.push(`${address}: ${status} ${location}`);
    }
    expect(failed).toEqual([]);
    expect((await browser.get("/account/applications")).status).toBe(200);
  });
});
