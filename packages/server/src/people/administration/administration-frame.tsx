import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { DataTable, EmptyState, Pager, Search, type Column } from "../../pages/components/list.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { Layout, type PageProps } from "../../pages/layout.tsx";
import { SectionNavigation } from "../../pages/navigation.tsx";
import type { SignedIn } from "../../pages/signed-in.ts";
import { administrationTextsFor } from "./texts/administration-texts.ts";

/** What every page of the administration needs. */
export type AdministrationProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly timeZone: string;
  /** Whether a change was just made. */
  readonly isDone?: boolean;
};

const sections = [
  "users",
  "applications",
  "clients",
  "teams",
  "invitations",
  "audit",
  "settings",
  "health",
] as const;

/** The frame around the pages of the administration. */
export function AdministrationFrame(
  props: AdministrationProps & { readonly title: string; readonly children?: Child },
): JSX.Element {
  const { language, path, signedIn, title, isDone = false, children } = props;
  const { common } = administrationTextsFor(language);
  const links = sections.map((section) => ({ path: `/admin/${section}`, label: common[section] }));
  return (
    <Layout language={language} path={path} title={title} signedIn={signedIn} wide>
      <SectionNavigation language={language} label={common.sections} path={path} links={links} />
      <h1>{title}</h1>
      {isDone ? (
        <Notice tone="success" role="status">
          {common.done}
        </Notice>
      ) : null}
      {children}
    </Layout>
  );
}

/** The rows of one page of a list, and where it is. */
export interface ListPage<Row> {
  readonly search: string;
  /** The key that the page begins after; undefined on the first page. */
  readonly after: string | undefined;
  readonly next: string | undefined;
  readonly rows: readonly Row[];
}

/** One page of a list with a search. */
export type AdministrationListProps<Row> = AdministrationProps &
  ListPage<Row> & {
    readonly title: string;
    readonly lead?: string;
    readonly searchLabel: string;
    readonly empty: { readonly title: string; readonly text: string };
    readonly listPath: string;
    readonly columns: readonly Column<Row>[];
    readonly children?: Child;
  };

/** A list with search, pages and what it shows when it is empty. */
export function AdministrationListPage<Row>(props: AdministrationListProps<Row>): JSX.Element {
  const { language, title, lead, searchLabel, empty, listPath, search, after, next, rows, columns } = props;
  const { common } = administrationTextsFor(language);
  const nothing = search === "" ? empty : { title: common.noMatch, text: common.noMatchText };
  return (
    <AdministrationFrame {...props}>
      {lead === undefined ? null : <p class="lead">{lead}</p>}
      <Search language={language} path={listPath} label={searchLabel} value={search} />
      {rows.length === 0 ? (
        <EmptyState title={nothing.title}>
          <p>{nothing.text}</p>
        </EmptyState>
      ) : (
        <DataTable caption={title} rows={rows} columns={columns} />
      )}
      <Pager language={language} path={listPath} parameters={{ q: search }} after={after} next={next} />
      {props.children}
    </AdministrationFrame>
  );
}
