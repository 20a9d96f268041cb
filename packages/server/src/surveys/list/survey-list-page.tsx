import type { SurveyStateName } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { EmptyState, Pager } from "../../pages/components/list.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { Layout, type PageProps } from "../../pages/layout.tsx";
import type { SignedIn } from "../../pages/signed-in.ts";
import { surveyTitle } from "../../pages/survey-frame.tsx";
import { textsFor } from "../../pages/texts/texts.ts";
import type { SurveyOffer } from "../../store/surveys/survey-offer-table.ts";
import { OwnerNavigation, parametersOf } from "./owner-navigation.tsx";
import type { SurveyOwner } from "./owners.ts";
import { binAddress } from "./survey-bin-page.tsx";
import { SurveyRows, type ListedSurvey } from "./survey-rows.tsx";
import { listTextsFor } from "./texts/list-texts.ts";

/** What has just happened. */
export const listNotices = ["deleted", "paused", "collecting", "labelled", "handed_over"] as const;

/** The states that the list can be restricted to. */
export const stateNames: readonly SurveyStateName[] = ["collecting", "paused", "draft"];

/** What the page shows. */
export type SurveyListPageProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly timeZone: string;
  readonly owners: readonly SurveyOwner[];
  readonly owner: SurveyOwner;
  readonly search: string;
  readonly state: SurveyStateName | undefined;
  readonly after: string | undefined;
  readonly next: string | undefined;
  readonly surveys: readonly ListedSurvey[];
  /** Those that the surveys of the owner have. */
  readonly labels: readonly string[];
  /** The label that the list is restricted to. */
  readonly label: string | undefined;
  readonly notice?: (typeof listNotices)[number] | undefined;
  /** What others want to hand over to the user. */
  readonly offers: readonly SurveyOffer[];
};

/** The surveys of a user, or of a team. */
export function SurveyListPage(props: SurveyListPageProps): JSX.Element {
  const { language, path, signedIn, owner, search, state, label, after, next, surveys, notice } = props;
  const { list: words } = listTextsFor(language);
  const isRestricted = isSearched(props) || after !== undefined;
  return (
    <Layout language={language} path={path} title={words.title} signedIn={signedIn} wide>
      <h1>{words.title}</h1>
      {notice === undefined ? null : (
        <Notice tone="success" role="status">
          {words.notices[notice]}
        </Notice>
      )}
      <Offers {...props} />
      <OwnerNavigation {...props} address={(one) => `/surveys${queryOf(one)}`} />
      <ListActions {...props} />
      {surveys.length === 0 && !isRestricted ? null : <ListSearch {...props} />}
      {surveys.length === 0 ? (
        <Nothing {...props} isRestricted={isRestricted} />
      ) : (
        <SurveyRows {...props} csrf={signedIn.csrf} />
      )}
      <Pager
        language={language}
        path="/surveys"
        parameters={{ ...parametersOf(owner), q: search, state: state ?? "", label: label ?? "" }}
        after={after}
        next={next}
      />
    </Layout>
  );
}

function ListActions({ language, owner }: SurveyListPageProps): JSX.Element {
  const { list: words } = listTextsFor(language);
  return (
    <p class="actions">
      {owner.mayCreate && owner.ownerId !== undefined ? (
        <a class="button button-primary" href={`/surveys/new${queryOf(owner)}`}>
          {words.create}
        </a>
      ) : null}
      {owner.ownerId === undefined ? null : (
        <a class="link-line" href={binAddress(owner.team?.id)}>
          {words.bin}
        </a>
      )}
    </p>
  );
}

function Offers({ language, offers }: SurveyListPageProps): JSX.Element {
  const { list: words } = listTextsFor(language);
  return (
    <>
      {offers.map(({ surveyId, title, offeredByName }) => (
        <Notice tone="info">
          {words.offered(
            <DisplayName name={offeredByName} />,
            <DisplayName name={surveyTitle(title, language)} />,
          )}{" "}
          <a class="link-line" href={`/surveys/offers/${surveyId}`}>
            {words.lookAtOffer}
          </a>
        </Notice>
      ))}
    </>
  );
}

function queryOf(owner: SurveyOwner): string {
  const query = new URLSearchParams(parametersOf(owner)).toString();
  return query === "" ? "" : `?${query}`;
}

function isSearched({ search, state, label }: SurveyListPageProps): boolean {
  return search !== "" || state !== undefined || label !== undefined;
}

function emptyText({ language, owner }: SurveyListPageProps): string {
  const { list: words } = listTextsFor(language);
  if (owner.ownerId === undefined) return words.emptyTextOfShared;
  return owner.mayCreate ? words.emptyText : words.emptyTextOfMember;
}

/** It changes nothing, so it is a GET. */
function ListSearch(props: SurveyListPageProps): JSX.Element {
  const { language, owner, search, state, label, labels } = props;
  const { list: words } = listTextsFor(language);
  const { kit, survey } = textsFor(language);
  return (
    <form method="get" action="/surveys" role="search" class="search search-fields">
      <HiddenFields values={parametersOf(owner)} />
      <div class="field search-text">
        <label for="q">{words.search}</label>
        <input id="q" name="q" type="search" value={search} maxlength={100} autocomplete="off" />
      </div>
      <div class="field">
        <label for="state">{words.state}</label>
        <select id="state" name="state">
          <option value="">{words.everyState}</option>
          {stateNames.map((name) => (
            <option value={name} selected={name === state}>
              {survey.states[name]}
            </option>
          ))}
        </select>
      </div>
      {labels.length === 0 && label === undefined ? null : (
        <div class="field">
          <label for="label">{words.label}</label>
          <select id="label" name="label">
            <option value="">{words.everyLabel}</option>
            {[...new Set([...labels, ...(label === undefined ? [] : [label])])].map((one) => (
              <option value={one} selected={one === label}>
                {one}
              </option>
            ))}
          </select>
        </div>
      )}
      <button type="submit" class="button button-quiet">
        {kit.search}
      </button>
      {!isSearched(props) ? null : <a href={`/surveys${queryOf(owner)}`}>{kit.clearSearch}</a>}
    </form>
  );
}

function Nothing(props: SurveyListPageProps & { readonly isRestricted: boolean }): JSX.Element {
  const { language, isRestricted } = props;
  const { list: words } = listTextsFor(language);
  if (isRestricted)
    return (
      <EmptyState title={words.noMatchTitle}>
        <p>{words.noMatchText}</p>
      </EmptyState>
    );
  return (
    <EmptyState title={words.emptyTitle}>
      <p>{emptyText(props)}</p>
    </EmptyState>
  );
}
