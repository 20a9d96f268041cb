import type { JSX } from "hono/jsx/jsx-runtime";
import type { ErrorStatus } from "../config/settings.ts";
import type { PlatformError } from "../errors.ts";
import { errorStatuses } from "../http/send-reply.ts";
import type { InProcessResponse } from "../http/in-process-call.ts";
import { Button } from "../pages/components/button.tsx";
import { CommandBlock } from "../pages/components/command-block.tsx";
import { CopyScript } from "../pages/components/copy-button.tsx";
import { DefinitionList } from "../pages/components/definition-list.tsx";
import { ErrorSummary } from "../pages/components/error-summary.tsx";
import { Field, Select, TextArea } from "../pages/components/field.tsx";
import { HiddenFields } from "../pages/components/hidden-fields.tsx";
import { Notice } from "../pages/components/notice.tsx";
import type { PageProps } from "../pages/layout.tsx";
import type { SignedIn } from "../pages/signed-in.ts";
import { callDescriptionFor } from "../api/reference/call-descriptions.ts";
import type { DescribedCall, DescribedParameter } from "../api/reference/describe-api.ts";
import { ApplicationFrame, type FramedApplication } from "./application-frame.tsx";
import { curlOf, sdkCodeOf } from "./call-code.ts";
import {
  enteredParameters,
  hasBody,
  keptParameters,
  shownTarget,
  shownValue,
  type ExplorerValues,
} from "./explorer-call.ts";
import { addressOf } from "./application-for-user.ts";
import { consoleTextsFor } from "./texts/console-texts.ts";
import type { ConsoleTexts } from "./texts/en.ts";

/** What the page shows. */
export type ExplorerPageProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly application: FramedApplication;
  /** Every call, in the order of its documentation. */
  readonly calls: readonly DescribedCall[];
  readonly call: DescribedCall;
  readonly values: ExplorerValues;
  /** JSON, as it was typed. */
  readonly body: string;
  /** Which HTTP status the call asks refusals to have; undefined for that of the setting. */
  readonly errorStatus?: ErrorStatus | undefined;
  /** Names the form, so that a call is made once when it is sent twice. */
  readonly requestId: string;
  /** Public origin of the API. */
  readonly baseUrl: string;
  /** The parameters that cannot be sent. */
  readonly problems?: readonly string[] | undefined;
  /** Undefined until the call is made. */
  readonly response?: InProcessResponse | undefined;
};

/** A form for each documented call, and what the call returned. */
export function ExplorerPage(props: ExplorerPageProps): JSX.Element {
  const { language, application, call } = props;
  const { explorer: words } = consoleTextsFor(language);
  const { summary, description } = callDescriptionFor(call, language);
  return (
    <ApplicationFrame {...props} title={words.title}>
      <h2>{words.title}</h2>
      <p class="lead">{words.lead}</p>
      <p>
        <a class="link-line" href={addressOf(application.appid, "/test-token")}>
          {words.noToken}
        </a>
      </p>
      <CallChoice {...props} />
      <div class="card">
        <h3>{summary}</h3>
        <p>
          <code>
            {call.method} {call.path}
          </code>
        </p>
        <p>{description}</p>
        {call.method === "GET" ? null : <Notice tone="warning">{words.writes}</Notice>}
        <CallForm {...props} />
      </div>
      <Result {...props} />
      <Code {...props} />
      <CopyScript />
    </ApplicationFrame>
  );
}

/** A form, and not links: what was entered stays, and is in no address. */
function CallChoice({
  language,
  signedIn,
  application,
  calls,
  call,
  values,
}: ExplorerPageProps): JSX.Element {
  const { explorer: words } = consoleTextsFor(language);
  const kept = keptParameters.map((name) => [name, values[name] ?? ""] as const);
  return (
    <form method="post" action={addressOf(application.appid, "/explorer")} class="stack">
      <HiddenFields
        values={{ csrf: signedIn.csrf, ...Object.fromEntries(kept.filter(([, value]) => value !== "")) }}
      />
      <Select
        id="call"
        label={words.call}
        value={call.operationId}
        options={calls.map((one) => ({
          value: one.operationId,
          label: `${callDescriptionFor(one, language).summary} (${one.method} ${one.path})`,
        }))}
      />
      <div class="actions">
        <Button kind="quiet">{words.choose}</Button>
      </div>
    </form>
  );
}

function CallForm(props: ExplorerPageProps): JSX.Element {
  const { language, signedIn, application, call, requestId, problems = [] } = props;
  const { explorer: words } = consoleTextsFor(language);
  const sentences = problems.map((name) => [name, words.pathProblem(name)] as const);
  return (
    <form method="post" action={addressOf(application.appid, "/explorer#result")} class="stack" novalidate>
      <ErrorSummary language={language} problems={Object.fromEntries(sentences)} />
      <HiddenFields
        values={{ csrf: signedIn.csrf, call: call.operationId, run: "yes", request: requestId }}
      />
      <DefinitionList items={[{ term: "appid", details: <code>{application.appid}</code> }]} />
      {enteredParameters(call).map((parameter) => (
        <ParameterField {...props} parameter={parameter} />
      ))}
      {hasBody(call) ? <BodyField {...props} /> : null}
      <StatusChoice {...props} />
      <div class="actions">
        <Button>{words.run}</Button>
      </div>
    </form>
  );
}

