import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createSurvey, startWriting } from "../support/api-calls.ts";
import { deleteAnswer } from "../support/delete-answer.ts";
import {
  basicHeader,
  callWithBearer,
  oauthSettings,
  obtainOauthTokens,
  platformOrigin,
  postOauth,
  type OauthTokens,
} from "../support/oauth.ts";
import { addAnswer } from "../support/parameter-rows.ts";
import { pathWithQuery } from "../support/raw-http.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import type { TestPlatform } from "../support/test-platform.ts";

const folder = join(import.meta.dirname, "../../../../examples/connectors");

const team = { id: "acme_team", secret: sampleSecrets.acmeTeam };
const person = { id: "demo_app", secret: sampleSecrets.demoApp };

/** A survey of a team with answers, of which one was deleted. */
async function start() {
  const stage = await startWriting(oauthSettings);
  const path = await createSurvey(stage);
  for (let at = 0; at < 3; at += 1) await addAnswer(stage, { path });
  const surveyId = Number(path.split("/").at(-1));
  await deleteAnswer(stage.platform, surveyId, 2);
  return { stage, surveyId };
}

type Query = Readonly<Record<string, string>>;

interface Data {
  readonly code: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly list: readonly unknown[] };
}

interface Caller {
  readonly platform: TestPlatform;
  /** In the header of each call, and nowhere else. */
  readonly token: string;
}

async function get({ platform, token }: Caller, path: string, query: Query): Promise<Data> {
  return (await (await callWithBearer(platform, pathWithQuery(path, query), token)).json()) as Data;
}

async function tokensFor(platform: TestPlatform, form: Query, authorization: string): Promise<OauthTokens> {
  return (await (await postOauth(platform, "/oauth/token", form, authorization)).json()) as OauthTokens;
}

interface Stream {
  readonly name: string;
  readonly retriever: {
    readonly requester: { readonly path: string; readonly $ref: string };
    readonly paginator: {
      readonly page_size_option: { readonly field_name: string };
      readonly page_token_option: { readonly field_name: string };
      readonly pagination_strategy: {
        readonly type: string;
        readonly page_size: number;
        readonly cursor_value?: string;
        readonly stop_condition?: string;
      };
    };
  };
}

interface OauthAuthenticator {
  readonly type: "OAuthAuthenticator";
  readonly grant_type: string;
  readonly token_refresh_endpoint: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly refresh_token?: string;
  readonly refresh_request_body?: Query;
  readonly refresh_token_updater?: { readonly refresh_token_name: string };
}

interface Manifest {
  readonly definitions: {
    readonly requester: {
      readonly authenticator: {
        readonly authenticator_selection_path: readonly string[];
        readonly authenticators: Readonly<Record<string, OauthAuthenticator>>;
      };
    };
  };
  readonly streams: readonly Stream[];
}

/** The value of an expression of the manifest: `config['x']`, `response['data']['x']`, with or without `not`. */
function valueOf(template: string, known: Readonly<Record<string, unknown>>): unknown {
  const [, negation, root = "", path = ""] = /^\{\{ (not )?(\w+)((?:\['\w+'\])+) \}\}$/.exec(template) ?? [];
  const names = [...path.matchAll(/'(\w+)'/g)].map(([, name = ""]) => name);
  // What is not there is undefined.
  const value = names.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], known[root]);
  return negation === undefined ? value : !value;
}

function filled(template: string, known: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{\{[^}]*\}\}/g, (part) => String(valueOf(part, known)));
}

interface Config {
  readonly base_url: string;
  readonly survey_id: number;
  readonly credentials: Query;
}

/** Gets tokens as Airbyte does: by a form with the secret in it. */
function tokensOfAirbyte(
  platform: TestPlatform,
  { definitions }: Manifest,
  config: Config,
): Promise<OauthTokens> {
  const { authenticator } = definitions.requester;
  expect(authenticator.authenticator_selection_path).toEqual(["credentials", "surveys_of"]);
  const chosen = authenticator.authenticators[config.credentials["surveys_of"] ?? ""] ?? fail("kind");
  const fill = (template: string) => filled(template, { config });
  expect(fill(chosen.token_refresh_endpoint)).toBe(`${platformOrigin}/oauth/token`);
  const form = {
    grant_type: chosen.grant_type,
    client_id: fill(chosen.client_id),
    client_secret: fill(chosen.client_secret),
    ...(chosen.refresh_token !== undefined && { refresh_token: fill(chosen.refresh_token) }),
    ...chosen.refresh_request_body,
  };
  return tokensFor(platform, form, "");
}

