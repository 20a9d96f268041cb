import type { SurveySchema } from "@survey-open-platform/surveys";
import type { AccountSchema } from "./account-tables.ts";
import type { TeamSchema } from "./team-tables.ts";
import type { ApplicationSchema } from "./application-tables.ts";
import type { TokenSchema } from "./token-tables.ts";
import type { MailSchema } from "./mail-tables.ts";
import type { PrivacySchema } from "./privacy-tables.ts";
import type { ParticipantSchema } from "./participant-tables.ts";
import type { ResultsSchema } from "./results-tables.ts";
import type { OperationSchema } from "./operation-tables.ts";
import type { SharingSchema } from "./sharing-tables.ts";
import type { ThirdPartySchema } from "./third-party-tables.ts";

/**
 * The tables, column by column. Times are integer milliseconds UTC, truth values are 0 or 1, and every
 * column named `hash` or `…_hash` holds base64url SHA-256: of a value that the platform itself does not keep, except in the
 * audit log.
 */
export interface Schema
  extends
    SurveySchema,
    AccountSchema,
    TeamSchema,
    ApplicationSchema,
    TokenSchema,
    OperationSchema,
    MailSchema,
    ParticipantSchema,
    PrivacySchema,
    ResultsSchema,
    SharingSchema,
    ThirdPartySchema {}
