import { obtainCode } from "../flows.ts";
import type { RouteRow } from "./route-row.ts";
import { formsOf, type Browser } from "../browser.ts";
import type { TestPlatform } from "../test-platform.ts";

const applications = "/account/applications";

/** The grant that the owner of a browser has given to the sample's application. */
async function givenGrant(platform: TestPlatform, browser: Browser): Promise<string> {
  await obtainCode(platform, { browser });
  const { html } = await browser.get(applications);
  const form = formsOf(html).find(({ action }) => action === `${applications}/revoke`);
  return form?.hidden["grant"] ?? "";
}

/** Routes on which users manage their own account. */
export const accountRoutes: readonly RouteRow[] = [
  { method: "GET", path: applications, access: "user", status: 200, other: "own" },
  {
    method: "POST",
    path: `${applications}/revoke`,
    access: "user",
    prepare: async (platform, ada) => ({ fields: { grant: await givenGrant(platform, ada) } }),
    status: 303,
    // The same as for a grant that is revoked already.
    other: 303,
  },
  {
    method: "POST",
    path: `${applications}/revoke-all`,
    access: "user",
    async prepare(platform, ada) {
      await givenGrant(platform, ada);
      return {};
    },
    status: 303,
    other: "own",
  },
];
