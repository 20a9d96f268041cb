import { defineConfig } from "vitest/config";
import { CountReporter } from "./scripts/vitest/count-reporter.ts";
import { configured, inProcess } from "./scripts/vitest/projects.ts";

/**
 * `npm run test:quick`: the tests that run in process, on SQLite. Files that start programs, that try the same
 * property with hundreds of inputs, or that wait in real time for sockets and leases are left to `npm test`.
 */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  database: ["test/{drop-database,postgres-server}.test.ts"],
  server: [
    "test/apply/{apply-declaration-property,declaration-json-schema,failure-while-writing,problem-messages}.test.ts",
    "test/http/parameter-checks.test.ts",
    "test/pages/every-page.test.tsx",
    "test/repository/planted-bugs.test.ts",
    "test/security/{authorization-request,csrf,markup,redirect-uri,redirect-uri-registration}.test.ts",
    "test/security/{connections,raw-http,return-address,route-roles,untrusted-proxy}.test.ts",
    "test/store/webhook-isolation.test.ts",
  ],
  service: ["test/http/listener.test.ts"],
  "token-hub": [
    "test/proxy/proxy-streams.test.ts",
    "test/security/connections.test.ts",
    "test/several-hubs/**",
    "test/team/protocol/renewal-{model,replay}.test.ts",
  ],
  sdk: ["test/{api-reference,packed,size}.test.ts", "test/user-token-store/file-user-token-store.test.ts"],
};

const quick = inProcess
  .filter(({ name, isOnPostgres = false }) => name !== "scripts" && !isOnPostgres)
  // The one file that starts a program takes the installed one, without waiting for bundles.
  .map((project) => ({ ...project, startsPrograms: false }));

export default defineConfig({
  test: {
    reporters: ["default", new CountReporter()],
    projects: quick.map(({ exclude = [], ...project }) =>
      configured({ ...project, exclude: [...exclude, ...(LEFT_OUT[project.name] ?? [])] }),
    ),
  },
});
