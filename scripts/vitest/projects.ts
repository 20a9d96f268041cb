import { availableParallelism } from "node:os";
import { join } from "node:path";
import { configDefaults, type TestProjectInlineConfiguration } from "vitest/config";
import { DEEP_VARIABLE } from "./depth.ts";
import { BUNDLES_FOLDER, BUNDLES_VARIABLE } from "../processes/programs.ts";
import { workspaceSources } from "./workspace-sources.ts";

const SECOND = 1_000;
const CORES = availableParallelism();
const inRoot = (path: string) => join(import.meta.dirname, "../..", path);
/** What is waited for comes at once; a busy machine may take its time. */
const POLLING = { timeout: 45 * SECOND, interval: 20 } as const;
const SAME_INPUTS = inRoot("scripts/vitest/same-inputs.ts");
const NO_CONSOLE = inRoot("scripts/vitest/no-console.ts");
const END_WITH_WORKER = inRoot("scripts/vitest/end-with-worker.ts");
const CHEAP_PASSWORD_HASHES = inRoot("scripts/vitest/cheap-password-hashes.ts");
const POSTGRES = inRoot("packages/database/test/support/postgres/postgres-setup.ts");
const PROGRAMS = inRoot("scripts/vitest/bundled-programs.ts");

/** How one project of tests differs from the others. */
export interface Project {
  readonly name: string;
  readonly root: string;
  readonly include: string[];
  readonly exclude?: string[];
  /** Whether it is given a PostgreSQL; SQLite otherwise. */
  readonly isOnPostgres?: boolean;
  /** Whether its tests start the programs of this repository: they are given bundles of them. */
  readonly startsPrograms?: boolean;
  /** Whether the platform runs in process, where its passwords are hashed at the least cost. */
  readonly hashesPasswords?: boolean;
  readonly testTimeout?: number;
  readonly hookTimeout?: number;
  /** Files at a time. */
  readonly maxWorkers?: number;
  /** Groups run one after the other. */
  readonly group?: number;
  readonly mayUseConsole?: boolean;
  /** Whether its tests try every look and hundreds of inputs; see `depth.ts`. */
  readonly isDeep?: boolean;
}

const USUAL = {
  exclude: [],
  isOnPostgres: false,
  startsPrograms: false,
  hashesPasswords: false,
  mayUseConsole: false,
  isDeep: false,
  // One more than cores: some wait for a database, which has the processor meanwhile.
  maxWorkers: CORES + 1,
  // No test takes as long by itself; a busy machine may.
  testTimeout: 120 * SECOND,
  hookTimeout: 120 * SECOND,
  group: 0,
} as const;

/** Whether programs are bundled first. For test files that are named one by one it takes longer than it saves. */
const isBundling = !process.argv.some((parameter) => /\.test\.tsx?$/.test(parameter));

/** Variables of the environment. Programs are started several hundred times, and are compiled each time without a cache. */
const FOR_PROGRAMS = {
  NODE_COMPILE_CACHE: inRoot("node_modules/.cache/compiled-modules"),
  ...(isBundling ? { [BUNDLES_VARIABLE]: BUNDLES_FOLDER } : {}),
};

/** The options of a vitest project. */
export function configured(project: Project): TestProjectInlineConfiguration {
  const { name, root, include, maxWorkers, testTimeout, hookTimeout, ...given } = {
    ...USUAL,
    ...project,
  };
  return {
    plugins: [workspaceSources()],
    oxc: { jsx: { runtime: "automatic", development: false, importSource: "@survey-open-platform/service" } },
    test: {
      name,
      root,
      include,
      env: {
        ...(given.startsPrograms ? FOR_PROGRAMS : {}),
        ...(given.isDeep ? { [DEEP_VARIABLE]: "1" } : {}),
      },
      exclude: [...configDefaults.exclude, ...given.exclude],
      // Files of one worker share its modules, so tests leave modules and globals as they found them; a test of the
      // repository rejects module mocks.
      isolate: false,
      globalSetup: [
        ...(given.isOnPostgres ? [POSTGRES] : []),
        ...(given.startsPrograms && isBundling ? [PROGRAMS] : []),
      ],
      setupFiles: [
        END_WITH_WORKER,
        SAME_INPUTS,
        ...(given.mayUseConsole ? [] : [NO_CONSOLE]),
        ...(given.hashesPasswords ? [CHEAP_PASSWORD_HASHES] : []),
      ],
      maxWorkers,
      testTimeout,
      hookTimeout,
      expect: { poll: POLLING },
      sequence: { groupOrder: given.group },
    },
  };
}

