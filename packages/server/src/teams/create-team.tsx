import type { TeamCreators } from "../config/settings.ts";
import { PageError } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import type { UserRequest } from "../session/page-request.ts";
import type { Store } from "../store/store.ts";
import { TeamNamePage } from "./team-name-page.tsx";
import { teamNameProblem, type TeamNameProblem } from "./team-name-problem.ts";
import { teamActor, teamAddress } from "./team-for-user.ts";
import { teamTextsFor } from "./texts/team-texts.ts";
import { createTeam } from "../store/teams/team-table.ts";

const path = "/teams/new";

/** `/teams/new`: creates a team. */
export function teamCreation(store: Store, right: TeamCreators): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path,
      access: "user",
      handle(pageRequest) {
        refuseWithoutRight(pageRequest, right);
        return showForm(pageRequest, { status: 200, name: "" });
      },
    },
    {
      method: "POST",
      path,
      access: "user",
      keepsForm: true,
      handle: (pageRequest) => create(store, pageRequest, right),
    },
  ];
}

/** Whether a user may create teams, as the operator has set it. */
export function mayCreateTeam({ session }: UserRequest, right: TeamCreators): boolean {
  return right === "users" || session.user.administrator;
}

function refuseWithoutRight(pageRequest: UserRequest, right: TeamCreators): void {
  if (!mayCreateTeam(pageRequest, right)) throw new PageError("forbidden", { status: 403 });
}

async function create(store: Store, pageRequest: UserRequest, right: TeamCreators): Promise<Response> {
  const form = await readOwnForm(pageRequest, ["name"]);
  refuseWithoutRight(pageRequest, right);
  const name = form.name.trim();
  const problem = teamNameProblem(name);
  if (problem !== undefined) return showForm(pageRequest, { status: 400, name: form.name, problem });
  const created = await store.write(createTeam, { name, actor: teamActor(pageRequest) });
  if (created.outcome !== "created")
    return showForm(pageRequest, { status: 400, name: form.name, problem: created.outcome });
  return redirectTo(`${teamAddress(created.id)}?notice=created`);
}

type FormView = { readonly status: number; readonly name: string; readonly problem?: TeamNameProblem };

function showForm(pageRequest: UserRequest, { status, name, problem }: FormView): Promise<Response> {
  const { problems } = teamTextsFor(pageRequest.language).create;
  return renderPage(
    <TeamNamePage
      language={pageRequest.language}
      path={path}
      signedIn={pageRequest.signedIn}
      purpose="create"
      name={name}
      problem={problem && problems[problem]}
      cancelPath="/teams"
    />,
    { status },
  );
}
