import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createSurvey, sendCall, startWriting, type WritingStage } from "../support/api-calls.ts";
import { deleteAnswer } from "../support/delete-answer.ts";
import { addAnswer } from "../support/parameter-rows.ts";

const folder = join(import.meta.dirname, "../../../../examples/connectors");

/** A survey with answers, of which one was deleted. */
async function start() {
  const stage = await startWriting();
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

async function get(stage: WritingStage, path: string, query: Query): Promise<Data> {
  return (await (await sendCall(stage.platform, path, { method: "GET", query })).json()) as Data;
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

interface Manifest {
  readonly definitions: {
    readonly requester: {
      readonly request_parameters: Query;
      readonly authenticator: { readonly api_token: string };
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

/** Makes the requests of a stream as its manifest says, to the end. @param pageSize in place of that of the manifest */
async function recordsOf(
  { definitions, streams }: Manifest,
  name: string,
  {
    stage,
    config,
    pageSize,
  }: { readonly stage: WritingStage; readonly config: Query; readonly pageSize: number },
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { requester, paginator } = streams.find((one) => one.name === name)?.retriever ?? fail(name);
  const strategy = paginator.pagination_strategy;
  const shared = Object.entries(definitions.requester.request_parameters).map(([key, text]) => [
    key,
    filled(text, { config }),
  ]);
  const query = {
    ...(Object.fromEntries(shared) as Query),
    access_token: filled(definitions.requester.authenticator.api_token, { config }),
    [paginator.page_size_option.field_name]: String(pageSize),
  };
  const records: Readonly<Record<string, unknown>>[] = [];
  let token: Query = strategy.type === "PageIncrement" ? { page: "1" } : {};
  for (let page = 1; ; page += 1) {
    const response = await get(stage, filled(requester.path, { config }), { ...query, ...token });
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

describe("the manifest for Airbyte", () => {
  test("reads every survey, every answer as a row, and every change, page by page", async () => {
    const { stage, surveyId } = await start();
    const manifest = parse(readFileSync(join(folder, "airbyte/manifest.yaml"), "utf8")) as Manifest;
    const config = {
      base_url: "",
      appid: "acme_team",
      access_token: stage.tokens.acme.access_token,
      survey_id: String(surveyId),
    };
    const read = (name: string) => recordsOf(manifest, name, { stage, config, pageSize: 1 });
    expect((await read("surveys")).map(({ id }) => id)).toContain(surveyId);
    expect((await read("answer_rows")).map((row) => row["answer_id"])).toEqual([1, 3]);
    const changes = await read("answer_changes");
    expect(changes.map((row) => row["answer_id"])).toEqual([1, 3]);
    for (const { retriever } of manifest.streams)
      expect(retriever.requester.$ref).toBe("#/definitions/requester");
  });
});

interface NodeClass {
  readonly description: { readonly properties: readonly { readonly name: string }[] };
  readonly execute: (
    this: object,
  ) => Promise<readonly (readonly { readonly json: Readonly<Record<string, unknown>> }[])[]>;
}

/** Runs the node as n8n does, with one item, these parameters and its helpers replaced. */
async function runNode(stage: WritingStage, parameters: Readonly<Record<string, unknown>>) {
  const file = join(folder, "n8n/nodes/SurveyOpenPlatform.node.ts");
  const { SurveyOpenPlatform } = (await import(file)) as { readonly SurveyOpenPlatform: new () => NodeClass };
  const node = new SurveyOpenPlatform();
  const { appid, access_token } = stage.tokens.acme;
  const [items] = await node.execute.call({
    getInputData: () => [{ json: {} }],
    getNodeParameter: (name: string, _index: number, otherwise?: unknown) => parameters[name] ?? otherwise,
    getCredentials: async () => ({ baseUrl: "http://platform.example", appid, accessToken: access_token }),
    helpers: {
      httpRequestWithAuthentication: async (
        _: string,
        { url, qs }: { readonly url: string; readonly qs: Query },
      ) => await get(stage, url, { ...qs, appid, access_token }),
    },
  });
  return (items ?? []).map(({ json }) => json);
}

describe("the node for n8n", () => {
  test("gives every survey, every answer as a row, and every change with its cursor", async () => {
    const { stage, surveyId } = await start();
    expect((await runNode(stage, { operation: "surveys" })).map(({ id }) => id)).toContain(surveyId);
    const rows = await runNode(stage, { operation: "rows", surveyId });
    expect(rows.map((row) => row["answer_id"])).toEqual([1, 3]);
    expect(Object.keys(rows[0] ?? {})).toContain("1. How was it?");
    const changes = await runNode(stage, { operation: "changes", surveyId });
    const cursor = changes.at(-1)?.["cursor"];
    await deleteAnswer(stage.platform, surveyId, 1);
    const later = await runNode(stage, { operation: "changes", surveyId, cursor });
    expect(later.map((change) => [change["change"], change["answer_id"]])).toEqual([["deleted", 1]]);
  });

  test("fails with the words of the platform", async () => {
    const { stage } = await start();
    await expect(runNode(stage, { operation: "rows", surveyId: 999_999 })).rejects.toThrow(/^not_found: /);
  });
});
