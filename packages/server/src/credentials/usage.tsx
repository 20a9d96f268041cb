import { renderPage } from "../pages/render-page.ts";
import type { RequestLog } from "../http/request-log/request-log.ts";
import type { PageRoute } from "../session/page-route.ts";
import type { UserRequest } from "../session/page-request.ts";
import type { Store } from "../store/store.ts";
import { pagePropsOf, type CredentialsSection, type ManagedCredentials } from "./credentials-section.ts";
import { UsagePage, type UsagePageProps } from "./usage-page.tsx";
import { usagePeriods, usageSteps, type UsageStep } from "./usage-periods.ts";

/** What the page reads. */
export interface UsageSources {
  readonly store: Store;
  readonly requestLog: RequestLog;
}

/** The page about how much an application calls. */
export function usagePage(sources: UsageSources, { path, find }: CredentialsSection): PageRoute {
  return {
    method: "GET",
    path: `${path}/usage`,
    access: "user",
    handle: async (pageRequest) => showUsage(sources, pageRequest, await find(pageRequest)),
  };
}

async function showUsage(
  { store, requestLog }: UsageSources,
  pageRequest: UserRequest,
  credentials: ManagedCredentials,
): Promise<Response> {
  const { timeZone, context } = pageRequest;
  const step = usageSteps.find((one) => one === context.req.query("by")) ?? "hour";
  return renderPage(
    <UsagePage
      {...pagePropsOf(pageRequest, credentials, "/usage")}
      timeZone={timeZone}
      quota={await store.readTokenQuota(credentials.application.id)}
      step={step}
      usage={await periodsOf(requestLog, credentials, { step, timeZone })}
    />,
    { status: 200 },
  );
}

/** Without its log, the page says so: nothing else fails with it. */
async function periodsOf(
  requestLog: RequestLog,
  { application }: ManagedCredentials,
  { step, timeZone }: { readonly step: UsageStep; readonly timeZone: string },
): Promise<UsagePageProps["usage"]> {
  if (!requestLog.isOn) return "off";
  try {
    return usagePeriods(await requestLog.usage(application), step, timeZone);
  } catch {
    return "unavailable";
  }
}
