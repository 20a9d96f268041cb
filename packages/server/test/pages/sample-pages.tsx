import type { JSX } from "hono/jsx/jsx-runtime";
import { rendered, renderPart } from "../../src/pages/render-page.ts";
import { ConsentPage } from "../../src/grants/authorize/consent-page.tsx";
import { NewPasskeyPage, RemovePasskeyPage } from "../../src/people/account/passkey-pages.tsx";
import { LinkPage, UnlinkPage } from "../../src/people/account/identity-question-page.tsx";
import { PasswordPage } from "../../src/people/account/password-page.tsx";
import { PicturePage } from "../../src/people/account/picture-page.tsx";
import { ProfilePage } from "../../src/people/account/profile-page.tsx";
import { SecurityPage } from "../../src/people/account/security-page.tsx";
import { SessionsPage } from "../../src/people/account/sessions-page.tsx";
import {
  RecoveryCodesPage,
  SecondFactorQuestionPage,
  TotpPage,
} from "../../src/people/account/totp-page.tsx";
import { InvitationPage, SignUpPage } from "../../src/people/account/sign-up-page.tsx";
import { ErrorPage } from "../../src/pages/error-page.tsx";
import { KeptFormPage } from "../../src/pages/kept-form-page.tsx";
import { HomePage } from "../../src/pages/home-page.tsx";
import type { Language } from "@survey-open-platform/service";
import { PasskeyPage } from "../../src/session/passkeys/passkey-page.tsx";
import { GoingOnPage } from "../../src/session/providers/going-on-page.tsx";
import { SecondFactorPage } from "../../src/session/second-factor-page.tsx";
import { SignInPage } from "../../src/session/sign-in-page.tsx";
import { StepUpPage } from "../../src/session/step-up-page.tsx";
import { administrationSamples } from "./administration-samples.tsx";
import { agentSamples } from "./agent-samples.tsx";
import { mailSamples } from "./mail-samples.tsx";
import { privacySamples } from "./privacy-samples.tsx";
import { authorizedSamples } from "./authorized-samples.tsx";
import { consoleSamples } from "./console-samples.tsx";
import { resultsSamples } from "./results-samples.tsx";
import { takingOutSamples } from "./taking-out-samples.tsx";
import { answeringSamples } from "./answering-samples.tsx";
import { workspaceSamples } from "./workspace-samples.tsx";
import { teamSamples } from "./team-samples.tsx";
import { webhookSamples } from "./webhook-samples.tsx";
import { DangerPage, FormPage, ListPage } from "./kit-pages.tsx";

/** A page as text, the way {@link renderPage} makes it. */
export const pageHtml = rendered;

/** The same of a page without long lists. */
export const htmlOf = renderPart;

/**
 * Every tag of a page with the names of its attributes: what changes when somebody's text becomes markup. Where a name may be broken is
 * up to the name.
 */
