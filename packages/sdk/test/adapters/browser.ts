/** Sends a request to an application under test, without following redirects. */
export type Send = (path: string, init: RequestInit) => Promise<Response>;

/** What a browser got for one request. */
export interface Visit {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** Where it is sent to, when it is. */
  readonly location: string;
}

/** A browser that keeps the cookies of one application, and everything that it was ever sent. */
export class Browser {
  readonly cookies = new Map<string, string>();
  /** Lines of `Set-Cookie` so far. */
  readonly setCookies: string[] = [];
  /** Headers and bodies so far, for a test to say what is not in them. */
  readonly received: string[] = [];
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  get(path: string, headers: Readonly<Record<string, string>> = { accept: "text/html" }): Promise<Visit> {
    return this.request(path, { headers });
  }

  async request(path: string, init: RequestInit): Promise<Visit> {
    const headers = new Headers(init.headers);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    if (cookie !== "") headers.set("cookie", cookie);
    const reply = await this.#send(path, { ...init, headers });
    const body = await reply.text();
    for (const line of reply.headers.getSetCookie()) this.#keep(line);
    this.received.push([...reply.headers].join("\n"), body);
    return {
      status: reply.status,
      headers: reply.headers,
      body,
      location: reply.headers.get("location") ?? "",
    };
  }

  #keep(line: string): void {
    this.setCookies.push(line);
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/max-age=0\b/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
