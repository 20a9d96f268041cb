import { durationText } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../pages/components/button.tsx";
import { Copyable } from "../pages/components/copyable.tsx";
import { CopyScript } from "../pages/components/copy-button.tsx";
import { DefinitionList } from "../pages/components/definition-list.tsx";
import { HiddenFields } from "../pages/components/hidden-fields.tsx";
import { Notice } from "../pages/components/notice.tsx";
import type { PageProps } from "../pages/layout.tsx";
import type { SignedIn } from "../pages/signed-in.ts";
import { ApplicationFrame, type FramedApplication } from "./application-frame.tsx";
import { addressOf } from "./application-for-user.ts";
import { consoleTextsFor } from "./texts/console-texts.ts";

/** Why the form is shown again. */
export type TestTokenNotice = "repeated" | "limited";

/** What both pages show. */
type TestTokenProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly application: FramedApplication & { readonly disabled: boolean };
};

/** What the page shows. */
export type TestTokenPageProps = TestTokenProps & {
  /** Names this form, so that it makes one token when it is sent twice. */
  readonly requestId: string;
  readonly notice?: TestTokenNotice | undefined;
};

/** The form that gets a test token, with what it can do. */
export function TestTokenPage(props: TestTokenPageProps): JSX.Element {
  const { language, application, notice } = props;
  const { testToken: words } = consoleTextsFor(language);
  return (
    <ApplicationFrame {...props} title={words.title}>
      <h2>{words.title}</h2>
      {notice === undefined ? null : (
        <Notice tone="warning" role="status">
          {words.notices[notice]}
        </Notice>
      )}
      <p class="lead">{words.lead}</p>
      <ul class="bullets">
        {words.facts.map((fact) => (
          <li>{fact}</li>
        ))}
      </ul>
      {application.disabled ? <Notice tone="warning">{words.disabled}</Notice> : <TokenForm {...props} />}
    </ApplicationFrame>
  );
}

function TokenForm({ language, signedIn, application, requestId }: TestTokenPageProps): JSX.Element {
  const { testToken: words } = consoleTextsFor(language);
  return (
    <form method="post" action={addressOf(application.appid, "/test-token")} class="stack">
      <HiddenFields values={{ csrf: signedIn.csrf, request: requestId }} />
      <div class="actions">
        <Button>{words.submit}</Button>
      </div>
    </form>
  );
}

/** What the page shows. */
export type TestTokenShownPageProps = TestTokenProps & {
  readonly issued: {
    readonly token: string;
    readonly openid: string;
    readonly expiresInSeconds: number;
  };
};

/** A test token, once, with the way to the first call. */
export function TestTokenShownPage(props: TestTokenShownPageProps): JSX.Element {
  const { language, signedIn, application, issued } = props;
  const { testToken: words } = consoleTextsFor(language);
  const { token, openid } = issued;
  return (
    <ApplicationFrame {...props} title={words.shownTitle}>
      <h2>{words.shownTitle}</h2>
      <Notice tone="warning" role="status">
        {words.once}
      </Notice>
      <div class="card">
        <DefinitionList
          items={[
            {
              term: "access_token",
              details: <Copyable language={language} about="access_token" value={token} />,
            },
            { term: "openid", details: <Copyable language={language} about="openid" value={openid} /> },
            { term: words.lifetime, details: durationText(issued.expiresInSeconds, language) },
          ]}
        />
        <form method="post" action={addressOf(application.appid, "/explorer")} class="stack">
          <HiddenFields values={{ csrf: signedIn.csrf, call: "getUser", access_token: token, openid }} />
          <div class="actions">
            <Button>{words.explore}</Button>
          </div>
        </form>
      </div>
      <p>
        <a class="link-line" href="/account/applications">
          {words.revoke}
        </a>
      </p>
      <CopyScript />
    </ApplicationFrame>
  );
}
