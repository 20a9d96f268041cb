import type { Generated } from "kysely";

/** Accounts of third parties, how they sign in, and the groups of a team's contacts. */
export interface ThirdPartySchema {
  readonly third_party_accounts: ThirdPartyAccountsTable;
  readonly login_codes: LoginCodesTable;
  readonly respondent_sessions: RespondentSessionsTable;
  readonly contact_groups: ContactGroupsTable;
  readonly contact_memberships: ContactMembershipsTable;
}

/** A user without a password, whom an application registered under an openid of its own. */
interface ThirdPartyAccountsTable {
  readonly user_id: number;
  readonly application_id: number;
  readonly openid: string;
  readonly created_at: number;
}

/** What signs a third-party account in, once; deleted when it is used. */
interface LoginCodesTable {
  readonly hash: string;
  readonly user_id: number;
  readonly scene: "respondent" | "user";
  readonly expires_at: number;
}

/** A browser in which a third-party account answers surveys; it opens no other page. */
interface RespondentSessionsTable {
  readonly hash: string;
  readonly user_id: number;
  readonly expires_at: number;
}

/** A group of a team's contacts. Each team has one group without a parent: the one that stands for the team. */
interface ContactGroupsTable {
  readonly id: Generated<number>;
  readonly team_id: number;
  readonly parent_id: number | null;
  readonly name: string;
  /** What the application calls it; null when it did not say. */
  readonly remote_id: string | null;
  /** Groups of a parent are listed by this, and then by id. */
  readonly position: number;
  readonly created_at: number;
  readonly updated_at: number;
}

/** Which groups a member is in; a member without one is in the group that stands for the team. */
interface ContactMembershipsTable {
  readonly group_id: number;
  readonly team_id: number;
  readonly user_id: number;
}
