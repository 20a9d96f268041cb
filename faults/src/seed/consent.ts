import { WebClient, type WebPage } from "../../../e2e/support/web-client.ts";
import { until } from "../until.ts";
import { CutOffError } from "../ledger/platform-calls.ts";
import { callback, credentials } from "./apply-seed.ts";

const link = `/connect/oauth2/authorize?${new URLSearchParams({
  appid: credentials.application.appid,
  redirect_uri: callback,
  response_type: "code",
  scope: "snsapi_user",
}).toString()}`;

/** A user who is signed in at a node and allows every request of the application. */
export interface ConsentingPerson {
  /** The browser, for pages other than the consent page. */
  readonly browser: WebClient;
  /**
   * Allows the application once.
   *
   * @returns the code
   * @throws `CutOffError` when the node's database is away, what `fetch` throws when the node is
   */
  allow(): Promise<string>;
}

/** Signs a user in at a node through its pages; default: Ada. */
export async function signIn(
  url: string,
  { username, password }: { readonly username: string; readonly password: string } = credentials.ada,
): Promise<ConsentingPerson> {
  const browser = new WebClient(url);
  // On a busy machine the database may be too slow for one attempt; nothing has happened then.
  let answer: WebPage | undefined;
  await until("somebody can sign in", async () => {
    answer = await browser.signIn(username, password);
    return answer.status !== 503;
  });
  if (answer?.status !== 303) throw new Error(`signing in was answered ${answer?.status}: ${answer?.text}`);
  return { browser, allow: () => allow(browser) };
}

async function allow(browser: WebClient): Promise<string> {
  const page = await browser.get(link);
  const answer = await browser.submit(page, "/connect/oauth2/authorize/decision", { decision: "allow" });
  if ([page.status, answer.status].includes(503)) throw new CutOffError();
  const code = URL.parse(answer.location)?.searchParams.get("code") ?? undefined;
  if (code === undefined) throw new Error(`consent was answered ${page.status} and ${answer.status}`);
  return code;
}
