import type { JSX } from "hono/jsx/jsx-runtime";
import { errorKinds, type ErrorType } from "../../errors.ts";
import { DefinitionList } from "../../pages/components/definition-list.tsx";
import { durationText, type Language } from "@survey-open-platform/service";
import { innocentReplaySeconds, liveAccessTokensPerGrant } from "../../store/installation/policy.ts";
import { errorAnchor } from "./call-sections.tsx";
import { errorTextFor } from "./error-texts.ts";
import type { ReferenceProps } from "./reference-props.ts";
import { referenceTextsFor } from "./reference-texts.ts";

/** Lifetimes and rate limits of this installation. */
export function Limits({ language, settings }: ReferenceProps): JSX.Element {
  const { sections, limits } = referenceTextsFor(language);
  const lifetime = (seconds: number) => limits.seconds(seconds, durationText(seconds, language));
  return (
    <section id="limits">
      <h2>{sections.limits}</h2>
      <DefinitionList
        items={[
          { term: limits.code, details: lifetime(settings.authorizationCodeTtl) },
          { term: limits.userToken, details: lifetime(settings.userAccessTokenTtl) },
          { term: limits.refreshToken, details: lifetime(settings.userRefreshTokenTtl) },
          { term: limits.teamToken, details: lifetime(settings.teamAccessTokenTtl) },
          { term: limits.liveTokens, details: String(liveAccessTokensPerGrant) },
          {
            term: limits.requests,
            details: limits.burst(settings.tokenRequestsPerMinute, settings.tokenRequestBurst),
          },
          { term: limits.dataCalls, details: limits.perMinute(settings.dataCallsPerMinute) },
          { term: limits.failures, details: limits.perMinute(settings.failedSecretsPerMinute) },
        ]}
      />
    </section>
  );
}

// The keys of the table are its types.
const errorTypes = Object.keys(errorKinds) as readonly ErrorType[];

/** Every error type, each with its own anchor. */
export function Errors({ language }: ReferenceProps): JSX.Element {
  const { sections, error } = referenceTextsFor(language);
  return (
    <section id="errors">
      <h2>{sections.errors}</h2>
      {errorTypes.map((type) => {
        const { says, todo } = errorTextFor(type, language);
        return (
          <article class="card" id={errorAnchor(type)}>
            <h3>
              <a href={`#${errorAnchor(type)}`}>
                <code>{type}</code>
              </a>
            </h3>
            <DefinitionList
              items={[
                { term: error.meaning, details: says },
                { term: error.todo, details: todo },
                { term: error.code, details: <code>{errorKinds[type].code}</code> },
                { term: error.status, details: statusText(type, language) },
              ]}
            />
          </article>
        );
      })}
    </section>
  );
}

function statusText(type: ErrorType, language: Language): string {
  const { errorStatus, errorAlways, notFoundOrMethod } = referenceTextsFor(language);
  const kind = errorKinds[type];
  if (type === "no_route") return notFoundOrMethod;
  return "always" in kind ? errorAlways(kind.status) : errorStatus(kind.status);
}

/** Rules that are not in the lists of parameters. */
export function Notes({ language, settings }: ReferenceProps): JSX.Element {
  const { sections, notes } = referenceTextsFor(language);
  return (
    <section id="notes">
      <h2>{sections.notes}</h2>
      <ul class="bullets">
        {notes(settings.timeZone, innocentReplaySeconds).map((note) => (
          <li>{note}</li>
        ))}
      </ul>
    </section>
  );
}
