import { isStorable } from "@survey-open-platform/surveys";
import { teamRoles } from "../model/team.ts";
import { DisplayName } from "../pages/components/display-name.tsx";
import { Field } from "../pages/components/field.tsx";
import { DangerPage } from "../pages/danger-page.tsx";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import type { UserRequest } from "../session/page-request.ts";
import { countTeam, type TeamForUser } from "../store/teams/team-table.ts";
import type { Store } from "../store/store.ts";
import {
  pagePropsOf,
  teamActor,
  teamAddress,
  teamForbidden,
  teamForUser,
  teamPath,
} from "./team-for-user.ts";
import { teamTextsFor } from "./texts/team-texts.ts";
import { handOverTeam } from "../store/teams/team-member-table.ts";

/** The page on which a creator hands a team over to another member. */
export function handingOver(store: Store): readonly PageRoute[] {
  const common = { path: `${teamPath}/hand-over`, access: "user", stepUp: true } as const;
  return [
    {
      ...common,
      method: "GET",
      handle: async (pageRequest: UserRequest) =>
        ask(store, pageRequest, { team: await createdTeam(store, pageRequest), status: 200 }),
    },
    { ...common, method: "POST", handle: (pageRequest: UserRequest) => handOver(store, pageRequest) },
  ];
}

/** The team that a request is about, for its creators. @throws `PageError` `not_found`, `team_forbidden` */
export async function createdTeam(store: Store, pageRequest: UserRequest): Promise<TeamForUser> {
  const team = await teamForUser(store, pageRequest);
  if (team.role !== teamRoles.creator) throw teamForbidden();
  return team;
}

async function handOver(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { username } = await readOwnForm(pageRequest, ["username"]);
  const team = await createdTeam(store, pageRequest);
  const handing = { teamId: team.id, username: username.trim(), actor: teamActor(pageRequest) };
  const outcome = isStorable(username) ? await store.write(handOverTeam, handing) : "not_found";
  if (outcome === "forbidden") throw teamForbidden();
  if (outcome === "not_found") return ask(store, pageRequest, { team, status: 400, typed: username });
  return redirectTo(`${teamAddress(team.id)}?notice=handed_over`);
}

type Asked = { readonly team: TeamForUser; readonly status: number; readonly typed?: string };

async function ask(
  store: Store,
  pageRequest: UserRequest,
  { team, status, typed }: Asked,
): Promise<Response> {
  const { handOver: words } = teamTextsFor(pageRequest.language);
  const { members, surveys, answers } = await countTeam(store.reader, team.id);
  const address = teamAddress(team.id, "/hand-over");
  return renderPage(
    <DangerPage
      {...pagePropsOf(pageRequest, address)}
      title={words.title}
      heading={words.heading(<DisplayName name={team.name} />)}
      consequences={[
        words.consequences.theirs,
        // The new creator is one of the members.
        words.consequences.team(members - 1, surveys, answers),
        words.consequences.yours,
        words.consequences.credentials,
      ]}
      submit={words.submit}
      cancelPath={teamAddress(team.id)}
    >
      <Field
        id="username"
        name="username"
        label={words.to}
        hint={words.toHint}
        error={typed === undefined ? undefined : words.problems.unknown}
        value={typed}
        autocomplete="off"
        maxlength={64}
      />
    </DangerPage>,
    { status },
  );
}
