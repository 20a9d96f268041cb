import type { JSX } from "hono/jsx/jsx-runtime";
import { numberFormat } from "@survey-open-platform/service";
import type { SurveyState } from "@survey-open-platform/surveys";
import { DisplayName } from "./components/display-name.tsx";
import { Sparkline } from "./components/sparkline.tsx";
import { SurveyStateBadge } from "./components/survey-state.tsx";
import { type FirstStep, FirstSteps } from "./first-steps.tsx";
import { Layout, type PageProps } from "./layout.tsx";
import { surveyTitle } from "./survey-frame.tsx";
import type { SignedIn } from "./signed-in.ts";
import type { Texts } from "./texts/en.ts";
import { textsFor } from "./texts/texts.ts";

/** What the start page shows. */
export type HomePageProps = PageProps & {
  readonly signedIn?: SignedIn | undefined;
  /** Whether everyone may create an account. Default false. */
  readonly offersSignUp?: boolean;
  /** Whether the platform is the demo. Default false. */
  readonly isDemo?: boolean;
  /** The newest surveys of the user. Default none. */
  readonly surveys?: readonly SurveyAtHome[];
  /** Of an administrator. Default none. */
  readonly firstSteps?: readonly FirstStep[];
};

/** A survey on the start page of its owner. */
export interface SurveyAtHome {
  readonly id: number;
  readonly title: string;
  readonly state: SurveyState;
  /** Its answers on each of the last days; undefined without any. */
  readonly days: readonly number[] | undefined;
}

/** What this server is, and the ways on from here. */
export function HomePage(props: HomePageProps): JSX.Element {
  const { language, path, signedIn, isDemo = false, surveys = [], firstSteps = [] } = props;
  // A visitor of the demo needs one of its accounts first.
  const isForDemo = isDemo && signedIn === undefined;
  const { home } = textsFor(language);
  return (
    <Layout language={language} path={path} title={home.title} signedIn={signedIn}>
      <h1>{home.title}</h1>
      <p class="lead">{home.lead}</p>
      <p>
        <a class="button button-primary" href={isForDemo ? "/demo" : "/surveys/new"}>
          {isForDemo ? home.demo : home.create}
        </a>
      </p>
      <FirstSteps language={language} steps={firstSteps} />
      {surveys.length === 0 ? <Steps language={language} /> : <NewestSurveys {...props} surveys={surveys} />}
      <div class="columns">
        <section class="card">
          <h2>{home.forPeople}</h2>
          {signedIn === undefined ? null : <p>{home.signedInAs(<DisplayName name={signedIn.nickname} />)}</p>}
          <Links language={language} links={linksForPeople(props)} />
        </section>
        <section class="card">
          <h2>{home.forDevelopers}</h2>
          <Links language={language} links={["/console", "/docs/api", "/openapi.json"]} />
        </section>
      </div>
    </Layout>
  );
}

/** For those who have no survey yet. */
function Steps({ language }: Pick<PageProps, "language">): JSX.Element {
  return (
    <ol class="steps">
      {textsFor(language).home.steps.map(({ title, text }) => (
        <li>
          <h2>{title}</h2>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}

function NewestSurveys({
  language,
  surveys,
}: Pick<PageProps, "language"> & { readonly surveys: readonly SurveyAtHome[] }): JSX.Element {
  const { home } = textsFor(language);
  const number = numberFormat(language, {});
  return (
    <section class="card">
      <h2>{home.surveys}</h2>
      <ul class="plain-lines stack newest-surveys">
        {surveys.map(({ id, title, state, days = [] }) => (
          <li>
            <a href={`/surveys/${id}`}>
              <DisplayName name={surveyTitle(title, language)} />
            </a>
            <div class="sparkline-figure">
              <SurveyStateBadge language={language} state={state} />
              {days.length === 0 ? null : (
                <Sparkline
                  values={days}
                  label={home.days(days.map((one) => number.format(one)).join(", "))}
                />
              )}
              {home.answers(number.format(days.reduce((sum, one) => sum + one, 0)))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A page that the start page leads to. */
type Target = keyof Texts["home"]["links"];

function linksForPeople({
  signedIn,
  offersSignUp = false,
  isDemo = false,
}: HomePageProps): readonly Target[] {
  const ofDemo = isDemo ? (["/demo"] as const) : [];
  if (signedIn === undefined)
    return [...ofDemo, "/login", ...(offersSignUp ? (["/sign-up"] as const) : []), "/account/applications"];
  const ofUsers = [...ofDemo, "/surveys", "/teams", "/account/applications"] as const;
  return signedIn.administrator ? [...ofUsers, "/admin/users"] : ofUsers;
}

function Links({
  language,
  links,
}: Pick<PageProps, "language"> & { readonly links: readonly Target[] }): JSX.Element {
  const { home } = textsFor(language);
  return (
    <ul class="links">
      {links.map((target) => (
        <li>
          <a href={target}>{home.links[target].label}</a>
          <span>{home.links[target].text}</span>
        </li>
      ))}
    </ul>
  );
}
