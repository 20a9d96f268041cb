import { declareDemoApp } from "./declare.ts";
import { obtainTeamToken } from "./flows.ts";
import { allowedTokens } from "./quick-consent.ts";
import { pathWithQuery } from "./raw-http.ts";
import { startTestPlatform, type Envelope, type TestPlatform } from "./test-platform.ts";

/** What a data call is made with. */
export interface Token {
  readonly appid: string;
  readonly access_token: string;
}

/** A call as a test makes it. */
export interface SentCall {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly token?: Partial<Token> | undefined;
  /** In the query, beside the token. */
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a call with a JSON body. */
export function sendCall(
  platform: TestPlatform,
  path: string,
  { method = "POST", token = {}, query = {}, body, headers = {} }: SentCall,
): Promise<Response> {
  const init =
    body === undefined
      ? { method, headers }
      : { method, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) };
  return platform.fetch(pathWithQuery(path, { ...token, ...query }), init);
}

/** What a call returned, in few words: its data, or the error with the parameter that it names. */
export async function outcomeOf(response: Response): Promise<unknown> {
  // A test of its own holds the shape.
  const { code, error, data } = (await response.json()) as Envelope;
  if (code === "OK") return data;
  const parameter = response.headers.get("x-error-parameter");
  return parameter === null ? error.type : `${error.type} ${parameter}`;
}

/** A platform with tokens for writing: of team Acme, of team Birch, and of the users Ada and Bob; and calls with them. */
export async function startWriting(settings: Parameters<typeof startTestPlatform>[0] = {}) {
  const platform = await startTestPlatform(settings);
  await declareDemoApp(platform, { may_write: true });
  const userToken = async (username: "ada" | "bob") => {
    const { access_token } = await allowedTokens(platform, { username });
    return { appid: "demo_app", access_token };
  };
  const teamToken = async (team: "acme" | "birch") => ({
    appid: `${team}_team`,
    access_token: await obtainTeamToken(platform, team),
  });
  const tokens = {
    acme: await teamToken("acme"),
    birch: await teamToken("birch"),
    ada: await userToken("ada"),
    bob: await userToken("bob"),
  };
  const post = async (path: string, body: unknown, token: Token = tokens.acme): Promise<unknown> =>
    outcomeOf(await sendCall(platform, path, { token, body }));
  const get = async (path: string, token: Token = tokens.acme): Promise<unknown> =>
    outcomeOf(await sendCall(platform, path, { method: "GET", token }));
  return { platform, tokens, post, get };
}

/** What the tests of writing calls start with. */
export type WritingStage = Awaited<ReturnType<typeof startWriting>>;

/** A text with two questions on two pages. */
export const sampleText =
  "Lunch\n\nWelcome.\n\nHow was it?[Single Choice]\nGood\nBad\n\n=== Page Break ===\n\nAnything else?[Single Line Text][Optional]";

/** Creates a survey from text. @returns its path in the API */
export async function createSurvey(
  { post }: WritingStage,
  text = sampleText,
  token?: Token,
): Promise<string> {
  // What the call returns.
  const { id } = (await post("/api/surveys", { text }, token)) as { readonly id: number };
  return `/api/surveys/${id}`;
}
