import { csrfTokenOf } from "@survey-open-platform/service";
import type { SignUp } from "../../config/settings.ts";
import { PlatformError } from "../../errors.ts";
import { hashToken, isRandomId } from "../../model/token.ts";
import { PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import { formTokenOf, openForm } from "../../session/form-token.ts";
import { prepareSession } from "../../session/new-session.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { hashPassword } from "../../session/password.ts";
import { readOwnForm } from "../../session/read-form.ts";
import { readSignInForm } from "../../session/read-sign-in-form.ts";
import { returnAddress, signInAddress, withReturnTo } from "../../session/return-address.ts";
import type { OfferedProvider } from "../../session/sign-in-page.tsx";
import type { UserRequest, PageRequest } from "../../session/page-request.ts";
import { findInvitation, type Invitation } from "../../store/people/invitation-table.ts";
import { bucketsOfAddress } from "../../store/installation/rate-limit-table.ts";
import type { Store } from "../../store/store.ts";
import { signUpFields, signUpProblems, type SignUpForm, type SignUpProblems } from "./sign-up-form.ts";
import { InvitationPage, SignUpPage } from "./sign-up-page.tsx";
import { isMemberOfInvitingTeam, joinPlatform, acceptInvitation } from "../../store/people/join-platform.ts";
import { findUnlinkedIdentity } from "../../store/people/provider-sign-in-table.ts";

/** Accounts that one address may try to create; each attempt costs a password hash. */
export const signUpsOfAddress = { perMinute: 3, burst: 20 };

/** Where a user is redirected whose account was just created, or who has just joined a team. */
function afterwards(invitation: Invitation | undefined): string {
  return invitation?.team === undefined ? "/surveys" : `/teams/${invitation.team.id}?notice=joined`;
}

/** Where someone was going who came from the sign-in page: an application's request survives a new account. */
function destinationOf({ context, isReturnable }: PageRequest): string | undefined {
  return returnAddress(context.req.query("return_to"), isReturnable);
}

/** One way to an account. */
interface Entrance {
  /** The address of the page and its form. */
  readonly path: string;
  readonly invitation: Invitation | undefined;
  readonly kinds: readonly Invitation["kind"][];
}

/** The pages on which accounts are created and invitations accepted. */
export function signUpPages(store: Store, settings: SignUpSettings): readonly PageRoute[] {
  const { mode } = settings;
  const showForm = signUpForm(store, settings);
  return [
    ...entrancesOf(store, mode).flatMap((entrance) => [
      showPage(store, { mode, showForm }, entrance),
      createAccount(store, { mode, showForm }, entrance),
    ]),
    acceptTeamInvitation(store),
  ];
}

/** Who may create an account, and the OpenID providers that can be linked with it. */
export interface SignUpSettings {
  readonly mode: SignUp;
  readonly providers: readonly OfferedProvider[];
}

interface SignUpForms {
  readonly mode: SignUp;
  readonly showForm: ShowSignUpForm;
}

interface EntranceRoute {
  readonly path: string;
  /** @throws `PageError` when there is no way in here */
  readonly find: (pageRequest: PageRequest) => Promise<Entrance>;
}

function entrancesOf(store: Store, mode: SignUp): readonly EntranceRoute[] {
  return [
    {
      path: "/welcome/:token",
      find: (pageRequest) =>
        findByToken(store, pageRequest, { folder: "/welcome", kinds: ["first_administrator"] }),
    },
    {
      path: "/invitations/:token",
      find: (pageRequest) =>
        findByToken(store, pageRequest, { folder: "/invitations", kinds: ["platform", "team"] }),
    },
    {
      path: "/sign-up",
      async find() {
        if (mode !== "open") throw new PageError("sign_up_closed", { status: 403 });
        return { path: "/sign-up", invitation: undefined, kinds: [] };
      },
    },
  ];
}

async function findByToken(
  store: Store,
  { context }: PageRequest,
  { folder, kinds }: { readonly folder: string; readonly kinds: Entrance["kinds"] },
): Promise<Entrance> {
  const token = context.req.param("token") ?? "";
  const invitation = isRandomId(token) ? await findInvitation(store.reader, hashToken(token)) : undefined;
  if (invitation === undefined || !kinds.includes(invitation.kind)) throw invalidLink(kinds);
  return { path: `${folder}/${token}`, invitation, kinds };
}

function invalidLink(kinds: Entrance["kinds"]): PageError {
  const isFirstStart = kinds.includes("first_administrator");
  return new PageError(isFirstStart ? "first_start_link_invalid" : "invitation_invalid", { status: 404 });
}

function showPage(store: Store, { mode, showForm }: SignUpForms, { path, find }: EntranceRoute): PageRoute {
  return {
    method: "GET",
    path,
    access: "anyone",
    isReturnable: true,
    async handle(pageRequest) {
      const entrance = await find(pageRequest);
      const { session, signedIn } = pageRequest;
      if (session === undefined || signedIn === undefined) {
        if (mode === "closed" && entrance.invitation?.kind === "team")
          return redirectTo(signInAddress(entrance.path));
        refuseWhenClosed(mode, entrance);
        return showForm(pageRequest, entrance, { status: 200 });
      }
      if (entrance.invitation === undefined) return redirectTo(destinationOf(pageRequest) ?? "/surveys");
      return showInvitation(store, { ...pageRequest, session, signedIn }, entrance);
    },
  };
}

async function showInvitation(
  store: Store,
  pageRequest: UserRequest,
  { path, invitation }: Entrance,
): Promise<Response> {
  const { language, signedIn, timeZone, session } = pageRequest;
  const hash = invitation?.hash ?? "";
  const isMember = await isMemberOfInvitingTeam(store.reader, { hash, userId: session.user.id });
  const props = { language, path, signedIn, invitation, timeZone, action: path, isMember };
  return renderPage(<InvitationPage {...props} />, { status: 200 });
}

function createAccount(
  store: Store,
  { mode, showForm }: SignUpForms,
  { path, find }: EntranceRoute,
): PageRoute {
  return {
    method: "POST",
    path,
    access: "anyone",
    async handle(pageRequest) {
      const { fields: form, isLate } = await readSignInForm(pageRequest, signUpFields);
      // Its page says what a user who is signed in can do.
      if (isLate) return redirectTo(pageRequest.path);
      const entrance = await find(pageRequest);
      refuseWhenClosed(mode, entrance);
      await limitAttempts(store, pageRequest);
      const problems = signUpProblems(form);
      if (Object.keys(problems).length > 0)
        return showForm(pageRequest, entrance, { status: 400, form, problems });
      const waiting = await findUnlinkedIdentity(store.reader, hashToken(formTokenOf(pageRequest) ?? ""));
      const problem = await join(store, pageRequest, { form, entrance });
      if (problem === "username_taken")
        return showForm(pageRequest, entrance, { status: 409, form, problems: { username: problem } });
      if (problem !== undefined) throw invalidLink(entrance.kinds);
      return redirectTo(
        waiting === undefined || waiting.returnTo === entrance.path
          ? (destinationOf(pageRequest) ?? afterwards(entrance.invitation))
          : waiting.returnTo,
      );
    },
  };
}

/** Where sign-up is closed, invitations create no accounts; users who have one can still join a team. */
function refuseWhenClosed(mode: SignUp, { invitation }: Entrance): void {
  if (mode === "closed" && invitation?.kind !== "first_administrator")
    throw new PageError("sign_up_closed", { status: 403 });
}

/** @throws `PlatformError` `request_rate_limited` */
async function limitAttempts(store: Store, { address }: PageRequest): Promise<void> {
  const refusal = await store.consumeTokens(bucketsOfAddress(address, signUpsOfAddress, "sign-up"));
  if (refusal?.retryAfterSeconds !== undefined)
    throw new PlatformError("request_rate_limited", { retryAfterSeconds: refusal.retryAfterSeconds });
}

async function join(
  store: Store,
  pageRequest: PageRequest,
  { form, entrance }: { readonly form: SignUpForm; readonly entrance: Entrance },
) {
  const { session, keep } = prepareSession(pageRequest);
  const problem = await store.write(joinPlatform, {
    user: {
      username: form.username,
      nickname: form.nickname,
      passwordHash: await hashPassword(form.password),
      language: pageRequest.language,
    },
    invitationHash: entrance.invitation?.hash,
    kinds: entrance.kinds,
    session,
    browserHash: hashToken(formTokenOf(pageRequest) ?? ""),
    address: pageRequest.address.text,
  });
  if (problem === undefined) keep();
  return problem;
}

interface FormView {
  readonly status: number;
  readonly form?: SignUpForm;
  readonly problems?: SignUpProblems;
}

type ShowSignUpForm = (pageRequest: PageRequest, entrance: Entrance, form: FormView) => Promise<Response>;

function signUpForm(store: Store, { providers }: SignUpSettings): ShowSignUpForm {
  return async (pageRequest, { path, invitation }, { status, form, problems }) => {
    const formToken = openForm(pageRequest);
    const destination = destinationOf(pageRequest);
    const address = destination === undefined ? path : withReturnTo(path, destination);
    const identity = await findUnlinkedIdentity(store.reader, hashToken(formToken));
    return renderPage(
      <SignUpPage
        language={pageRequest.language}
        path={address}
        action={address}
        csrf={csrfTokenOf(formToken)}
        invitation={invitation}
        timeZone={pageRequest.timeZone}
        values={form}
        problems={problems}
        identityLabel={identity?.label}
        providers={providers}
        destination={destination}
      />,
      { status, script: true },
    );
  };
}

/** `POST /invitations/:token/accept`: a signed-in user joins the team. */
function acceptTeamInvitation(store: Store): PageRoute {
  return {
    method: "POST",
    path: "/invitations/:token/accept",
    access: "user",
    async handle(pageRequest) {
      await readOwnForm(pageRequest, []);
      const hash = hashToken(pageRequest.context.req.param("token") ?? "");
      const actor = { ...actorOf(pageRequest), userId: pageRequest.session.user.id };
      const invitation = await findInvitation(store.reader, hash);
      const problem = await store.write(acceptInvitation, { hash, actor });
      if (problem === "invitation_invalid") throw new PageError("invitation_invalid", { status: 404 });
      return redirectTo(afterwards(invitation));
    },
  };
}
