import type { Database } from "@survey-open-platform/database";
import { findLoginCode, signInWithCode, type CodeSignIn, type PresentedCode } from "./login-code-table.ts";
import { deletionLocks } from "./delete-account.ts";
import { administratorLock, userLock } from "../statements/locks.ts";
import { countListed, isListed } from "../surveys/respondent-access-table.ts";
import {
  endRespondentSession,
  findSessionRespondent,
  findThirdPartyRespondent,
} from "./respondent-session-table.ts";
import { findSurveyHash, type SurveyReach } from "../surveys/survey-table.ts";
import {
  deleteThirdPartyAccount,
  setAccountDisabled,
  type ManagedAccount,
} from "./third-party-management.ts";
import type { Schema } from "../schema/schema.ts";
import {
  findAccountOrigin,
  listThirdPartyAccounts,
  type ThirdPartyAccountSearch,
} from "./third-party-account-table.ts";

/** Accounts that applications registered: how they sign in, what they may answer, and what their team does with them. */
export function thirdPartyVerbs(database: Database<Schema>) {
  const { reader } = database;
  return {
    findLoginCode: (presented: PresentedCode) => findLoginCode(reader, presented),
    signInWithCode: (signIn: CodeSignIn & { readonly username: string }) =>
      database.write((t) => signInWithCode(t, signIn), { locks: [userLock(signIn.username)] }),
    findSurveyHash: (survey: SurveyReach) => findSurveyHash(reader, survey),
    endRespondentSession: (hash: string) => database.write((t) => endRespondentSession(t, hash)),
    findSessionRespondent: (hash: string) => findSessionRespondent(reader, hash),
    findThirdPartyRespondent: (userId: number) => findThirdPartyRespondent(reader, userId),
    isListed: (entry: { readonly surveyId: number; readonly respondentId: number }) =>
      isListed(reader, entry),
    countListed: (surveyId: number) => countListed(reader, surveyId),
    setAccountDisabled: (change: ManagedAccount & { readonly disabled: boolean }) =>
      database.write((t) => setAccountDisabled(t, change), {
        locks: [userLock(`third-party:${change.userId}`), administratorLock],
      }),
    deleteThirdPartyAccount: async (account: ManagedAccount) => {
      const locks = await deletionLocks(reader, account.userId);
      return database.write((t) => deleteThirdPartyAccount(t, account), { locks });
    },
    findAccountOrigin: (userId: number) => findAccountOrigin(reader, userId),
    listThirdPartyAccounts: (search: ThirdPartyAccountSearch) => listThirdPartyAccounts(reader, search),
  };
}
