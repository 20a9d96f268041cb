import { shareRoles } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { DisplayName, plainName } from "../../pages/components/display-name.tsx";
import { ErrorSummary } from "../../pages/components/error-summary.tsx";
import { Select } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { DataTable } from "../../pages/components/list.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { surveyAddress } from "../../session/survey-for-user.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import type { SurveyOffer } from "../../store/surveys/survey-offer-table.ts";
import type { SurveyShare } from "../../store/surveys/survey-share-table.ts";
import { HandOverCard } from "./hand-over-page.tsx";
import { ReceiverFields } from "./receiver-fields.tsx";
import type { peopleEn } from "./texts/en.ts";
import { sharingTextsFor } from "./texts/sharing-texts.ts";

/** Why a survey cannot be shared. */
export type PeopleProblem = keyof typeof peopleEn.problems;

/** What the page shows. */
export type PeoplePageProps = SurveyPageProps & {
  readonly survey: SurveyForUser;
  readonly timeZone: string;
  readonly shares: readonly SurveyShare[];
  /** The teams of the user. */
  readonly teams: readonly { readonly id: number; readonly name: string }[];
  /** What waits for its receiver. */
  readonly offer: Pick<SurveyOffer, "username"> | undefined;
  /** What the form shows again. */
  readonly typed?: { readonly person: string; readonly team: string; readonly role: string } | undefined;
  readonly problem?: PeopleProblem | undefined;
  readonly notice?: keyof typeof peopleEn.notices | undefined;
};

/** With whom a survey is shared, and as what. */
export function PeoplePage(props: PeoplePageProps): JSX.Element {
  const { language, survey, shares, problem, notice } = props;
  const { people: words } = sharingTextsFor(language);
  const owner = survey.teamName ?? survey.ownerName ?? "";
  return (
    <SurveyFrame {...props} title={words.title}>
      {notice === undefined ? null : (
        <Notice tone="success" role="status">
          {words.notices[notice]}
        </Notice>
      )}
      <ErrorSummary
        language={language}
        problems={problem === undefined ? {} : { person: words.problems[problem] }}
      />
      <h2>{words.title}</h2>
      <p>{words.owner(<DisplayName name={owner} />)}</p>
      <p class="fine-print">{words.lead}</p>
      {shares.length === 0 ? <p>{words.none}</p> : <Shares {...props} />}
      <AddForm {...props} />
      {survey.rights.has("own") ? <HandOverCard {...props} /> : null}
    </SurveyFrame>
  );
}

function Shares(props: PeoplePageProps): JSX.Element {
  const { language, timeZone, shares } = props;
  const { people: words } = sharingTextsFor(language);
  return (
    <DataTable
      caption={words.caption}
      rows={shares}
      columns={[
        { header: words.who, isRowHeader: true, cell: (share) => <Who {...share} language={language} /> },
        { header: words.role, cell: (share) => <RoleForm {...props} share={share} /> },
        {
          header: words.since,
          cell: ({ since }) => <Moment at={since} timeZone={timeZone} language={language} precision="day" />,
        },
        { header: words.actions, cell: (share) => <EndForm {...props} share={share} /> },
      ]}
    />
  );
}

function Who({ language, name, username }: SurveyShare & Pick<PeoplePageProps, "language">): JSX.Element {
  return (
    <>
      <DisplayName name={name} />{" "}
      <small>
        {username === null ? sharingTextsFor(language).people.team : <DisplayName name={username} />}
      </small>
    </>
  );
}

type OfShare = PeoplePageProps & { readonly share: SurveyShare };

function RoleForm({ language, signedIn, survey, share }: OfShare): JSX.Element {
  const { people: words } = sharingTextsFor(language);
  const name = plainName(share.name);
  return (
    <form method="post" action={surveyAddress(survey.id, "/share/people")} class="actions">
      <HiddenFields values={{ csrf: signedIn.csrf, do: "change", account: String(share.accountId) }} />
      <div class="field">
        <select name="role" aria-label={words.roleOf(name)}>
          {shareRoles.map((role) => (
            <option value={role} selected={role === share.role}>
              {words.roles[role]}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" class="button button-quiet" aria-label={words.changeOf(name)}>
        {words.change}
      </button>
    </form>
  );
}

function EndForm({ language, signedIn, survey, share }: OfShare): JSX.Element {
  const { people: words } = sharingTextsFor(language);
  return (
    <form method="post" action={surveyAddress(survey.id, "/share/people")}>
      <HiddenFields values={{ csrf: signedIn.csrf, do: "end", account: String(share.accountId) }} />
      <button type="submit" class="button button-quiet" aria-label={words.endOf(plainName(share.name))}>
        {words.end}
      </button>
    </form>
  );
}

function AddForm({ language, signedIn, survey, teams, typed, problem }: PeoplePageProps): JSX.Element {
  const { people: words } = sharingTextsFor(language);
  return (
    <form method="post" action={surveyAddress(survey.id, "/share/people")} class="card stack">
      <HiddenFields values={{ csrf: signedIn.csrf, do: "add" }} />
      <h2>{words.add}</h2>
      <ReceiverFields
        words={words}
        teamLabel={words.orTeam}
        teams={teams}
        typed={typed}
        error={problem && words.problems[problem]}
      />
      <Select
        id="role"
        label={words.role}
        value={typed?.role ?? "see"}
        options={shareRoles.map((role) => ({ value: role, label: words.roles[role] }))}
      />
      <ul class="fine-print">
        {words.rolesInWords.map((line) => (
          <li>{line}</li>
        ))}
      </ul>
      <div class="actions">
        <Button>{words.submit}</Button>
      </div>
    </form>
  );
}
