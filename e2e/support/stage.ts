import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { credentials, writeDeclaration } from "./declaration-file.ts";
import { startExample } from "./example-process.ts";
import { freePort } from "../../packages/database/test/support/free-port.ts";
import { startPlatform } from "./platform-process.ts";

/** What differs from one stage to another. */
export interface StageOptions extends BrowserContextOptions {
  /** The application, as a path below `examples/`. */
  readonly example?: string;
  /** Titles of further surveys of the person. */
  readonly surveys?: readonly string[];
}

/** The built platform, an application with a server of its own, and a person with a browser. */
export async function startStage(
  browser: Browser,
  { example = "plain-fetch/web-application.ts", surveys = [], ...options }: StageOptions = {},
) {
  const stack = new AsyncDisposableStack();
  const port = await freePort();
  const file = writeDeclaration(`http://localhost:${port}/callback`, surveys);
  const platform = stack.use(await startPlatform({ parameters: ["--apply", file] }));
  const { appid, secret } = credentials.application;
  const environment = { PLATFORM_URL: platform.url, APPID: appid, SECRET: secret, PORT: String(port) };
  const application = stack.use(await startExample(example, environment));
  const context = await browser.newContext(options);
  stack.defer(() => context.close());
  const page = await context.newPage();
  return { platform, application, page, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Begins at the application and signs in, as far as the consent page. */
export async function signInToConsent(page: Page, applicationUrl: string): Promise<void> {
  await page.goto(applicationUrl);
  await page.getByRole("link", { name: /^Sign in/ }).click();
  await page.locator("input[name=username]").fill(credentials.ada.username);
  await page.locator("input[name=password]").fill(credentials.ada.password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: /Insight Board/ }).waitFor();
}
