import { DecisionForm } from "../../pages/components/decision-form.tsx";
import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { ScopeLists, type AskedScopes } from "../../grants/authorize/scope-lists.tsx";
import { ApplicationIdentity } from "../../pages/components/application-identity.tsx";
import { DisplayName, plainName } from "../../pages/components/display-name.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { Part } from "../../pages/components/part.tsx";
import { Layout, type PageProps } from "../../pages/layout.tsx";
import type { SignedIn } from "../../pages/signed-in.ts";
import { textsFor } from "../../pages/texts/texts.ts";
import type { AskingAgent } from "./confirm-page.tsx";
import { agentTextsFor } from "./texts/agent-texts.ts";

/** What the page shows. */
export type MorePageProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly application: Omit<AskingAgent, "host">;
  readonly scopes: AskedScopes;
  /** The names of what is asked for, parted by spaces. */
  readonly scope: string;
  readonly warnings: readonly Child[];
  /** What was decided; undefined while it is asked. */
  readonly outcome: "allowed" | "denied" | "nothing" | undefined;
  readonly action: string;
};

/** Asks whether an agent may do more than it was allowed: what is new comes first. */
export function MorePage(props: MorePageProps): JSX.Element {
  const { language, path, signedIn, application, scopes, warnings, outcome } = props;
  const { more: words } = agentTextsFor(language);
  const { name } = application;
  return (
    <Layout language={language} path={path} title={words.title(plainName(name))} signedIn={signedIn}>
      <article class="card consent">
        <h1>{words.heading(<DisplayName name={name} />)}</h1>
        {outcome === undefined ? null : (
          <Notice tone={outcome === "allowed" ? "success" : "warning"} role="status">
            {words[outcome]}
          </Notice>
        )}
        {warnings.map((warning) => (
          <Notice tone="warning">{warning}</Notice>
        ))}
        <Part title={textsFor(language).consent.application}>
          <ApplicationIdentity language={language} application={application} />
        </Part>
        <Part title={textsFor(language).consent.may}>
          <ScopeLists language={language} {...scopes} />
        </Part>
        {outcome === undefined ? <Decision {...props} /> : null}
      </article>
    </Layout>
  );
}

function Decision({ language, action, signedIn, application, scope }: MorePageProps): JSX.Element {
  const { consent } = textsFor(language);
  return (
    <>
      <p>{agentTextsFor(language).more.now}</p>
      <DecisionForm
        action={action}
        label={consent.decisionLabel}
        values={{ csrf: signedIn.csrf, client: application.appid, scope }}
        decisions={[
          ["allow", consent.allow],
          ["deny", consent.deny],
        ]}
      />
    </>
  );
}
