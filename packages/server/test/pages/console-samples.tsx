import type { JSX } from "hono/jsx/jsx-runtime";
import { newApplicationForm } from "../../src/applications/application-form.ts";
import { ApplicationFormPage } from "../../src/applications/application-form-page.tsx";
import { ApplicationFrame } from "../../src/applications/application-frame.tsx";
import { ApplicationListPage } from "../../src/applications/application-list-page.tsx";
import { ApplicationPage } from "../../src/applications/application-page.tsx";
import { ConnectPage } from "../../src/applications/connect-page.tsx";
import { CheckLinkPage } from "../../src/applications/check-link-page.tsx";
import type { CredentialsFrameProps } from "../../src/credentials/credentials-section.ts";
import { LogPage } from "../../src/credentials/log-page.tsx";
import { emptyNewSecretForm } from "../../src/credentials/new-secret-form.ts";
import { ExplorerPage } from "../../src/applications/explorer-page.tsx";
import { LogoPage } from "../../src/applications/logo-page.tsx";
import { NewSecretPage } from "../../src/credentials/new-secret-page.tsx";
import { SecretShownPage } from "../../src/credentials/secret-shown-page.tsx";
import { UsagePage } from "../../src/credentials/usage-page.tsx";
import { SecretsPage } from "../../src/credentials/secrets-page.tsx";
import { TestTokenPage, TestTokenShownPage } from "../../src/applications/test-token-page.tsx";
import { ImportPreviewPage, TransferPage } from "../../src/applications/transfer-page.tsx";
import type { PageProps } from "../../src/pages/layout.tsx";
import type { SignedIn } from "../../src/pages/signed-in.ts";

const parameter = { required: true, description: "", schema: {} } as const;
const call = {
  operationId: "getSurvey",
  method: "GET",
  path: "/api/surveys/{survey_id}",
  summary: "Get a survey",
  description: "One survey.",
  parameters: [
    { ...parameter, name: "survey_id", place: "path" },
    { ...parameter, name: "appid", place: "query" },
    { ...parameter, name: "access_token", place: "query" },
    { ...parameter, name: "openid", place: "query", required: false },
  ],
  body: [],
  data: {},
  errors: [],
} as const;

type Frame = PageProps & { readonly signedIn: SignedIn };

const timeZone = "Asia/Shanghai";
const at = 1_790_000_000_000;

