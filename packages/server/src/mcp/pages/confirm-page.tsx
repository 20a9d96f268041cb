import { DecisionForm } from "../../pages/components/decision-form.tsx";
import { isWithoutDifference } from "@survey-open-platform/surveys";
import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { ApplicationIdentity } from "../../pages/components/application-identity.tsx";
import { DisplayName, plainName } from "../../pages/components/display-name.tsx";
import { IdentityNote } from "../../pages/components/identity.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { Part } from "../../pages/components/part.tsx";
import { unicodeHost, WebHost } from "../../pages/components/web-host.tsx";
import { Layout, type PageProps } from "../../pages/layout.tsx";
import type { SignedIn } from "../../pages/signed-in.ts";
import { surveyTitle } from "../../pages/survey-frame.tsx";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import type { AgentRequest } from "../../store/tokens/agent-request-table.ts";
import { DifferenceList } from "../../surveys/workspace/difference-list.tsx";
import type { PublicationState } from "../../surveys/workspace/publication.ts";
import { agentTextsFor } from "./texts/agent-texts.ts";

/** What asks. */
export type AskingAgent = Parameters<typeof ApplicationIdentity>[0]["application"] & {
  /** "" when none is known. */
  readonly host: string;
};

/** What the page shows. */
export type ConfirmPageProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly request: Pick<AgentRequest, "kind" | "note">;
  readonly agent: AskingAgent;
  readonly survey: Pick<SurveyForUser, "title" | "version" | "questionCount" | "answerCount">;
  readonly publication: PublicationState;
  /** Whether the draft has changed since the page was shown. */
  readonly isChanged: boolean;
};

/** What an agent asks for, with what it leads to. */
export function ConfirmPage(props: ConfirmPageProps): JSX.Element {
  const { language, path, signedIn, request, survey, isChanged } = props;
  const { confirm: words } = agentTextsFor(language);
  const name = surveyTitle(survey.title, language);
  return (
    <Layout
      language={language}
      path={path}
      title={words.titles[request.kind](plainName(name))}
      signedIn={signedIn}
    >
      <article class={request.kind === "delete" ? "card card-danger consent" : "card consent"}>
        <h1>{words.headings[request.kind](<DisplayName name={name} />)}</h1>
        {isChanged ? (
          <Notice tone="warning" role="alert">
            {words.changed}
          </Notice>
        ) : null}
        <Who {...props} />
        <Part title={words.what}>
          <ul class="bullets">
            {consequencesOf(props).map((sentence) => (
              <li>{sentence}</li>
            ))}
          </ul>
          <p>{words.nothing}</p>
        </Part>
        <Difference {...props} />
        <Decision {...props} />
      </article>
    </Layout>
  );
}

function Who({ language, agent, request: { note } }: ConfirmPageProps): JSX.Element {
  const { confirm: words } = agentTextsFor(language);
  const { host } = agent;
  return (
    <Part title={words.who}>
      <ApplicationIdentity language={language} application={agent}>
        <IdentityNote>
          {words.host}:{" "}
          {host === "" ? (
            words.noHost
          ) : (
            <WebHost language={language} ascii={host} unicode={unicodeHost(host)} />
          )}
        </IdentityNote>
      </ApplicationIdentity>
      {note === "" ? null : (
        <p class="quoted">
          {words.note} <DisplayName name={note} />
        </p>
      )}
    </Part>
  );
}

function consequencesOf({ language, request, survey, publication }: ConfirmPageProps): readonly string[] {
  const { consequences } = agentTextsFor(language).confirm;
  const { questionCount, answerCount, version } = survey;
  if (request.kind === "pause") return [consequences.pause(answerCount)];
  if (request.kind === "delete") return consequences.delete(questionCount, answerCount);
  const questions = publication.draft.definition.pages.flatMap((page) => page.questions);
  return [consequences.publish(questions.length, version === 0)];
}

function Difference({ language, request, publication }: ConfirmPageProps): JSX.Element | null {
  const { difference } = publication;
  if (request.kind !== "publish" || difference === undefined || isWithoutDifference(difference)) return null;
  return (
    <Part title={agentTextsFor(language).confirm.difference}>
      <DifferenceList language={language} difference={difference} />
    </Part>
  );
}

function Decision({ language, path, signedIn, publication }: ConfirmPageProps): JSX.Element {
  const { confirm: words } = agentTextsFor(language);
  return (
    <DecisionForm
      action={path}
      label={words.decision}
      values={{ csrf: signedIn.csrf, revision: String(publication.draft.revision) }}
      decisions={[
        ["confirm", words.confirm],
        ["decline", words.decline],
      ]}
    />
  );
}

/** What the page shows once a request does not wait any more. */
export type ClosedRequestPageProps = PageProps & {
  readonly language: Language;
  readonly signedIn: SignedIn;
  readonly state: "confirmed" | "declined" | "expired";
};

/** Says how a request was decided. */
export function ClosedRequestPage({ language, path, signedIn, state }: ClosedRequestPageProps): JSX.Element {
  const { confirm: words } = agentTextsFor(language);
  return (
    <Layout language={language} path={path} title={words.closedTitle} signedIn={signedIn}>
      <h1>{words.closedTitle}</h1>
      <Notice tone={state === "confirmed" ? "success" : "warning"} role="status">
        {words.closed[state]}
      </Notice>
      <p>
        <a class="button button-quiet" href="/surveys">
          {words.toSurveys}
        </a>
      </p>
    </Layout>
  );
}
