import type { JSX } from "hono/jsx/jsx-runtime";
import type { StandardAddresses } from "../grants/oauth/issuer.ts";
import { CommandBlock } from "../pages/components/command-block.tsx";
import { Copyable } from "../pages/components/copyable.tsx";
import { CopyScript } from "../pages/components/copy-button.tsx";
import { Notice } from "../pages/components/notice.tsx";
import type { PageProps } from "../pages/layout.tsx";
import type { SignedIn } from "../pages/signed-in.ts";
import type { ApplicationForUser } from "../store/applications/application-for-user-table.ts";
import { ApplicationFrame } from "./application-frame.tsx";
import { addressOf } from "./application-for-user.ts";
import { snippetsFor } from "./connect-snippets.ts";
import { consoleTextsFor } from "./texts/console-texts.ts";

/** What the page shows. */
export type ConnectPageProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly application: ApplicationForUser;
  /** Undefined while OAuth is off. */
  readonly addresses: StandardAddresses | undefined;
  /** Whether the newest link of the application had no code challenge. */
  readonly hasLinksWithoutChallenge: boolean;
};

/** How to connect an application by OAuth: code for each library, and the address for agents. */
export function ConnectPage(props: ConnectPageProps): JSX.Element {
  const { language, application, addresses } = props;
  const { connect: words } = consoleTextsFor(language);
  return (
    <ApplicationFrame {...props} title={words.title}>
      <h2>{words.title}</h2>
      <p class="lead">{words.lead}</p>
      <ChallengeNotice {...props} />
      {addresses === undefined ? (
        <Notice tone="warning">{words.off}</Notice>
      ) : (
        <>
          {snippetsFor({ ...application, addresses }).map(({ library, code }) => (
            <details>
              <summary>{library}</summary>
              <CommandBlock language={language} about={library} command={code} />
            </details>
          ))}
          <ForAgents {...props} addresses={addresses} />
        </>
      )}
      <CopyScript />
    </ApplicationFrame>
  );
}

/** An application that sends no challenge loses nothing by it, and one that does can demand it (RFC 9700, section 2.1.1). */
export function ChallengeNotice({
  language,
  application: { appid, requiresPkce },
  hasLinksWithoutChallenge,
}: Pick<ConnectPageProps, "language" | "application" | "hasLinksWithoutChallenge">): JSX.Element | null {
  const { connect: words } = consoleTextsFor(language);
  if (requiresPkce || !hasLinksWithoutChallenge) return null;
  return (
    <Notice tone="warning">
      {words.noChallenge} <a href={`${addressOf(appid, "/edit")}#requires_pkce`}>{words.requireChallenge}</a>
    </Notice>
  );
}

function ForAgents({
  language,
  application: { appid, isPublic },
  addresses,
}: ConnectPageProps & { readonly addresses: StandardAddresses }): JSX.Element {
  const { connect: words } = consoleTextsFor(language);
  return (
    <section class="card">
      <h2>{words.agents}</h2>
      <p>{words.agentsText}</p>
      <p>
        <Copyable language={language} about={words.agentAddress} value={addresses.mcp} />
      </p>
      {isPublic ? (
        <>
          <p>{words.agentClientId}</p>
          <p>
            <Copyable language={language} about="client_id" value={appid} />
          </p>
        </>
      ) : null}
    </section>
  );
}
