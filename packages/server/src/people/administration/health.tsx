import { dirname } from "node:path";
import type { SettingInEffect } from "../../config/read-config.ts";
import type { Config } from "../../config/settings.ts";
import { checkHealth } from "../../health/check-health.ts";
import { freeSpaceOf, type FreeSpace } from "../../health/free-space.ts";
import { release } from "../../model/release.ts";
import { renderPage } from "../../pages/render-page.ts";
import type { RequestLog } from "../../http/request-log/request-log.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { Store } from "../../store/store.ts";
import { HealthPage, type HealthReport } from "./health-page.tsx";
import { propsOf } from "./list-request.ts";
import { readDatabaseState } from "../../store/installation/database-state.ts";
import { listNodes } from "../../store/installation/node-table.ts";

/** What the administration is made of. */
export interface AdministrationDependencies {
  readonly store: Store;
  readonly requestLog: RequestLog;
  readonly config: Config;
  readonly settings: readonly SettingInEffect[];
}

/** The page on which administrators see whether the platform is well. */
export function healthPages(sources: AdministrationDependencies): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path: "/admin/health",
      access: "administrator",
      handle: async (pageRequest) =>
        renderPage(<HealthPage {...propsOf(pageRequest)} report={await report(sources)} />, { status: 200 }),
    },
  ];
}

async function report({
  store,
  requestLog,
  config,
  settings,
}: AdministrationDependencies): Promise<HealthReport> {
  const began = performance.now();
  await store.ping();
  const milliseconds = Math.round((performance.now() - began) * 100) / 100;
  const facts = {
    config,
    database: await readDatabaseState(store),
    nodes: await listNodes(store.reader),
    freeSpace: freeSpaceFor(config.database),
    requestLog: requestLog.state,
  };
  return {
    ...facts,
    release,
    runtime: process.version,
    place: settings.find(({ name }) => name === "database")?.text ?? "",
    milliseconds,
    outcomes: checkHealth(facts),
  };
}

/** Of a file; a database server has a disk of its own. */
function freeSpaceFor(address: string): FreeSpace | undefined {
  const path = /^sqlite:(.+)$/s.exec(address)?.[1];
  return path === undefined || path === ":memory:" ? undefined : freeSpaceOf(dirname(path));
}
