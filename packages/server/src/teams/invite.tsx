import { isRandomId, hashToken, makeRandomId } from "../model/token.ts";
import { isStorable } from "@survey-open-platform/surveys";
import { mayAssign, teamRoleNumbers, type TeamRoleNumber } from "../model/team.ts";
import { notFound, PageError } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { actorOf } from "../session/actor.ts";
import { declaredName } from "../session/credential-fields.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readInvitedAddress } from "../session/invited-address.ts";
import { readOwnForm } from "../session/read-form.ts";
import { requestHashOf } from "../session/request-hash.ts";
import type { UserRequest } from "../session/page-request.ts";
import type { TeamForUser } from "../store/teams/team-table.ts";
import type { Store } from "../store/store.ts";
import { InvitationShownPage, InvitePage, type InvitePageProps } from "./invite-page.tsx";
import { managedTeam, teamAddress, teamForbidden, teamPath } from "./team-for-user.ts";
import { teamTextsFor } from "./texts/team-texts.ts";
import { createInvitation, withdrawInvitation } from "../store/people/invitation-table.ts";

/** The pages that make and withdraw invitations to a team. */
export function invitingMembers(store: Store): readonly PageRoute[] {
  const makes = { path: `${teamPath}/invitations/new`, access: "user", stepUp: true } as const;
  return [
    {
      ...makes,
      method: "GET",
      async handle(pageRequest: UserRequest) {
        const team = await managedTeam(store, pageRequest);
        return showForm(store, pageRequest, team, { status: 200, note: "", role: "4" });
      },
    },
    {
      ...makes,
      method: "POST",
      keepsForm: true,
      handle: (pageRequest: UserRequest) => invite(store, pageRequest),
    },
    {
      method: "POST",
      path: `${teamPath}/invitations/withdraw`,
      access: "user",
      handle: (pageRequest) => withdraw(store, pageRequest),
    },
  ];
}

/** A role that a form names, if the member may give it. @throws `PageError` for another one */
export function assignedRole(team: TeamForUser, text: string): TeamRoleNumber {
  const role = teamRoleNumbers.find((one) => String(one) === text);
  if (role === undefined) throw new PageError("invalid_argument", { status: 400, detail: "role" });
  if (!mayAssign(team.role, role)) throw teamForbidden();
  return role;
}

async function invite(store: Store, pageRequest: UserRequest): Promise<Response> {
  const form = await readOwnForm(pageRequest, ["role", "note", "email", "request"]);
  const { role: given, note: typed, email, request } = form;
  const team = await managedTeam(store, pageRequest);
  const role = assignedRole(team, given);
  const { problems } = teamTextsFor(pageRequest.language).invite;
  const refuse = (refused: InvitePageProps["problems"]) =>
    showForm(store, pageRequest, team, {
      status: 400,
      note: typed,
      email,
      role: given,
      requestId: request,
      problems: refused,
    });
  const note = typed.trim();
  if (note !== "" && !declaredName().safeParse(note).success)
    return refuse({ note: problems.note_malformed });
  const token = makeRandomId();
  const invited = await readInvitedAddress(store, pageRequest, { typed: email, token });
  if (invited.problem !== undefined) return refuse({ email: invited.problem });
  const requestHash = requestHashOf(pageRequest, request);
  const invitation = {
    hash: hashToken(token),
    note,
    team: { id: team.id, role },
    requestHash,
    mail: invited.mail,
  };
  const outcome = await store.write(createInvitation, invitation, actorOf(pageRequest));
  if (outcome === "forbidden") throw teamForbidden();
  if (outcome === "too_many") return refuse({ note: problems.too_many });
  if (outcome === "repeated") return redirectTo(`${teamAddress(team.id, "/members")}?notice=repeated`);
  return showLink(pageRequest, { team, role, token, sentTo: invited.mail?.address });
}

interface MadeInvitation {
  readonly team: TeamForUser;
  readonly role: TeamRoleNumber;
  readonly token: string;
  readonly sentTo: string | undefined;
}

function showLink(
  pageRequest: UserRequest,
  { team, role, token, sentTo }: MadeInvitation,
): Promise<Response> {
  return renderPage(
    <InvitationShownPage
      language={pageRequest.language}
      path={teamAddress(team.id, "/members")}
      signedIn={pageRequest.signedIn}
      team={team}
      role={role}
      sentTo={sentTo}
      link={`${pageRequest.origin}/invitations/${token}`}
    />,
    { status: 200, script: true },
  );
}

type FormView = {
  readonly status: number;
  readonly note: string;
  readonly role: string;
  readonly email?: string;
  readonly requestId?: string;
  readonly problems?: InvitePageProps["problems"];
};

function showForm(
  store: Store,
  pageRequest: UserRequest,
  team: TeamForUser,
  shown: FormView,
): Promise<Response> {
  const { status, requestId = "", email = "", problems = {}, ...values } = shown;
  return renderPage(
    <InvitePage
      language={pageRequest.language}
      path={teamAddress(team.id, "/invitations/new")}
      signedIn={pageRequest.signedIn}
      team={team}
      requestId={isRandomId(requestId) ? requestId : makeRandomId()}
      {...values}
      {...{ email, problems }}
      sendsMail={store.policy.sendsMail === true}
    />,
    { status },
  );
}

async function withdraw(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { invitation } = await readOwnForm(pageRequest, ["invitation"]);
  const team = await managedTeam(store, pageRequest);
  if (!isStorable(invitation)) throw notFound();
  const withdrawn = await store.write(
    withdrawInvitation,
    { hash: invitation, teamId: team.id },
    actorOf(pageRequest),
  );
  if (!withdrawn) throw notFound();
  return redirectTo(`${teamAddress(team.id, "/members")}?notice=withdrawn`);
}
