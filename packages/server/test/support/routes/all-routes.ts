import { mailRoutes } from "./mail-routes.ts";
import { accountRoutes } from "./account-routes.ts";
import { administrationRoutes } from "./administration-routes.ts";
import { agentRoutes } from "./agent-routes.ts";
import { answeringRoutes } from "./answering-routes.ts";
import { consoleRoutes } from "./console-routes.ts";
import type { RouteRow } from "./route-row.ts";
import { sessionRoutes } from "./session-routes.ts";
import { sharingRoutes } from "./sharing-routes.ts";
import { surveyRoutes } from "./survey-routes.ts";
import { takingOutRoutes } from "./taking-out-routes.ts";
import { teamRoutes } from "./team-routes.ts";
import { webhookRoutes } from "./webhook-routes.ts";

/** Every route of the pages. A section adds its own list. */
export const allRoutes: readonly RouteRow[] = [
  ...sessionRoutes,
  ...accountRoutes,
  ...mailRoutes,
  ...agentRoutes,
  ...consoleRoutes,
  ...administrationRoutes,
  ...teamRoutes,
  ...surveyRoutes,
  ...sharingRoutes,
  ...takingOutRoutes,
  ...answeringRoutes,
  ...webhookRoutes,
];
