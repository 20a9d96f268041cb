import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { endpointsOf } from "../../../src/api/endpoints.ts";
import { errorKinds, PlatformError } from "../../../src/errors.ts";
import { methodOf } from "../../../src/http/endpoint.ts";
import { statusOf } from "../../../src/http/error-reply.ts";
import { describeApi } from "../../../src/api/reference/describe-api.ts";
import type { JsonSchema } from "../../../src/api/reference/json-schema.ts";
import { obtainTeamToken, obtainUserTokens } from "../../support/flows.ts";
import { oauthSettings, platformOrigin } from "../../support/oauth.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";

/** What of the served document the tests look at. */
interface ServedDocument {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Sent }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: object;
  };
}

interface Sent {
  readonly operationId: string;
  readonly requestBody: { readonly content: Content };
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

type PathItem = { readonly servers?: readonly { readonly url: string }[] } & {
  readonly [Method in "get" | "post" | "delete"]?: Operation;
};

function operationsOf({ get, post, delete: deletion }: PathItem): readonly Operation[] {
  return [get, post, deletion].filter((operation) => operation !== undefined);
}

const methodNames = { GET: "get", POST: "post", DELETE: "delete" } as const;

interface Operation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly parameters: readonly Readonly<
    Record<"name" | "in", string> & { readonly required: boolean; readonly $ref?: string }
  >[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
}

interface Answer {
  readonly description: string;
  readonly headers?: object;
  readonly content: Content;
}

async function served(platform: TestPlatform): Promise<ServedDocument> {
  const reply = await platform.fetch("/openapi.json");
  expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
  // Its shape is what the first test holds.
  return (await reply.json()) as ServedDocument;
}

const callsOf = (platform: TestPlatform) =>
  describeApi(endpointsOf(platform.store, { timeZone: "Asia/Shanghai" })).calls;

describe("the OpenAPI document", () => {
  it("is valid OpenAPI 3.1, with every reference leading somewhere", async () => {
    const document = await served(await startTestPlatform());
    const validator = new Validator();
    expect(await validator.validate({ ...structuredClone(document) })).toEqual({ valid: true });
    expect(validator.version).toBe("3.1");
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)].map(([, path]) => path);
    expect(references.length).toBeGreaterThan(10);
    for (const path of references) expect(at(document, path ?? ""), path).toBeDefined();
  });

  it("has every call that the server answers, and the authorization page, and nothing else", async () => {
    const platform = await startTestPlatform();
    const { paths } = await served(platform);
    const calls = callsOf(platform);
    const answered = new Set(calls.map(({ path }) => path));
    expect(Object.keys(paths)).toEqual(["/connect/oauth2/authorize", ...answered]);
    const names = Object.values(paths)
      .flatMap(operationsOf)
      .map(({ operationId }) => operationId);
    expect(new Set(names)).toEqual(
      new Set(["openAuthorizationPage", ...calls.map((call) => call.operationId)]),
    );
    expect(names).toHaveLength(calls.length + 1);
  });

  it("has every parameter, and is right about those that are required", async () => {
    const platform = await startTestPlatform();
    const { paths } = await served(platform);
    for (const endpoint of endpointsOf(platform.store, { timeZone: "Asia/Shanghai" })) {
      const operation = paths[endpoint.path]?.[methodNames[methodOf(endpoint)]];
      const told = (operation?.parameters ?? []).filter(({ $ref }) => $ref === undefined);
      const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(told.map(({ name }) => name)).toEqual([...inPath, ...Object.keys(endpoint.parameters.shape)]);
      for (const { name, in: place, required } of told) {
        const isRequired = place === "path" || !endpoint.parameters.shape[name]?.safeParse(undefined).success;
        expect([endpoint.path, name, required]).toEqual([endpoint.path, name, isRequired]);
      }
    }
  });

