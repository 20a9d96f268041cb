import { DisplayName, plainName } from "../pages/components/display-name.tsx";
import { DangerPage } from "../pages/danger-page.tsx";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import type { UserRequest } from "../session/page-request.ts";
import type { Store } from "../store/store.ts";
import { isLastCreator, memberToChange, type MemberToChange } from "./change-member.tsx";
import { pagePropsOf, teamActor, teamAddress, teamPath } from "./team-for-user.ts";
import { teamTextsFor } from "./texts/team-texts.ts";
import { removeTeamMember, countTeamMember } from "../store/teams/team-member-table.ts";

/** The page that removes a member. */
export function removingMember(store: Store): readonly PageRoute[] {
  const common = { path: `${teamPath}/members/:user/remove`, access: "user", stepUp: true } as const;
  return [
    {
      ...common,
      method: "GET",
      async handle(pageRequest: UserRequest) {
        return ask(store, pageRequest, { ...(await memberToChange(store, pageRequest)), status: 200 });
      },
    },
    { ...common, method: "POST", handle: (pageRequest: UserRequest) => remove(store, pageRequest) },
  ];
}

async function remove(store: Store, pageRequest: UserRequest): Promise<Response> {
  await readOwnForm(pageRequest, []);
  const { team, member } = await memberToChange(store, pageRequest);
  const change = { teamId: team.id, userId: member.userId, actor: teamActor(pageRequest) };
  if (isLastCreator(await store.write(removeTeamMember, change)))
    return ask(store, pageRequest, { team, member, status: 409, isLast: true });
  return redirectTo(`${teamAddress(team.id, "/members")}?notice=removed`);
}

type Asked = MemberToChange & { readonly status: number; readonly isLast?: boolean };

async function ask(
  store: Store,
  pageRequest: UserRequest,
  { team, member, status, isLast = false }: Asked,
): Promise<Response> {
  const counts = await countTeamMember(store.reader, { teamId: team.id, userId: member.userId });
  const { member: words } = teamTextsFor(pageRequest.language);
  const address = teamAddress(team.id, `/members/${member.userId}/remove`);
  return renderPage(
    <DangerPage
      {...pagePropsOf(pageRequest, address)}
      title={words.removeTitle(plainName(member.nickname))}
      heading={words.removeHeading(<DisplayName name={member.nickname} />)}
      consequences={[
        words.consequences.pages(counts.surveys),
        words.consequences.surveys(counts.created),
        words.consequences.invitations(counts.invitations),
        words.consequences.webhooks(counts.webhooks),
        words.consequences.secrets,
      ]}
      submit={words.removeSubmit}
      cancelPath={teamAddress(team.id, "/members")}
      problem={isLast ? words.lastCreator : undefined}
    />,
    { status },
  );
}
