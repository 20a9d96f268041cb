import type { JSX } from "hono/jsx/jsx-runtime";
import type { Language } from "@survey-open-platform/service";
import { Button } from "../../pages/components/button.tsx";
import { Field, Select } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { withQuery } from "../../pages/with-query.ts";
import { isFiltered, type FilterChoice, type ResultsFilter } from "./results-filter.ts";
import { resultsTextsFor } from "./texts/results-texts.ts";

/** What the form shows. */
export type FilterFormProps = {
  readonly language: Language;
  /** Of the page that is filtered. */
  readonly path: string;
  readonly filter: ResultsFilter;
  readonly choices: readonly FilterChoice[];
  readonly versions: readonly number[];
  /** Other parameters of the page, which the filter keeps; those that are "" are left out. */
  readonly kept?: Readonly<Record<string, string>>;
};

/** The filter of results; it changes nothing, so it is a GET. */
export function FilterForm(props: FilterFormProps): JSX.Element {
  const { language, path, filter } = props;
  const { filter: words } = resultsTextsFor(language);
  const kept = Object.fromEntries(Object.entries(props.kept ?? {}).filter(([, value]) => value !== ""));
  const query = new URLSearchParams(kept).toString();
  return (
    <details class="card" open={isFiltered(filter)}>
      <summary>{words.title}</summary>
      <form method="get" action={path} role="search" aria-label={words.title} class="stack">
        <HiddenFields values={kept} />
        <FilterInputs {...props} />
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
    </details>
  );
}

function FilterInputs({ language, filter, choices, versions }: FilterFormProps): JSX.Element {
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
      <Select
        id="answer"
        label={words.answer}
        value={fields.answer}
        options={[{ value: "", label: words.everyAnswer }, ...choices]}
      />
    </div>
  );
}
