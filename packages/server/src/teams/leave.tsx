import { DisplayName } from "../pages/components/display-name.tsx";
import { DangerPage } from "../pages/danger-page.tsx";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import type { UserRequest } from "../session/page-request.ts";
import type { TeamForUser } from "../store/teams/team-table.ts";
import type { Store } from "../store/store.ts";
import { isLastCreator } from "./change-member.tsx";
import { pagePropsOf, teamActor, teamAddress, teamForUser, teamPath } from "./team-for-user.ts";
import { teamTextsFor } from "./texts/team-texts.ts";
import { removeTeamMember, countTeamMember } from "../store/teams/team-member-table.ts";

/** The page on which a member leaves a team. */
export function leavingTeam(store: Store): readonly PageRoute[] {
  const common = { path: `${teamPath}/leave`, access: "user", stepUp: true } as const;
  return [
    {
      ...common,
      method: "GET",
      handle: async (pageRequest: UserRequest) =>
        ask(store, pageRequest, { team: await teamForUser(store, pageRequest), status: 200 }),
    },
    { ...common, method: "POST", handle: (pageRequest: UserRequest) => leave(store, pageRequest) },
  ];
}

async function leave(store: Store, pageRequest: UserRequest): Promise<Response> {
  await readOwnForm(pageRequest, []);
  const team = await teamForUser(store, pageRequest);
  const actor = teamActor(pageRequest);
  const outcome = await store.write(removeTeamMember, { teamId: team.id, userId: actor.userId, actor });
  if (isLastCreator(outcome)) return ask(store, pageRequest, { team, status: 409, isLast: true });
  return redirectTo("/teams?notice=left");
}

type Asked = { readonly team: TeamForUser; readonly status: number; readonly isLast?: boolean };

async function ask(
  store: Store,
  pageRequest: UserRequest,
  { team, status, isLast = false }: Asked,
): Promise<Response> {
  const { leave: words } = teamTextsFor(pageRequest.language);
  const counts = await countTeamMember(store.reader, {
    teamId: team.id,
    userId: pageRequest.session.user.id,
  });
  const address = teamAddress(team.id, "/leave");
  return renderPage(
    <DangerPage
      {...pagePropsOf(pageRequest, address)}
      title={words.title}
      heading={words.heading(<DisplayName name={team.name} />)}
      consequences={[
        words.consequences.pages(counts.surveys),
        words.consequences.surveys(counts.created),
        words.consequences.invitations(counts.invitations),
        words.consequences.webhooks(counts.webhooks),
        words.consequences.back,
      ]}
      submit={words.submit}
      cancelPath={teamAddress(team.id)}
      problem={isLast ? words.lastCreator : undefined}
    />,
    { status },
  );
}
