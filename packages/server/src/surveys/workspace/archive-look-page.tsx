import { plainText } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { PostForm } from "../../pages/components/post-form.tsx";
import { Layout, type PageProps } from "../../pages/layout.tsx";
import type { SignedIn } from "../../pages/signed-in.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** A survey of an archive, and how much of each kind comes with it. */
export interface ArchivedSurveyLine {
  readonly title: string;
  readonly versions: number;
  readonly answers: number;
  readonly participants: number;
  readonly fileBytes: number;
}

/** What the page shows. */
export type ArchiveLookPageProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly surveys: readonly ArchivedSurveyLine[];
  readonly keepsFiles: boolean;
  /** What the form carries: the archive, in base64, and whose its surveys will be. */
  readonly carried: Readonly<Record<"archive" | "team", string>>;
};

/** What is in an archive of this platform, with the button that makes its surveys. */
export function ArchiveLookPage({
  language,
  path,
  signedIn,
  surveys,
  keepsFiles,
  carried,
}: ArchiveLookPageProps): JSX.Element {
  const { importing: words } = workspaceTextsFor(language);
  const losesFiles = !keepsFiles && surveys.some(({ fileBytes }) => fileBytes > 0);
  return (
    <Layout language={language} path={path} title={words.lookTitle} signedIn={signedIn}>
      <h1>{words.lookTitle}</h1>
      <p class="lead">{words.recognised("Survey Open Platform")}</p>
      <p>{words.archivePaused}</p>
      {losesFiles ? <p>{words.archiveFiles}</p> : null}
      <ul class="bullets">
        {surveys.map((survey) => (
          <li>
            {plainText(survey.title)} <small>{words.archived(survey)}</small>
          </li>
        ))}
      </ul>
      {surveys.length === 0 ? null : (
        <PostForm
          action="/surveys/new/import"
          class="actions"
          main={{ label: words.createArchived(surveys.length) }}
          values={{ csrf: signedIn.csrf, ...carried }}
          enctype="multipart/form-data"
        >
          <Button>{words.createArchived(surveys.length)}</Button>
        </PostForm>
      )}
      <p>
        <a class="link-line" href="/surveys/new?from=file">
          {words.another}
        </a>
      </p>
    </Layout>
  );
}
