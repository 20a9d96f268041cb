import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { textsFor } from "../../pages/texts/texts.ts";
import type { SurveyOwner } from "./owners.ts";
import { listTextsFor } from "./texts/list-texts.ts";

/** Whose surveys there are, and whose a page shows. */
export type OwnerNavigationProps = {
  readonly language: Language;
  readonly owners: readonly SurveyOwner[];
  readonly owner: SurveyOwner;
  /** The page about another owner. */
  readonly address: (owner: SurveyOwner) => string;
};

/** How an address names whose surveys a list shows. */
export function parametersOf(owner: SurveyOwner): Readonly<Record<string, string>> {
  if (owner.ownerId === undefined) return { shared: "1" };
  return owner.team === undefined ? {} : { team: teamOf(owner) };
}

/** The team of an owner, as addresses name it; "" for the user's own surveys. */
export function teamOf({ team }: Pick<SurveyOwner, "team">): string {
  return team === undefined ? "" : String(team.id);
}

/** One link for the user's own surveys and one for each team; nothing for users without a team. */
export function OwnerNavigation(props: OwnerNavigationProps): JSX.Element | null {
  const { language, owners, owner, address } = props;
  if (owners.length < 2) return null;
  return (
    <nav class="section-navigation" aria-label={listTextsFor(language).list.owners}>
      {owners.map((one) => (
        <a href={address(one)} aria-current={one === owner ? "page" : undefined}>
          <OwnerName language={language} owner={one} />
        </a>
      ))}
    </nav>
  );
}

function OwnerName({ language, owner }: Pick<OwnerNavigationProps, "language" | "owner">): JSX.Element {
  const { survey: words } = textsFor(language);
  if (owner.ownerId === undefined) return <>{words.shared}</>;
  return owner.team === undefined ? <>{words.own}</> : <DisplayName name={owner.team.name} />;
}