/** The pages of the developer console, with the same text in every place that somebody else may fill. */
export function consoleSamples(frame: Frame, text: string): Readonly<Record<string, JSX.Element>> {
  const application = {
    id: 1,
    appid: text,
    kind: "web",
    name: text,
    description: text,
    homePage: text,
    logo: text,
    contact: text,
    terms: text,
    privacy: text,
    redirectUris: [text, text],
    mayWrite: true,
    isPublic: false,
    requiresPkce: true,
    refreshRequiresSecret: false,
    allowedNetworks: [text],
    verified: false,
    disabled: true,
    frozenByOwner: true,
    createdAt: at,
  } as const;
  const listed = { ...application, disabled: false };
  const impact = { users: 3, tokens: 5 };
  const secret = { number: 1, name: text, lastFour: text, createdAt: at, lastUsedAt: at, expiresAt: at };
  const secrets = [secret, { ...secret, number: 2, name: "", lastUsedAt: null, expiresAt: null }];
  const list = { ...frame, timeZone, search: text, after: text, next: text };
  const values = { ...newApplicationForm, name: text, redirect_uris: text };
  const form = { ...frame, action: "/console/new", cancelPath: "/console", values };
  const typed = { survey_id: text, access_token: text, openid: text };
  const explored = { call, values: typed, body: text, requestId: "r", baseUrl: "https://api.example" };
  const writingCall = {
    ...call,
    method: "POST",
    operationId: "createSurvey",
    body: [{ ...parameter, name: "text", place: "body" }],
  } as const;
  const addresses = { issuer: text, base: text, api: text, mcp: text };
  const ofApplication = { ...frame, timeZone, application, hasLinksWithoutChallenge: false };
  const ofCredentials = {
    ...frame,
    timeZone,
    kind: "web",
    address: "/console/applications/app_1",
    Frame: (props: CredentialsFrameProps) => <ApplicationFrame {...props} application={application} />,
  } as const;
  const changes = [{ appid: text, name: text, changes: [{ key: "name", before: [text], after: [text] }] }];
  const imported = { text, changes, hash: text };
  const loggedCall = {
    id: 1,
    at,
    route: text,
    errorType: "",
    message: "",
    milliseconds: 1.25,
    address: text,
    requestId: text,
  };
  const log = {
    ...ofCredentials,
    search: { requestId: text, errorType: "not_found" },
    errorTypes: ["not_found"],
    after: text,
    next: text,
  } as const;
  const quota = { limit: 20, remaining: 3, perMinute: 60, wholeInSeconds: 17, wholeAt: at };
  const usage = { ...ofCredentials, quota, step: "hour" } as const;
  const periods = [
    { startedAt: at, served: 3, refused: 0, withoutLine: 0 },
    { startedAt: at + 3_600_000, served: 5, refused: 2, withoutLine: 1 },
  ];
  return {
    applications: <ApplicationListPage {...list} applications={[listed, application]} notice="deleted" />,
    "applications, none found": <ApplicationListPage {...list} applications={[]} />,
    "registration, with problems": (
      <ApplicationFormPage
        {...form}
        mode="register"
        requestId={text}
        problems={{ redirect_uris: text }}
        logoProblem={text}
      />
    ),
    "editing an application": <ApplicationFormPage {...form} mode="edit" />,
    application: <ApplicationPage {...ofApplication} impact={impact} notice="frozen" />,
    "application, disabled by the operator": (
      <ApplicationPage
        {...ofApplication}
        application={{ ...application, frozenByOwner: false }}
        impact={impact}
      />
    ),
    connect: <ConnectPage {...ofApplication} addresses={addresses} />,
    "connect, public": (
      <ConnectPage
        {...ofApplication}
        application={{ ...application, isPublic: true }}
        addresses={addresses}
      />
    ),
    "connect, without a challenge": (
      <ConnectPage
        {...ofApplication}
        application={{ ...application, requiresPkce: false }}
        addresses={undefined}
        hasLinksWithoutChallenge
      />
    ),
    secrets: <SecretsPage {...ofCredentials} isPublic={false} secrets={secrets} search="" notice="ended" />,
    "no secrets": <SecretsPage {...ofCredentials} isPublic={false} secrets={[]} search="" />,
    "secrets of a public application": <SecretsPage {...ofCredentials} isPublic secrets={[]} search="" />,
    "secrets, none found": <SecretsPage {...ofCredentials} isPublic={false} secrets={[]} search={text} />,
    "new secret": (
      <NewSecretPage
        {...ofCredentials}
        secrets={secrets}
        impact={impact}
        values={{ ...emptyNewSecretForm, name: text }}
        requestId={text}
        problem={text}
      />
    ),
    "checked link": (
      <CheckLinkPage
        {...ofApplication}
        link={text}
        problems={[
          { problem: "appid", expected: text },
          { problem: "repeated", name: text },
          { problem: "not_registered", closest: { uri: text, parts: ["host", "path"] } },
        ]}
      />
    ),
    "test token": <TestTokenPage {...ofApplication} requestId={text} notice="repeated" />,
    "test token of an active application": (
      <TestTokenPage {...ofApplication} application={listed} requestId={text} />
    ),
    "test token, shown once": (
      <TestTokenShownPage {...ofApplication} issued={{ token: text, openid: text, expiresInSeconds: 3600 }} />
    ),
    explorer: <ExplorerPage {...ofApplication} {...explored} calls={[explored.call]} />,
    "explorer, of a call that changes something": (
      <ExplorerPage {...ofApplication} {...explored} call={writingCall} calls={[writingCall]} />
    ),
    "explorer, with a problem": (
      <ExplorerPage {...ofApplication} {...explored} calls={[explored.call]} problems={["survey_id"]} />
    ),
    "explorer, with a response": (
      <ExplorerPage
        {...ofApplication}
        {...explored}
        calls={[explored.call]}
        response={{
          status: 200,
          headers: new Headers({ "x-request-id": "1" }),
          body: JSON.stringify({ error: { type: "invalid_token", message: text }, text }),
        }}
      />
    ),
    "export and import": <TransferPage {...frame} text={text} problems={[{ line: 3, text }, { text }]} />,
    "import, previewed": <ImportPreviewPage {...frame} {...imported} isChanged />,
    "import, without changes": <ImportPreviewPage {...frame} {...imported} changes={[]} isChanged={false} />,
    "request log": <LogPage {...log} calls={[{ ...loggedCall, id: 2 }, loggedCall]} />,
    "request log, nothing found": <LogPage {...log} calls={[]} />,
    "request log without calls": (
      <LogPage
        {...log}
        search={{ requestId: "", errorType: "" }}
        after={undefined}
        next={undefined}
        calls={[]}
      />
    ),
    "request log, unavailable": <LogPage {...log} calls="unavailable" />,
    usage: <UsagePage {...usage} usage={periods} />,
    "usage by days, without calls": (
      <UsagePage {...usage} step="day" usage={[{ startedAt: at, served: 0, refused: 0, withoutLine: 0 }]} />
    ),
    "usage, switched off": <UsagePage {...usage} usage="off" />,
    logo: <LogoPage {...ofApplication} problem={text} />,
    "secret, shown once": (
      <SecretShownPage {...frame} kind="web" appid={text} secret={text} nextPath="/console" />
    ),
  };
}
