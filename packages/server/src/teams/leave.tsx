import { DisplayName } from "../pages/components/display-name.tsx";
import { DangerPage } from "../pages/danger-page.tsx";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import type { UserVisit } from "../session/visit.ts";
import type { OwnTeam } from "../store/teams/team-table.ts";
import type { Store } from "../store/store.ts";
import { isLastCreator } from "./change-member.tsx";
import { ownTeam, teamActor, teamAddress, teamPath } from "./own-team.ts";
import { teamTextsFor } from "./texts/team-texts.ts";
import { removeTeamMember, countTeamMember } from "../store/teams/team-member-table.ts";

/** The page on which a member leaves a team. */
export function leavingTeam(store: Store): readonly PageRoute[] {
  const common = { path: `${teamPath}/leave`, access: "user", stepUp: true } as const;
  return [
    {
      ...common,
      method: "GET",
      handle: async (visit: UserVisit) =>
        ask(store, visit, { team: await ownTeam(store, visit), status: 200 }),
    },
    { ...common, method: "POST", handle: (visit: UserVisit) => leave(store, visit) },
  ];
}

async function leave(store: Store, visit: UserVisit): Promise<Response> {
  await readOwnForm(visit, []);
  const team = await ownTeam(store, visit);
  const actor = teamActor(visit);
  const outcome = await store.write(removeTeamMember, { teamId: team.id, userId: actor.userId, actor });
  if (isLastCreator(outcome)) return ask(store, visit, { team, status: 409, isLast: true });
  return redirectTo("/teams?notice=left");
}

type Asked = { readonly team: OwnTeam; readonly status: number; readonly isLast?: boolean };

async function ask(
  store: Store,
  visit: UserVisit,
  { team, status, isLast = false }: Asked,
): Promise<Response> {
  const { leave: words } = teamTextsFor(visit.language);
  const counts = await countTeamMember(store.reader, { teamId: team.id, userId: visit.session.user.id });
  const address = teamAddress(team.id, "/leave");
  return renderPage(
    <DangerPage
      language={visit.language}
      path={address}
      signedIn={visit.signedIn}
      title={words.title}
      heading={words.heading(<DisplayName name={team.name} />)}
      consequences={[
        words.consequences.pages(counts.surveys),
        words.consequences.surveys(counts.created),
        words.consequences.invitations(counts.invitations),
        words.consequences.webhooks(counts.webhooks),
        words.consequences.back,
      ]}
      action={address}
      submit={words.submit}
      cancelPath={teamAddress(team.id)}
      problem={isLast ? words.lastCreator : undefined}
    />,
    { status },
  );
}
