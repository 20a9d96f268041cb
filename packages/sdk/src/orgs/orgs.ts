import type { DataCaller } from "../data-caller.ts";
import { idPart } from "../id-part.ts";
import type { TextTime } from "../surveys/survey-data.ts";
import type { WaitOptions } from "../token-source/token-source.ts";
import { writeCall, type WriteOptions } from "../write-call.ts";

/** Role in a team: 0 creator, 2 team administrator, 3 survey administrator, 4 member. */
export type OrgRole = 0 | 2 | 3 | 4 | (number & {});

/** A team about to be created. */
export interface OrgCreation {
  /** Unique on the platform. */
  readonly name: string;
  /** Id of the application's own account that becomes its creator. */
  readonly user_id: number;
}

/** A team that was created. */
export interface CreatedOrg {
  readonly org_id: number;
  /** The same id. */
  readonly team_id: number;
}

/** A team. */
export interface Org {
  readonly id: number;
  readonly name: string;
  readonly phone: string;
  /** As what the application acts. */
  readonly current_user_role: OrgRole;
  readonly creator_id: number;
  readonly creator_name: string;
  readonly creator_avatar_url: string;
  /** The same id, in the calls about contacts. */
  readonly team_id: number;
}

/** A member of a team. */
export interface OrgUser {
  readonly user_id: number;
  readonly name: string;
  readonly avatar: string;
  readonly role: OrgRole;
}

/** One page of a team's members. */
export interface OrgUserList {
  /** Members on all pages. */
  readonly total: number;
  readonly list: readonly OrgUser[];
}

/** Which members of a team. */
export interface OrgUserListOptions extends WaitOptions {
  /** From 1. */
  readonly page?: number | undefined;
  /** At most 100; 20 unless given. */
  readonly perPage?: number | undefined;
  /** Only these roles. */
  readonly roles?: readonly OrgRole[] | undefined;
}

/** The surveys of a team as a project. */
export interface OrgProject {
  readonly id: number;
  readonly type: number;
  readonly level: number;
  readonly user_id: number;
  readonly owner_user_id: number;
  readonly name: string;
  readonly status: number;
  readonly created_at: TextTime;
  readonly updated_at: TextTime;
}

/** The projects of a team. */
export interface OrgProjectList {
  readonly total: number;
  readonly list: readonly OrgProject[];
}

/** The calls about teams. They need a team's token, and reach its team and those that its application created. */
export interface Orgs {
  create(org: OrgCreation, options?: WriteOptions): Promise<CreatedOrg>;
  get(orgId: number | string, options?: WaitOptions): Promise<Org>;
  /** One page of the members, ascending by id. */
  users(orgId: number | string, options?: OrgUserListOptions): Promise<OrgUserList>;
  projects(orgId: number | string, options?: WaitOptions): Promise<OrgProjectList>;
}

/** The team calls of a caller. */
export function orgsOf(caller: DataCaller): Orgs {
  return {
    create: async (org, options) => await writeCall(caller, "/api/orgs", org, options),
    get: async (orgId, options) => await caller.call(pathOf(orgId), options),
    async users(orgId, { page, perPage, roles, signal } = {}) {
      const query = { page, per_page: perPage, roles };
      return await caller.call(pathOf(orgId, "/users"), { query, signal });
    },
    projects: async (orgId, options) => await caller.call(pathOf(orgId, "/projects"), options),
  };
}

function pathOf(orgId: number | string, rest = ""): string {
  return `/api/orgs/${idPart(orgId, "id")}${rest}`;
}
