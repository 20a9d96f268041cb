import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName } from "./components/display-name.tsx";
import { Layout, type PageProps } from "./layout.tsx";
import type { SignedIn } from "./signed-in.ts";
import { textsFor } from "./texts/texts.ts";

/** What the start page shows. */
export type HomePageProps = PageProps & { readonly signedIn?: SignedIn | undefined };

/** What this server is, and the ways on from here. */
export function HomePage({ language, path, signedIn }: HomePageProps): JSX.Element {
  const { home } = textsFor(language);
  return (
    <Layout language={language} path={path} title={home.title} signedIn={signedIn}>
      <h1>{home.title}</h1>
      <p class="lead">{home.lead}</p>
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
          <ul class="links">
            {signedIn === undefined ? (
              <LinkItem href="/login" label={home.signIn} text={home.signInText} />
            ) : null}
            <LinkItem href="/account/applications" label={home.applications} text={home.applicationsText} />
          </ul>
        </section>
        <section class="card">
          <h2>{home.forDevelopers}</h2>
          <ul class="links">
            <LinkItem href="/docs/api" label={home.reference} text={home.referenceText} />
            <LinkItem href="/openapi.json" label={home.openApi} text={home.openApiText} />
          </ul>
        </section>
      </div>
    </Layout>
  );
}

type LinkItemProps = { readonly href: string; readonly label: string; readonly text: string };

function LinkItem({ href, label, text }: LinkItemProps): JSX.Element {
  return (
    <li>
      <a href={href}>{label}</a>
      <span>{text}</span>
    </li>
  );
}
