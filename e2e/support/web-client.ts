/** A page as it came, without any redirect being followed. */
export type WebPage = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly location: string;
};

/** A form that is ready to be sent. */
export type WebForm = { readonly target: string; readonly fields: Readonly<Record<string, string>> };

/** A browser without a window: it keeps cookies, reads forms, and remembers every secret that it has seen. */
export class WebClient {
  readonly cookies = new Map<string, string>();
  /** Values of cookies and hidden fields so far; none of them may turn up where it does not belong. */
  readonly seen = new Set<string>();
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;

  /** @param headers sent with each request, such as those of a proxy */
  constructor(url: string, headers: Readonly<Record<string, string>> = {}) {
    this.#url = url;
    this.#headers = headers;
  }

  /** The cookies as they are sent. */
  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async get(path: string): Promise<WebPage> {
    return this.#send(path, {});
  }

  async post(path: string, fields: Readonly<Record<string, string>>): Promise<WebPage> {
    return this.#send(path, { method: "POST", body: new URLSearchParams(fields) });
  }

  /** Sends the form of a page whose target begins with `action`, with its hidden fields and those given. */
  async submit(page: WebPage, action: string, fields: Readonly<Record<string, string>>): Promise<WebPage> {
    const form = this.formOf(page, action);
    return this.post(form.target, { ...form.fields, ...fields });
  }

  /** The form of a page whose target begins with `action`: where it goes, and its hidden fields. */
  formOf(page: WebPage, action: string): WebForm {
    const [, target = action, inner = ""] =
      new RegExp(`<form[^>]*action="(${action}[^"]*)"[^>]*>(.*?)</form>`, "s").exec(page.text) ?? [];
    const hidden = [...inner.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]) => [name, value.replaceAll("&amp;", "&")] as const,
    );
    // Where a form comes back to is an address of ours, and no secret.
    for (const [name, value] of hidden) if (name !== "return_to" && name !== "link") this.seen.add(value);
    return { target: target.replaceAll("&amp;", "&"), fields: Object.fromEntries(hidden) };
  }

  async signIn(username: string, password: string): Promise<WebPage> {
    return this.submit(await this.get("/login"), "/login", { username, password });
  }

  /** Allows what a link asks for. @returns the code */
  async allow(link: string): Promise<string> {
    const page = await this.get(link);
    const answer = await this.submit(page, "/connect/oauth2/authorize/decision", { decision: "allow" });
    const code = new URL(answer.location).searchParams.get("code");
    if (code === null) throw new Error(`there is no code in ${answer.location}`);
    return code;
  }

  /** Allows what a link of OpenID Connect asks for; one that was allowed before needs no page. @returns where the browser is sent to */
  async allowOpenid(link: string): Promise<string> {
    const page = await this.get(link);
    if (page.status === 303) return page.location;
    const decision = { decision: "allow", surveys: "all" };
    return (await this.submit(page, "/connect/oauth2/authorize/decision", decision)).location;
  }

  /** Types the code of a device, and decides. */
  async decideOnDevice(userCode: string, decision: "allow" | "deny"): Promise<void> {
    const page = await this.get(`/device/consent?user_code=${userCode}`);
    await this.submit(page, "/connect/oauth2/authorize/decision", { decision, surveys: "all" });
  }

  /** Opens the page that asks whether to revoke the access of the application that was authorized last. */
  async revocationPage(): Promise<WebPage> {
    const list = await this.get("/account/applications");
    const link = /href="(\/account\/applications\/revoke\?grant=\d+)"/.exec(list.text)?.[1];
    return link === undefined ? list : this.get(link);
  }

  async #send(path: string, init: RequestInit): Promise<WebPage> {
    const headers = { ...this.#headers, cookie: this.cookieHeader };
    const reply = await fetch(this.#url + path, { ...init, headers, redirect: "manual" });
    for (const line of reply.headers.getSetCookie()) this.#keep(line);
    const location = reply.headers.get("location") ?? "";
    return { status: reply.status, headers: reply.headers, text: await reply.text(), location };
  }

  #keep(setCookie: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? [];
    if (/max-age=0/i.test(setCookie)) this.cookies.delete(name);
    else this.cookies.set(name, value);
    if (value !== "" && name !== "sop_lang") this.seen.add(value);
  }
}
