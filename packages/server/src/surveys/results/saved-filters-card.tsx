import type { JSX } from "hono/jsx/jsx-runtime";
import type { Language } from "@survey-open-platform/service";
import { Button } from "../../pages/components/button.tsx";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { Field } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { withQuery } from "../../pages/with-query.ts";
import type { SignedIn } from "../../pages/signed-in.ts";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { mostSavedFilters, type SavedFilter } from "../../store/surveys/results-view-table.ts";
import { figuresOf } from "./figures.ts";
import { filterQuery, isFiltered, longestFilterName, type ResultsFilter } from "./results-filter.ts";
import { resultsTextsFor } from "./texts/results-texts.ts";

/** What the parts show. */
export type SavedFiltersProps = {
  readonly language: Language;
  readonly signedIn: SignedIn;
  readonly survey: { readonly id: number };
  /** Of the page that is filtered. */
  readonly path: string;
  /** Other parameters of the page, as a query. */
  readonly keptQuery: string;
  readonly filter: ResultsFilter;
  readonly saved: readonly SavedFilter[];
  readonly refusedName?: string | undefined;
};

/** Links to the saved filters of a survey, on the page that is open; nothing where there is none. */
export function SavedFilterLinks(props: SavedFiltersProps): JSX.Element | null {
  const { language, path, keptQuery, filter, saved } = props;
  const { filter: words } = resultsTextsFor(language);
  if (saved.length === 0) return null;
  const current = filterQuery(filter);
  return (
    <nav class="saved-filters" aria-label={words.saved}>
      <span class="fine-print">{words.saved}</span>
      {saved.map(({ name, query }) => (
        <a
          href={withQuery(path, [keptQuery, query].filter((part) => part !== "").join("&"))}
          aria-current={query === current ? "true" : undefined}
        >
          <DisplayName name={name} />
        </a>
      ))}
    </nav>
  );
}

/** Why a filter was not saved. */
function nameProblem({ language, saved, refusedName }: SavedFiltersProps): string | undefined {
  const { nameProblems: words } = resultsTextsFor(language).filter;
  const { count } = figuresOf(language);
  if (refusedName === undefined) return undefined;
  if (refusedName.trim() === "") return words.empty;
  if (refusedName.length > longestFilterName) return words.long(count(longestFilterName));
  return saved.length < mostSavedFilters ? undefined : words.many(count(mostSavedFilters));
}

/** Forms that keep the filter of the page under a name, and delete one that is kept. */
export function SavedFilterForms(props: SavedFiltersProps): JSX.Element {
  const { language, signedIn, survey, path, keptQuery, filter, saved } = props;
  const { filter: words } = resultsTextsFor(language);
  const query = filterQuery(filter);
  const action = surveyAddress(survey.id, "/results/filters");
  const values = {
    csrf: signedIn.csrf,
    back: withQuery(path, [keptQuery, query].filter((part) => part !== "").join("&")),
  };
  return (
    <>
      {isFiltered(filter) ? (
        <form method="post" action={action} class="save-filter">
          <HiddenFields values={{ ...values, query }} />
          <Field
            id="filter-name"
            name="name"
            label={words.saveName}
            value={props.refusedName ?? ""}
            error={nameProblem(props)}
            autocomplete="off"
            maxlength={longestFilterName}
          />
          <Button kind="quiet">{words.save}</Button>
        </form>
      ) : null}
      {saved.map(({ id, name }) => (
        <form method="post" action={`${action}/${id}/delete`}>
          <HiddenFields values={values} />
          <button type="submit" class="text-button">
            {words.delete(name)}
          </button>
        </form>
      ))}
    </>
  );
}