/** Makes the requests of a stream as its manifest says, to the end. @param pageSize in place of that of the manifest */
async function recordsOf(
  { streams }: Manifest,
  name: string,
  {
    caller,
    config,
    pageSize,
  }: { readonly caller: Caller; readonly config: Config; readonly pageSize: number },
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { requester, paginator } = streams.find((one) => one.name === name)?.retriever ?? fail(name);
  const strategy = paginator.pagination_strategy;
  const query = { [paginator.page_size_option.field_name]: String(pageSize) };
  const records: Readonly<Record<string, unknown>>[] = [];
  let token: Query = strategy.type === "PageIncrement" ? { page: "1" } : {};
  for (let page = 1; ; page += 1) {
    const response = await get(caller, filled(requester.path, { config }), { ...query, ...token });
    expect(response.code).toBe("OK");
    records.push(...(response.data.list as readonly Readonly<Record<string, unknown>>[]));
    const isEnd =
      strategy.type === "PageIncrement"
        ? response.data.list.length < pageSize
        : valueOf(strategy.stop_condition ?? "", { response });
    if (isEnd === true) return records;
    const next =
      strategy.type === "PageIncrement" ? page + 1 : valueOf(strategy.cursor_value ?? "", { response });
    token = { [paginator.page_token_option.field_name]: String(next) };
  }
}

function fail(name: string): never {
  throw new Error(`the manifest has no stream ${name}`);
}

const manifest = parse(readFileSync(join(folder, "airbyte/manifest.yaml"), "utf8")) as Manifest;

describe("the manifest for Airbyte", () => {
  test("reads every survey of a team, every answer as a row, and every change, page by page", async () => {
    const { stage, surveyId } = await start();
    const { platform } = stage;
    const credentials = { surveys_of: "team", client_id: team.id, client_secret: team.secret };
    const config = { base_url: platformOrigin, survey_id: surveyId, credentials };
    const { access_token: token } = await tokensOfAirbyte(platform, manifest, config);
    const caller = { platform, token };
    const read = (name: string) => recordsOf(manifest, name, { caller, config, pageSize: 1 });
    expect((await read("surveys")).map(({ id }) => id)).toContain(surveyId);
    expect((await read("answer_rows")).map((row) => row["answer_id"])).toEqual([1, 3]);
    const changes = await read("answer_changes");
    expect(changes.map((row) => row["answer_id"])).toEqual([1, 3]);
    for (const { retriever } of manifest.streams)
      expect(retriever.requester.$ref).toBe("#/definitions/requester");
    // The team's own program keeps its token.
    expect(await stage.get(`/api/surveys/${surveyId}`)).toMatchObject({ id: surveyId });
  });

  test("reads a person's surveys and answers, and goes on with each new refresh token", async () => {
    const { stage } = await start();
    const { platform } = stage;
    let { refresh_token: refreshToken } = await obtainOauthTokens(platform);
    for (let run = 0; run < 2; run += 1) {
      const credentials = {
        surveys_of: "person",
        client_id: person.id,
        client_secret: person.secret,
        refresh_token: refreshToken,
      };
      const config = { base_url: platformOrigin, survey_id: 1, credentials };
      const tokens = await tokensOfAirbyte(platform, manifest, config);
      const caller = { platform, token: tokens.access_token };
      const read = (name: string) => recordsOf(manifest, name, { caller, config, pageSize: 10 });
      expect((await read("surveys")).map(({ title }) => title)).toEqual(["Survey ada-1", "Survey ada-2"]);
      expect(await read("answer_rows")).toHaveLength(25);
      expect(tokens.refresh_token).not.toBe(refreshToken);
      refreshToken = tokens.refresh_token;
    }
  });
});

interface NodeClass {
  readonly description: { readonly properties: readonly { readonly name: string }[] };
  readonly execute: (
    this: object,
  ) => Promise<readonly (readonly { readonly json: Readonly<Record<string, unknown>> }[])[]>;
}

interface CredentialClass {
  readonly name: string;
  readonly extends: readonly string[];
  readonly properties: readonly {
    readonly name: string;
    readonly default: string;
    readonly options?: readonly { readonly value: string }[];
  }[];
}

