import { errorKinds, type ErrorType } from "../errors.ts";
import { idIn } from "../pages/id-in.ts";
import { renderPage } from "../pages/render-page.ts";
import type { RequestLog } from "../http/request-log/request-log.ts";
import type { PageRoute } from "../session/page-route.ts";
import type { UserRequest } from "../session/page-request.ts";
import { pagePropsOf, type CredentialsSection, type ManagedCredentials } from "./credentials-section.ts";
import { LogPage, type LogPageProps, type LogSearch } from "./log-page.tsx";

const perPage = 50;
const requestIdPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Every error type that a line may have: a call that no path serves belongs to no application. */
// The keys of the table are its types.
const errorTypes = Object.keys(errorKinds) as readonly ErrorType[];

/** The page that lists the calls of an application. */
export function logPage(requestLog: RequestLog, { path, find }: CredentialsSection): PageRoute {
  return {
    method: "GET",
    path: `${path}/log`,
    access: "user",
    handle: async (pageRequest) => showLog(requestLog, pageRequest, await find(pageRequest)),
  };
}

async function showLog(
  requestLog: RequestLog,
  pageRequest: UserRequest,
  credentials: ManagedCredentials,
): Promise<Response> {
  const search = searchOf(pageRequest);
  const after = idIn(pageRequest.context.req.query("after"));
  const found = await findCalls(requestLog, credentials, { search, after });
  const calls = typeof found === "string" ? found : found.slice(0, perPage);
  const hasMore = typeof found !== "string" && found.length > perPage;
  return renderPage(
    <LogPage
      {...pagePropsOf(pageRequest, credentials, "/log")}
      timeZone={pageRequest.timeZone}
      search={search}
      errorTypes={errorTypes}
      after={after === undefined ? undefined : String(after)}
      next={hasMore ? String(found[perPage - 1]?.id) : undefined}
      calls={calls}
    />,
    { status: 200 },
  );
}

interface LogRequest {
  readonly search: LogSearch;
  readonly after: number | undefined;
}

/** One more than fit on a page. Without its log, the page says so: nothing else fails with it. */
async function findCalls(
  requestLog: RequestLog,
  { application }: ManagedCredentials,
  { search: { requestId, errorType }, after }: LogRequest,
): Promise<LogPageProps["calls"]> {
  if (!requestLog.isOn) return "off";
  if (requestId !== "" && !requestIdPattern.test(requestId)) return [];
  try {
    return await requestLog.list({
      application,
      ...(requestId !== "" && { requestId }),
      ...(errorType !== "" && { errorType }),
      ...(after !== undefined && { after }),
      limit: perPage + 1,
    });
  } catch {
    return "unavailable";
  }
}

function searchOf({ context }: UserRequest): LogSearch {
  const requestId = (context.req.query("q") ?? "").trim().toLowerCase().slice(0, 36);
  const given = context.req.query("error");
  return { requestId, errorType: errorTypes.find((type) => type === given) ?? "" };
}
