import { obtainTeamToken } from "./flows.ts";
import { pathWithQuery } from "./raw-http.ts";
import type { Envelope, TestPlatform } from "./test-platform.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Calls the API as the application of a team does, or as any other with its token. */
export class ApiClient {
  readonly #platform: TestPlatform;
  readonly token: Readonly<Record<string, string>>;

  constructor(platform: TestPlatform, token: Readonly<Record<string, string>>) {
    this.#platform = platform;
    this.token = token;
  }

  get<Data = Fields>(path: string, parameters: Readonly<Record<string, string | number>> = {}) {
    return this.send<Data>(path, {}, parameters);
  }

  post<Data = Fields>(path: string, fields: Fields) {
    const headers = { "content-type": "application/json" };
    return this.send<Data>(path, { method: "POST", headers, body: JSON.stringify(fields) });
  }

  /** As clients do that send forms. */
  postForm<Data = Fields>(path: string, fields: Readonly<Record<string, string>>) {
    return this.send<Data>(path, { method: "POST", body: new URLSearchParams(fields) });
  }

  async send<Data = Fields>(
    path: string,
    init: RequestInit,
    parameters: Readonly<Record<string, string | number>> = {},
  ): Promise<Envelope<Data>> {
    const reply = await this.#platform.fetch(pathWithQuery(path, { ...this.token, ...parameters }), init);
    // Every response under /api/ has this shape; a test of its own holds that.
    return (await reply.json()) as Envelope<Data>;
  }
}

/** A client with a new token of a team. */
export async function teamClient(
  platform: TestPlatform,
  team: "acme" | "birch" = "acme",
): Promise<ApiClient> {
  const token = { appid: `${team}_team`, access_token: await obtainTeamToken(platform, team) };
  return new ApiClient(platform, token);
}

/** What a response says: "OK", or the type of its error. */
export function outcomeOf({ code, error }: Envelope<unknown>): string {
  return code === "OK" ? code : error.type;
}
