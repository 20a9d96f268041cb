/** An application's credentials. */
export interface Credentials {
  readonly appid: string;
  readonly secret: string;
}

/**
 * How many token requests each application may make at once: more than the suite makes with any other. A hundredth of them
 * is added in a minute, so that the time that the suite takes does not matter.
 */
export const tokenRequestBurst = 400;

/**
 * A platform that is held to the interface, with a world prepared for it: Ada, who has two surveys, the first of
 * them with 25 answers and at least one question; Bob, who has one; a team that Ada belongs to, and one without a
 * plan. Ada's nickname is "Ada".
 */
export interface ConformanceSubject {
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  readonly baseUrl: string;
  readonly web: Credentials;
  readonly otherWeb: Credentials;
  readonly team: Credentials;
  /** A second team, which nothing but the test of the rate limit uses up. */
  readonly busyTeam: Credentials;
  readonly freeTeam: Credentials;
  /** How refusals are answered. */
  readonly errorStatus: "ok" | "semantic";
  /** Lets somebody consent to `web`. */
  obtainCode(person: "ada" | "bob", pkce?: { readonly codeChallenge: string }): Promise<string>;
  /** An address that `web` is redirected to. */
  readonly redirectUri: string;
  /** Lets somebody allow what a link of OpenID Connect asks for. @param path of the link @returns the address that the browser is sent to */
  allowOpenid(person: "ada" | "bob", path: string): Promise<string>;
  /** Lets somebody decide about a device that shows a code. */
  decideOnDevice(person: "ada" | "bob", userCode: string, decision: "allow" | "deny"): Promise<void>;
}

/** Parameters of a call; undefined ones are left out. */
export type Parameters = Readonly<Record<string, string | number | undefined>>;

/** An answer of the API, whole. */
export interface Answer<Data = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly code: string;
  readonly error: { readonly type: string; readonly message?: string };
  readonly data: Data;
  readonly request_id: string;
  /** The names in the envelope, as they came. */
  readonly names: readonly string[];
}

/** What a code exchange gives. */
export interface UserTokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly openid: string;
}

/** What a request for a team token gives. */
export interface TeamToken {
  readonly access_token: string;
  readonly expires_in: number;
}

/** Calls of a subject in words of the interface. */
export class Caller {
  readonly subject: ConformanceSubject;

  constructor(subject: ConformanceSubject) {
    this.subject = subject;
  }

  /** Sends a query as it stands. */
  async raw<Data = Record<string, unknown>>(path: string, query: string): Promise<Answer<Data>> {
    const reply = await this.subject.fetch(`${this.subject.baseUrl}${path}?${query}`, {});
    // What it really is, each test looks at.
    const envelope = (await reply.json()) as Omit<Answer<Data>, "status" | "headers" | "names">;
    return { status: reply.status, headers: reply.headers, ...envelope, names: Object.keys(envelope) };
  }

  call<Data = Record<string, unknown>>(path: string, parameters: Parameters): Promise<Answer<Data>> {
    return this.raw<Data>(path, encode(parameters));
  }

  exchange(code: string, changes: Parameters = {}): Promise<Answer<UserTokens>> {
    const { web } = this.subject;
    const parameters = { ...web, code, grant_type: "authorization_code", ...changes };
    return this.call<UserTokens>("/api/oauth2/access_token", parameters);
  }

  refresh(refreshToken: string, changes: Parameters = {}): Promise<Answer<TeamToken>> {
    const parameters = {
      appid: this.subject.web.appid,
      refresh_token: refreshToken,
      grant_type: "refresh_token",
      ...changes,
    };
    return this.call<TeamToken>("/api/oauth2/refresh_token", parameters);
  }

  askForTeamToken(team: Credentials, changes: Parameters = {}): Promise<Answer<TeamToken>> {
    return this.call<TeamToken>("/api/oauth2/access_token", {
      ...team,
      grant_type: "client_credential",
      ...changes,
    });
  }

  /** Lets Ada, or Bob, give consent again. */
  async signIn(person: "ada" | "bob" = "ada"): Promise<UserTokens> {
    return (await this.exchange(await this.subject.obtainCode(person))).data;
  }

  /** What a user access token and its openid are sent as. */
  proofOf({ access_token, openid }: Pick<UserTokens, "access_token" | "openid">) {
    return { appid: this.subject.web.appid, access_token, openid };
  }

  async teamProof(team: Credentials = this.subject.team) {
    const { access_token } = (await this.askForTeamToken(team)).data;
    return { appid: team.appid, access_token };
  }
}

/** Parameters as a query. */
export function encode(parameters: Parameters): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}
