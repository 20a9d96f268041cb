import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, type TSInterfaceDeclaration } from "oxc-parser";
import { createClient, type Client, type DataCaller, type WebhookOwner } from "@survey-open-platform/sdk";
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

/** Names in the platform's own documentation, where they differ from the SDK's. */
const documentedAs: Readonly<Record<string, string>> = {
  QuestionOption: "Option",
  SurveyPicture: "Picture",
  AnswerColumn: "TableColumn",
  OrgUser: "TeamUser",
  OrgProject: "TeamProject",
  CreatedSurvey: "CreateSurveyData",
  SurveyCreation: "CreateSurveyBody",
  SurveySettingsChange: "ChangeSurveySettingsBody",
  CustomArgument: "AddCustomArgumentData",
  CustomArgumentAddition: "AddCustomArgumentBody",
  SurveyReport: "GetReportData",
  ReportRequest: "GetReportBody",
  WrittenAnswer: "SubmitAnswerData",
  WebhookCreation: "CreateSurveyWebhookBody",
  ResendRequest: "ResendSurveyWebhookBody",
  RegisteredAccount: "RegisterAccountData",
  AccountRegistration: "RegisterAccountBody",
  Account: "GetAccountData",
  LoginCodeRequest: "IssueLoginCodeBody",
  AccessList: "ListRespondentsData",
  ParticipantList: "ListParticipantsData",
  AddedParticipants: "AddParticipantsData",
  Org: "GetTeamData",
  OrgCreation: "CreateTeamBody",
  CreatedOrg: "CreateTeamData",
  OrgUserList: "ListTeamUsersData",
  OrgProjectList: "ListTeamProjectsData",
  ContactGroupList: "ListContactGroupsData",
  CreatedContactGroup: "CreateContactGroupData",
  ContactAddition: "AddContactBody",
  ContactChange: "UpdateContactBody",
  ContactList: "ListContactsData",
};

/** Parts of which other types are made, and which never travel by themselves; what is sent in another form; and groups of verbs. */
const parts = new Set([
  "SurveyContent",
  "AnswerContent",
  "KeyCount",
  "ImportLine",
  "ParticipantToAdd",
  "TextNote",
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
/** `/openapi.json`, as far as the tests read it. */
type ApiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

let document: ApiDocument;

beforeAll(async () => {
  await using server = await startPlatform();
  document = await (await fetch(`${server.url}/openapi.json`)).json();
});

test("the SDK's types name exactly the fields that the server documents", () => {
  const shapes = document.components.schemas;
  const interfaces = readInterfaces();
  const whole = ({ fields, parents }: Interface): readonly string[] => [
    ...fields,
    ...parents.flatMap((parent) => whole(interfaces.get(parent) ?? { fields: [], parents: [] })),
  ];
  const ofSdk = [...interfaces].filter(([name]) => !parts.has(name) && !name.endsWith("Options"));
  expect(ofSdk.length).toBeGreaterThan(45);
  for (const [name, declared] of ofSdk) {
    const documented = shapes[documentedAs[name] ?? name]?.properties;
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
  "surveys.changes": ({ surveys }) => [surveys.changes(surveyId).next()],
  "surveys.changesPage": ({ surveys }) => [surveys.changesPage(surveyId)],
  "surveys.answer": ({ surveys }) => [surveys.answer(surveyId, 1)],
  "surveys.create": ({ surveys }) => [surveys.create({ text: "t" })],
  "surveys.changeSettings": ({ surveys }) => [surveys.changeSettings(surveyId, { state: 2 })],
  "surveys.addCustomArgument": ({ surveys }) => [surveys.addCustomArgument(surveyId, { title: "t" })],
  "surveys.table": ({ surveys }) => [surveys.table(surveyId).next()],
  "surveys.tablePage": ({ surveys }) => [surveys.tablePage(surveyId)],
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
  "respondents.participants": ({ respondents }) => [respondents.participants(surveyId)],
  "respondents.addParticipants": ({ respondents }) => [
    respondents.addParticipants(surveyId, [{ code: "c" }]),
  ],
  "respondents.removeParticipant": ({ respondents }) => [respondents.removeParticipant(surveyId, 17)],
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
