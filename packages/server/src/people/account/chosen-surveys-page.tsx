import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { DisplayName, plainName } from "../../pages/components/display-name.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { ChoiceProblem, SurveyChoice, type ShownChoice } from "../../pages/components/survey-choice.tsx";
import type { PageProps } from "../../pages/layout.tsx";
import type { SignedIn } from "../../pages/signed-in.ts";
import { AccountLayout } from "./account-layout.tsx";
import { accountTextsFor } from "./texts/account-texts.ts";

/** What the page needs. */
export type ChosenSurveysPageProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly csrf: string;
  /** The id of the open page. */
  readonly requestId: string;
  /** The id of the grant. */
  readonly grant: string;
  /** Of the application. */
  readonly name: string;
  /** An IANA zone such as `Asia/Shanghai`. */
  readonly timeZone: string;
  readonly choice: ShownChoice;
  readonly action: string;
  readonly cancelPath: string;
};

const formId = "choice";

/** Which surveys an application that is authorized sees. */
export function ChosenSurveysPage(props: ChosenSurveysPageProps): JSX.Element {
  const { language, path, signedIn, name, choice, timeZone } = props;
  const { choice: words } = accountTextsFor(language).authorizedApplications;
  return (
    <AccountLayout
      language={language}
      path={path}
      title={words.title(plainName(name))}
      heading={words.heading(<DisplayName name={name} />)}
      signedIn={signedIn}
    >
      <ChoiceProblem language={language} problem={choice.problem} />
      <p class="lead">{words.lead}</p>
      <form method="post" action={props.action} id={formId} class="card">
        <HiddenFields
          values={{ csrf: props.csrf, request: props.requestId, grant: props.grant, link: path }}
        />
        <SurveyChoice language={language} timeZone={timeZone} form={formId} choice={choice} />
        <div class="actions">
          <Button>{words.submit}</Button>
          <a class="button button-quiet" href={props.cancelPath}>
            {words.cancel}
          </a>
        </div>
      </form>
    </AccountLayout>
  );
}
