import type { TestPlatform } from "./test-platform.ts";

/** A page as a browser has it. */
export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly path: string;
  readonly html: string;
  /** Where it redirects to, when it does. */
  readonly location: string | undefined;
}

/** A browser that keeps cookies and understands forms, and follows redirects only on request. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #platform: TestPlatform;

  constructor(platform: TestPlatform) {
    this.#platform = platform;
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Page> {
    return this.send(path, { headers });
  }

  post(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    return this.send(path, { method: "POST", body: new URLSearchParams(fields), headers });
  }

  /** Goes to a page, and on as long as it leads to another one of the platform. */
  async follow(page: Page | Promise<Page>): Promise<Page> {
    let current = await page;
    while (current.location?.startsWith("/")) current = await this.get(current.location);
    return current;
  }

  /** Sends the form of a page whose target is `action`, with its hidden fields and those given. */
  submit(page: Page, action: string, fields: Readonly<Record<string, string>> = {}): Promise<Page> {
    const form = formsOf(page.html).find((candidate) => candidate.action.split("?", 1)[0] === action);
    if (form === undefined) throw new Error(`the page ${page.path} has no form to ${action}`);
    return this.post(form.action, { ...form.hidden, ...fields });
  }

  /** Signs in, starting from any page that asks for it. @returns where that leads */
  async signIn(
    username: string,
    password: string,
    page: Page | Promise<Page> = this.get("/login"),
  ): Promise<Page> {
    return this.follow(this.submit(await this.follow(page), "/login", { username, password }));
  }

  /** Sends a request of any kind, with the cookies that there are. */
  async send(path: string, init: RequestInit): Promise<Page> {
    const headers = new Headers(init.headers);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    if (cookie !== "" && !headers.has("cookie")) headers.set("cookie", cookie);
    const reply = await this.#platform.fetch(path, { ...init, headers });
    for (const line of reply.headers.getSetCookie()) this.#keep(line);
    const location = reply.headers.get("location") ?? undefined;
    return { status: reply.status, headers: reply.headers, path, html: await reply.text(), location };
  }

  #keep(setCookie: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? [];
    if (/max-age=0/i.test(setCookie)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** A form as found in a page. */
export interface Form {
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
}

/** The forms of a page that change something, with their hidden fields; a search is a GET. */
export function formsOf(html: string): readonly Form[] {
  return [...html.matchAll(/<form method="post"[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].map(
    ([, action = "", inner = ""]) => ({
      action: unescapeHtml(action),
      hidden: Object.fromEntries(
        [...inner.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
          ([, name = "", value = ""]) => [name, unescapeHtml(value)],
        ),
      ),
    }),
  );
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
