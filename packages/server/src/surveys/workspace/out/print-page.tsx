import {
  optionLabel,
  plainText,
  type Question,
  RichText,
  type SurveyDefinition,
  type SurveyPage,
} from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Layout, type PageProps } from "../../../pages/layout.tsx";
import { outTextsFor } from "./texts/out-texts.ts";

/** What the page shows. */
export type PrintPageProps = PageProps & {
  readonly definition: SurveyDefinition;
  /** Ids of the questions that are not shown to everyone. */
  readonly conditional: ReadonlySet<string>;
};

/** A survey as a document: every question with its choices, and room to write. */
export function PrintPage(props: PrintPageProps): JSX.Element {
  const { language, path, definition } = props;
  const { title, prefix, suffix, pages } = definition;
  return (
    <Layout language={language} path={path} title={plainText(title)} isOfSurvey theme={definition.theme}>
      <h1>
        <RichText text={title} />
      </h1>
      {prefix === "" ? null : (
        <p>
          <RichText text={prefix} />
        </p>
      )}
      {pages.map((page, at) => (
        <Part {...props} page={page} number={at + 1} />
      ))}
      {suffix === "" ? null : (
        <p>
          <RichText text={suffix} />
        </p>
      )}
    </Layout>
  );
}

type PartProps = PrintPageProps & { readonly page: SurveyPage; readonly number: number };

function Part({ language, definition, conditional, page, number }: PartProps): JSX.Element {
  const words = outTextsFor(language);
  return (
    <section>
      <h2 class={definition.pages.length > 1 ? undefined : "visually-hidden"}>{words.page(number)}</h2>
      {page.questions
        .filter(({ hidden }) => !hidden)
        .map((question) => (
          <div class="card stack">
            <h3>
              {question.real_index === 0 ? "" : `${question.real_index}. `}
              <RichText text={question.title} />
              {question.required ? " *" : ""}
            </h3>
            {question.description === "" ? null : (
              <p>
                <RichText text={question.description} />
              </p>
            )}
            {conditional.has(question.id) ? <p class="fine-print">{words.condition}</p> : null}
            <Room question={question} />
          </div>
        ))}
    </section>
  );
}

/** Where the answer is written or marked. */
function Room({ question }: { readonly question: Question }): JSX.Element | null {
  if (question.type === "description") return null;
  if (question.subTitles.length > 0) return <Rows question={question} />;
  if (question.type === "blanks")
    return <Lines texts={question.blank_setting.map(({ text }) => `${text} ${line}`)} />;
  if (question.starNum > 0 || question.type === "nps") return <p>{marksOf(question).join("   ")}</p>;
  if (question.type === "chained_selects")
    return <Lines texts={question.levels.map((level) => `${level} ${line}`)} />;
  if (question.options.length === 0)
    return <Lines texts={question.type === "textarea" ? [line, line, line] : [line]} />;
  const sign = signs[question.type] ?? "○";
  return <Lines texts={question.options.map((option) => `${sign} ${optionLabel(question, option)}`)} />;
}

const line = "_".repeat(30);
const signs: Readonly<Record<string, string>> = { checkbox: "☐", sort: "__" };

function Lines({ texts }: { readonly texts: readonly string[] }): JSX.Element {
  return (
    <ul class="text-list">
      {texts.map((text) => (
        <li>
          <RichText text={text} />
        </li>
      ))}
    </ul>
  );
}

function marksOf({ type, starBeginNum, starNum }: Question): readonly string[] {
  const [first, last] = type === "nps" ? [0, 10] : [starBeginNum, starNum];
  return Array.from({ length: last - first + 1 }, (_, at) => String(first + at));
}

/** What stands in the cells of a table, by type of question. */
const cellSigns: ReadonlyMap<Question["type"], string> = new Map([
  ["matrix_checkbox", "☐"],
  ["matrix_text", "____"],
]);

function Rows({ question }: { readonly question: Question }): JSX.Element {
  const isOfMarks = question.options.length === 0;
  const heads = isOfMarks ? marksOf(question) : question.options.map(({ text }) => plainText(text));
  const sign = cellSigns.get(question.type) ?? "○";
  return (
    <div>
      <table>
        <tr>
          <td />
          {heads.map((head) => (
            <th scope="col">{head}</th>
          ))}
        </tr>
        {question.subTitles.map(({ text }) => (
          <tr>
            <th scope="row">
              <RichText text={text} />
            </th>
            {heads.map(() => (
              <td>{sign}</td>
            ))}
          </tr>
        ))}
      </table>
    </div>
  );
}
