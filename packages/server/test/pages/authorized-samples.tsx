import type { JSX } from "hono/jsx/jsx-runtime";
import {
  AuthorizedApplicationsPage,
  type AuthorizedApplication,
  type AuthorizedApplicationsPageProps,
} from "../../src/people/account/authorized-applications-page.tsx";
import { ChosenSurveysPage } from "../../src/people/account/chosen-surveys-page.tsx";
import type { ShownChoice } from "../../src/pages/components/survey-choice.tsx";

/** What the samples are made of. */
interface SampleParts {
  readonly list: Pick<AuthorizedApplicationsPageProps, "language" | "path" | "signedIn" | "timeZone"> & {
    readonly csrf: string;
  };
  readonly application: Pick<AuthorizedApplication, "name" | "appid" | "developer" | "logoPath">;
  readonly text: string;
  readonly choice: ShownChoice;
}

/** The pages about authorized applications. */
export function authorizedSamples({
  list,
  application,
  text,
  choice,
}: SampleParts): Readonly<Record<string, JSX.Element>> {
  const authorized = {
    ...application,
    lastNetwork: null,
    changes: [],
    grant: text,
    chosen: null,
    firstGrantedAt: 1_790_000_000_000,
  };
  return {
    "authorized applications": (
      <AuthorizedApplicationsPage
        {...list}
        applications={[
          {
            ...authorized,
            verified: true,
            mayWrite: true,
            scopes: 120,
            lastUsedAt: 1_790_000_060_000,
            lastNetwork: text,
            changes: [
              { action: "survey.created", target: text, at: 1_790_000_060_000 },
              { action: text, target: text, at: 1_790_000_060_000 },
            ],
          },
          {
            ...authorized,
            chosen: 3,
            verified: false,
            mayWrite: false,
            scopes: 24,
            lastUsedAt: null,
            logoPath: undefined,
          },
        ]}
        surveys={41}
        total={41}
        search={text}
        after="20"
        next="40"
        notice="revoked"
      />
    ),
    "chosen surveys": (
      <ChosenSurveysPage
        {...list}
        requestId={text}
        grant={text}
        name={text}
        choice={choice}
        action={`/somewhere/${text}`}
        cancelPath={`/somewhere/${text}`}
      />
    ),
    "no choice of surveys yet": (
      <ChosenSurveysPage
        {...list}
        requestId={text}
        grant={text}
        name={text}
        choice={{ ...choice, isOffered: false }}
        action={`/somewhere/${text}`}
        cancelPath={`/somewhere/${text}`}
      />
    ),
    "no authorized applications": (
      <AuthorizedApplicationsPage
        {...list}
        surveys={0}
        applications={[]}
        total={0}
        search=""
        notice="revoked_all"
      />
    ),
    "no authorized application found": (
      <AuthorizedApplicationsPage {...list} surveys={0} applications={[]} total={1} search={text} />
    ),
  };
}