  it("tells each call's error types, under the status that each has in the semantic setting", async () => {
    const platform = await startTestPlatform();
    const { paths } = await served(platform);
    for (const { path, method, errors } of callsOf(platform)) {
      const responses: Operation["responses"] = paths[path]?.[methodNames[method]]?.responses ?? {};
      for (const type of errors) {
        const status = statusOf(new PlatformError(type), "semantic");
        expect(responses[status]?.description, `${path} ${type}`).toMatch(new RegExp(`\\b${type}\\b`));
        expect(responses[200]?.description, `${path} ${type}`).toMatch(new RegExp(`\\b${type}\\b`));
      }
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(["405", "500", "503"]));
    }
  });

  it("lists every error type and class, and no call tells a type that is not in the catalogue", async () => {
    const platform = await startTestPlatform();
    const { components } = await served(platform);
    const { code } = components.schemas["Refusal"]?.properties ?? {};
    expect(components.schemas["ErrorDetails"]?.properties?.["type"]?.enum).toEqual(Object.keys(errorKinds));
    const classes = new Set(Object.values(errorKinds).map((kind) => kind.code));
    expect(new Set(code?.enum)).toEqual(classes);
    const told = new Set<string>(callsOf(platform).flatMap(({ errors }) => errors));
    expect([...told].filter((type) => !Object.hasOwn(errorKinds, type))).toEqual([]);
  });

  it("asks every call for its credentials, and each data call for appid and access token", async () => {
    const { paths, components } = await served(await startTestPlatform());
    expect(Object.keys(components.securitySchemes)).toEqual(["appid", "accessToken"]);
    for (const { operationId, parameters, security } of Object.values(paths).flatMap(operationsOf)) {
      const takesToken = parameters.some(({ name }) => name === "access_token");
      const expected = takesToken ? [{ appid: [], accessToken: [] }] : [];
      expect([operationId, security]).toEqual([operationId, expected]);
    }
  });

  it("lets a bearer token take the place of appid and access token while OAuth is on, with the scopes of each call", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const { paths, components } = await served(platform);
    expect(Object.keys(components.securitySchemes)).toEqual(["appid", "accessToken", "bearer", "oauth"]);
    expect(components.securitySchemes).toMatchObject({
      oauth: {
        flows: {
          authorizationCode: {
            authorizationUrl: `${platformOrigin}/oauth/authorize`,
            tokenUrl: `${platformOrigin}/oauth/token`,
          },
          clientCredentials: { tokenUrl: `${platformOrigin}/oauth/token` },
        },
      },
    });
    const list = paths["/api/surveys"]?.get;
    expect(list?.security).toEqual([
      { appid: [], accessToken: [] },
      { oauth: ["surveys:read"] },
      { bearer: [] },
    ]);
    expect(list?.parameters.filter(({ required }) => required)).toEqual([]);
    // A call of teams takes none, and that for tokens asks for appid and secret.
    expect(paths["/api/orgs"]?.post?.security).toEqual([{ appid: [], accessToken: [] }]);
    expect(paths["/api/oauth2/access_token"]?.get?.security).toEqual([]);
    expect(
      await new Validator().validate(
        structuredClone({ paths, components, openapi: "3.1.1", info: { title: "x", version: "1" } }),
      ),
    ).toEqual({ valid: true });
  });

  it("names every schema of a request and of a response", async () => {
    const { paths, webhooks } = await served(await startTestPlatform());
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      path.startsWith("/api/") ? operationsOf(item) : [],
    );
    const contents = operations.flatMap(({ requestBody, responses }) => [
      ...(requestBody === undefined ? [] : [requestBody.content]),
      ...Object.values(responses).map(({ content }) => content),
    ]);
    const sent = Object.values(webhooks).map(({ post }) => post.requestBody.content);
    for (const { schema } of [...contents, ...sent].flatMap((content) => Object.values(content)))
      expect(Object.keys(schema)).toEqual(["$ref"]);
  });

  it("tells a response that was served from a refusal by its code", async () => {
    const { components } = await served(await startTestPlatform());
    const { oneOf, discriminator } = components.schemas["ListSurveysResponse"] ?? {};
    const [success, refusal] = ["ListSurveysSuccess", "Refusal"].map(
      (name) => `#/components/schemas/${name}`,
    );
    expect(oneOf).toEqual([{ $ref: success }, { $ref: refusal }]);
    const codes = Object.values(errorKinds).map(({ code }) => [code, refusal] as const);
    const mapping = { OK: success, ...Object.fromEntries(codes) };
    expect(discriminator).toEqual({ propertyName: "code", mapping });
  });

  it("describes what is really answered: served calls and refused ones fit their schemas", async () => {
    const platform = await startTestPlatform();
    const document = await served(platform);
    const { access_token: token, openid } = await obtainUserTokens(platform);
    const user = { appid: "demo_app", access_token: token, openid };
    const team = { appid: "acme_team", access_token: await obtainTeamToken(platform) };
    const { data } = await platform.call<{ list: readonly { id: number }[] }>("/api/surveys", team);
    const survey = `/api/surveys/${data.list[0]?.id}`;
    const fits = answerChecker(document);
    expect(await fits(platform, "/api/oauth2/user", "/api/oauth2/user", user)).toBe("OK");
    expect(await fits(platform, "/api/surveys", "/api/surveys", user)).toBe("OK");
    for (const rest of ["", "/legacy", "/answers"])
      expect(await fits(platform, `/api/surveys/{survey_id}${rest}`, survey + rest, team)).toBe("OK");
    const wrong = { ...user, access_token: "x" };
    expect(await fits(platform, "/api/surveys", "/api/surveys", wrong)).toBe("PermissionDenied");
    expect(await fits(platform, "/api/oauth2/user", "/api/oauth2/user", {})).toBe("InvalidArgument");
  });

  it("names the public origins when they are set, and its own otherwise", async () => {
    const own = await served(await startTestPlatform());
    expect(own.servers).toEqual([{ url: "http://platform.example" }]);
    const origins = { authUrl: "https://survey.example", baseUrl: "https://api.survey.example" };
    const apart = await served(await startTestPlatform(origins));
    expect(apart.servers).toEqual([{ url: origins.baseUrl }]);
    expect(apart.paths["/connect/oauth2/authorize"]?.servers).toEqual([{ url: origins.authUrl }]);
    const together = await served(await startTestPlatform({ authUrl: origins.authUrl }));
    expect(together.servers).toEqual([{ url: origins.authUrl }]);
  });
});

/** Checks that an answer fits the schema of its call; gives the answer's code. */
function answerChecker(document: ServedDocument) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, "document");
  return async (
    platform: TestPlatform,
    path: string,
    address: string,
    parameters: Readonly<Record<string, string>>,
  ) => {
    const answer = await platform.call(address, parameters);
    const pointer = `/paths/${encodeURIComponent(path.replaceAll("/", "~1"))}/get/responses/200`;
    const fits = ajv.compile({ $ref: `document#${pointer}/content/application~1json/schema` });
    expect(fits(answer), `${address}: ${ajv.errorsText(fits.errors)}`).toBe(true);
    return answer.code;
  };
}

/** What a JSON pointer leads to. */
function at(value: unknown, pointer: string): unknown {
  const keys = pointer.slice(1).split("/");
  return keys.reduce<unknown>(
    (part, key) =>
      typeof part === "object" && part !== null ? new Map(Object.entries(part)).get(key) : undefined,
    value,
  );
}
