/**
 * Somebody else's program, as it was written against the platform: it knows the documented token call, data calls
 * and `fetch`, and nothing of a hub. Nothing of it is changed for the hub but the base address of its token call.
 */
export class LegacyClient {
  readonly #fetch: (url: string) => Promise<Response>;
  readonly #tokenBase: string;
  readonly #dataBase: string;
  readonly #credentials: { readonly appid: string; readonly secret: string };
  readonly #appid: string;
  #token = "";

  constructor(
    fetch: (url: string) => Promise<Response>,
    settings: {
      readonly tokenBase: string;
      readonly dataBase: string;
      readonly credentials: { readonly appid: string; readonly secret: string };
      readonly appid: string;
    },
  ) {
    this.#fetch = fetch;
    this.#tokenBase = settings.tokenBase;
    this.#dataBase = settings.dataBase;
    this.#credentials = settings.credentials;
    this.#appid = settings.appid;
  }

  async renew(): Promise<void> {
    const { appid, secret } = this.#credentials;
    const query = `appid=${appid}&secret=${secret}&grant_type=client_credential`;
    const answer = await this.#fetch(`${this.#tokenBase}/api/oauth2/access_token?${query}`);
    const body = (await answer.json()) as { code: string; data: { access_token: string } };
    if (body.code !== "OK") throw new Error(`there is no token: ${body.code}`);
    this.#token = body.data.access_token;
  }

  /** How many surveys there are; a refused token is renewed once. */
  async countSurveys(): Promise<number> {
    const first = await this.#list();
    if (first.code === "OK") return first.data.total;
    await this.renew();
    const second = await this.#list();
    if (second.code === "OK") return second.data.total;
    throw new Error("two tokens in a row were refused");
  }

  async #list(): Promise<{ code: string; data: { total: number } }> {
    const query = `appid=${this.#appid}&access_token=${this.#token}`;
    const answer = await this.#fetch(`${this.#dataBase}/api/surveys?${query}`);
    return (await answer.json()) as { code: string; data: { total: number } };
  }
}
