import { sentenceSpace, type Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../pages/components/button.tsx";
import { TextArea } from "../pages/components/field.tsx";
import { HiddenFields } from "../pages/components/hidden-fields.tsx";
import { Notice } from "../pages/components/notice.tsx";
import type { PageProps } from "../pages/layout.tsx";
import type { SignedIn } from "../pages/signed-in.ts";
import { ApplicationFrame, type FramedApplication } from "./application-frame.tsx";
import type { LinkProblem } from "./check-link.ts";
import { addressOf } from "./application-for-user.ts";
import { consoleTextsFor } from "./texts/console-texts.ts";

/** What the page shows. */
export type CheckLinkPageProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly application: FramedApplication;
  readonly link: string;
  /** What is wrong with the link; undefined before one was checked. */
  readonly problems?: readonly LinkProblem[] | undefined;
};

/** A form that compares an authorization link with what is registered. */
export function CheckLinkPage(props: CheckLinkPageProps): JSX.Element {
  const { language, signedIn, application, link, problems } = props;
  const { check: words } = consoleTextsFor(language);
  return (
    <ApplicationFrame {...props} title={words.title}>
      <h2>{words.title}</h2>
      <p class="lead">{words.lead}</p>
      {problems === undefined ? null : <Result language={language} problems={problems} />}
      <form method="post" action={addressOf(application.appid, "/check")} class="stack">
        <HiddenFields values={{ csrf: signedIn.csrf }} />
        <TextArea id="link" name="link" label={words.link} value={link} />
        <div class="actions">
          <Button>{words.submit}</Button>
        </div>
      </form>
    </ApplicationFrame>
  );
}

type ResultProps = { readonly language: Language; readonly problems: readonly LinkProblem[] };

function Result({ language, problems }: ResultProps): JSX.Element {
  const { check: words } = consoleTextsFor(language);
  if (problems.length === 0) {
    return (
      <Notice tone="success" role="status">
        {words.good}
      </Notice>
    );
  }
  return (
    <div class="card card-danger" role="status">
      <p>{words.bad}</p>
      <ul class="bullets">
        {problems.map((problem) => (
          <li>
            <ProblemText language={language} found={problem} />
          </li>
        ))}
      </ul>
    </div>
  );
}

type ProblemTextProps = { readonly language: Language; readonly found: LinkProblem };

function ProblemText({ language, found }: ProblemTextProps): JSX.Element {
  const { check: words } = consoleTextsFor(language);
  if (found.problem === "appid") return <>{words.problems.appid(found.expected)}</>;
  if (found.problem === "repeated") return <>{words.problems.repeated(found.name)}</>;
  if (found.problem !== "not_registered") return <>{words.problems[found.problem]}</>;
  const { closest } = found;
  if (closest === undefined) return <>{words.problems.not_registered}</>;
  return (
    <>
      {words.problems.not_registered}
      {sentenceSpace[language]}
      {words.closest} <code>{closest.uri}</code>
      <ul class="bullets">
        {closest.parts.map((part) => (
          <li>{words.parts[part]}</li>
        ))}
      </ul>
    </>
  );
}
