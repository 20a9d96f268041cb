import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { SurveyRight } from "@survey-open-platform/surveys";
import { DisplayName, plainName } from "./components/display-name.tsx";
import { Layout, type PageProps } from "./layout.tsx";
import { SectionNavigation } from "./navigation.tsx";
import type { SignedIn } from "./signed-in.ts";
import { textsFor } from "./texts/texts.ts";

/** What every page of a survey shows. */
export type SurveyPageProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly survey: {
    readonly id: number;
    readonly title: string;
    readonly rights: ReadonlySet<SurveyRight>;
  };
};

/** The pages of a survey in the order of the navigation, with the right that each asks for. */
const sections: readonly {
  readonly page: string;
  readonly label: "export";
  readonly right: SurveyRight;
}[] = [{ page: "/export", label: "export", right: "see" }];

/** The frame around the pages of a survey: its title, and links to the pages that the user may open. */
export function SurveyFrame(
  props: SurveyPageProps & { readonly title: string; readonly children?: Child },
): JSX.Element {
  const { language, path, signedIn, survey, title, children } = props;
  const { survey: words } = textsFor(language);
  const links = sections
    .filter(({ right }) => survey.rights.has(right))
    .map(({ page, label }) => ({ path: `/surveys/${survey.id}${page}`, label: words[label] }));
  return (
    <Layout
      language={language}
      path={path}
      title={`${title} – ${plainName(survey.title)}`}
      signedIn={signedIn}
      wide
    >
      <h1>
        <DisplayName name={survey.title} />
      </h1>
      <SectionNavigation label={words.sections} path={path} links={links} />
      {children}
    </Layout>
  );
}
