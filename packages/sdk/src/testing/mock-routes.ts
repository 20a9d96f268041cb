import { accountRoutes } from "./mock-account-calls.ts";
import { contactGroupRoutes } from "./mock-contact-groups.ts";
import { contactMemberRoutes } from "./mock-contact-members.ts";
import { orgRoutes } from "./mock-org-calls.ts";
import { respondentRoutes } from "./mock-respondent-calls.ts";
import type { MockRoute } from "./mock-route.ts";
import { webhookRoutes } from "./mock-webhook-calls.ts";
import type { WriteRequest } from "./mock-write-calls.ts";

/** The first one that matches is taken. */
const routes: readonly MockRoute[] = [
  ...webhookRoutes,
  ...accountRoutes,
  ...orgRoutes,
  ...respondentRoutes,
  ...contactGroupRoutes,
  ...contactMemberRoutes,
];

/** @returns undefined when no call has this method and path */
export function findMockRoute(
  method: string,
  path: string,
): ((request: WriteRequest) => unknown) | undefined {
  const sent = path.split("/");
  for (const { handle, ...route } of routes) {
    const wanted = route.path.split("/");
    const isSame =
      wanted.length === sent.length && wanted.every((part, at) => part === "*" || part === sent[at]);
    const parts = sent.filter((_, at) => wanted[at] === "*");
    if (isSame && route.method === method) return (request) => handle(request, parts);
  }
  return undefined;
}