function StatusChoice({ language, errorStatus }: ExplorerPageProps): JSX.Element {
  const { statusChoice: words } = consoleTextsFor(language).explorer;
  const options = (["", ...errorStatuses] as const).map((value) => ({ value, label: words[value] }));
  return <Select id="error_status" label={words.label} value={errorStatus ?? ""} options={options} />;
}

type ParameterFieldProps = ExplorerPageProps & { readonly parameter: DescribedParameter };

function ParameterField({
  language,
  call,
  values,
  problems = [],
  parameter,
}: ParameterFieldProps): JSX.Element {
  const { explorer: words } = consoleTextsFor(language);
  const { name, required } = parameter;
  return (
    <Field
      id={name}
      label={required ? name : words.optional(name)}
      hint={hintFor(parameter, words)}
      error={problems.includes(name) ? words.pathProblem(name) : undefined}
      value={shownValue(call, name, values)}
      required={required}
      autocomplete="off"
    />
  );
}

function BodyField({ language, call, body }: ExplorerPageProps): JSX.Element {
  const { explorer: words } = consoleTextsFor(language);
  const names = call.body.map(({ name, required }) => (required ? name : words.optional(name)));
  return (
    <TextArea
      id="body"
      label={words.body}
      hint={words.bodyHint(...names)}
      value={body}
      rows={8}
      required={false}
      isCode
    />
  );
}

function hintFor(
  { name, description }: DescribedParameter,
  { parameters }: ConsoleTexts["explorer"],
): string {
  const known: Readonly<Record<string, string>> = parameters;
  return Object.hasOwn(known, name) ? (known[name] ?? description) : description;
}

function Result({ language, call, values, response }: ExplorerPageProps): JSX.Element | null {
  if (response === undefined) return null;
  const { explorer: words } = consoleTextsFor(language);
  const { text, isCut } = readableBody(response.body);
  return (
    <div class="card" id="result" role="status">
      <h3>{words.result}</h3>
      <DefinitionList
        items={[
          { term: words.request, details: <code>{`${call.method} ${shownTarget(call, values)}`}</code> },
          { term: words.status, details: <code>{response.status}</code> },
          ...messagesIn(response).map((message) => ({
            term: words.message,
            details: <span lang="en">{message}</span>,
          })),
          ...shownHeaders(response).map(([name, value]) => ({
            term: <code>{name}</code>,
            details: <code>{value}</code>,
          })),
        ]}
      />
      <CommandBlock language={language} about={words.result} command={text} />
      {isCut ? <p class="fine-print">{words.cut}</p> : null}
    </div>
  );
}

/** What was wrong with a refused call: each problem, when there are several. */
function messagesIn({ body }: InProcessResponse): readonly string[] {
  // The envelope is our own.
  const { error } = JSON.parse(body) as { readonly error: EnvelopeError };
  return (
    error.problems?.map(({ message }) => message) ?? (error.message === undefined ? [] : [error.message])
  );
}

type EnvelopeError = Partial<Pick<PlatformError, "message" | "problems">>;

/** The headers that say something about a call; the others are the same for every one. */
function shownHeaders({ headers }: InProcessResponse): readonly (readonly [string, string])[] {
  return [...headers].filter(([name]) =>
    /^(?:content-type|cache-control|retry-after|x-request-id|x-error-parameter|x-ratelimit-.*)$/.test(name),
  );
}

/** Longest response that a page shows, in characters. */
const shownMaximum = 200_000;

function readableBody(body: string): { readonly text: string; readonly isCut: boolean } {
  const text = JSON.stringify(JSON.parse(body), null, 2);
  return { text: text.slice(0, shownMaximum), isCut: text.length > shownMaximum };
}

function Code({
  language,
  call,
  values,
  body,
  application,
  baseUrl,
  errorStatus,
}: ExplorerPageProps): JSX.Element {
  const { explorer: words } = consoleTextsFor(language);
  const coded = {
    call,
    baseUrl,
    body,
    errorStatus,
    values: { ...placeholders(call), ...values, appid: application.appid },
  };
  return (
    <div class="card">
      <h3>{words.code}</h3>
      <p>{words.codeLead}</p>
      <h4>curl</h4>
      <CommandBlock language={language} about="curl" command={curlOf(coded)} />
      <h4>SDK (TypeScript)</h4>
      <CommandBlock language={language} about="SDK" command={sdkCodeOf(coded)} />
    </div>
  );
}

/** What has to be sent and was not entered yet is named, so that the code is complete. */
function placeholders(call: DescribedCall): ExplorerValues {
  const missing = call.parameters.filter(({ required }) => required);
  return Object.fromEntries(
    missing.map(({ name }) => [name, shownValue(call, name, {}) || name.toUpperCase()]),
  );
}
