import type { PlatformZone } from "@survey-open-platform/surveys";
import { z } from "zod";
import { PlatformError } from "../../../errors.ts";
import { integerField, listField, nameField } from "../../../http/body-fields.ts";
import { defineEndpoint, type Endpoint } from "../../../http/endpoint.ts";
import { tokenParameters } from "../../../http/known-parameters.ts";
import { integerParameter, pageBounds } from "../../../http/parameters.ts";
import { teamRoles } from "../../../model/team.ts";
import { listContacts } from "../../../store/teams/contact-list.ts";
import { teamCreationLock, teamNameLock } from "../../../store/statements/locks.ts";
import { createOrg, type Org } from "../../../store/teams/org-table.ts";
import type { Store } from "../../../store/store.ts";
import {
  idBounds,
  numberIn,
  reachableTeam,
  readingTeam,
  refuseProblem,
  writingTeam,
} from "../team-caller.ts";
import { tokenCheck, tokenErrors } from "../token-authentication.ts";
import { writeEndpoint } from "../write-endpoint.ts";

const orgPath = { id: z.int().min(0).meta({ description: "Id of the team" }) } as const;
const teamIdField = z.int().meta({ description: "Id of the team in the calls about contacts: the same" });

/** The calls about teams. */
export function orgEndpoints(store: Store, zone: PlatformZone): readonly Endpoint[] {
  return [creating(store), finding(store), listingUsers(store), listingProjects(store, zone)];
}

const createTeamBody = z.object({
  name: nameField("Name of the team, unique on the platform", { maximum: 100 }).refine(
    (name) => name.trim() === name,
    "has spaces at its beginning or end",
  ),
  user_id: integerField("Id of the account that becomes its creator", idBounds),
});

const createTeamData = z.object({
  org_id: z.int().meta({ description: "Id of the team" }),
  team_id: teamIdField,
});

function creating(store: Store): Endpoint {
  return writeEndpoint(store, {
    operationId: "createTeam",
    bearerScopes: "none",
    method: "POST",
    path: "/api/orgs",
    summary: "Create a team",
    description:
      "A team whose creator is one of the application's own accounts. The application may act for it in the calls about teams and contacts. Team mode only.",
    body: createTeamBody,
    data: createTeamData,
    errors: ["claim_error", "org_resource_exhausted", "org_create_error"],
    locks: ({ body }) => [teamNameLock(body.name), teamCreationLock(body.user_id)],
    async write(request) {
      const { applicationId, actor } = await writingTeam(request);
      const { name, user_id: userId } = request.body;
      const id = refuseProblem(await createOrg(request.transaction, { name, userId, applicationId, actor }));
      return { org_id: id, team_id: id };
    },
  });
}

const reading = {
  pathParameters: orgPath,
  parameters: tokenParameters,
  errors: [...tokenErrors, "claim_error"] as const,
};

const getTeamData = z.object({
  id: z.int().meta({ description: "Id of the team" }),
  name: z.string().meta({ description: "Name of the team" }),
  phone: z.string().meta({ description: "Always empty" }),
  current_user_role: z.int().meta({ description: "As what the application acts: 2, team administrator" }),
  creator_id: z.int().meta({ description: "Id of its first creator" }),
  creator_name: z.string().meta({ description: "Name of its first creator" }),
  creator_avatar_url: z.string().meta({ description: "Picture of its first creator; may be empty" }),
  team_id: teamIdField,
});

function finding(store: Store): Endpoint {
  return defineEndpoint({
    ...reading,
    operationId: "getTeam",
    bearerScopes: "none",
    path: "/api/orgs/{id}",
    summary: "Get a team",
    description: "The team of the token, or one that its application created. Team mode only.",
    data: getTeamData,
    checkToken: tokenCheck(store),
    *read(token, { path }) {
      const caller = yield* readingTeam(store, token);
      if (caller instanceof PlatformError) return caller;
      const { id, name, ...creator } = yield* reachableTeam(caller, numberIn(path, "id"), "claim_error");
      return {
        id,
        name,
        phone: "",
        current_user_role: teamRoles.team_admin,
        creator_id: creator.creatorId ?? 0,
        creator_name: creator.creatorName ?? "",
        creator_avatar_url: webAddress(creator.creatorAvatar ?? ""),
        team_id: id,
      };
    },
  });
}

