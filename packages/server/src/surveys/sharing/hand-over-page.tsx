import { shareRoles } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { DecisionForm } from "../../pages/components/decision-form.tsx";
import { DisplayName, plainName } from "../../pages/components/display-name.tsx";
import { Select } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { DangerPage } from "../../pages/danger-page.tsx";
import { Layout, type PageProps } from "../../pages/layout.tsx";
import type { SignedIn } from "../../pages/signed-in.ts";
import { surveyTitle } from "../../pages/survey-frame.tsx";
import { surveyAddress } from "../../session/survey-for-user.ts";
import type { SurveyOffer } from "../../store/surveys/survey-offer-table.ts";
import { ReceiverFields } from "./receiver-fields.tsx";
import type { handOverEn } from "./texts/en.ts";
import { sharingTextsFor } from "./texts/sharing-texts.ts";

/** Why a survey cannot be handed over. */
export type HandOverProblem = keyof typeof handOverEn.problems;

/** What the page shows. */
export type HandOverPageProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly survey: { readonly id: number; readonly title: string };
  /** Those in which the user may create surveys. */
  readonly teams: readonly { readonly id: number; readonly name: string }[];
  readonly typed?: { readonly person: string; readonly team: string; readonly keeps: string } | undefined;
  readonly problem?: HandOverProblem | undefined;
};

/** Asks who is to own a survey. */
export function HandOverPage(props: HandOverPageProps): JSX.Element {
  const { language, path, signedIn, survey, problem } = props;
  const { handOver: words } = sharingTextsFor(language);
  const name = surveyTitle(survey.title, language);
  return (
    <DangerPage
      language={language}
      path={path}
      action={surveyAddress(survey.id, "/hand-over")}
      signedIn={signedIn}
      title={`${words.title} – ${plainName(name)}`}
      heading={words.heading(<DisplayName name={name} />)}
      consequences={words.consequences}
      submit={words.submit}
      cancelPath={surveyAddress(survey.id, "/share/people")}
      problem={problem && words.problems[problem]}
    >
      <Receiver {...props} />
    </DangerPage>
  );
}

function Receiver({ language, teams, typed, problem }: HandOverPageProps): JSX.Element {
  const { handOver: words, people } = sharingTextsFor(language);
  const roles = shareRoles.map((role) => ({ value: role, label: people.roles[role] }));
  return (
    <>
      <ReceiverFields
        words={words}
        teamLabel={words.team}
        teams={teams}
        typed={typed}
        error={problem && words.problems[problem]}
      />
      <Select
        id="keeps"
        label={words.keeps}
        value={typed?.keeps ?? ""}
        options={[{ value: "", label: words.keepsNothing }, ...roles]}
      />
    </>
  );
}

/** What the card needs. */
type HandOverCardProps = Pick<HandOverPageProps, "language" | "signedIn" | "survey"> & {
  /** What waits for its receiver. */
  readonly offer: Pick<SurveyOffer, "username"> | undefined;
};

/** The way to the page that hands a survey over, or what is offered already. */
export function HandOverCard({ language, signedIn, survey, offer }: HandOverCardProps): JSX.Element {
  const { handOver: words } = sharingTextsFor(language);
  return (
    <div class="card">
      <h2>{words.title}</h2>
      <p>{offer === undefined ? words.text : words.waiting(<DisplayName name={offer.username} />)}</p>
      {offer === undefined ? (
        <p>
          <a class="button button-quiet" href={surveyAddress(survey.id, "/hand-over")}>
            {words.title}
          </a>
        </p>
      ) : (
        <form method="post" action={surveyAddress(survey.id, "/hand-over/withdraw")}>
          <HiddenFields values={{ csrf: signedIn.csrf }} />
          <Button kind="quiet">{words.withdraw}</Button>
        </form>
      )}
    </div>
  );
}

/** What the page of an offer shows. */
export type OfferPageProps = PageProps & { readonly signedIn: SignedIn; readonly offer: SurveyOffer };

/** Asks the user whom a survey is offered to. */
export function OfferPage({ language, path, signedIn, offer }: OfferPageProps): JSX.Element {
  const { handOver: words } = sharingTextsFor(language);
  const name = surveyTitle(offer.title, language);
  return (
    <Layout
      language={language}
      path={path}
      title={`${words.offerTitle} – ${plainName(name)}`}
      signedIn={signedIn}
    >
      <div class="card card-narrow stack">
        <h1>{words.offerHeading(<DisplayName name={name} />)}</h1>
        <p>{words.offerFrom(<DisplayName name={offer.offeredByName} />)}</p>
        {offer.answerCount === 0 ? null : <p>{words.offerAnswers(offer.answerCount)}</p>}
        <p>{words.offerDuty}</p>
        <DecisionForm
          action={path}
          label={words.offerTitle}
          values={{ csrf: signedIn.csrf }}
          decisions={[
            ["accept", words.accept],
            ["decline", words.decline],
          ]}
        />
      </div>
    </Layout>
  );
}
