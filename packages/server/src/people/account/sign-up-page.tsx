import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { showPasswordScriptPath } from "../../pages/assets.ts";
import { Button } from "../../pages/components/button.tsx";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { ErrorSummary, type FormProblems } from "../../pages/components/error-summary.tsx";
import { Field } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { ShowPassword } from "../../pages/components/show-password.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { Layout, type PageProps } from "../../pages/layout.tsx";
import type { SignedIn } from "../../pages/signed-in.ts";
import { textsFor, teamRoleName } from "../../pages/texts/texts.ts";
import { signInAddress } from "../../session/return-address.ts";
import { ProviderButtons, type OfferedProvider } from "../../session/sign-in-page.tsx";
import type { Invitation } from "../../store/people/invitation-table.ts";
import { problemSentences, type SignUpForm, type SignUpProblems } from "./sign-up-form.ts";
import { accountTextsFor } from "./texts/account-texts.ts";

/** What pages about an invitation show of it. */
type InvitationProps = {
  readonly invitation: Pick<Invitation, "kind" | "invitedBy" | "team" | "expiresAt"> | undefined;
  readonly timeZone: string;
};

/** What the page needs. */
export type SignUpPageProps = PageProps &
  InvitationProps & {
    /** Where the form goes, and where the user returns to who signs in instead. */
    readonly action: string;
    readonly csrf: string;
    readonly values?: Omit<SignUpForm, "password"> | undefined;
    readonly problems?: SignUpProblems | undefined;
    /** The account at a provider that will be linked. */
    readonly identityLabel?: string | undefined;
    /** Providers whose accounts can be linked. Default none. */
    readonly providers?: readonly OfferedProvider[];
    /** Where the user was going before the account was needed. */
    readonly destination?: string | undefined;
  };

/** The form that creates an account: the first one, with an invitation, or where sign-up is open. */
export function SignUpPage(props: SignUpPageProps): JSX.Element {
  const { language, path, problems = {}, invitation } = props;
  const { signUp } = accountTextsFor(language);
  const isFirst = invitation?.kind === "first_administrator";
  const title = isFirst ? signUp.welcomeTitle : signUp.title;
  const sentences = problemSentences(problems, signUp.problems);
  return (
    <Layout language={language} path={path} title={title}>
      <div class="card card-narrow">
        <h1>{title}</h1>
        <Lead {...props} />
        <ErrorSummary language={language} problems={sentences} />
        <SignUpFields {...props} sentences={sentences} />
        <WithProvider {...props} />
        {isFirst ? null : <SignInInstead {...props} />}
      </div>
      <script src={showPasswordScriptPath} defer />
    </Layout>
  );
}

/** The account that will be linked, or the ways to one. */
function WithProvider(props: SignUpPageProps): JSX.Element | null {
  const { language, action, csrf, identityLabel, providers = [] } = props;
  if (identityLabel !== undefined)
    return (
      <Notice tone="info">
        {accountTextsFor(language).identities.atSignUp(<DisplayName name={identityLabel} />)}
      </Notice>
    );
  if (providers.length === 0) return null;
  return (
    <div class="stack other-ways">
      <ProviderButtons {...{ language, csrf, returnTo: action, providers }} />
    </div>
  );
}

function Lead({ language, invitation, timeZone }: PageProps & InvitationProps): JSX.Element {
  const { signUp } = accountTextsFor(language);
  if (invitation === undefined) return <p>{signUp.lead}</p>;
  if (invitation.kind === "first_administrator") return <p>{signUp.welcomeLead}</p>;
  const { invitedBy, team, expiresAt } = invitation;
  const person = invitedBy === undefined ? signUp.operator : <DisplayName name={invitedBy} />;
  return (
    <>
      <p>
        {team === undefined
          ? signUp.invitedBy(person)
          : signUp.invitedToTeam(person, <DisplayName name={team.name} />, teamRoleName(team.role, language))}
      </p>
      <p class="fine-print">
        {signUp.expires(<Moment at={expiresAt} timeZone={timeZone} language={language} />)}
      </p>
    </>
  );
}

type SignUpFieldsProps = SignUpPageProps & { readonly sentences: FormProblems<keyof SignUpForm> };

function SignUpFields({ language, action, csrf, values, sentences }: SignUpFieldsProps): JSX.Element {
  const { signUp } = accountTextsFor(language);
  return (
    <form method="post" action={action} class="stack">
      <HiddenFields values={{ csrf }} />
      <Field
        id="username"
        label={signUp.username}
        hint={signUp.usernameHint}
        error={sentences.username}
        value={values?.username}
        autocomplete="username"
        maxlength={64}
      />
      <Field
        id="nickname"
        label={signUp.nickname}
        hint={signUp.nicknameHint}
        error={sentences.nickname}
        value={values?.nickname}
        autocomplete="nickname"
        maxlength={100}
      />
      <Field
        id="password"
        label={signUp.password}
        hint={signUp.passwordHint}
        error={sentences.password}
        type="password"
        autocomplete="new-password"
      />
      <ShowPassword language={language} />
      <Button>{signUp.submit}</Button>
    </form>
  );
}

function SignInInstead(props: SignUpPageProps): JSX.Element {
  const { language, action, invitation, destination = "/surveys" } = props;
  const { signUp } = accountTextsFor(language);
  const [returnTo, label] =
    invitation?.kind === "team" ? [action, signUp.signInToAccept] : [destination, signUp.signIn];
  return (
    <p class="fine-print">
      {signUp.haveAccount}{" "}
      <a class="link-line" href={signInAddress(returnTo)}>
        {label}
      </a>
    </p>
  );
}

/** What the page needs. */
export type InvitationPageProps = PageProps &
  InvitationProps & {
    readonly signedIn: SignedIn;
    readonly action: string;
    readonly isMember: boolean;
  };

/** An invitation as a signed-in user sees it: to accept it, or to pass it on. */
export function InvitationPage(props: InvitationPageProps): JSX.Element {
  const { language, path, signedIn, invitation, action, isMember } = props;
  const { signUp } = accountTextsFor(language);
  const canAccept = invitation?.team !== undefined && !isMember;
  return (
    <Layout language={language} path={path} title={textsFor(language).kit.invitation} signedIn={signedIn}>
      <div class="card card-narrow">
        <h1>{textsFor(language).kit.invitation}</h1>
        <Lead {...props} />
        <p>{signUp.signedInAs(<DisplayName name={signedIn.nickname} />)}</p>
        {canAccept ? (
          <form method="post" action={`${action}/accept`} class="stack">
            <HiddenFields values={{ csrf: signedIn.csrf }} />
            <Button>{signUp.accept}</Button>
          </form>
        ) : (
          <NotForYou text={isMember ? signUp.alreadyMember : signUp.notForMembers} home={signUp.home} />
        )}
      </div>
    </Layout>
  );
}

function NotForYou({ text, home }: { readonly text: Child; readonly home: string }): JSX.Element {
  return (
    <>
      <p>{text}</p>
      <p>
        <a class="link-line" href="/account">
          {home}
        </a>
      </p>
    </>
  );
}
