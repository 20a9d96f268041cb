import { z } from "zod";
import { PlatformError } from "../../../errors.ts";
import { identifierField, integerField, listField, nameField, textField } from "../../../http/body-fields.ts";
import { defineEndpoint, type Endpoint } from "../../../http/endpoint.ts";
import { tokenParameters } from "../../../http/known-parameters.ts";
import { integerParameter, pageBounds, ParameterProblem } from "../../../http/parameters.ts";
import {
  changeGroup,
  createGroup,
  deleteGroups,
  groupNamed,
  groupsPerTeam,
  listGroups,
  type ContactGroup,
} from "../../../store/teams/contact-group-table.ts";
import type { Store } from "../../../store/store.ts";
import { emptyData, emptyObject } from "../empty-data.ts";
import { idBounds, numberIn, reachableTeam, readingTeam, refuseProblem } from "../team-caller.ts";
import { tokenCheck, tokenErrors } from "../token-authentication.ts";
import { writeEndpoint } from "../write-endpoint.ts";
import { contactErrors, groupPath, teamPath, writingContacts } from "./contact-caller.ts";

/** The calls about the groups of a team's contacts. */
export function groupEndpoints(store: Store): readonly Endpoint[] {
  // The router takes the first path that matches.
  return [listing(store), creating(store), deleting(store), changing(store)];
}

const groupFields = z
  .object({
    id: z.int().meta({ description: "Id of the group" }),
    team_id: z.int().meta({ description: "Id of the team" }),
    parent_id: z.int().meta({ description: "Id of the group above; 0 for the one that stands for the team" }),
    source: z.int().meta({ description: "Always 1: made by this interface, or with the team" }),
    remote_id: z.string().meta({ description: "What the application calls it; may be empty" }),
    remoteId: z.string().meta({ description: "The same" }),
    name: z.string().meta({ description: "Name of the group" }),
    full_name: z.string().meta({ description: "The names from the team down, with / between them" }),
    order: z.int().meta({ description: "Place among the groups of the same parent" }),
    is_valid: z.boolean().meta({ description: "Always true" }),
    created_at: z.string().meta({ description: "RFC 3339" }),
    updated_at: z.string().meta({ description: "RFC 3339" }),
  })
  .meta({ id: "ContactGroup", description: "A group of a team's contacts." });

const listContactGroupsData = z.object({
  total: z.int().meta({ description: "Groups on all pages" }),
  list: z.array(groupFields).meta({ description: "This page's groups" }),
});

const remoteIdText = textField("What the application calls a group", { minimum: 1, maximum: 128 });

const listContactGroupsParameters = tokenParameters.extend({
  remote_ids: listField("Only groups that the application calls so", remoteIdText, 100).optional(),
  parent_id: integerParameter(
    "Only groups directly below this one; 0 for the one that stands for the team",
    idBounds,
  ).optional(),
  page: integerParameter("Page of the list, from 1; default 1", pageBounds).default(1),
  per_page: integerParameter("Groups on a page; default all", {
    minimum: 1,
    maximum: groupsPerTeam + 1,
  }).default(groupsPerTeam + 1),
});

type GroupListing = z.output<typeof listContactGroupsParameters>;

function listing(store: Store): Endpoint {
  return defineEndpoint({
    operationId: "listContactGroups",
    bearerScopes: "none",
    path: "/api/contacts/teams/{team_id}/groups",
    summary: "List the groups of a team's contacts",
    description:
      "All groups unless parameters say less, each after the one above it. The first one stands for the team. Group ids count from 1 on each platform. Team mode only.",
    pathParameters: teamPath,
    parameters: listContactGroupsParameters,
    data: listContactGroupsData,
    errors: [...tokenErrors, "claim_error", "contacts_team_not_found", "parent_group_not_found"],
    checkToken: tokenCheck(store),
    *read({ page, per_page: perPage, remote_ids: remoteIds, parent_id: parentId, ...token }, request) {
      const caller = yield* readingTeam(store, token);
      if (caller instanceof PlatformError) return caller;
      const { id } = yield* reachableTeam(
        caller,
        numberIn(request.path, "team_id"),
        "contacts_team_not_found",
      );
      const groups = narrowed(yield* listGroups(id), { remote_ids: remoteIds, parent_id: parentId });
      const list = groups.slice((page - 1) * perPage, page * perPage);
      if (list.length === 0) request.noteEmptyPage();
      return { total: groups.length, list: list.map(groupOnWire) };
    },
  });
}

/** The groups that a caller asks for. @throws `PlatformError` `parent_group_not_found` */
function narrowed(
  groups: readonly ContactGroup[],
  { remote_ids: remoteIds, parent_id: parentId }: Pick<GroupListing, "remote_ids" | "parent_id">,
): readonly ContactGroup[] {
  const parent = parentId === undefined ? undefined : groupNamed(groups, parentId);
  if (parentId !== undefined && parent === undefined) throw new PlatformError("parent_group_not_found");
  return groups.filter(
    (group) =>
      (parent === undefined || group.parentId === parent.id) &&
      (remoteIds === undefined || remoteIds.includes(group.remoteId)),
  );
}

