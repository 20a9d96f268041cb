import type { Browser, Page } from "./browser.ts";

/** Where access is revoked. */
export const revokePath = "/account/applications/revoke";
export const revokeAllPath = "/account/applications/revoke-all";

/** Opens the pages that ask whether to revoke access, one for each application that the user has authorized. */
export async function revocationPages(browser: Browser): Promise<readonly Page[]> {
  const { html } = await browser.get("/account/applications");
  const links = [...html.matchAll(/href="(\/account\/applications\/revoke\?grant=\d+)"/g)];
  return Promise.all(links.map(([, path = ""]) => browser.get(path)));
}

/** Opens the page that asks whether to revoke access, of the application that was authorized last. */
export async function revocationPage(browser: Browser): Promise<Page> {
  const [page] = await revocationPages(browser);
  if (page === undefined) throw new Error("no application is authorized");
  return page;
}

/** Opens the page that asks whether to revoke all access. */
export function revocationOfAllPage(browser: Browser): Promise<Page> {
  return browser.get(revokeAllPath);
}
