import type { Generated } from "kysely";
import type { TeamPlan } from "../../model/team.ts";

/** Teams, their members, and invitations to them and to the platform. */
export interface TeamSchema {
  readonly teams: TeamsTable;
  readonly team_members: TeamMembersTable;
  readonly invitations: InvitationsTable;
}

/** Teams and their plans. */
interface TeamsTable {
  readonly id: number;
  readonly name: string;
  readonly plan: TeamPlan;
  readonly created_at: number;
  /** When it was created or its members last changed on a page; null when it is as declared. */
  readonly edited_at: number | null;
  /** The application that created it, and may act for it; null for every other team. */
  readonly application_id: Generated<number | null>;
}

/** Members of teams. */
interface TeamMembersTable {
  readonly team_id: number;
  readonly user_id: number;
  /** As in the interface. */
  readonly role: number;
}

/** A link by which someone joins the platform or a team. It is deleted when it is used or withdrawn. */
interface InvitationsTable {
  readonly hash: string;
  readonly kind: "first_administrator" | "platform" | "team";
  readonly team_id: number | null;
  readonly team_role: number | null;
  /** For whom it is, in the words of the user who made it. */
  readonly note: string;
  readonly created_by: number | null;
  readonly created_at: number;
  readonly expires_at: number;
  /** Which form made it, so that a form that is sent twice makes one invitation; null for one of a command. */
  readonly request_hash: string | null;
}
