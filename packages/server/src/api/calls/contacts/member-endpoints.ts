import { z } from "zod";
import { PlatformError } from "../../../errors.ts";
import { integerField, listField, nameField, textField } from "../../../http/body-fields.ts";
import { defineEndpoint, type Endpoint, type ApiRequest } from "../../../http/endpoint.ts";
import { tokenParameters } from "../../../http/known-parameters.ts";
import { isLinkAddress } from "../../../model/link-address.ts";
import { teamRoles } from "../../../model/team.ts";
import { groupNamed, listGroups, type ContactGroup } from "../../../store/teams/contact-group-table.ts";
import { listContacts, type Contact } from "../../../store/teams/contact-list.ts";
import {
  addContact,
  addOrRemoveContact,
  removeContact,
  updateContact,
  type AssignableRole,
  type ContactChange,
} from "../../../store/teams/contact-member-table.ts";
import type { StoreSteps } from "../../../store/statements/queries.ts";
import type { Store } from "../../../store/store.ts";
import {
  changeThirdPartyAccount,
  findAccountOpenid,
} from "../../../store/people/third-party-account-table.ts";
import { emptyData, emptyObject } from "../empty-data.ts";
import { pagedByRole, webAddress } from "../orgs/org-endpoints.ts";
import { idBounds, numberIn, reachableTeam, readingTeam, refuseProblem } from "../team-caller.ts";
import { tokenCheck, tokenErrors } from "../token-authentication.ts";
import { writeEndpoint, type AuthorizedWrite } from "../write-endpoint.ts";
import { contactErrors, groupPath, memberPath, teamPath, writingContacts } from "./contact-caller.ts";

/** The calls about the members of a team and of its groups. */
export function memberEndpoints(store: Store): readonly Endpoint[] {
  return [listingTeam(store), listingGroup(store), adding(store), updating(store), removing(store)];
}

const memberFields = z
  .object({
    user_id: z.int().meta({ description: "Id of the user" }),
    respondent_id: z.int().meta({ description: "Id of the respondent: that of the user" }),
    respon_id: z.int().meta({ description: "The same" }),
    name: z.string().meta({ description: "Name of the user" }),
    avatar: z.string().meta({ description: "Picture of the user; may be empty" }),
    role: z.int().meta({ description: "Role in the team" }),
    group_full_name: z.string().meta({ description: "The names of the group from the team down" }),
    group_id: z.int().meta({ description: "Id of a group that the user is in" }),
    is_org_available: z.boolean().meta({ description: "Whether the user can sign in" }),
    is_org_creator: z.boolean().meta({ description: "Whether the user is a creator of the team" }),
  })
  .meta({ id: "Contact", description: "A member of a team." });

const memberList = z.object({
  total: z.int().meta({ description: "Members on all pages" }),
  list: z.array(memberFields).meta({ description: "This page's members, ascending by id" }),
});

const pagedParameters = tokenParameters.extend(pagedByRole);

function listingTeam(store: Store): Endpoint {
  return defineEndpoint({
    operationId: "listContacts",
    bearerScopes: "none",
    path: "/api/contacts/teams/{team_id}/users",
    summary: "List the members of a team's contacts",
    description: "Every member once, with one of the groups that the member is in. Team mode only.",
    pathParameters: teamPath,
    parameters: pagedParameters,
    data: memberList,
    errors: [...tokenErrors, "claim_error", "contacts_team_not_found"],
    checkToken: tokenCheck(store),
    *read(parameters, request) {
      return yield* listed(store, parameters, { request, hasGroup: false });
    },
  });
}

function listingGroup(store: Store): Endpoint {
  return defineEndpoint({
    operationId: "listContactsOfGroup",
    bearerScopes: "none",
    path: "/api/contacts/teams/{team_id}/groups/{group_id}/users",
    summary: "List the members of a group of contacts",
    description:
      "Those directly in it. Members in no other group are in the one that stands for the team. Team mode only.",
    pathParameters: groupPath,
    parameters: pagedParameters,
    data: memberList,
    errors: [...tokenErrors, "claim_error", "contacts_team_not_found", "contacts_group_not_found"],
    checkToken: tokenCheck(store),
    *read(parameters, request) {
      return yield* listed(store, parameters, { request, hasGroup: true });
    },
  });
}

function* listed(
  store: Store,
  { page, per_page: perPage, roles, ...token }: z.output<typeof pagedParameters>,
  { request, hasGroup }: { readonly request: ApiRequest; readonly hasGroup: boolean },
): StoreSteps<z.output<typeof memberList> | PlatformError> {
  const caller = yield* readingTeam(store, token);
  if (caller instanceof PlatformError) return caller;
  const { id: teamId } = yield* reachableTeam(
    caller,
    numberIn(request.path, "team_id"),
    "contacts_team_not_found",
  );
  const groups = yield* listGroups(teamId);
  const group = hasGroup ? groupNamed(groups, numberIn(request.path, "group_id")) : undefined;
  if (hasGroup && group === undefined) throw new PlatformError("contacts_group_not_found");
  const narrowed = group === undefined ? undefined : group.level === 0 ? "root" : group.id;
  const { total, list } = yield* listContacts({ teamId, group: narrowed, roles, page, perPage });
  if (list.length === 0) request.noteEmptyPage();
  return { total, list: list.map((contact) => memberOnWire(contact, groups)) };
}

