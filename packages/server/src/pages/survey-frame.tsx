import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { SurveyRight, SurveyState } from "@survey-open-platform/surveys";
import { DisplayName, plainName } from "./components/display-name.tsx";
import { SurveyStateBadge } from "./components/survey-state.tsx";
import { Layout, type PageProps } from "./layout.tsx";
import { SectionNavigation } from "./navigation.tsx";
import type { SignedIn } from "./signed-in.ts";
import { textsFor } from "./texts/texts.ts";
import { withQuery } from "./with-query.ts";

/** What every page of a survey shows. */
export type SurveyPageProps = PageProps & {
  readonly signedIn: SignedIn;
  /** The filter of results, as a query: the pages that show answers keep it. */
  readonly filterQuery?: string;
  readonly survey: {
    readonly id: number;
    /** "" as long as the author has given it none. */
    readonly title: string;
    readonly state: SurveyState;
    readonly ownerId: number;
    /** Null for a personal survey. */
    readonly teamName: string | null;
    /** Whether the user reaches it only because it is shared with them. */
    readonly isShared: boolean;
    readonly rights: ReadonlySet<SurveyRight>;
  };
};

/** The pages of a survey in the order of the navigation, with the right that each asks for. */
const sections: readonly {
  readonly page: string;
  readonly label:
    | "overview"
    | "edit"
    | "preview"
    | "settings"
    | "share"
    | "participants"
    | "results"
    | "answers"
    | "export"
    | "notices"
    | "webhooks"
    | "comments"
    | "log";
  readonly right: SurveyRight;
  /** Whether it shows answers, and only those of the filter. */
  readonly isFiltered?: true;
  readonly isInMenu?: true;
}[] = [
  { page: "", label: "overview", right: "see" },
  { page: "/edit", label: "edit", right: "edit" },
  { page: "/settings", label: "settings", right: "edit" },
  { page: "/share", label: "share", right: "see" },
  { page: "/results", label: "results", right: "see", isFiltered: true },
  { page: "/results/answers", label: "answers", right: "see", isFiltered: true },
  { page: "/preview", label: "preview", right: "see", isInMenu: true },
  { page: "/participants", label: "participants", right: "edit", isInMenu: true },
  { page: "/export", label: "export", right: "see", isFiltered: true, isInMenu: true },
  { page: "/notices", label: "notices", right: "see", isInMenu: true },
  { page: "/webhooks", label: "webhooks", right: "edit", isInMenu: true },
  { page: "/comments", label: "comments", right: "see", isInMenu: true },
  { page: "/log", label: "log", right: "edit", isInMenu: true },
];

/** The frame around the pages of a survey: its title, and links to the pages that the user may open. */
export function SurveyFrame(
  props: SurveyPageProps & { readonly title: string; readonly children?: Child },
): JSX.Element {
  const { language, path, signedIn, survey, title, children, filterQuery = "" } = props;
  const { survey: words } = textsFor(language);
  const name = surveyTitle(survey.title, language);
  const links = sections
    .filter(({ right }) => survey.rights.has(right))
    .map(({ page, label, isFiltered, isInMenu }) => ({
      path: `/surveys/${survey.id}${page}`,
      label: words[label],
      query: isFiltered === true ? filterQuery : "",
      isInMenu,
    }));
  return (
    <Layout language={language} path={path} title={`${title} – ${plainName(name)}`} signedIn={signedIn} wide>
      <div class="survey-head">
        <p>
          <ListLink {...props} />
        </p>
        <h1>
          <DisplayName name={name} />
        </h1>
        <p>
          <SurveyStateBadge language={language} state={survey.state} />
        </p>
      </div>
      <SectionNavigation {...{ language, path, links }} label={words.sections} />
      {children}
    </Layout>
  );
}

/** The title of a survey; one without a title has a name all the same. */
export function surveyTitle(title: string, language: PageProps["language"]): string {
  return title === "" ? textsFor(language).survey.untitled : title;
}

/** The address of the list that a survey is in: the user's own, a team's, or that of what others share. @param parameters what else the address says */
export function surveyListAddress(
  { ownerId, teamName, isShared }: Pick<SurveyPageProps["survey"], "ownerId" | "teamName" | "isShared">,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const ofOwner = teamName === null ? {} : { team: String(ownerId) };
  const list = isShared ? { shared: "1" } : ofOwner;
  return withQuery("/surveys", new URLSearchParams({ ...parameters, ...list }).toString());
}

function ListLink({ language, survey }: SurveyPageProps): JSX.Element {
  const { survey: words } = textsFor(language);
  const { teamName, isShared } = survey;
  const ofOwner = teamName === null ? words.own : words.ofTeam(<DisplayName name={teamName} />);
  return (
    <a class="link-line" href={surveyListAddress(survey)}>
      {isShared ? words.shared : ofOwner}
    </a>
  );
}
