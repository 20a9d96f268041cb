import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../pages/components/button.tsx";
import { DisplayName } from "../pages/components/display-name.tsx";
import { FileField, TextArea } from "../pages/components/field.tsx";
import { HiddenFields } from "../pages/components/hidden-fields.tsx";
import { DataTable } from "../pages/components/list.tsx";
import { Notice } from "../pages/components/notice.tsx";
import { Layout, type PageProps } from "../pages/layout.tsx";
import type { SignedIn } from "../pages/signed-in.ts";
import { textsFor } from "../pages/texts/texts.ts";
import type { ApplicationChange, FieldChange } from "./import-preview.ts";
import { consoleTextsFor } from "./texts/console-texts.ts";

/** One thing that is wrong with a file. */
export type TransferProblem = {
  readonly text: string;
  /** Undefined for a problem of the whole file, which is in the language of the page. */
  readonly line?: number | undefined;
};

/** What the page shows. */
export type TransferPageProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly text?: string | undefined;
  readonly problems?: readonly TransferProblem[] | undefined;
};

/** The forms that export and import the user's applications. */
export function TransferPage(props: TransferPageProps): JSX.Element {
  const { language, path, signedIn } = props;
  const { transfer: words } = consoleTextsFor(language);
  return (
    <Layout language={language} path={path} title={words.title} signedIn={signedIn} wide>
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <Problems {...props} />
      <div class="card">
        <h2>{words.export}</h2>
        <p>{words.exportText}</p>
        <form method="post" action="/console/transfer/export" class="stack">
          <HiddenFields values={{ csrf: signedIn.csrf }} />
          <div class="actions">
            <Button kind="quiet">{words.exportSubmit}</Button>
          </div>
        </form>
      </div>
      <ImportForm {...props} />
    </Layout>
  );
}

function Problems({ language, problems = [] }: TransferPageProps): JSX.Element | null {
  if (problems.length === 0) return null;
  const { transfer: words } = consoleTextsFor(language);
  return (
    <div class="card card-danger" role="alert">
      <h2>{words.refused}</h2>
      <ul class="bullets">
        {problems.map(({ line, text }) => (
          <li>{line === undefined ? text : <LineProblem place={words.line(line)} text={text} />}</li>
        ))}
      </ul>
    </div>
  );
}

/** Messages about declarative files are in English. */
function LineProblem({ place, text }: { readonly place: string; readonly text: string }): JSX.Element {
  return (
    <>
      {place} <code lang="en">{text}</code>
    </>
  );
}

function ImportForm({ language, signedIn, text = "" }: TransferPageProps): JSX.Element {
  const { transfer: words } = consoleTextsFor(language);
  return (
    <div class="card">
      <h2>{words.import}</h2>
      <p>{words.importText}</p>
      <form method="post" action="/console/transfer/preview" enctype="multipart/form-data" class="stack">
        <HiddenFields values={{ csrf: signedIn.csrf }} />
        <FileField id="file" label={words.file} accept=".yaml,.yml" required={false} />
        <TextArea id="text" label={words.text} value={text} rows={12} required={false} isCode />
        <div class="actions">
          <Button>{words.preview}</Button>
        </div>
      </form>
    </div>
  );
}

/** What the page shows. */
export type ImportPreviewPageProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly text: string;
  readonly changes: readonly ApplicationChange[];
  /** Names what is shown, so that nothing else is applied. */
  readonly hash: string;
  /** Whether an application has changed since the last preview. */
  readonly isChanged: boolean;
};

/** What an import would change. */
export function ImportPreviewPage(props: ImportPreviewPageProps): JSX.Element {
  const { language, path, signedIn, changes, isChanged } = props;
  const { transfer: words } = consoleTextsFor(language);
  const changed = changes.filter((application) => application.changes.length > 0);
  return (
    <Layout language={language} path={path} title={words.previewTitle} signedIn={signedIn} wide>
      <h1>{words.previewTitle}</h1>
      {isChanged ? (
        <Notice tone="warning" role="status">
          {words.changedMeanwhile}
        </Notice>
      ) : null}
      <p class="lead">{words.counts(changed.length, changes.length - changed.length)}</p>
      {changed.map((application) => (
        <Changes {...props} application={application} />
      ))}
      {changed.length === 0 ? <BackLink {...props} /> : <ImportAction {...props} />}
    </Layout>
  );
}

type ChangesProps = ImportPreviewPageProps & { readonly application: ApplicationChange };

function Changes({ language, application }: ChangesProps): JSX.Element {
  const { transfer: words } = consoleTextsFor(language);
  const { appid, name, changes } = application;
  return (
    <div class="card">
      <h2>
        <DisplayName name={name} /> <code>{appid}</code>
      </h2>
      <DataTable<FieldChange>
        caption={words.caption(appid)}
        rows={changes}
        columns={[
          { header: words.key, isRowHeader: true, cell: ({ key }) => <code>{key}</code> },
          { header: words.before, cell: ({ before }) => <Value lines={before} /> },
          { header: words.after, cell: ({ after }) => <Value lines={after} /> },
        ]}
      />
    </div>
  );
}

function Value({ lines }: { readonly lines: readonly string[] }): JSX.Element {
  return (
    <ul class="plain-lines">
      {lines.length === 0 ? <li>–</li> : lines.map((line) => <li>{line === "" ? "–" : line}</li>)}
    </ul>
  );
}

function ImportAction({ language, signedIn, text, hash }: ImportPreviewPageProps): JSX.Element {
  const { transfer: words } = consoleTextsFor(language);
  return (
    <form method="post" action="/console/transfer/import" enctype="multipart/form-data" class="stack">
      <HiddenFields values={{ csrf: signedIn.csrf, text, seen: hash }} />
      <div class="actions">
        <Button>{words.apply}</Button>
        <a class="button button-quiet" href="/console/transfer">
          {textsFor(language).kit.cancel}
        </a>
      </div>
    </form>
  );
}

function BackLink({ language }: ImportPreviewPageProps): JSX.Element {
  const { transfer: words } = consoleTextsFor(language);
  return (
    <p>
      <a class="button button-quiet" href="/console">
        {words.back}
      </a>
    </p>
  );
}
