import type { PlantedBug } from "./planted-bug.ts";

const src = "packages/server/src";

/** The API tests, by their names: `api("answers")`. */
function api(...names: readonly string[]): readonly string[] {
  return names.map((name) => `packages/server/test/api/${name}.test.ts`);
}

/** Shapes and rules of the interface that clients depend on. */
export const interfaceBugs: readonly PlantedBug[] = [
  {
    name: "text-written-unescaped",
    breaks: "Texts of users are put into JSON as they are, so a title can add fields.",
    file: `${src}/api/json-writer.ts`,
    find: "return (value) => JSON.stringify(value);",
    replace: 'return (value) => (typeof value === "string" ? `"${value}"` : JSON.stringify(value));',
    caughtBy: api("wire-shapes"),
  },
  {
    name: "text-of-answer-unescaped",
    breaks: "Names of respondents are put into JSON as they are, so a name can add fields.",
    file: `${src}/api/json-writer.ts`,
    find: `text === "" ? '""' : JSON.stringify(text)`,
    replace: '`"${text}"`',
    caughtBy: api("wire-shapes", "recorded-responses"),
  },
  {
    name: "list-reads-every-survey",
    breaks: "A list on SQLite reads all pages of each survey to get at the columns behind them.",
    file: `${src}/store/migrations/0006-survey-list.ts`,
    find: `"created_at", "updated_at"`,
    replace: `"created_at"`,
    caughtBy: ["packages/server/test/store/survey-list-migration.test.ts"],
  },
  {
    name: "stored-pages-not-converted",
    breaks: "Answers of the first release keep question types that the reference no longer has.",
    file: `${src}/store/migrations/0002-survey-interface.ts`,
    find: "await sql`update answers set pages = ${replaced(renamedTypes)}`.execute(db);",
    replace: "",
    caughtBy: ["packages/server/test/store/survey-interface-migration.test.ts"],
  },
  {
    name: "page-of-answers-unlimited",
    breaks: "A page of answers is as long as the client asks for.",
    file: `${src}/api/answers/answer-list-endpoint.ts`,
    find: "perPage: Math.min(perPage, longestPage)",
    replace: "perPage: perPage + 0 * longestPage",
    caughtBy: api("answers"),
  },
  {
    name: "openid-spelled-two-ways-not-repeated",
    breaks: "A call that names two users, one as openid and one as open_id, is served.",
    file: `${src}/http/parameters.ts`,
    find: `return name === "open_id" ? "openid" : name;`,
    replace: `return name;`,
    caughtBy: api("independent-clients"),
  },
];
