import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../src/pages/components/button.tsx";
import { Confirmation } from "../../src/pages/components/confirmation.tsx";
import { CopyScript } from "../../src/pages/components/copy-button.tsx";
import { Copyable } from "../../src/pages/components/copyable.tsx";
import { ErrorSummary } from "../../src/pages/components/error-summary.tsx";
import { CheckBox, Field, Select, TextArea } from "../../src/pages/components/field.tsx";
import { HiddenFields } from "../../src/pages/components/hidden-fields.tsx";
import { DataTable, EmptyState, Pager, Search } from "../../src/pages/components/list.tsx";
import { Layout, type PageProps } from "../../src/pages/layout.tsx";
import { SectionNavigation } from "../../src/pages/navigation.tsx";
import type { SignedIn } from "../../src/pages/signed-in.ts";

/** A page made of the common pieces, with `text` wherever somebody may write something. */
type KitPageProps = PageProps & { readonly signedIn: SignedIn; readonly text: string };

export function FormPage({ language, path, signedIn, text }: KitPageProps): JSX.Element {
  const problems = { "kit-name": text, "kit-lines": text };
  return (
    <Layout language={language} path={path} title={text} signedIn={signedIn}>
      <h1>{text}</h1>
      <ErrorSummary language={language} problems={problems} />
      <form method="post" action="/somewhere" class="stack">
        <HiddenFields values={{ csrf: signedIn.csrf }} />
        <Field
          id="kit-name"
          name="name"
          label={text}
          hint={text}
          error={text}
          value={text}
          autocomplete="off"
        />
        <TextArea id="kit-lines" name="lines" label={text} error={text} value={text} required={false} />
        <Select
          id="kit-choice"
          name="choice"
          label={text}
          value="a"
          options={[
            { value: "a", label: text },
            { value: "b", label: text },
          ]}
        />
        <CheckBox id="kit-box" name="box" label={text} hint={text} checked />
        <Button>{text}</Button>
      </form>
    </Layout>
  );
}

export function ListPage(props: KitPageProps & { readonly rows: readonly string[] }): JSX.Element {
  const { language, path, signedIn, text, rows } = props;
  const list = { language, path: "/somewhere" };
  return (
    <Layout language={language} path={path} title={text} signedIn={signedIn}>
      <SectionNavigation
        language={language}
        label={text}
        path={path}
        links={[
          { path: "/somewhere", label: text },
          { path: "/elsewhere", label: text, isInMenu: true },
        ]}
      />
      <h1>{text}</h1>
      <Search {...list} label={text} value={text} />
      {rows.length === 0 ? (
        <EmptyState title={text}>{text}</EmptyState>
      ) : (
        <DataTable
          caption={text}
          rows={rows}
          columns={[
            { header: text, cell: (row) => row, isRowHeader: true },
            { header: text, cell: (row) => <Copyable language={props.language} about={text} value={row} /> },
          ]}
        />
      )}
      <CopyScript />
      <Pager {...list} parameters={{ q: text }} after={text} next={text} />
    </Layout>
  );
}

export function DangerPage({ language, path, signedIn, text }: KitPageProps): JSX.Element {
  return (
    <Layout language={language} path={path} title={text} signedIn={signedIn}>
      <Confirmation
        language={language}
        title={text}
        consequences={[text, text]}
        action="/somewhere"
        csrf={signedIn.csrf}
        values={{ which: text }}
        submit={text}
        cancelPath="/"
      />
    </Layout>
  );
}
