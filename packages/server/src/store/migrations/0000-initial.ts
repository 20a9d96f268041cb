import { type Engine, executeStatements, type Migration } from "@survey-open-platform/database";
import { surveyStoreTables } from "@survey-open-platform/surveys";
import { requestLogTables } from "../../http/request-log/request-log-tables.ts";
import { applicationTables } from "./initial/application-tables.ts";
import { grantTables } from "./initial/grant-tables.ts";
import { installationTables } from "./initial/installation-tables.ts";
import { peopleTables } from "./initial/people-tables.ts";
import { signInTables } from "./initial/sign-in-tables.ts";
import { teamTables } from "./initial/team-tables.ts";
import { thirdPartyTables } from "./initial/third-party-tables.ts";

/** Everything that the first release keeps. */
export const initialMigration: Migration = {
  async up(db, engine) {
    for (const tables of inOrder) await executeStatements(db, tables(engine));
    // On SQLite the request log has a file of its own.
    if (engine === "postgres") await executeStatements(db, requestLogTables(engine));
  },
  replaces: [
    "0001-initial",
    "0002-survey-interface",
    "0003-sign-in-protection",
    "0004-accounts",
    "0005-token-look-up",
    "0006-survey-list",
    "0007-applications",
    "0008-second-factor",
    "0009-audit-chain",
    "0010-passkeys",
    "0011-team-pages",
    "0012-user-pictures",
    "0013-sign-in-providers",
    "0014-administration",
    "0015-request-log",
    "0016-survey-versions",
    "0017-nodes",
    "0018-compact-answers",
    "0019-draft-history",
    "0020-survey-exports",
    "0021-writing",
    "0022-kept-responses",
    "0023-answer-files",
    "0024-webhooks",
    "0025-claimed-answers",
    "0026-undo-steps",
    "0027-third-party-accounts",
    "0028-embedding",
    "0029-webhooks-of-grants",
    "0030-storage-bounds",
    "0032-webhooks-by-user",
    "0033-password-links-by-administrator",
    "0036-events-of-answers",
    "0040-refusal-messages",
    "0042-displayed-questions",
  ],
};

/** Each after those that it refers to. */
const inOrder: readonly ((engine: Engine) => string)[] = [
  peopleTables,
  applicationTables,
  teamTables,
  signInTables,
  grantTables,
  installationTables,
  surveyStoreTables,
  thirdPartyTables,
];
