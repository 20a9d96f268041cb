import type { DataCaller } from "../data-caller.ts";
import { idPart } from "../id-part.ts";
import type { OrgRole } from "../orgs/orgs.ts";
import type { WaitOptions } from "../token-source/token-source.ts";
import { deleteCall, writeCall, type WriteOptions } from "../write-call.ts";

/** A group of a team's contacts. Times are RFC 3339. */
export interface ContactGroup {
  /** Groups are numbered from 1 on each platform. */
  readonly id: number;
  readonly team_id: number;
  /** 0 for the group that stands for the team. */
  readonly parent_id: number;
  readonly source: number;
  /** What the application calls it; may be empty. */
  readonly remote_id: string;
  /** The same. */
  readonly remoteId: string;
  readonly name: string;
  /** The names from the team down, with `/` between them. */
  readonly full_name: string;
  /** Place among the groups of the same parent. */
  readonly order: number;
  readonly is_valid: boolean;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Groups of a team, each after the one above it. Of all groups the first one stands for the team. */
export interface ContactGroupList {
  /** Groups on all pages. */
  readonly total: number;
  readonly list: readonly ContactGroup[];
}

/** Which groups of a team; all unless given. */
export interface ContactGroupListOptions extends WaitOptions {
  /** Only those that the application calls so, at most 100. */
  readonly remoteIds?: readonly string[] | undefined;
  /** Only those directly below this group; 0 for the group that stands for the team. */
  readonly parentId?: number | undefined;
  /** From 1. */
  readonly page?: number | undefined;
  /** All unless given. */
  readonly perPage?: number | undefined;
}

/** A group about to be created. */
export interface ContactGroupCreation {
  /** One line of at most 100 characters. */
  readonly name: string;
  /** The group above; the one that stands for the team unless given. */
  readonly parent_id?: number | undefined;
  readonly order?: number | undefined;
  /** What the application calls it: unique in the team, at most 128 characters, as an openid. */
  readonly remote_id?: string | undefined;
}

/** A group that was created. */
export interface CreatedContactGroup {
  readonly group_id: number;
  readonly name: string;
}

/** What changes in a group; what is left out stays as it is. */
export type ContactGroupChange = Partial<ContactGroupCreation>;

/** A member of a team. */
export interface Contact {
  readonly user_id: number;
  readonly respondent_id: number;
  /** The same. */
  readonly respon_id: number;
  readonly name: string;
  readonly avatar: string;
  readonly role: OrgRole;
  readonly group_full_name: string;
  /** One of the groups that the member is in. */
  readonly group_id: number;
  /** Whether the user can sign in. */
  readonly is_org_available: boolean;
  readonly is_org_creator: boolean;
}

/** One page of members. */
export interface ContactList {
  /** Members on all pages. */
  readonly total: number;
  readonly list: readonly Contact[];
}

/** Which members of a team. */
export interface ContactListOptions extends WaitOptions {
  /** Only those directly in this group; 0 for the group that stands for the team. */
  readonly groupId?: number | string | undefined;
  /** From 1. */
  readonly page?: number | undefined;
  /** At most 100; 20 unless given. */
  readonly perPage?: number | undefined;
  /** Only these roles. */
  readonly roles?: readonly OrgRole[] | undefined;
}

/** A role that an application may give: 2 team administrator, 3 survey administrator, 4 member. */
export type ContactRole = 2 | 3 | 4;

/** How a user is added to a group. */
export interface ContactAddition {
  /** 4 unless given. For a user who is in the group already, the new role. */
  readonly role?: ContactRole | undefined;
  /** Refuses the call when the account has another one. */
  readonly openid?: string | undefined;
}

/** What changes in a member; what is left out stays as it is. */
export interface ContactChange extends ContactAddition {
  /** The groups that the member is in from now on, at most 100. */
  readonly group_ids?: readonly number[] | undefined;
  /** For accounts of the application alone. */
  readonly nickname?: string | undefined;
  /** Address of a picture; for accounts of the application alone. */
  readonly avatar?: string | undefined;
}

type Id = number | string;

/** A user in a group of a team. */
export interface ContactPlace {
  readonly teamId: Id;
  /** 0 for the group that stands for the team. */
  readonly groupId: Id;
  readonly userId: Id;
}

/** The calls about a team's contacts. They need a team's token, and reach its team and those that its application created. */
export interface Contacts {
  /** The groups of the team, or some of them. */
  groups(teamId: Id, options?: ContactGroupListOptions): Promise<ContactGroupList>;
  createGroup(teamId: Id, group: ContactGroupCreation, options?: WriteOptions): Promise<CreatedContactGroup>;
  updateGroup(teamId: Id, groupId: Id, change: ContactGroupChange, options?: WriteOptions): Promise<void>;
  /** Deletes 1 to 100 groups with those below them, or none. Their members stay in the team. */
  deleteGroups(teamId: Id, groupIds: readonly number[], options?: WriteOptions): Promise<void>;
  /** One page of the members of the team, or of one group, ascending by id. */
  users(teamId: Id, options?: ContactListOptions): Promise<ContactList>;
  /** Adds an account of the application, or a member of the team, to a group. */
  addUser(place: ContactPlace, addition?: ContactAddition, options?: WriteOptions): Promise<void>;
  /** Changes a member, or adds an account of the application to the team. */
  updateUser(teamId: Id, userId: Id, change: ContactChange, options?: WriteOptions): Promise<void>;
  /** Takes a member out of a group; out of the last one, or of group 0, means out of the team. */
  removeUser(place: ContactPlace, options?: WriteOptions): Promise<void>;
}

/** The contact calls of a caller. */
export function contactsOf(caller: DataCaller): Contacts {
  const write = async (path: string, body: unknown, options: WriteOptions | undefined) => {
    await writeCall(caller, path, body, options);
  };
  return {
    async groups(teamId, { remoteIds, parentId, page, perPage, signal } = {}) {
      const query = { remote_ids: remoteIds, parent_id: parentId, page, per_page: perPage };
      return await caller.call(groupPath(teamId), { query, signal });
    },
    createGroup: async (teamId, group, options) => await writeCall(caller, groupPath(teamId), group, options),
    updateGroup: async (teamId, groupId, change, options) =>
      await write(groupPath(teamId, groupId), change, options),
    deleteGroups: async (teamId, groupIds, options) =>
      await write(`${groupPath(teamId)}/batch_delete`, { group_ids: groupIds }, options),
    async users(teamId, { groupId, page, perPage, roles, signal } = {}) {
      const query = { page, per_page: perPage, roles };
      const path = groupId === undefined ? teamPath(teamId) : groupPath(teamId, groupId);
      return await caller.call(`${path}/users`, { query, signal });
    },
    addUser: async (place, addition = {}, options) => await write(placePath(place), addition, options),
    updateUser: async (teamId, userId, change, options) =>
      await write(userPath(teamPath(teamId), userId), change, options),
    async removeUser(place, options) {
      await deleteCall(caller, placePath(place), options);
    },
  };
}

function teamPath(teamId: Id): string {
  return `/api/contacts/teams/${idPart(teamId, "team_id")}`;
}

function groupPath(teamId: Id, groupId?: Id): string {
  return `${teamPath(teamId)}/groups${groupId === undefined ? "" : `/${idPart(groupId, "group_id")}`}`;
}

function userPath(path: string, userId: Id): string {
  return `${path}/users/${idPart(userId, "user_id")}`;
}

function placePath({ teamId, groupId, userId }: ContactPlace): string {
  return userPath(groupPath(teamId, groupId), userId);
}
