import { DisplayName, plainName } from "../pages/components/display-name.tsx";
import { DangerPage } from "../pages/danger-page.tsx";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import type { UserVisit } from "../session/visit.ts";
import type { Store } from "../store/store.ts";
import { isLastCreator, memberToChange, type MemberToChange } from "./change-member.tsx";
import { teamActor, teamAddress, teamPath } from "./own-team.ts";
import { teamTextsFor } from "./texts/team-texts.ts";
import { removeTeamMember, countTeamMember } from "../store/teams/team-member-table.ts";

/** The page that removes a member. */
export function removingMember(store: Store): readonly PageRoute[] {
  const common = { path: `${teamPath}/members/:user/remove`, access: "user", stepUp: true } as const;
  return [
    {
      ...common,
      method: "GET",
      async handle(visit: UserVisit) {
        return ask(store, visit, { ...(await memberToChange(store, visit)), status: 200 });
      },
    },
    { ...common, method: "POST", handle: (visit: UserVisit) => remove(store, visit) },
  ];
}

async function remove(store: Store, visit: UserVisit): Promise<Response> {
  await readOwnForm(visit, []);
  const { team, member } = await memberToChange(store, visit);
  const change = { teamId: team.id, userId: member.userId, actor: teamActor(visit) };
  if (isLastCreator(await store.write(removeTeamMember, change)))
    return ask(store, visit, { team, member, status: 409, isLast: true });
  return redirectTo(`${teamAddress(team.id, "/members")}?notice=removed`);
}

type Asked = MemberToChange & { readonly status: number; readonly isLast?: boolean };

async function ask(
  store: Store,
  visit: UserVisit,
  { team, member, status, isLast = false }: Asked,
): Promise<Response> {
  const counts = await countTeamMember(store.reader, { teamId: team.id, userId: member.userId });
  const { member: words } = teamTextsFor(visit.language);
  const address = teamAddress(team.id, `/members/${member.userId}/remove`);
  return renderPage(
    <DangerPage
      language={visit.language}
      path={address}
      signedIn={visit.signedIn}
      title={words.removeTitle(plainName(member.nickname))}
      heading={words.removeHeading(<DisplayName name={member.nickname} />)}
      consequences={[
        words.consequences.pages(counts.surveys),
        words.consequences.surveys(counts.created),
        words.consequences.invitations(counts.invitations),
        words.consequences.webhooks(counts.webhooks),
        words.consequences.secrets,
      ]}
      action={address}
      submit={words.removeSubmit}
      cancelPath={teamAddress(team.id, "/members")}
      problem={isLast ? words.lastCreator : undefined}
    />,
    { status },
  );
}
