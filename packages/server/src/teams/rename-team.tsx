import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import type { UserRequest } from "../session/page-request.ts";
import { renameTeam, type TeamForUser } from "../store/teams/team-table.ts";
import type { Store } from "../store/store.ts";
import { createdTeam } from "./hand-over.tsx";
import { teamActor, teamAddress, teamForbidden, teamPath } from "./team-for-user.ts";
import { TeamNamePage } from "./team-name-page.tsx";
import { teamNameProblem, type TeamNameProblem } from "./team-name-problem.ts";
import { teamTextsFor } from "./texts/team-texts.ts";

/** The page on which a creator gives a team another name. */
export function renamingTeam(store: Store): readonly PageRoute[] {
  const common = { path: `${teamPath}/rename`, access: "user" } as const;
  return [
    {
      ...common,
      method: "GET",
      async handle(pageRequest: UserRequest) {
        const team = await createdTeam(store, pageRequest);
        return showForm(pageRequest, team, { status: 200, name: team.name });
      },
    },
    {
      ...common,
      method: "POST",
      keepsForm: true,
      handle: (pageRequest: UserRequest) => rename(store, pageRequest),
    },
  ];
}

async function rename(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { name: typed } = await readOwnForm(pageRequest, ["name"]);
  const team = await createdTeam(store, pageRequest);
  const name = typed.trim();
  const refuse = (problem: TeamNameProblem) =>
    showForm(pageRequest, team, { status: 400, name: typed, problem });
  const problem = teamNameProblem(name);
  if (problem !== undefined) return refuse(problem);
  const outcome = await store.write(renameTeam, { teamId: team.id, name, actor: teamActor(pageRequest) });
  if (outcome === "forbidden") throw teamForbidden();
  if (outcome === "name_taken") return refuse("name_taken");
  return redirectTo(`${teamAddress(team.id)}?notice=renamed`);
}

type FormView = { readonly status: number; readonly name: string; readonly problem?: TeamNameProblem };

function showForm(
  pageRequest: UserRequest,
  { id }: TeamForUser,
  { status, name, problem }: FormView,
): Promise<Response> {
  const { problems } = teamTextsFor(pageRequest.language).create;
  return renderPage(
    <TeamNamePage
      language={pageRequest.language}
      path={teamAddress(id, "/rename")}
      signedIn={pageRequest.signedIn}
      purpose="rename"
      name={name}
      problem={problem && problems[problem]}
      cancelPath={teamAddress(id)}
    />,
    { status },
  );
}