/** Gets a token as n8n does for a credential that extends its own of OAuth. */
async function callerOfN8n(platform: TestPlatform, grantType: string): Promise<Caller> {
  const file = join(folder, "n8n/credentials/SurveyOpenPlatformOAuth2Api.credentials.ts");
  const { SurveyOpenPlatformOAuth2Api } = (await import(file)) as {
    readonly SurveyOpenPlatformOAuth2Api: new () => CredentialClass;
  };
  const credential = new SurveyOpenPlatformOAuth2Api();
  expect([credential.name, credential.extends]).toEqual(["surveyOpenPlatformOAuth2Api", ["oAuth2Api"]]);
  const field = (name: string) => credential.properties.find((one) => one.name === name) ?? fail(name);
  expect(field("grantType").options?.map(({ value }) => value)).toContain(grantType);
  const urls = ["authUrl", "accessTokenUrl"].map((name) => field(name).default);
  expect(urls).toEqual(['={{$self["baseUrl"]}}/oauth/authorize', '={{$self["baseUrl"]}}/oauth/token']);
  expect(field("authentication").default).toBe("header");
  const scope = field("scope").default;
  const { access_token: token } =
    grantType === "clientCredentials"
      ? await tokensFor(
          platform,
          { grant_type: "client_credentials", scope },
          basicHeader(team.id, team.secret),
        )
      : await obtainOauthTokens(platform, { scope });
  return { platform, token };
}

/** Runs the node as n8n does, with one item, these parameters and its helpers replaced. */
async function runNode(caller: Caller, parameters: Readonly<Record<string, unknown>>) {
  const file = join(folder, "n8n/nodes/SurveyOpenPlatform.node.ts");
  const { SurveyOpenPlatform } = (await import(file)) as { readonly SurveyOpenPlatform: new () => NodeClass };
  const node = new SurveyOpenPlatform();
  const [items] = await node.execute.call({
    getInputData: () => [{ json: {} }],
    getNodeParameter: (name: string, _index: number, otherwise?: unknown) => parameters[name] ?? otherwise,
    getCredentials: async () => ({ baseUrl: platformOrigin }),
    helpers: {
      httpRequestWithAuthentication: async (
        name: string,
        { url, qs }: { readonly url: string; readonly qs: Query },
      ) => {
        expect(name).toBe("surveyOpenPlatformOAuth2Api");
        return await get(caller, url, qs);
      },
    },
  });
  return (items ?? []).map(({ json }) => json);
}

describe("the node for n8n", () => {
  test("gives every survey, every answer as a row, and every change with its cursor", async () => {
    const { stage, surveyId } = await start();
    const caller = await callerOfN8n(stage.platform, "clientCredentials");
    expect((await runNode(caller, { operation: "surveys" })).map(({ id }) => id)).toContain(surveyId);
    const rows = await runNode(caller, { operation: "rows", surveyId });
    expect(rows.map((row) => row["answer_id"])).toEqual([1, 3]);
    expect(Object.keys(rows[0] ?? {})).toContain("1. How was it?");
    const changes = await runNode(caller, { operation: "changes", surveyId });
    const cursor = changes.at(-1)?.["cursor"];
    await deleteAnswer(stage.platform, surveyId, 1);
    const later = await runNode(caller, { operation: "changes", surveyId, cursor });
    expect(later.map((change) => [change["change"], change["answer_id"]])).toEqual([["deleted", 1]]);
  });

  test("is in the file that npm packs", () => {
    const { files, n8n } = JSON.parse(readFileSync(join(folder, "n8n/package.json"), "utf8")) as {
      readonly files: readonly string[];
      readonly n8n: { readonly credentials: readonly string[]; readonly nodes: readonly string[] };
    };
    for (const file of [...n8n.credentials, ...n8n.nodes]) {
      expect(files).toContain(file.split("/")[0]);
      expect(existsSync(join(folder, "n8n", file.replace(/^dist\/(.*)\.js$/, "$1.ts")))).toBe(true);
    }
  });

  test("gives a person's surveys and answers", async () => {
    const { stage } = await start();
    const caller = await callerOfN8n(stage.platform, "authorizationCode");
    const surveys = await runNode(caller, { operation: "surveys" });
    expect(surveys.map(({ title }) => title)).toEqual(["Survey ada-1", "Survey ada-2"]);
    expect(await runNode(caller, { operation: "rows", surveyId: 1 })).toHaveLength(25);
  });

  test("fails with the words of the platform", async () => {
    const { stage } = await start();
    const caller = await callerOfN8n(stage.platform, "clientCredentials");
    await expect(runNode(caller, { operation: "rows", surveyId: 999_999 })).rejects.toThrow(/^not_found: /);
  });
});
