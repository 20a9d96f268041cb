import { DisplayName, plainName } from "../pages/components/display-name.tsx";
import { Field } from "../pages/components/field.tsx";
import { DangerPage } from "../pages/danger-page.tsx";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import type { UserRequest } from "../session/page-request.ts";
import { deleteTeam, countTeam, type TeamForUser } from "../store/teams/team-table.ts";
import type { Store } from "../store/store.ts";
import { createdTeam } from "./hand-over.tsx";
import { pagePropsOf, teamActor, teamAddress, teamForbidden, teamPath } from "./team-for-user.ts";
import { teamTextsFor } from "./texts/team-texts.ts";

/** The page on which a creator deletes a team. */
export function deletingTeam(store: Store): readonly PageRoute[] {
  const common = { path: `${teamPath}/delete`, access: "user", stepUp: true } as const;
  return [
    {
      ...common,
      method: "GET",
      async handle(pageRequest: UserRequest) {
        return ask(store, pageRequest, { team: await createdTeam(store, pageRequest), status: 200 });
      },
    },
    {
      ...common,
      method: "POST",
      async handle(pageRequest: UserRequest) {
        const { name } = await readOwnForm(pageRequest, ["name"]);
        const team = await createdTeam(store, pageRequest);
        if (name.trim() !== team.name) return ask(store, pageRequest, { team, status: 400, typed: name });
        if (!(await store.write(deleteTeam, { teamId: team.id, actor: teamActor(pageRequest) })))
          throw teamForbidden();
        return redirectTo("/teams?notice=deleted");
      },
    },
  ];
}

type Asked = { readonly team: TeamForUser; readonly status: number; readonly typed?: string };

async function ask(
  store: Store,
  pageRequest: UserRequest,
  { team, status, typed }: Asked,
): Promise<Response> {
  const { deletion: words } = teamTextsFor(pageRequest.language);
  const counts = await countTeam(store.reader, team.id);
  const address = teamAddress(team.id, "/delete");
  return renderPage(
    <DangerPage
      {...pagePropsOf(pageRequest, address)}
      title={words.title}
      heading={words.heading(<DisplayName name={team.name} />)}
      consequences={[
        words.consequences.surveys(counts.surveys, counts.answers),
        words.consequences.members(counts.members),
        words.consequences.credentials(counts.applications),
        ...(counts.thirdPartyAccounts > 0
          ? [words.consequences.thirdPartyAccounts(counts.thirdPartyAccounts)]
          : []),
        words.consequences.permanent,
      ]}
      submit={words.submit}
      cancelPath={teamAddress(team.id)}
    >
      <Field
        id="name"
        name="name"
        label={words.typeName(plainName(team.name))}
        error={typed === undefined ? undefined : words.wrongName}
        value={typed}
        autocomplete="off"
      />
    </DangerPage>,
    { status },
  );
}