function memberOnWire(contact: Contact, groups: readonly ContactGroup[]): z.output<typeof memberFields> {
  const group = groupNamed(groups, contact.groupId ?? 0);
  return {
    user_id: contact.userId,
    respondent_id: contact.userId,
    respon_id: contact.userId,
    name: contact.nickname,
    avatar: webAddress(contact.avatar),
    role: contact.role,
    group_full_name: group?.fullName ?? "",
    group_id: group?.id ?? 0,
    is_org_available: contact.disabled === 0,
    is_org_creator: contact.role === teamRoles.creator,
  };
}

const roles: readonly AssignableRole[] = [teamRoles.team_admin, teamRoles.survey_admin, teamRoles.member];

const roleField = integerField("2 team administrator, 3 survey administrator, 4 member", {
  minimum: teamRoles.team_admin,
  maximum: teamRoles.member,
});

/** The number of a role that was checked. */
function roleOf(role: number | undefined): AssignableRole | undefined {
  return roles.find((one) => one === role);
}
const openidField = textField("The openid of the account; another one than it has is refused", {
  maximum: 128,
});

function changeOf(
  request: AuthorizedWrite<unknown>,
  caller: Awaited<ReturnType<typeof writingContacts>>,
): ContactChange {
  return { ...caller, userId: numberIn(request.path, "user_id") };
}

const addContactBody = z.object({ role: roleField.optional(), openid: openidField.optional() });

function adding(store: Store): Endpoint {
  return writeEndpoint(store, {
    operationId: "addContact",
    bearerScopes: "none",
    method: "POST",
    path: "/api/contacts/teams/{team_id}/groups/{group_id}/users/{user_id}",
    summary: "Add a user to a group of contacts",
    description:
      "One of the application's own accounts, or a member of the team; role 4 unless given. For a user who is there, it changes the role. Without any body it adds a user who is not in the group, and takes out one who is, as DELETE does. Team mode only.",
    pathParameters: memberPath,
    body: addContactBody,
    data: emptyObject,
    errors: [
      ...contactErrors,
      "contacts_group_not_found",
      "contacts_user_existed",
      "contacts_user_not_found",
      "exceed_user_limit",
    ],
    async write(request) {
      const change = changeOf(request, await writingContacts(request));
      const groupId = numberIn(request.path, "group_id");
      const { role, openid } = request.body;
      await refuseOtherOpenid(request, change, openid);
      const addition = { ...change, groupId, role: roleOf(role) };
      const make = request.hasBody ? addContact : addOrRemoveContact;
      refuseProblem(await make(request.transaction, addition));
      return emptyData;
    },
  });
}

/** An openid that is sent along has to be that of the account. */
async function refuseOtherOpenid(
  { transaction }: AuthorizedWrite<unknown>,
  { applicationId, userId }: ContactChange,
  openid: string | undefined,
): Promise<void> {
  if (openid === undefined || openid === "") return;
  if ((await findAccountOpenid(transaction, { applicationId, userId })) !== openid)
    throw new PlatformError("contacts_user_not_found");
}

const updateContactBody = z.object({
  role: roleField.optional(),
  openid: openidField.optional(),
  group_ids: listField(
    "The groups that the user is in",
    integerField("Id of a group", idBounds),
    100,
  ).optional(),
  nickname: nameField("Name that others see", { maximum: 64 }).optional(),
  avatar: textField("Address of a picture", { maximum: 255 })
    .refine(isLinkAddress, "is no address of a web page")
    .optional(),
});

function updating(store: Store): Endpoint {
  return writeEndpoint(store, {
    operationId: "updateContact",
    bearerScopes: "none",
    method: "POST",
    path: "/api/contacts/teams/{team_id}/users/{user_id}",
    summary: "Change a member of a team's contacts",
    description:
      "The groups become those given, the rest changes as far as it is given. An own account that is no member is added. Names and pictures can be changed of own accounts alone. Team mode only.",
    pathParameters: { ...teamPath, user_id: memberPath.user_id },
    body: updateContactBody,
    data: emptyObject,
    errors: [...contactErrors, "contacts_group_not_found", "contacts_user_not_found", "exceed_user_limit"],
    async write(request) {
      const change = changeOf(request, await writingContacts(request));
      const { role, openid, group_ids: groupIds, nickname, avatar } = request.body;
      await refuseOtherOpenid(request, change, openid);
      refuseProblem(await updateContact(request.transaction, { ...change, role: roleOf(role), groupIds }));
      if (nickname === undefined && avatar === undefined) return emptyData;
      if (!(await changeThirdPartyAccount(request.transaction, { ...change, nickname, avatar })))
        throw new PlatformError("claim_error", {
          message: "Nickname and avatar can be changed of the application's own accounts only.",
        });
      return emptyData;
    },
  });
}

const removeContactBody = z.object({});

function removing(store: Store): Endpoint {
  return writeEndpoint(store, {
    operationId: "removeContact",
    bearerScopes: "none",
    method: "DELETE",
    path: "/api/contacts/teams/{team_id}/groups/{group_id}/users/{user_id}",
    summary: "Take a user out of a group of contacts",
    description:
      "Out of the last group, or of the one that stands for the team, means out of the team. Creators stay. Team mode only.",
    pathParameters: memberPath,
    body: removeContactBody,
    data: emptyObject,
    errors: [...contactErrors, "contacts_group_not_found", "contacts_user_not_found"],
    async write(request) {
      const change = changeOf(request, await writingContacts(request));
      const groupId = numberIn(request.path, "group_id");
      refuseProblem(await removeContact(request.transaction, { ...change, groupId }));
      return emptyData;
    },
  });
}