/** Tests of the server that start its programs and wait for them. */
const SERVER_PROGRAMS = [
  "test/operating/commands/{apply,backup,database-server,doctor,export-killed,first-start,help,import-answers-killed,metrics,oauth-killed,old-node,serve,worker*}.test.ts",
  "test/operating/demo/demo-command.test.ts",
  "test/repository/documents.test.ts",
];

/** Tests of the database that start several servers and mostly wait for a promotion. */
const DATABASE_FAILOVER = ["test/postgres/failover.test.ts"];

/** Programs as processes mostly wait, for each other to start and for what was broken on purpose to be well again. */
const TOGETHER = {
  maxWorkers: Math.max(5, CORES),
  group: 1,
  startsPrograms: true,
} as const;

/** Longer than a program may take, so that a failure says which one it was and what that has printed. */
const PROCESS_TIMEOUT = 240 * SECOND;

/** Pages in a real browser. A hook may have to install Chromium or nginx on a machine that has none. */
const END_TO_END = {
  root: "e2e",
  testTimeout: PROCESS_TIMEOUT,
  hookTimeout: 600 * SECOND,
  mayUseConsole: true,
  ...TOGETHER,
} as const;

const SERVER = { root: "packages/server", startsPrograms: true, hashesPasswords: true } as const;

/** Each route of the pages in a real browser, of a platform in process. A hook may have to install Chromium. */
const ROUTES_IN_CHROMIUM: Omit<Project, "name"> = {
  root: "packages/server",
  include: ["test/pages/every-route-in-chromium.test.ts"],
  hashesPasswords: true,
  hookTimeout: 600 * SECOND,
};

/** `npm test`: each package from its sources, what a database keeps on both, a look at each page, a start of each program. */
export const quickProjects: readonly Project[] = [
  {
    name: "scripts",
    root: "scripts",
    include: ["test/**/*.test.ts"],
  },
  {
    name: "database",
    root: "packages/database",
    include: ["test/**/*.test.ts"],
    exclude: ["test/postgres/**"],
  },
  {
    name: "database-postgres",
    root: "packages/database",
    include: ["test/postgres/**/*.test.ts"],
    exclude: DATABASE_FAILOVER,
    isOnPostgres: true,
  },
  {
    name: "service",
    root: "packages/service",
    include: ["test/**/*.test.{ts,tsx}"],
  },
  {
    name: "surveys",
    root: "packages/surveys",
    include: ["test/**/*.test.ts"],
  },
  {
    name: "server",
    ...SERVER,
    include: ["test/**/*.test.{ts,tsx}"],
    exclude: [...SERVER_PROGRAMS, ...ROUTES_IN_CHROMIUM.include],
  },
  { name: "server-in-chromium", ...ROUTES_IN_CHROMIUM },
  {
    name: "store-postgres",
    ...SERVER,
    include: ["test/store/**/*.test.ts"],
    isOnPostgres: true,
  },
  {
    name: "sdk",
    root: "packages/sdk",
    include: ["test/**/*.test.ts"],
  },
  {
    name: "token-hub",
    root: "packages/token-hub",
    include: ["test/**/*.test.{ts,tsx}"],
    exclude: ["test/postgres/**"],
  },
  {
    name: "token-hub-store-postgres",
    root: "packages/token-hub",
    include: ["test/store/**/*.test.ts"],
    isOnPostgres: true,
  },
  {
    name: "programs",
    ...END_TO_END,
    include: ["{process,token-hub-process}.test.ts"],
  },
];

