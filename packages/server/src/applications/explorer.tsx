import type { NativeHandler } from "@survey-open-platform/service";
import type { ErrorStatus } from "../config/settings.ts";
import { errorStatuses } from "../http/send-reply.ts";
import { callInProcess, type InProcessResponse } from "../http/in-process-call.ts";
import { pasteableOrigin } from "../pages/call-commands.ts";
import { PageError } from "../pages/page-error.ts";
import { renderPage } from "../pages/render-page.ts";
import { makeRandomId } from "../model/token.ts";
import type { DescribedCall } from "../api/reference/describe-api.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import { requestHashOf } from "../session/request-hash.ts";
import { originOf, type UserRequest } from "../session/page-request.ts";
import type { ApplicationForUser } from "../store/applications/application-for-user-table.ts";
import type { Store } from "../store/store.ts";
import { firstBody, hasBody, pathProblems, targetOf, type ExplorerValues } from "./explorer-call.ts";
import { ExplorerPage } from "./explorer-page.tsx";
import { addressOf, applicationPath, applicationForUser } from "./application-for-user.ts";

const path = `${applicationPath}/explorer`;
const firstCall = "getUser";
/** A body may have the text of a survey. */
const formMaximumBytes = 1024 * 1024;

/** What the explorer calls, and how. */
export interface ExplorerParts {
  readonly store: Store;
  /** The API itself: a call of the explorer passes what every other call passes. */
  readonly api: NativeHandler;
  readonly calls: () => readonly DescribedCall[];
  /** Public origin of the API; "" for that of the pages. */
  readonly baseUrl: string;
}

/** The page on which developers make calls for themselves. It is posted, so that no address has a token. */
export function explorer(parts: ExplorerParts): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path,
      access: "user",
      async handle(pageRequest) {
        const application = await applicationForUser(parts.store, pageRequest);
        const call = findCall(parts, pageRequest.context.req.query("call")) ?? findCall(parts, firstCall);
        if (call === undefined) throw new Error("the first call of the explorer does not exist");
        return show(parts, pageRequest, { application, call, values: {} });
      },
    },
    { method: "POST", path, access: "user", handle: (pageRequest) => choose(parts, pageRequest) },
  ];
}

function findCall({ calls }: ExplorerParts, operationId: string | undefined): DescribedCall | undefined {
  return calls().find((call) => call.operationId === operationId);
}

async function choose(parts: ExplorerParts, pageRequest: UserRequest): Promise<Response> {
  const names = new Set(parts.calls().flatMap(({ parameters }) => parameters.map(({ name }) => name)));
  const fields = [...names, "call", "run", "body", "request", "error_status"];
  const {
    call: operationId,
    run,
    body = "",
    request = "",
    error_status: asked,
    ...given
  } = await readOwnForm(pageRequest, fields, formMaximumBytes);
  const application = await applicationForUser(parts.store, pageRequest);
  const call = findCall(parts, operationId);
  if (call === undefined) throw new PageError("invalid_argument", { status: 400, detail: "call" });
  // Whatever the form says: the calls are those of the own application.
  const values = { ...valuesOf(given), appid: application.appid };
  const errorStatus = errorStatuses.find((one) => one === asked);
  if (run === "") return show(parts, pageRequest, { application, call, values, errorStatus });
  const entered = { application, call, values, body, errorStatus };
  const problems = pathProblems(call, values);
  if (problems.length > 0) return show(parts, pageRequest, { ...entered, problems });
  const idempotencyKey = call.method === "GET" ? undefined : requestHashOf(pageRequest, request);
  const response = await runCall(parts, pageRequest, { ...entered, idempotencyKey });
  return show(parts, pageRequest, { ...entered, response });
}

/** Spaces around a value come from copying it. What is empty is not sent, and a form begins with it. */
function valuesOf(given: Readonly<Record<string, string>>): ExplorerValues {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value.trim() === "" ? [] : [[name, value.trim()]])),
  );
}

interface EnteredCall {
  readonly call: DescribedCall;
  readonly values: ExplorerValues;
  /** JSON, as it was typed. */
  readonly body: string;
  /** Names the form of a call that changes something, so that one sent twice makes one change. */
  readonly idempotencyKey: string | undefined;
  readonly errorStatus: ErrorStatus | undefined;
}

async function runCall(
  { api }: ExplorerParts,
  { context, origin }: UserRequest,
  { call, values, body, idempotencyKey, errorStatus }: EnteredCall,
): Promise<InProcessResponse> {
  const response = await callInProcess(api, {
    target: targetOf(call, values),
    host: new URL(origin).host,
    origin: originOf(context),
    method: call.method,
    body: hasBody(call) ? body : undefined,
    idempotencyKey,
    errorStatus,
  });
  if (response === undefined) throw new PageError("not_found", { status: 404 });
  return response;
}

type Shown = {
  readonly application: ApplicationForUser;
  readonly call: DescribedCall;
  readonly values: ExplorerValues;
  readonly body?: string;
  readonly errorStatus?: ErrorStatus | undefined;
  readonly problems?: readonly string[];
  readonly response?: InProcessResponse;
};

function show({ calls, baseUrl }: ExplorerParts, pageRequest: UserRequest, shown: Shown): Promise<Response> {
  return renderPage(
    <ExplorerPage
      language={pageRequest.language}
      path={addressOf(shown.application.appid, "/explorer")}
      signedIn={pageRequest.signedIn}
      calls={calls()}
      baseUrl={baseUrl === "" ? pasteableOrigin(pageRequest.origin) : baseUrl}
      requestId={makeRandomId()}
      {...shown}
      body={shown.body ?? firstBody(shown.call)}
    />,
    { status: shown.problems === undefined ? 200 : 400, script: true },
  );
}
