import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, type TSInterfaceDeclaration } from "oxc-parser";
import { createClient, type Client, type DataCaller, type WebhookOwner } from "@survey-open-platform/sdk";
import { createMockPlatform } from "@survey-open-platform/sdk/testing";
import { beforeAll, expect, test } from "vitest";
import { startPlatform } from "./support/platform-process.ts";

const sources = join(import.meta.dirname, "../packages/sdk/src");

/** Where the SDK's types of wire data are. */
const files = [
  "surveys/survey-data.ts",
  "surveys/answer-data.ts",
  "surveys/written-data.ts",
  "webhooks/webhook-data.ts",
  "accounts/accounts.ts",
  "respondents/respondents.ts",
  "orgs/orgs.ts",
  "contacts/contacts.ts",
];

/** Names in the platform's own documentation, where they differ from the SDK's: of a shape, of the data of a call, or of its body. */
const documentedAs: Readonly<Record<string, string>> = {
  QuestionOption: "Option",
  OrgUser: "TeamUser",
  OrgProject: "TeamProject",
  CreatedSurvey: "createSurvey data",
  SurveyCreation: "createSurvey body",
  SurveySettingsChange: "changeSurveySettings body",
  CustomArgument: "addCustomArgument data",
  CustomArgumentAddition: "addCustomArgument body",
  SurveyReport: "getReport data",
  ReportRequest: "getReport body",
  WrittenAnswer: "submitAnswer data",
  WebhookCreation: "createSurveyWebhook body",
  ResendRequest: "resendSurveyWebhook body",
  RegisteredAccount: "registerAccount data",
  AccountRegistration: "registerAccount body",
  Account: "getAccount data",
  LoginCodeRequest: "issueLoginCode body",
  AccessList: "listRespondents data",
  Org: "getTeam data",
  OrgCreation: "createTeam body",
  CreatedOrg: "createTeam data",
  OrgUserList: "listTeamUsers data",
  OrgProjectList: "listTeamProjects data",
  ContactGroupList: "listContactGroups data",
  CreatedContactGroup: "createContactGroup data",
  ContactAddition: "addContact body",
  ContactChange: "updateContact body",
  ContactList: "listContacts data",
};

/** Parts of which other types are made, and which never travel by themselves; what is sent in another form; and groups of verbs. */
const parts = new Set([
  "SurveyContent",
  "AnswerContent",
  "KeyCount",
  "GivenQuestion",
  "GivenAnswer",
  "NewAnswer",
  // The call takes the second spelling of `remote_id` as well.
  "ContactGroupCreation",
  "ContactPlace",
  "Accounts",
  "Respondents",
  "Orgs",
  "Contacts",
]);

type Interface = { readonly fields: readonly string[]; readonly parents: readonly string[] };

/** The interfaces of the SDK's wire data, by name. */
function readInterfaces(): ReadonlyMap<string, Interface> {
  const declared = files.flatMap((file) => {
    const { program } = parseSync(file, readFileSync(join(sources, file), "utf8"));
    return program.body.flatMap((statement) =>
      statement.type === "ExportNamedDeclaration" && statement.declaration?.type === "TSInterfaceDeclaration"
        ? [statement.declaration]
        : [],
    );
  });
  return new Map(
    declared.map((node) => [node.id.name, { fields: fieldsOf(node), parents: parentsOf(node) }]),
  );
}

function fieldsOf({ body }: TSInterfaceDeclaration): readonly string[] {
  return body.body.flatMap((member) =>
    member.type === "TSPropertySignature" && member.key.type === "Identifier" ? [member.key.name] : [],
  );
}

function parentsOf({ extends: heritage }: TSInterfaceDeclaration): readonly string[] {
  return heritage.flatMap(({ expression }) => (expression.type === "Identifier" ? [expression.name] : []));
}

type Schema = { readonly properties?: Readonly<Record<string, Schema>> };
type Operation = {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: unknown }>> }>
  >;
};

/** `/openapi.json`, as far as the tests read it. */
type ApiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

let document: ApiDocument;

beforeAll(async () => {
  await using server = await startPlatform();
  document = await (await fetch(`${server.url}/openapi.json`)).json();
});