/** `npm run test:deep`: everything else, on both databases, with hundreds of inputs, and what is broken on purpose. */
export const deepProjects: readonly Project[] = [
  {
    name: "surveys-deep",
    root: "packages/surveys",
    include: [
      "test/answers/{answer-codec,answer-cells}.test.ts",
      "test/declared/build-answer-pages.test.ts",
      "test/logic/{check-logic,rule-text,visible-questions}.test.ts",
      "test/question-fields/rendered-questions.test.ts",
      "test/results/results-oracle.test.ts",
      "test/text-form/print-survey-text.test.ts",
    ],
    isDeep: true,
  },
  {
    name: "server-deep",
    ...SERVER,
    include: [
      "test/declaration/{apply-declaration-property,problem-messages,read-declaration}.test.ts",
      "test/security/{authorization-request,csrf,markup,redirect-uri,redirect-uri-registration,route-roles}.test.ts",
    ],
    isDeep: true,
  },
  { name: "server-in-chromium-deep", ...ROUTES_IN_CHROMIUM, isDeep: true },
  {
    name: "server-postgres",
    ...SERVER,
    // What asks a database and is not in `store-postgres`; the rest would only be the same again.
    include: [
      "test/{api/calls,declaration,grants,mcp,security}/**/*.test.{ts,tsx}",
      "test/operating/commands/{oauth-killed,workers-on-one-database}.test.ts",
      "test/operating/demo/demo-pages.test.ts",
      "test/docs/{http-api,storage}.test.ts",
      "test/http/{envelope,query-parameters}.test.ts",
      "test/surveys/participants/*.test.ts",
    ],
    exclude: [
      "test/api/calls/wire-shapes.test.ts",
      "test/mcp/{agent-limits,documents}.test.ts",
      "test/declaration/{declaration-json-schema,problem-messages,read-declaration}.test.ts",
      // About requests, pages, words and the memory of one process: nothing in them depends on the database.
      "test/security/{address-networks,authorization-request,connections,untrusted-proxy}.test.ts",
      "test/security/{csrf,guessing,language,markup,page-headers,raw-http,return-address}.test.ts",
      "test/security/{redirect-uri,redirect-uri-registration,request-targets,sign-in-load}.test.ts",
      "test/security/{caller-address,embedding,log-lines,outgoing-requests,shown-settings}.test.ts",
      "test/security/{survey-markup,uploads-over-sockets,webhook-addresses}.test.ts",
      "test/security/{anonymous-limits,client-registration,kept-form,parameters,passkeys}.test.ts",
      "test/security/{refusal-messages,stored-in-an-hour}.test.ts",
      // Which roles, methods and addresses a route admits, and commands: their statements are those of the calls and pages that stay.
      "test/security/{foreign-calls,operator-commands,page-paths,route-roles,survey-roles,unattended-requests}.test.ts",
    ],
    isOnPostgres: true,
  },
  {
    name: "token-hub-postgres",
    root: "packages/token-hub",
    // What asks the database; the rest does not know which one it is.
    include: ["test/{several-hubs,users,postgres}/**/*.test.ts"],
    isOnPostgres: true,
  },
  {
    name: "server-programs",
    root: "packages/server",
    include: SERVER_PROGRAMS,
    testTimeout: PROCESS_TIMEOUT,
    ...TOGETHER,
  },
  {
    name: "database-failover",
    root: "packages/database",
    include: DATABASE_FAILOVER,
    ...TOGETHER,
  },
  {
    name: "e2e",
    ...END_TO_END,
    include: ["**/*.test.ts"],
    isDeep: true,
  },
  {
    name: "e2e-postgres",
    ...END_TO_END,
    include: ["{process,webhooks}.test.ts", "security/{canaries,crash,graceful-stop}.test.ts"],
    isOnPostgres: true,
  },
  {
    name: "faults",
    root: "faults",
    include: ["test/**/*.test.ts"],
    // What is broken on purpose has limits of its own; this one is for what hangs.
    testTimeout: 300 * SECOND,
    mayUseConsole: true,
    ...TOGETHER,
  },
];