function groupOnWire({
  teamId,
  parentId,
  remoteId,
  fullName,
  ...group
}: ContactGroup): z.output<typeof groupFields> {
  return {
    id: group.id,
    team_id: teamId,
    parent_id: parentId,
    source: 1,
    remote_id: remoteId,
    remoteId,
    name: group.name,
    full_name: fullName,
    order: group.order,
    is_valid: true,
    created_at: rfc3339(group.createdAt),
    updated_at: rfc3339(group.updatedAt),
  };
}

/** To the second, in UTC. */
function rfc3339(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

const groupNameField = nameField("Name of the group", { maximum: 100 });
const parentField = integerField("Id of the group above; 0 for the one that stands for the team", idBounds);
const orderField = integerField("Place among the groups of the same parent", {
  minimum: 0,
  maximum: 2_147_483_647,
});
const remoteIdField = identifierField(
  "What the application calls it, unique in the team: without slashes, control characters and spaces around it",
  { maximum: 128 },
);

/** Clients send both spellings. */
const remoteIds = { remote_id: remoteIdField.optional(), remoteId: remoteIdField.optional() };

/** @throws `ParameterProblem` when the two say different things */
function remoteIdIn(body: {
  readonly remote_id?: string | undefined;
  readonly remoteId?: string | undefined;
}) {
  const { remote_id: one = body.remoteId, remoteId: other = one } = body;
  if (one !== other) throw new ParameterProblem("remoteId", "differs from remote_id");
  return one;
}

const createContactGroupBody = z.object({
  name: groupNameField,
  parent_id: parentField.optional(),
  order: orderField.optional(),
  ...remoteIds,
});

const createContactGroupData = z.object({
  group_id: z.int().meta({ description: "Id of the group" }),
  name: z.string().meta({ description: "Name of the group" }),
});

function creating(store: Store): Endpoint {
  return writeEndpoint(store, {
    operationId: "createContactGroup",
    bearerScopes: "none",
    method: "POST",
    path: "/api/contacts/teams/{team_id}/groups",
    summary: "Create a group of a team's contacts",
    description: "At most 1,000 groups in a team, on at most ten levels below it. Team mode only.",
    pathParameters: teamPath,
    body: createContactGroupBody,
    data: createContactGroupData,
    errors: [
      ...contactErrors,
      "parent_group_not_found",
      "group_too_deep",
      "duplicated_remote_id",
      "resource_exhausted",
    ],
    async write(request) {
      const { teamId, actor } = await writingContacts(request);
      const { name, parent_id: parentId, order } = request.body;
      const group = { teamId, name, parentId, order, remoteId: remoteIdIn(request.body), actor };
      const { id } = refuseProblem(await createGroup(request.transaction, group));
      return { group_id: id, name };
    },
  });
}

const updateContactGroupBody = z.object({
  name: groupNameField.optional(),
  parent_id: parentField.optional(),
  order: orderField.optional(),
  ...remoteIds,
});

function changing(store: Store): Endpoint {
  return writeEndpoint(store, {
    operationId: "updateContactGroup",
    bearerScopes: "none",
    method: "POST",
    path: "/api/contacts/teams/{team_id}/groups/{group_id}",
    summary: "Change a group of a team's contacts",
    description: "What is left out stays as it is. A group cannot be put below itself. Team mode only.",
    pathParameters: groupPath,
    body: updateContactGroupBody,
    data: emptyObject,
    errors: [
      ...contactErrors,
      "contacts_group_not_found",
      "parent_group_not_found",
      "group_too_deep",
      "default_group_be_modified",
      "duplicated_remote_id",
    ],
    async write(request) {
      const { teamId, actor } = await writingContacts(request);
      const { name, parent_id: parentId, order } = request.body;
      const groupId = numberIn(request.path, "group_id");
      const remoteId = remoteIdIn(request.body);
      const change = { teamId, groupId, name, parentId, order, remoteId, actor };
      refuseProblem(await changeGroup(request.transaction, change));
      return emptyData;
    },
  });
}

const deleteContactGroupsBody = z.object({
  group_ids: listField("Ids of 1 to 100 groups", integerField("Id of a group", idBounds), 100),
});

function deleting(store: Store): Endpoint {
  return writeEndpoint(store, {
    operationId: "deleteContactGroups",
    bearerScopes: "none",
    method: "POST",
    path: "/api/contacts/teams/{team_id}/groups/batch_delete",
    summary: "Delete groups of a team's contacts",
    description:
      "All of them, with the groups below, or none. Their members stay in the team. Team mode only.",
    pathParameters: teamPath,
    body: deleteContactGroupsBody,
    data: emptyObject,
    errors: [...contactErrors, "contacts_group_not_found", "default_group_be_modified"],
    async write(request) {
      const { teamId, actor } = await writingContacts(request);
      const { group_ids: groupIds } = request.body;
      if (groupIds.length === 0) throw new ParameterProblem("group_ids", "has no item");
      refuseProblem(await deleteGroups(request.transaction, { teamId, groupIds, actor }));
      return emptyData;
    },
  });
}