export function structureOf(html: string): readonly string[] {
  return (html.match(/<(?!wbr\/>)[^>]*>/g) ?? []).map((tag) => tag.replace(/="[^"]*"/g, ""));
}

/** What a reader is shown, without tags. */
export function textOf(html: string): string {
  return html.replace(/<[^>]*>/g, "");
}

/**
 * Every page, with the same text in every place that somebody else may fill.
 *
 * @param language the language of the pages
 * @param text what people, developers and callers have written
 */
export function samplePages(language: Language, text: string): Readonly<Record<string, JSX.Element>> {
  const frame = { language, path: `/somewhere?x=${text}` };
  const signedIn = { nickname: text, username: text, administrator: true, csrf: text };
  const application = {
    name: text,
    appid: text,
    description: text,
    developer: text,
    logoPath: `/logos/${text}`,
    homePage: `https://app.example/${text}`,
    terms: `https://app.example/${text}`,
    privacy: `https://app.example/${text}`,
  };
  const avatar = `/pictures/${"p".repeat(32)}`;
  const consent = {
    ...frame,
    csrf: text,
    requestId: text,
    user: { nickname: text, username: text, avatarSeed: text, avatar },
    destination: { origin: text, unicodeOrigin: `readable ${text}` },
    choice: {
      isOffered: true,
      withPersonal: true,
      onlyChosen: true,
      chosenCount: 60,
      total: 100,
      chosen: [{ id: 2, title: text, answerCount: 1, createdAt: 1_790_000_000_000, isTicked: true }],
      found: [{ id: 1, title: text, answerCount: 3, createdAt: 1_790_000_000_000, isTicked: false }],
      next: 1,
      search: text,
      problem: "nothing_chosen" as const,
    },
    timeZone: "Asia/Shanghai",
    action: "/connect/oauth2/authorize/decision",
    accessDays: 3,
    refreshDays: 30,
    switchAccountAction: `/login/${text}`,
  };
  const list = { ...frame, signedIn, csrf: text, timeZone: "Asia/Shanghai" };
  const team = { id: 1, name: text, role: 3 };
  const invitation = { kind: "team", invitedBy: text, team, expiresAt: 1_790_000_000_000 } as const;
  const joining = { ...frame, invitation, timeZone: "Asia/Shanghai", action: `/invitations/${text}` };
  const passkey = {
    id: 1,
    credentialId: "x",
    transports: [],
    createdAt: 1_790_000_000_000,
    lastUsedAt: null,
  };
  const identity = {
    id: 1,
    issuer: text,
    subject: text,
    label: text,
    createdAt: 1_790_000_000_000,
    lastUsedAt: null,
  };
  return {
    home: <HomePage {...frame} />,
    "home, signed in": <HomePage {...frame} signedIn={signedIn} />,
    "sign in": (
      <SignInPage
        {...frame}
        csrf={text}
        returnTo={text}
        username={text}
        applicationName={text}
        offersPasskey
      />
    ),
    "sign in, refused": (
      <SignInPage {...frame} csrf="c" returnTo="/" problem="too_many_attempts" retryAfterSeconds={60} />
    ),
    "consent, verified": (
      <ConsentPage {...consent} application={{ ...application, verified: true, mayWrite: true }} />
    ),
    "consent, unverified": (
      <ConsentPage {...consent} application={{ ...application, verified: false, mayWrite: false }} />
    ),
    ...mailSamples({ frame: { ...frame, signedIn }, text }),
    ...agentSamples({ frame: { ...frame, signedIn }, application, text }),
    ...authorizedSamples({ list, application, text, choice: consent.choice }),
    "sign up, with problems": (
      <SignUpPage
        {...joining}
        csrf={text}
        values={{ username: text, nickname: text }}
        problems={{ username: "username_taken", password: "password_too_short" }}
      />
    ),
    "sign up, the first one": (
      <SignUpPage {...joining} invitation={{ ...invitation, kind: "first_administrator" }} csrf="c" />
    ),
    "sign up, open": (
      <SignUpPage {...joining} invitation={undefined} csrf="c" providers={[{ id: "company", name: text }]} />
    ),
    "sign up with a linked account": <SignUpPage {...joining} csrf="c" identityLabel={text} />,
    "invitation to a team": <InvitationPage {...joining} signedIn={signedIn} isMember={false} />,
    "invitation of a member": <InvitationPage {...joining} signedIn={signedIn} isMember />,
    profile: (
      <ProfilePage
        email={text}
        {...frame}
        signedIn={signedIn}
        avatar={avatar}
        values={{ nickname: text, language: "", time_zone: "" }}
        problems={{ nickname: text }}
        platformZone={text}
        notice="saved"
      />
    ),
    picture: <PicturePage {...frame} signedIn={signedIn} avatar={avatar} problem={text} />,
    "no picture": <PicturePage {...frame} signedIn={signedIn} avatar="" />,
    security: (
      <SecurityPage
        {...frame}
        signedIn={signedIn}
        notice="password_changed"
        secondFactor={{ isOn: false, recoveryCodesLeft: 0 }}
        passkeys={[]}
        search=""
        canAddPasskey={false}
        identities={[]}
        providers={[]}
        timeZone="Asia/Shanghai"
      />
    ),
    "security with a second factor": (
      <SecurityPage
        {...frame}
        signedIn={signedIn}
        secondFactor={{ isOn: true, recoveryCodesLeft: 9 }}
        passkeys={[{ ...passkey, name: text }]}
        search={text}
        canAddPasskey
        identities={[identity, { ...identity, lastUsedAt: 1_790_000_000_000 }]}
        providers={[{ id: "company", name: text, issuer: text }]}
        timeZone="Asia/Shanghai"
      />
    ),
    "authenticator app": (
      <TotpPage {...frame} signedIn={signedIn} secret={text} address="fixed" problems={{ code: text }} />
    ),
    "recovery codes": <RecoveryCodesPage {...frame} signedIn={signedIn} codes={[text, text]} />,
    "second factor, question": (
      <SecondFactorQuestionPage {...frame} signedIn={signedIn} question="turnOff" action="/somewhere" />
    ),
    "new passkey": (
      <NewPasskeyPage
        {...frame}
        signedIn={signedIn}
        name={text}
        options={{ user: text }}
        problems={{ name: text }}
      />
    ),
    "linking an account": <LinkPage {...frame} signedIn={signedIn} providerName={text} isUnavailable />,
    "unlinking an account": <UnlinkPage {...frame} signedIn={signedIn} id={1} label={text} />,
    "going on to a provider": (
      <GoingOnPage {...frame} providerName={text} address={`https://login.example/${text}`} />
    ),
    "removing a passkey": <RemovePasskeyPage {...frame} signedIn={signedIn} id={1} name={text} />,
    "sign in with a passkey": (
      <PasskeyPage
        {...frame}
        action="/login/passkey"
        csrf={text}
        returnTo={text}
        options={{ user: text }}
        otherWay="/login"
      />
    ),
    "step-up with a passkey": (
      <PasskeyPage
        {...frame}
        signedIn={signedIn}
        action="/account/confirm/passkey"
        csrf={text}
        returnTo={text}
        options={{ user: text }}
        otherWay="/account/confirm"
      />
    ),
    "second step": <SecondFactorPage {...frame} csrf={text} returnTo={text} problem="wrong_code" />,
    "change of password": (
      <PasswordPage
        {...frame}
        signedIn={signedIn}
        refused={{ status: 429, problem: "too_many_attempts", retryAfterSeconds: 60 }}
      />
    ),
    sessions: (
      <SessionsPage
        {...frame}
        signedIn={signedIn}
        sessions={[
          { hash: text, userAgent: text, network: text, createdAt: 0, lastSeenAt: 1_790_000_000_000 },
          { hash: `${text} too`, userAgent: "Firefox/1 (Windows)", network: "", createdAt: 0, lastSeenAt: 1 },
        ]}
        current={text}
        total={41}
        search={text}
        after="x"
        next={text}
        timeZone="Asia/Shanghai"
      />
    ),
    ...privacySamples({ frame: { ...frame, signedIn }, text }),
    "step-up": <StepUpPage {...frame} signedIn={signedIn} returnTo={text} problem="wrong_credentials" />,
    "form with problems": <FormPage {...frame} signedIn={signedIn} text={text} />,
    "list, its second page": <ListPage {...frame} signedIn={signedIn} text={text} rows={[text, text]} />,
    "list without entries": <ListPage {...frame} signedIn={signedIn} text={text} rows={[]} />,
    "dangerous action": <DangerPage {...frame} signedIn={signedIn} text={text} />,
    ...administrationSamples({ ...frame, signedIn }, text),
    ...consoleSamples({ ...frame, signedIn }, text),
    ...teamSamples({ ...frame, signedIn }, text),
    ...webhookSamples({ ...frame, signedIn }, text),
    ...resultsSamples({ ...frame, signedIn }, text),
    ...takingOutSamples({ ...frame, signedIn }, text),
    ...workspaceSamples({ ...frame, signedIn }, text),
    ...answeringSamples(frame, text),
    "form that is given back": (
      <KeptFormPage
        {...frame}
        form={{ fields: [[text, text]], isMultipart: true, waitsFor: "sending" }}
        action="/account"
        firstAddress={undefined}
        signedIn={signedIn}
        requestId={text}
      />
    ),
    "form that is given back to a visitor": (
      <KeptFormPage
        {...frame}
        form={{
          fields: [
            ["csrf", text],
            ["title", text],
          ],
          isMultipart: false,
          waitsFor: "sign_in",
        }}
        action="/account"
        firstAddress="/login?return_to=%2Faccount"
        signedIn={undefined}
        requestId={text}
      />
    ),
    error: (
      <ErrorPage
        {...frame}
        problem="redirect_uri_mismatch"
        detail={text}
        requestId={text}
        signedIn={signedIn}
        retryAfterSeconds={5}
      />
    ),
  };
}