/** The shapes of the document, and the bodies and data of its calls, by name. */
function documentedShapes({ paths, components }: ApiDocument): ReadonlyMap<string, Schema> {
  const shapes = new Map(Object.entries(components.schemas));
  for (const operation of Object.entries(paths).flatMap(([path, methods]) =>
    path.startsWith("/api/") ? Object.values(methods) : [],
  )) {
    const { operationId, requestBody, responses } = operation;
    const body = requestBody?.content["application/json"]?.schema;
    if (body !== undefined) shapes.set(`${operationId} body`, body);
    const data = dataOf(responses["200"]?.content["application/json"]?.schema);
    if (data !== undefined) shapes.set(`${operationId} data`, data);
  }
  return shapes;
}

/** The data of the first envelope in a schema. */
function dataOf(schema: unknown): Schema | undefined {
  if (typeof schema !== "object" || schema === null) return undefined;
  const { properties } = schema as Schema;
  if (properties?.["data"] !== undefined) return properties["data"];
  for (const part of Object.values(schema)) {
    const found = dataOf(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

test("the SDK's types name exactly the fields that the server documents", () => {
  const shapes = documentedShapes(document);
  const interfaces = readInterfaces();
  const whole = ({ fields, parents }: Interface): readonly string[] => [
    ...fields,
    ...parents.flatMap((parent) => whole(interfaces.get(parent) ?? { fields: [], parents: [] })),
  ];
  const ofSdk = [...interfaces].filter(([name]) => !parts.has(name) && !name.endsWith("Options"));
  expect(ofSdk.length).toBeGreaterThan(45);
  for (const [name, declared] of ofSdk) {
    const documented = shapes.get(documentedAs[name] ?? name)?.properties;
    expect(Object.keys(documented ?? {}).toSorted(), name).toEqual([...whole(declared)].toSorted());
  }
});

const surveyId = 11;
const [webhookId, deliveryId, teamId, groupId, userId] = [12, 13, 14, 15, 16];
const place = { teamId, groupId, userId };
const owners: readonly WebhookOwner[] = [{ surveyId }, { userId }];

/** How each verb of a client is called. A new verb needs a row. */
const verbs: Readonly<Record<string, (client: Client) => readonly PromiseLike<unknown>[]>> = {
  getUser: (client) => [client.getUser()],
  "surveys.list": ({ surveys }) => [surveys.list()],
  "surveys.all": ({ surveys }) => [surveys.all().next()],
  "surveys.get": ({ surveys }) => [surveys.get(surveyId)],
  "surveys.legacy": ({ surveys }) => [surveys.legacy(surveyId)],
  "surveys.answers": ({ surveys }) => [surveys.answers(surveyId).next()],
  "surveys.answerPage": ({ surveys }) => [surveys.answerPage(surveyId)],
  "surveys.answer": ({ surveys }) => [surveys.answer(surveyId, 1)],
  "surveys.create": ({ surveys }) => [surveys.create({ text: "t" })],
  "surveys.changeSettings": ({ surveys }) => [surveys.changeSettings(surveyId, { state: 2 })],
  "surveys.addCustomArgument": ({ surveys }) => [surveys.addCustomArgument(surveyId, { title: "t" })],
  "surveys.report": ({ surveys }) => [surveys.report(surveyId)],
  "answers.create": ({ answers }) => [answers.create(surveyId, { pages: [] })],
  "answers.update": ({ answers }) => [answers.update(surveyId, 1, { pages: [] })],
  "webhooks.list": ({ webhooks }) => owners.map((owner) => webhooks.list(owner)),
  "webhooks.get": ({ webhooks }) => owners.map((owner) => webhooks.get(owner, webhookId)),
  "webhooks.create": ({ webhooks }) => owners.map((owner) => webhooks.create(owner, { url: "u" })),
  "webhooks.update": ({ webhooks }) => owners.map((owner) => webhooks.update(owner, webhookId, {})),
  "webhooks.delete": ({ webhooks }) => owners.map((owner) => webhooks.delete(owner, webhookId)),
  "webhooks.replaceSecret": ({ webhooks }) => owners.map((owner) => webhooks.replaceSecret(owner, webhookId)),
  "webhooks.sendTest": ({ webhooks }) => owners.map((owner) => webhooks.sendTest(owner, webhookId)),
  "webhooks.resend": ({ webhooks }) => owners.map((owner) => webhooks.resend(owner, webhookId)),
  "webhooks.deliveries": ({ webhooks }) => owners.map((owner) => webhooks.deliveries(owner, webhookId)),
  "webhooks.delivery": ({ webhooks }) =>
    owners.map((owner) => webhooks.delivery(owner, webhookId, deliveryId)),
  "webhooks.senders": ({ webhooks }) => [webhooks.senders()],
  "accounts.register": ({ accounts }) => [accounts.register({ openid: "o" })],
  "accounts.get": ({ accounts }) => [accounts.get("o")],
  "accounts.update": ({ accounts }) => [accounts.update("o", {})],
  "accounts.loginCode": ({ accounts }) => [accounts.loginCode({ user_id: userId, scene_type: "user" })],
  "respondents.list": ({ respondents }) => [respondents.list(surveyId)],
  "respondents.allow": ({ respondents }) => [respondents.allow(surveyId, [userId])],
  "respondents.disallow": ({ respondents }) => [respondents.disallow(surveyId, [userId])],
  "orgs.create": ({ orgs }) => [orgs.create({ name: "n", user_id: userId })],
  "orgs.get": ({ orgs }) => [orgs.get(teamId)],
  "orgs.users": ({ orgs }) => [orgs.users(teamId)],
  "orgs.projects": ({ orgs }) => [orgs.projects(teamId)],
  "contacts.groups": ({ contacts }) => [contacts.groups(teamId)],
  "contacts.createGroup": ({ contacts }) => [contacts.createGroup(teamId, { name: "n" })],
  "contacts.updateGroup": ({ contacts }) => [contacts.updateGroup(teamId, groupId, {})],
  "contacts.deleteGroups": ({ contacts }) => [contacts.deleteGroups(teamId, [groupId])],
  "contacts.users": ({ contacts }) => [contacts.users(teamId), contacts.users(teamId, { groupId })],
  "contacts.addUser": ({ contacts }) => [contacts.addUser(place)],
  "contacts.updateUser": ({ contacts }) => [contacts.updateUser(teamId, userId, {})],
  "contacts.removeUser": ({ contacts }) => [contacts.removeUser(place)],
};

/** The data calls that the server documents, as method and path. */
function dataCalls({ paths }: ApiDocument): readonly string[] {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  return calls.filter((call) => call.includes(" /api/") && !/token$|\/v2\/redirect$/.test(call));
}

/** The documented call that a request is: of several, the one with the fewest parts to fill in. */
function documentedCall(calls: readonly string[], request: string): string | undefined {
  const isSame = (call: string) => new RegExp(`^${call.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(request);
  return calls.filter(isSame).toSorted((a, b) => a.split("{").length - b.split("{").length)[0];
}

test("the SDK has a verb for each documented data call, and none for another", async () => {
  const requests: string[] = [];
  // Verbs say what they want by their requests; no response is needed for that.
  const caller: DataCaller = {
    call(path, { method = "GET" } = {}) {
      requests.push(`${method} ${path}`);
      return Promise.reject(new Error("recorded"));
    },
  };
  const client = createClient({ source: caller });
  const names = Object.entries(client).flatMap(([name, verb]) =>
    typeof verb === "function" ? [name] : Object.keys(verb).map((one) => `${name}.${one}`),
  );
  expect(Object.keys(verbs).toSorted()).toEqual(names.filter((name) => name !== "call").toSorted());
  await Promise.allSettled(Object.values(verbs).flatMap((make) => make(client)));
  const calls = dataCalls(document);
  const made = requests.map((request) => documentedCall(calls, request) ?? `${request} is not documented`);
  expect([...new Set(made)].toSorted()).toEqual(calls.toSorted());
});

test("the mock platform serves each documented data call", async () => {
  const team = { kind: "team", appid: "team", secret: "secret-of-the-team", teamId } as const;
  const mock = createMockPlatform({ applications: [team] });
  const query = new URLSearchParams({ appid: team.appid, access_token: mock.mintElsewhere() });
  const unserved: string[] = [];
  for (const call of dataCalls(document)) {
    const [method = "", path = ""] = call.split(" ");
    const target = `${mock.baseUrl}${path.replaceAll(/\{\w+\}/g, "9")}?${query.toString()}`;
    const { error } = await (await mock.fetch(target, { method })).json();
    if (["no_route", "internal_error", "invalid_token"].includes(error.type)) unserved.push(call);
  }
  expect(unserved).toEqual([]);
});
