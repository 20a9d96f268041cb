import type { JSX } from "hono/jsx/jsx-runtime";
import type { Language } from "@survey-open-platform/service";
import type { SignedIn } from "./signed-in.ts";
import { textsFor } from "./texts/texts.ts";
import { withQuery } from "./with-query.ts";

/** A part of the platform that a signed-in user navigates to. */
interface Section {
  readonly id: "surveys" | "account" | "console" | "teams" | "admin";
  readonly path: string;
  readonly isForAdministrators?: true;
}

/** The parts of the platform, in the order of the navigation. */
const sections: readonly Section[] = [
  { id: "surveys", path: "/surveys" },
  { id: "account", path: "/account" },
  { id: "console", path: "/console" },
  { id: "teams", path: "/teams" },
  { id: "admin", path: "/admin/users", isForAdministrators: true },
];

/** The main navigation, with what the user's role allows. */
export function Navigation({ language, path, signedIn }: NavigationProps): JSX.Element {
  const { navigation } = textsFor(language);
  const shown = sections.filter((section) => signedIn.administrator || section.isForAdministrators !== true);
  return (
    <nav class="navigation" aria-label={navigation.label}>
      {shown.map(({ id, path: target }) => (
        <a href={target} aria-current={isIn(path, `/${id}`) ? "true" : undefined}>
          {navigation[id]}
        </a>
      ))}
    </nav>
  );
}

/** What the navigation shows. */
export type NavigationProps = {
  readonly language: Language;
  readonly path: string;
  readonly signedIn: SignedIn;
};

function isIn(path: string, folder: string): boolean {
  const [pathname = ""] = path.split("?", 1);
  return pathname === folder || pathname.startsWith(`${folder}/`);
}

/** The pages of one section. */
export type SectionLink = {
  readonly path: string;
  readonly label: string;
  /** What the page gets in its address, such as the filter of the page before; "" or left out for nothing. */
  readonly query?: string;
  /** Whether it is in the menu of the others where the page has no room for all. */
  readonly isInMenu?: true | undefined;
};

/**
 * Links to the other pages of a section, above the page. A page without a link of its own belongs to the one that it is below; the
 * first page of a section, above all others, has none below it.
 */
export function SectionNavigation({ language, label, path, links }: SectionNavigationProps): JSX.Element {
  const [pathname = ""] = path.split("?", 1);
  const above = links.filter((link) => isIn(path, link.path)).map((link) => link.path);
  const nearest = above.toSorted((one, other) => other.length - one.length)[0];
  const currentOf = (target: string): ShownLinkProps["current"] => {
    if (target === pathname) return "page";
    return target === nearest && !isAboveAll(target, links) ? "true" : undefined;
  };
  const shown = links.map((link) => ({ ...link, current: currentOf(link.path) }));
  const inMenu = shown.filter(({ isInMenu }) => isInMenu);
  return (
    <nav class="section-navigation" aria-label={label}>
      {shown.map((link) => (link.isInMenu ? null : <ShownLink {...link} />))}
      {inMenu.length === 0 ? null : <SectionMenu language={language} links={inMenu} />}
    </nav>
  );
}

type ShownLinkProps = SectionLink & { readonly current: "page" | "true" | undefined };

function ShownLink({ path, label, query = "", current }: ShownLinkProps): JSX.Element {
  return (
    <a href={withQuery(path, query)} aria-current={current}>
      {label}
    </a>
  );
}

/** The pages that are opened less often, and which of them is open. Where all have room it is no menu, see the stylesheet. */
function SectionMenu({
  language,
  links,
}: {
  readonly language: Language;
  readonly links: readonly ShownLinkProps[];
}): JSX.Element {
  const { navigation } = textsFor(language);
  const open = links.find(({ current }) => current !== undefined);
  return (
    <details class="section-menu">
      <summary>{open === undefined ? navigation.more : navigation.moreWith(<b>{open.label}</b>)}</summary>
      <div>
        {links.map((link) => (
          <ShownLink {...link} />
        ))}
      </div>
    </details>
  );
}

/** What a section's navigation shows. */
export type SectionNavigationProps = {
  readonly language: Language;
  readonly label: string;
  readonly path: string;
  readonly links: readonly SectionLink[];
};

function isAboveAll(target: string, links: readonly SectionLink[]): boolean {
  return links.length > 1 && links.every((link) => isIn(link.path, target));
}
