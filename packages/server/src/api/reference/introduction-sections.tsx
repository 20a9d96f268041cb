import type { JSX } from "hono/jsx/jsx-runtime";
import { errorKinds } from "../../errors.ts";
import { authorizationLink, teamCalls, webCalls } from "../../pages/call-commands.ts";
import { CallSteps } from "../../pages/components/call-steps.tsx";
import { Copyable } from "../../pages/components/copyable.tsx";
import { CommandBlock } from "../../pages/components/command-block.tsx";
import { DefinitionList } from "../../pages/components/definition-list.tsx";
import { authorizationParameters, authorizationPath } from "./authorization-parameters.ts";
import { ParameterList } from "./field-list.tsx";
import type { ReferenceProps } from "./reference-props.ts";
import { referenceTextsFor } from "./reference-texts.ts";

/** Rules for every call. */
export function Basics({ language, authUrl, baseUrl }: ReferenceProps): JSX.Element {
  const { sections, basics } = referenceTextsFor(language);
  return (
    <section id="basics">
      <h2>{sections.basics}</h2>
      <DefinitionList
        items={[
          { term: basics.pages, details: <code>{authUrl}</code> },
          { term: basics.api, details: <Copyable language={language} about={basics.api} value={baseUrl} /> },
        ]}
      />
      <ul class="bullets">
        {basics.rules.map((rule) => (
          <li>{rule}</li>
        ))}
      </ul>
    </section>
  );
}

/** Names of variables of the shell, which the reader fills in once. */
const asVariables = { appid: "$APPID", secret: "$SECRET", code: "$CODE" } as const;

/** Web authorization, step by step. */
export function WebSteps({ language, authUrl, baseUrl }: ReferenceProps): JSX.Element {
  const { sections, web } = referenceTextsFor(language);
  const link = authorizationLink({
    authUrl,
    appid: "your_appid",
    redirectUri: "https://your-application.example/callback",
    state: "f3a1c09be2",
  });
  return (
    <section id="web">
      <h2>{sections.web}</h2>
      <p>{web.lead}</p>
      <h3>{web.register}</h3>
      <p>{web.registerText}</p>
      <h3>{web.link}</h3>
      <p>{web.linkText}</p>
      <CommandBlock language={language} about={web.link} command={link} />
      <h3>{web.back}</h3>
      <p>{web.backText(<code>code</code>, <code>state</code>, <code>error=access_denied</code>)}</p>
      <h3>{web.calls}</h3>
      <p>{web.callsText}</p>
      <CommandBlock
        language={language}
        about={web.calls}
        command={"APPID=your_appid\nSECRET=your_secret\nCODE=the_code_from_the_redirect"}
      />
      <CallSteps language={language} calls={webCalls(baseUrl, asVariables)} />
    </section>
  );
}

/** How a team's server reads the team's surveys. */
export function TeamSteps({ language, baseUrl }: ReferenceProps): JSX.Element {
  const { sections, team, web } = referenceTextsFor(language);
  return (
    <section id="team">
      <h2>{sections.team}</h2>
      <p>{team.lead}</p>
      <p>{team.central}</p>
      <p>{web.callsText}</p>
      <CommandBlock
        language={language}
        about={sections.team}
        command={"APPID=your_teams_appid\nSECRET=your_teams_secret"}
      />
      <CallSteps language={language} calls={teamCalls(baseUrl, asVariables)} />
    </section>
  );
}

const sampleEnvelope = `{"code":"OK","error":{"type":""},"data":{…},"request_id":"7f0c5a1e-8d53-4a43-9c1f-2c1a52b6f0d7"}`;

/** The envelope, and which HTTP status to expect. */
export function Envelope({ language, settings }: ReferenceProps): JSX.Element {
  const { sections, envelope } = referenceTextsFor(language);
  const codes = [...new Set(Object.values(errorKinds).map(({ code }) => code))];
  return (
    <section id="envelope">
      <h2>{sections.envelope}</h2>
      <p>{envelope.lead}</p>
      <CommandBlock language={language} about={sections.envelope} command={sampleEnvelope} />
      <DefinitionList
        items={[
          { term: <code>code</code>, details: `${envelope.code} ${codes.join(", ")}.` },
          { term: <code>error.type</code>, details: envelope.type },
          { term: <code>error.message</code>, details: envelope.message },
          { term: <code>error.problems</code>, details: envelope.problems },
          { term: <code>data</code>, details: envelope.data },
          { term: <code>request_id</code>, details: envelope.requestId },
        ]}
      />
      <p>{settings.errorStatus === "ok" ? envelope.statusOk : envelope.statusSemantic}</p>
      <p>{envelope.always}</p>
    </section>
  );
}

/** The authorization page. */
export function AuthorizationPageSection({ language, authUrl }: ReferenceProps): JSX.Element {
  const { sections, authorize, call } = referenceTextsFor(language);
  return (
    <section id="authorize">
      <h2>{sections.authorize}</h2>
      <p>
        <code>GET {`${authUrl}${authorizationPath}`}</code>
      </p>
      <p>{authorize.lead}</p>
      <h3>{call.parameters}</h3>
      <ParameterList language={language} parameters={authorizationParameters} />
      <h3>{authorize.outcome}</h3>
      <DefinitionList items={authorize.outcomes.map(({ term, text }) => ({ term, details: text }))} />
    </section>
  );
}
