import type { JSX } from "hono/jsx/jsx-runtime";
import { durationText } from "@survey-open-platform/service";
import { Layout, type PageProps } from "./layout.tsx";
import type { SignedIn } from "./signed-in.ts";
import type { PageProblem } from "./page-problem.ts";
import { textsFor } from "./texts/texts.ts";

export type { PageProblem };

/** What an error page shows. */
export type ErrorPageProps = PageProps & {
  readonly problem: PageProblem;
  /** One short line for the developer, such as the name of the parameter. Never a secret, a token or a cause. */
  readonly detail?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly requestId: string;
  readonly signedIn?: SignedIn | undefined;
};

/** Says what happened, what to do, and by which number the operator finds it in the log. */
export function ErrorPage(props: ErrorPageProps): JSX.Element {
  const { language, path, problem, signedIn, retryAfterSeconds } = props;
  const { errorPage: words, problems } = textsFor(language);
  const { title, happened, advice } = problems[problem];
  const wait =
    retryAfterSeconds === undefined ? "" : words.retryAfter(durationText(retryAfterSeconds, language));
  return (
    <Layout language={language} path={path} title={title} signedIn={signedIn}>
      <article class="card problem">
        <h1>{title}</h1>
        <p class="lead">{happened}</p>
        <section>
          <h2>{words.whatToDo}</h2>
          <p>{wait === "" ? advice : wait}</p>
          <p>
            <a class="link-line" href="/">
              {words.home}
            </a>
          </p>
        </section>
        <DeveloperLine {...props} />
        <RequestId {...props} />
      </article>
    </Layout>
  );
}

function DeveloperLine({ language, problem, detail }: ErrorPageProps): JSX.Element | null {
  const { errorPage: words, problems } = textsFor(language);
  const { developer } = problems[problem];
  if (developer === undefined && detail === undefined) return null;
  return (
    <section class="fine-print aside">
      <h2>{words.forDevelopers}</h2>
      {developer === undefined ? null : <p>{developer}</p>}
      {detail === undefined ? null : (
        <p>
          <code>{detail}</code>
        </p>
      )}
    </section>
  );
}

/** The number by which the operator finds a request in the log. */
export function RequestId({
  language,
  requestId,
}: Pick<ErrorPageProps, "language" | "requestId">): JSX.Element {
  const { errorPage: words } = textsFor(language);
  return (
    <section class="fine-print">
      <h2>{words.requestId}</h2>
      <p>
        <code class="request-id">{requestId}</code>
      </p>
      <p>{words.requestIdHelp}</p>
    </section>
  );
}
