import { numberFormat } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { errorKinds, type ErrorKind, type ErrorType } from "../errors.ts";
import { DataTable, EmptyState, Pager } from "../pages/components/list.tsx";
import { Moment } from "../pages/components/moment.tsx";
import { Notice } from "../pages/components/notice.tsx";
import { textsFor } from "../pages/texts/texts.ts";
import type { LoggedCall } from "../http/request-log/request-lines.ts";
import type { CredentialsPageProps } from "./credentials-section.ts";
import { credentialsTextsFor } from "./texts/credentials-texts.ts";

/** What is searched for: "" for everything. */
export type LogSearch = { readonly requestId: string; readonly errorType: ErrorType | "" };

/** What the page shows. */
export type LogPageProps = CredentialsPageProps & {
  readonly timeZone: string;
  readonly search: LogSearch;
  /** The error types of the calls, for the choice among them. */
  readonly errorTypes: readonly ErrorType[];
  readonly after: string | undefined;
  readonly next: string | undefined;
  /** The newest first; or why there are none. */
  readonly calls: readonly LoggedCall[] | "off" | "unavailable";
};

/** The calls of an application. */
export function LogPage(props: LogPageProps): JSX.Element {
  const { language, kind, Frame, calls } = props;
  const { log: words } = credentialsTextsFor(language);
  return (
    <Frame {...props} title={words.title}>
      <h2>{words.title}</h2>
      <p class="lead">{words.lead[kind]}</p>
      {typeof calls === "string" ? (
        <Notice tone={calls === "off" ? "info" : "warning"} role="status">
          {words[calls]}
        </Notice>
      ) : (
        <Calls {...props} calls={calls} />
      )}
      <p class="fine-print">{words.strangers}</p>
      <p class="fine-print">{words.limits}</p>
    </Frame>
  );
}

type CallsProps = LogPageProps & { readonly calls: readonly LoggedCall[] };

function Calls(props: CallsProps): JSX.Element {
  const { language, address, search, after, next, calls } = props;
  const isSearch = search.requestId !== "" || search.errorType !== "" || after !== undefined;
  if (calls.length === 0 && !isSearch) return <FirstCall {...props} />;
  const parameters = { q: search.requestId, error: search.errorType };
  return (
    <>
      <LogSearchForm {...props} />
      {calls.length === 0 ? <NoMatch {...props} /> : <CallTable {...props} />}
      <Pager language={language} path={`${address}/log`} parameters={parameters} after={after} next={next} />
    </>
  );
}

function FirstCall({ language, kind }: CallsProps): JSX.Element {
  const { log: words } = credentialsTextsFor(language);
  return (
    <EmptyState title={words.emptyTitle}>
      <p>{words.emptyText[kind]}</p>
      <p>
        <a href="/docs/api">{words.reference}</a>
      </p>
    </EmptyState>
  );
}

function NoMatch({ language }: CallsProps): JSX.Element {
  const { log: words } = credentialsTextsFor(language);
  return (
    <EmptyState title={words.noMatchTitle}>
      <p>{words.noMatchText}</p>
    </EmptyState>
  );
}

/** It changes nothing, so it is a GET. */
function LogSearchForm({ language, address, search, errorTypes }: CallsProps): JSX.Element {
  const { log: words } = credentialsTextsFor(language);
  const { kit } = textsFor(language);
  const path = `${address}/log`;
  const isEmpty = search.requestId === "" && search.errorType === "";
  return (
    <form method="get" action={path} role="search" class="search search-fields">
      <div class="field">
        <label for="q">{words.requestId}</label>
        <input id="q" name="q" type="search" value={search.requestId} maxlength={36} autocomplete="off" />
      </div>
      <div class="field">
        <label for="error">{words.errorType}</label>
        <select id="error" name="error">
          <option value="">{words.everyCall}</option>
          {errorTypes.map((type) => (
            <option value={type} selected={type === search.errorType}>
              {type}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" class="button button-quiet">
        {kit.search}
      </button>
      {isEmpty ? null : <a href={path}>{kit.clearSearch}</a>}
    </form>
  );
}

function CallTable({ language, timeZone, calls }: CallsProps): JSX.Element {
  const { log: words } = credentialsTextsFor(language);
  const milliseconds = numberFormat(language, { maximumFractionDigits: 2 });
  return (
    <DataTable
      caption={words.caption}
      rows={calls}
      columns={[
        {
          header: words.time,
          isRowHeader: true,
          cell: ({ at }) => <Moment at={at} timeZone={timeZone} language={language} precision="second" />,
        },
        { header: words.call, cell: ({ route }) => <code class="route">{withMethod(route)}</code> },
        {
          header: words.result,
          cell: (call) => <Result call={call} served={words.served} />,
        },
        { header: words.milliseconds, cell: (row) => milliseconds.format(row.milliseconds) },
        { header: words.address, cell: ({ address }) => <span class="network-address">{address}</span> },
        { header: words.requestId, cell: ({ requestId }) => <code class="request-id">{requestId}</code> },
      ]}
    />
  );
}

/** The route of a GET is stored as its path alone. */
function withMethod(route: string): string {
  return route.startsWith("/") ? `GET ${route}` : route;
}

type ResultProps = { readonly call: LoggedCall; readonly served: string };

function Result({ call: { errorType, message }, served }: ResultProps): JSX.Element {
  if (errorType === "") return <span class="badge badge-success">{served}</span>;
  return (
    <>
      <code class="refused">{errorType}</code>
      <p class="fine-print reason" lang="en">
        {message === "" ? usualMessage(errorType) : message}
      </p>
    </>
  );
}

/** @returns undefined for a type that this version does not have any more */
function usualMessage(errorType: string): string | undefined {
  const kinds: Readonly<Record<string, ErrorKind>> = errorKinds;
  return Object.hasOwn(kinds, errorType) ? kinds[errorType]?.says : undefined;
}
