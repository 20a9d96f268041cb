import { type ImportLoss, plainText, type SurveyDefinition } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { PostForm } from "../../pages/components/post-form.tsx";
import { Layout, type PageProps } from "../../pages/layout.tsx";
import type { SignedIn } from "../../pages/signed-in.ts";
import { ImportReport } from "./import-report.tsx";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** What the page shows. */
export type ImportLookPageProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly source: string;
  readonly definition: SurveyDefinition;
  readonly losses: readonly ImportLoss[];
  /** How many losses there are; `losses` may be the first of them. */
  readonly lossCount: number;
  /** How many answers come in with it. */
  readonly answerCount: number;
  /** What the form carries: the survey, its answers, the report and whose it will be. */
  readonly carried: Readonly<Record<"definition" | "answers" | "report" | "team", string>>;
};

/** What would become of a file: its report, and each question, with the button that creates the survey. */
export function ImportLookPage(props: ImportLookPageProps): JSX.Element {
  const { language, path, signedIn, source, definition, answerCount, carried } = props;
  const { importing: words } = workspaceTextsFor(language);
  return (
    <Layout language={language} path={path} title={words.lookTitle} signedIn={signedIn}>
      <h1>{words.lookTitle}</h1>
      <p class="lead">{words.recognised(source)}</p>
      {answerCount === 0 ? null : <p>{words.answers(answerCount)}</p>}
      <ImportReport {...props} />
      <PostForm
        action="/surveys/new/import"
        class="actions"
        main={{ label: words.create }}
        values={{ csrf: signedIn.csrf, ...carried }}
        enctype="multipart/form-data"
      >
        <Button>{words.create}</Button>
        <a class="button button-quiet" href="/surveys/new?from=file">
          {words.another}
        </a>
      </PostForm>
      <Questions language={language} definition={definition} />
    </Layout>
  );
}

function Questions({
  language,
  definition,
}: Pick<ImportLookPageProps, "language" | "definition">): JSX.Element {
  const { importing: words, editing } = workspaceTextsFor(language);
  const rules = definition.logic.rules.length;
  const conditional = new Set(
    definition.logic.rules.flatMap((rule) => ("target" in rule ? [rule.target] : [])),
  );
  return (
    <section class="card">
      <h2>{words.questions}</h2>
      <p>
        <strong>{plainText(definition.title)}</strong>
        {rules === 0 ? null : ` · ${words.rules(rules)}`}
      </p>
      {definition.pages.map(({ id, questions }, at) => (
        <>
          <h3>
            {words.page(at + 1)} {conditional.has(id) ? <small>{words.conditional}</small> : null}
          </h3>
          <ul class="bullets">
            {questions.map((question) => (
              <li>
                {plainText(question.title)}{" "}
                <small>
                  {[
                    editing.types[question.type],
                    ...(question.required ? [words.required] : []),
                    ...(conditional.has(question.id) ? [words.conditional] : []),
                  ].join(" · ")}
                </small>
                <Parts texts={question.subTitles} />
                <Parts texts={[...question.options, ...question.blank_setting]} />
              </li>
            ))}
          </ul>
        </>
      ))}
    </section>
  );
}

/** Rows, options and blanks; a blank inside an option has no text of its own. */
function Parts({ texts }: { readonly texts: readonly { readonly text: string }[] }): JSX.Element | null {
  const shown = texts
    .filter(({ text }) => text !== "")
    .map(({ text }) => plainText(text.replaceAll(/____\{[^{}]*\}/g, "____")));
  if (shown.length === 0) return null;
  return <p class="field-hint">{shown.join(" · ")}</p>;
}
