import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName } from "./components/display-name.tsx";
import { Layout, type PageProps } from "./layout.tsx";
import type { SignedIn } from "./signed-in.ts";
import type { Texts } from "./texts/en.ts";
import { textsFor } from "./texts/texts.ts";

/** What the start page shows. */
export type HomePageProps = PageProps & {
  readonly signedIn?: SignedIn | undefined;
  /** Whether everyone may create an account. Default false. */
  readonly offersSignUp?: boolean;
  /** Whether the platform is the demo. Default false. */
  readonly isDemo?: boolean;
};

/** What this server is, and the ways on from here. */
export function HomePage(props: HomePageProps): JSX.Element {
  const { language, path, signedIn, isDemo = false } = props;
  // A visitor of the demo needs one of its accounts first.
  const isForDemo = isDemo && signedIn === undefined;
  const { home } = textsFor(language);
  return (
    <Layout language={language} path={path} title={home.title} signedIn={signedIn}>
      <h1>{home.title}</h1>
      <p class="lead">{home.lead}</p>
      <p>
        <a class="button button-primary" href={isForDemo ? "/demo" : "/surveys/new"}>
          {isForDemo ? home.demo : home.create}
        </a>
      </p>
      <ol class="steps">
        {home.steps.map(({ title, text }) => (
          <li>
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <div class="columns">
        <section class="card">
          <h2>{home.forPeople}</h2>
          {signedIn === undefined ? null : <p>{home.signedInAs(<DisplayName name={signedIn.nickname} />)}</p>}
          <Links language={language} links={linksForPeople(props)} />
        </section>
        <section class="card">
          <h2>{home.forDevelopers}</h2>
          <Links language={language} links={["/console", "/docs/api", "/openapi.json"]} />
        </section>
      </div>
    </Layout>
  );
}

/** A page that the start page leads to. */
type Target = keyof Texts["home"]["links"];

function linksForPeople({
  signedIn,
  offersSignUp = false,
  isDemo = false,
}: HomePageProps): readonly Target[] {
  const ofDemo = isDemo ? (["/demo"] as const) : [];
  if (signedIn === undefined)
    return [...ofDemo, "/login", ...(offersSignUp ? (["/sign-up"] as const) : []), "/account/applications"];
  const ofUsers = [...ofDemo, "/surveys", "/teams", "/account/applications"] as const;
  return signedIn.administrator ? [...ofUsers, "/admin/users"] : ofUsers;
}

function Links({
  language,
  links,
}: Pick<PageProps, "language"> & { readonly links: readonly Target[] }): JSX.Element {
  const { home } = textsFor(language);
  return (
    <ul class="links">
      {links.map((target) => (
        <li>
          <a href={target}>{home.links[target].label}</a>
          <span>{home.links[target].text}</span>
        </li>
      ))}
    </ul>
  );
}
