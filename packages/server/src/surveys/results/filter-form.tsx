import type { JSX } from "hono/jsx/jsx-runtime";
import { filterScriptPath } from "../../pages/assets.ts";
import { Button } from "../../pages/components/button.tsx";
import { Field, Select } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { withQuery } from "../../pages/with-query.ts";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { ConditionButtons, ConditionFields } from "../workspace/condition-fields.tsx";
import { type Filtering, isFiltered } from "./results-filter.ts";
import { SavedFilterForms, SavedFilterLinks, type SavedFiltersProps } from "./saved-filters-card.tsx";
import { resultsTextsFor } from "./texts/results-texts.ts";

/** What the form shows. */
export type FilterFormProps = Filtering &
  Omit<SavedFiltersProps, "keptQuery"> & {
    /** Other parameters of the page, which the filter keeps; those that are "" are left out. */
    readonly kept?: Readonly<Record<string, string>>;
  };

/** The filter of results; it changes nothing, so it is a GET. Its page needs `script` and `connect`. */
export function FilterForm(props: FilterFormProps): JSX.Element {
  const { language, path, filter } = props;
  const { filter: words } = resultsTextsFor(language);
  const kept = Object.fromEntries(Object.entries(props.kept ?? {}).filter(([, value]) => value !== ""));
  const query = new URLSearchParams(kept).toString();
  return (
    <>
      <SavedFilterLinks {...props} keptQuery={query} />
      <details class="card" open={isFiltered(filter) || filter.form.rows.entries.length > 0}>
        <summary>{words.title}</summary>
        <form method="get" action={path} role="search" aria-label={words.title} class="stack">
          {/* Enter presses the first button of a form (HTML, section 4.10.21.2, implicit submission). */}
          <button type="submit" class="visually-hidden" tabindex={-1} aria-hidden="true">
            {words.submit}
          </button>
          <HiddenFields values={kept} />
          <FilterInputs {...props} />
          <Conditions {...props} />
          {filter.isCutWithinHour ? <p class="field-hint">{words.cutWithinHour}</p> : null}
          <div class="actions">
            <Button>{words.submit}</Button>
            {isFiltered(filter) ? (
              <a class="button button-quiet" href={withQuery(path, query)}>
                {words.clear}
              </a>
            ) : null}
          </div>
        </form>
        <SavedFilterForms {...props} keptQuery={query} />
      </details>
      <script src={filterScriptPath} defer />
    </>
  );
}

/** Rows as in the editor. */
function Conditions({ language, survey, filter, asked }: FilterFormProps): JSX.Element {
  const { filter: words } = resultsTextsFor(language);
  const { form, isChecked } = filter;
  // After a button of the rows, what is filled in next has the focus.
  const next = isChecked ? undefined : [...form.problems][0]?.replace(/-[a-z]+$/, "");
  const props = { language, ...asked, form, isChecked, next };
  // Drawn again they come from the page that counts no answers.
  return (
    <div id="conditions" class="stack" data-draw={surveyAddress(survey.id, "/export")}>
      <fieldset class="editor-list conditions">
        <legend>{words.conditions}</legend>
        <ConditionFields {...props} none={words.everyAnswer} />
      </fieldset>
      <ConditionButtons {...props} />
    </div>
  );
}

function FilterInputs({ language, filter, versions }: FilterFormProps): JSX.Element {
  const { filter: words } = resultsTextsFor(language);
  const { fields } = filter;
  const date = { type: "date", autocomplete: "off", required: false } as const;
  return (
    <div class="filter-fields">
      <Field id="from" label={words.from} value={fields.from} {...date} />
      <Field id="to" label={words.to} value={fields.to} {...date} />
      <Select
        id="version"
        label={words.version}
        value={fields.version}
        options={[
          { value: "", label: words.everyVersion },
          ...versions.map((version) => ({ value: String(version), label: words.versionName(version) })),
        ]}
      />
    </div>
  );
}