/** An uploaded picture has no address that a program could use; others are where the user says. */
export function webAddress(avatar: string): string {
  return /^https?:/.test(avatar) ? avatar : "";
}

/** Page by page, and only some roles. */
export const pagedByRole = {
  page: integerParameter("Page of the list, from 1; default 1", pageBounds).default(1),
  per_page: integerParameter("Users on a page, at most 100; default 20", {
    minimum: 1,
    maximum: 100,
  }).default(20),
  roles: listField(
    "Only these roles: 0 creator, 2 team administrator, 3 survey administrator, 4 member",
    integerField("A role", { minimum: 0, maximum: 9 }),
    10,
  ).default([]),
};

const userList = z.object({
  total: z.int().meta({ description: "Members on all pages" }),
  list: z
    .array(
      z
        .object({
          user_id: z.int().meta({ description: "Id of the user" }),
          name: z.string().meta({ description: "Name of the user" }),
          avatar: z.string().meta({ description: "Picture of the user; may be empty" }),
          role: z.int().meta({ description: "Role in the team" }),
        })
        .meta({ id: "TeamUser", description: "A member of a team." }),
    )
    .meta({ description: "This page's members" }),
});

const listTeamUsersParameters = tokenParameters.extend(pagedByRole);

function listingUsers(store: Store): Endpoint {
  return defineEndpoint({
    ...reading,
    operationId: "listTeamUsers",
    bearerScopes: "none",
    path: "/api/orgs/{id}/users",
    summary: "List the members of a team",
    description: "Ascending by id. Team mode only.",
    parameters: listTeamUsersParameters,
    data: userList,
    checkToken: tokenCheck(store),
    *read({ page, per_page: perPage, roles, ...token }, request) {
      const caller = yield* readingTeam(store, token);
      if (caller instanceof PlatformError) return caller;
      const { id: teamId } = yield* reachableTeam(caller, numberIn(request.path, "id"), "claim_error");
      const { total, list } = yield* listContacts({ teamId, roles, page, perPage });
      if (list.length === 0) request.noteEmptyPage();
      return {
        total,
        list: list.map(({ userId, nickname, avatar, role }) => ({
          user_id: userId,
          name: nickname,
          avatar: webAddress(avatar),
          role,
        })),
      };
    },
  });
}

const projectFields = z
  .object({
    id: z.int().meta({ description: "Id of the project: that of the team" }),
    type: z.int().meta({ description: "Always 1: the surveys of a team" }),
    level: z.int().meta({ description: "Always 0: there are no projects below it" }),
    user_id: z.int().meta({ description: "Id of the team's first creator" }),
    owner_user_id: z.int().meta({ description: "Id of the team" }),
    name: z.string().meta({ description: "Name of the team" }),
    status: z.int().meta({ description: "Always 1: in use" }),
    created_at: z.string().meta({ description: "When the team was created, in the platform's zone" }),
    updated_at: z.string().meta({ description: "The same" }),
  })
  .meta({ id: "TeamProject", description: "The surveys of a team as a project." });

const listTeamProjectsData = z.object({
  total: z.int().meta({ description: "Always 1" }),
  list: z.array(projectFields).meta({ description: "The project that all surveys of the team are in" }),
});

function listingProjects(store: Store, zone: PlatformZone): Endpoint {
  return defineEndpoint({
    ...reading,
    operationId: "listTeamProjects",
    bearerScopes: "none",
    path: "/api/orgs/{id}/projects",
    summary: "List the projects of a team",
    description: "All surveys of a team are one project here. Team mode only.",
    data: listTeamProjectsData,
    checkToken: tokenCheck(store),
    *read(token, { path }) {
      const caller = yield* readingTeam(store, token);
      if (caller instanceof PlatformError) return caller;
      return {
        total: 1,
        list: [projectOf(yield* reachableTeam(caller, numberIn(path, "id"), "claim_error"), zone)],
      };
    },
  });
}

function projectOf(
  { id, name, creatorId, createdAt }: Org,
  zone: PlatformZone,
): z.output<typeof projectFields> {
  const at = zone.format(createdAt);
  return {
    id,
    type: 1,
    level: 0,
    user_id: creatorId ?? 0,
    owner_user_id: id,
    name,
    status: 1,
    created_at: at,
    updated_at: at,
  };
}
