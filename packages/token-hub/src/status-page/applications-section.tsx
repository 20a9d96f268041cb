import type { JSX } from "hono/jsx/jsx-runtime";
import type { ApplicationStatus } from "../team/application-status.ts";
import { durationText, type Language } from "@survey-open-platform/service";
import { textsFor } from "./texts/texts.ts";

interface SectionProps {
  readonly language: Language;
  readonly applications: readonly ApplicationStatus[];
}

/** Every application with team tokens, a card each. */
export function ApplicationsSection({ language, applications }: SectionProps): JSX.Element {
  const texts = textsFor(language);
  return (
    <section class="section">
      <h2>{texts.teamApplications}</h2>
      {applications.length === 0 ? <p class="soft">{texts.noTeamApplications}</p> : null}
      <div class="cards">
        {applications.map((application) => (
          <ApplicationCard language={language} application={application} />
        ))}
      </div>
    </section>
  );
}

type State = "good" | "renewing" | "in_doubt" | "held_back" | "problem" | "no_token";

const tones: Readonly<Record<State, "success" | "warning" | "error" | "neutral">> = {
  good: "success",
  renewing: "neutral",
  in_doubt: "warning",
  held_back: "warning",
  problem: "error",
  no_token: "error",
};

/** What an operator should know of an application first. */
export function stateOf(application: ApplicationStatus): State {
  if (application.isHeldBack) return "held_back";
  if (application.problem !== undefined) return "problem";
  if (application.isRenewing) return "renewing";
  if (application.version === 0 || application.expiresInSeconds <= 0) return "no_token";
  return application.isInDoubt ? "in_doubt" : "good";
}

interface CardProps {
  readonly language: Language;
  readonly application: ApplicationStatus;
}

function ApplicationCard({ language, application }: CardProps): JSX.Element {
  const { states, noToken } = textsFor(language);
  const state = stateOf(application);
  return (
    <article class="card" aria-label={application.appid}>
      <div class="card-head">
        <h3>
          <code>{application.appid}</code>
        </h3>
        <span class={`badge badge-${tones[state]}`}>{states[state]}</span>
      </div>
      {application.version === 0 ? <p class="soft">{noToken}</p> : null}
      <Facts language={language} application={application} />
    </article>
  );
}

function Facts({ language, application }: CardProps): JSX.Element {
  const texts = textsFor(language);
  const { version, fingerprint, ageSeconds, foreignRenewals, problem } = application;
  const rows: readonly (readonly [string, JSX.Element | string | number])[] = [
    ...(version === 0
      ? []
      : ([
          [texts.facts.version, version],
          [texts.facts.fingerprint, <code>{fingerprint}</code>],
          [texts.facts.age, durationText(ageSeconds, language)],
          [texts.facts.ends, endText(application, language)],
        ] as const)),
    [texts.facts.nextRenewal, renewalText(application, language)],
    [texts.facts.foreign, foreignRenewals],
    ...(problem === undefined ? [] : ([[texts.facts.problem, <code>{problem}</code>]] as const)),
  ];
  return (
    <dl class="facts">
      {rows.map(([term, details]) => (
        <div>
          <dt>{term}</dt>
          <dd>{details}</dd>
        </div>
      ))}
    </dl>
  );
}

function endText({ expiresInSeconds }: ApplicationStatus, language: Language): string {
  const { ended, inTime } = textsFor(language);
  return expiresInSeconds <= 0 ? ended : inTime(durationText(expiresInSeconds, language));
}

function renewalText({ renewsInSeconds, isRenewing }: ApplicationStatus, language: Language): string {
  const { notPlanned, soon, inTime } = textsFor(language);
  if (isRenewing) return soon;
  if (renewsInSeconds === undefined) return notPlanned;
  return renewsInSeconds <= 0 ? soon : inTime(durationText(renewsInSeconds, language));
}
