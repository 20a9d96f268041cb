import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { webCalls } from "../../pages/call-commands.ts";
import { CallSteps } from "../../pages/components/call-steps.tsx";
import { CopyScript } from "../../pages/components/copy-button.tsx";
import { DefinitionList } from "../../pages/components/definition-list.tsx";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { Layout, type PageProps } from "../../pages/layout.tsx";
import type { SignedIn } from "../../pages/signed-in.ts";
import type { DemoApplication, DemoPlace } from "./demo-place.ts";
import { demoTextsFor } from "./demo-texts.ts";

/** What was sent to the address of an application; each text is taken from the address as it is. */
export type CallbackResult =
  | { readonly kind: "code"; readonly code: string; readonly state: string | undefined }
  | { readonly kind: "error"; readonly error: string; readonly state: string | undefined }
  | { readonly kind: "odd" }
  | { readonly kind: "nothing" };

/** What the page of the demo's applications needs. */
export type DemoCallbackPageProps = PageProps & {
  readonly place: DemoPlace;
  readonly signedIn: SignedIn | undefined;
  readonly application: { readonly credentials: DemoApplication; readonly name: string };
  readonly answer: CallbackResult;
};

/** Plays the application that the user is redirected to: shows what it was sent, and what its server would do. */
export function DemoCallbackPage(props: DemoCallbackPageProps): JSX.Element {
  const { language, path, signedIn, answer, application } = props;
  const { callback } = demoTextsFor(language);
  const titles = {
    code: callback.codeTitle(application.name),
    error: callback.deniedTitle,
    odd: callback.oddTitle,
    nothing: callback.emptyTitle,
  };
  return (
    <Layout language={language} path={path} title={titles[answer.kind]} signedIn={signedIn} wide>
      <h1>{titles[answer.kind]}</h1>
      <Answer {...props} />
      <p>
        <a class="link-line" href="/demo">
          {callback.again}
        </a>
      </p>
      <CopyScript />
    </Layout>
  );
}

function Answer(props: DemoCallbackPageProps): JSX.Element {
  const { answer, language } = props;
  const { callback } = demoTextsFor(language);
  if (answer.kind === "code") return <CodeResult {...props} {...answer} />;
  if (answer.kind === "error") return <ErrorResult {...props} {...answer} />;
  if (answer.kind === "odd") return <Notice tone="error">{callback.oddText}</Notice>;
  return <p class="lead">{callback.emptyText}</p>;
}

function ErrorResult(props: DemoCallbackPageProps & ReceivedValue & { readonly error: string }): JSX.Element {
  const { callback } = demoTextsFor(props.language);
  return (
    <section class="card">
      <p>{callback.deniedText(<DisplayName name={props.application.name} />)}</p>
      <Received {...props} name={callback.error} value={props.error} />
    </section>
  );
}

type ReceivedValue = { readonly state: string | undefined };

function CodeResult(props: DemoCallbackPageProps & ReceivedValue & { readonly code: string }): JSX.Element {
  const { language, place, application, code } = props;
  const { callback } = demoTextsFor(language);
  return (
    <>
      <p class="lead">{callback.codeLead(<DisplayName name={application.name} />)}</p>
      <section class="card">
        <h2>{callback.received}</h2>
        <Received {...props} name={callback.code} value={code} />
        <p class="fine-print">{callback.stateText}</p>
      </section>
      <section class="card">
        <h2>{callback.next}</h2>
        <p>{callback.nextText}</p>
        <CallSteps
          language={language}
          calls={webCalls(place.baseUrl, { ...application.credentials, code })}
        />
      </section>
    </>
  );
}

function Received(
  props: DemoCallbackPageProps & ReceivedValue & { readonly name: string; readonly value: string },
): JSX.Element {
  const { callback } = demoTextsFor(props.language);
  const state: Child = props.state === undefined ? callback.noState : <code>{props.state}</code>;
  return (
    <DefinitionList
      items={[
        { term: <code>{props.name}</code>, details: <code>{props.value}</code> },
        { term: <code>{callback.state}</code>, details: state },
      ]}
    />
  );
}
