import type { JSX } from "hono/jsx/jsx-runtime";
import { Confirmation } from "../../pages/components/confirmation.tsx";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { ErrorSummary, type FormProblems } from "../../pages/components/error-summary.tsx";
import { Field } from "../../pages/components/field.tsx";
import { Layout } from "../../pages/layout.tsx";
import type { DeletionProblem, OwnedCounts } from "../../store/people/delete-account.ts";
import type { AccountPageProps } from "./account-layout.tsx";
import { accountTextsFor } from "./texts/account-texts.ts";

/** What the page needs. */
export type DeleteAccountPageProps = AccountPageProps & {
  readonly counts: OwnedCounts;
  readonly obstacle: DeletionProblem | undefined;
  readonly problems?: FormProblems;
};

/** Says what is deleted with the account, and deletes it. */
export function DeleteAccountPage(props: DeleteAccountPageProps): JSX.Element {
  const { language, path, signedIn, obstacle } = props;
  const { deletion } = accountTextsFor(language);
  return (
    <Layout language={language} path={path} title={deletion.title} signedIn={signedIn}>
      {obstacle === undefined ? <Question {...props} /> : <Obstacle {...props} obstacle={obstacle} />}
    </Layout>
  );
}

function Question({ language, signedIn, counts, problems = {} }: DeleteAccountPageProps): JSX.Element {
  const { deletion } = accountTextsFor(language);
  return (
    <Confirmation
      language={language}
      title={deletion.title}
      consequences={[
        ...ofSome(counts.applications, deletion.applications(counts.applications, counts.authorizations)),
        ...ofSome(counts.memberships, deletion.teams(counts.memberships)),
        ...ofSome(counts.grants, deletion.grants(counts.grants)),
        ...ofSome(counts.webhooks, deletion.webhooks(counts.webhooks)),
        deletion.stays,
        deletion.permanent,
      ]}
      action="/account/delete"
      csrf={signedIn.csrf}
      submit={deletion.submit}
      cancelPath="/account"
    >
      <ErrorSummary language={language} problems={problems} />
      <Field
        id="username"
        name="username"
        label={deletion.username(signedIn.username)}
        error={problems["username"]}
        autocomplete="off"
      />
    </Confirmation>
  );
}

/** A sentence about things of which there are any. */
function ofSome(count: number, sentence: string): readonly string[] {
  return count === 0 ? [] : [sentence];
}

function ObstacleText({
  language,
  obstacle,
}: Pick<DeleteAccountPageProps, "language"> & { readonly obstacle: DeletionProblem }): JSX.Element {
  const { deletion } = accountTextsFor(language);
  if (obstacle.problem === "last_administrator") return <p>{deletion.lastAdministrator}</p>;
  if (obstacle.problem === "owns_surveys")
    return (
      <p>
        {deletion.ownsSurveys(obstacle.surveys)}{" "}
        <a class="link-line" href="/surveys">
          {deletion.toSurveys}
        </a>
      </p>
    );
  return (
    <>
      <p>{deletion.lastCreator}</p>
      <ul class="bullets">
        {obstacle.teams.map((team) => (
          <li>
            <a href={`/teams?q=${encodeURIComponent(team)}`}>
              <DisplayName name={team} />
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function Obstacle({
  language,
  obstacle,
}: DeleteAccountPageProps & { readonly obstacle: DeletionProblem }): JSX.Element {
  const { deletion } = accountTextsFor(language);
  return (
    <div class="card">
      <h1>{deletion.obstacleTitle}</h1>
      <ObstacleText language={language} obstacle={obstacle} />
      <p>
        <a class="link-line" href="/account">
          {deletion.back}
        </a>
      </p>
    </div>
  );
}
