import { DangerPage } from "../pages/danger-page.tsx";
import { HiddenFields } from "../pages/components/hidden-fields.tsx";
import { notFound, PageError } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { actorOf } from "../session/actor.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import type { UserRequest } from "../session/page-request.ts";
import type { Store } from "../store/store.ts";
import { credentialsOfTeam, teamCredentialsPath } from "./team-credentials.tsx";
import { pagePropsOf } from "./team-for-user.ts";
import { teamTextsFor } from "./texts/team-texts.ts";
import { setWritePermission } from "../store/teams/team-application.ts";

const path = `${teamCredentialsPath}/writing`;
const fieldName = "may_write";

/** The page that switches writing with a team's token on or off. */
export function teamWritePermission(store: Store): readonly PageRoute[] {
  const common = { path, access: "user", stepUp: true } as const;
  return [
    { ...common, method: "GET", handle: (pageRequest: UserRequest) => ask(store, pageRequest) },
    { ...common, method: "POST", handle: (pageRequest: UserRequest) => save(store, pageRequest) },
  ];
}

async function ask(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { application, address } = await credentialsOfTeam(store).find(pageRequest);
  const { writing } = teamTextsFor(pageRequest.language);
  const words = application.mayWrite ? writing.switchOff : writing.switchOn;
  return renderPage(
    <DangerPage
      {...pagePropsOf(pageRequest, `${address}/writing`)}
      title={words.title}
      heading={words.heading}
      consequences={Object.values(words.consequences)}
      submit={words.title}
      cancelPath={address}
      isDangerous={!application.mayWrite}
    >
      {/* What the page said, so that a form that is sent twice does not switch back. */}
      <HiddenFields values={{ [fieldName]: application.mayWrite ? "off" : "on" }} />
    </DangerPage>,
    { status: 200 },
  );
}

async function save(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { [fieldName]: given } = await readOwnForm(pageRequest, [fieldName]);
  if (given !== "on" && given !== "off")
    throw new PageError("invalid_argument", { status: 400, detail: fieldName });
  const { managed, address } = await credentialsOfTeam(store).find(pageRequest);
  const change = { ...managed, mayWrite: given === "on", actor: actorOf(pageRequest) };
  if (!(await store.write(setWritePermission, change))) throw notFound();
  return redirectTo(`${address}?notice=${given === "on" ? "writing" : "reading"}`);
}
