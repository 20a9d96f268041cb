import { userPicturesMigration } from "./0012-user-pictures.ts";
import type { Migrations } from "@survey-open-platform/database";
import {
  answerFilesMigration,
  claimedAnswersMigration,
  compactAnswersMigration,
  displayedQuestionsMigration,
  draftHistoryMigration,
  embeddingMigration,
  eventsOfAnswersMigration,
  storageBoundsMigration,
  surveyExportsMigration,
  surveyVersionsMigration,
  undoStepsMigration,
  webhooksMigration,
} from "@survey-open-platform/surveys";
import { accountsMigration } from "./0004-accounts.ts";
import { administrationMigration } from "./0014-administration.ts";
import { auditChainMigration } from "./0009-audit-chain.ts";
import { applicationsMigration } from "./0007-applications.ts";
import { initialMigration } from "./0001-initial.ts";
import { keptResponsesMigration } from "./0022-kept-responses.ts";
import { nodesMigration } from "./0017-nodes.ts";
import { refusalMessagesMigration } from "../../http/request-log/refusal-messages-migration.ts";
import { requestLogMigration } from "../../http/request-log/request-log-migration.ts";
import { signInProtectionMigration } from "./0003-sign-in-protection.ts";
import { surveyListMigration } from "./0006-survey-list.ts";
import { surveyInterfaceMigration } from "./0002-survey-interface.ts";
import { tokenLookUpMigration } from "./0005-token-look-up.ts";
import { secondFactorMigration } from "./0008-second-factor.ts";
import { passkeysMigration } from "./0010-passkeys.ts";
import { writingMigration } from "./0021-writing.ts";
import { thirdPartyAccountsMigration } from "./0027-third-party-accounts.ts";
import { passwordLinksByAdministratorMigration } from "./0033-password-links-by-administrator.ts";
import { webhooksByUserMigration } from "./0032-webhooks-by-user.ts";
import { webhooksOfGrantsMigration } from "./0029-webhooks-of-grants.ts";
import { standardFaceMigration } from "./0050-standard-face.ts";
import { teamPagesMigration } from "./0011-team-pages.ts";
import { signInProvidersMigration } from "./0013-sign-in-providers.ts";

/** Every schema change, by name; a released one is never edited. */
export const migrations: Migrations = {
  "0001-initial": initialMigration,
  "0002-survey-interface": surveyInterfaceMigration,
  "0003-sign-in-protection": signInProtectionMigration,
  "0004-accounts": accountsMigration,
  "0005-token-look-up": tokenLookUpMigration,
  "0006-survey-list": surveyListMigration,
  "0007-applications": applicationsMigration,
  "0008-second-factor": secondFactorMigration,
  "0009-audit-chain": auditChainMigration,
  "0010-passkeys": passkeysMigration,
  "0011-team-pages": teamPagesMigration,
  "0012-user-pictures": userPicturesMigration,
  "0013-sign-in-providers": signInProvidersMigration,
  "0014-administration": administrationMigration,
  "0015-request-log": requestLogMigration,
  "0016-survey-versions": surveyVersionsMigration,
  "0017-nodes": nodesMigration,
  "0018-compact-answers": compactAnswersMigration,
  "0019-draft-history": draftHistoryMigration,
  "0020-survey-exports": surveyExportsMigration,
  "0021-writing": writingMigration,
  "0022-kept-responses": keptResponsesMigration,
  "0023-answer-files": answerFilesMigration,
  "0024-webhooks": webhooksMigration,
  "0025-claimed-answers": claimedAnswersMigration,
  "0026-undo-steps": undoStepsMigration,
  "0027-third-party-accounts": thirdPartyAccountsMigration,
  "0028-embedding": embeddingMigration,
  "0029-webhooks-of-grants": webhooksOfGrantsMigration,
  "0030-storage-bounds": storageBoundsMigration,
  "0032-webhooks-by-user": webhooksByUserMigration,
  "0033-password-links-by-administrator": passwordLinksByAdministratorMigration,
  "0036-events-of-answers": eventsOfAnswersMigration,
  "0040-refusal-messages": refusalMessagesMigration,
  "0042-displayed-questions": displayedQuestionsMigration,
  "0050-standard-face": standardFaceMigration,
};
