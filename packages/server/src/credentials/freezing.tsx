import { DisplayName } from "../pages/components/display-name.tsx";
import { DangerPage } from "../pages/danger-page.tsx";
import { notFound } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { actorOf } from "../session/actor.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import type { UserRequest } from "../session/page-request.ts";
import {
  type ApplicationImpact,
  type StateChange,
  countImpact,
  freezeApplication,
  unfreezeApplication,
} from "../store/applications/application-state.ts";
import type { Store } from "../store/store.ts";
import { pagePropsOf, type CredentialsPageProps, type CredentialsSection } from "./credentials-section.ts";
import { credentialsTextsFor } from "./texts/credentials-texts.ts";

type Action = "freeze" | "unfreeze";

/** The pages that freeze and unfreeze an application. */
export function freezing(store: Store, section: CredentialsSection): readonly PageRoute[] {
  return [
    ...pagesOf(section, {
      action: "freeze",
      store,
      apply: (change) => store.write(freezeApplication, change),
    }),
    ...pagesOf(section, {
      action: "unfreeze",
      store,
      apply: (change) => store.write(unfreezeApplication, change),
    }),
  ];
}

interface FreezingPage {
  readonly action: Action;
  readonly store: Store;
  readonly apply: (change: StateChange) => Promise<boolean>;
}

function pagesOf(section: CredentialsSection, page: FreezingPage): readonly PageRoute[] {
  const { action, apply } = page;
  const common = { path: `${section.path}/${action}`, access: "user", stepUp: true } as const;
  return [
    { ...common, method: "GET", handle: (pageRequest: UserRequest) => ask(pageRequest, section, page) },
    {
      ...common,
      method: "POST",
      async handle(pageRequest: UserRequest) {
        await readOwnForm(pageRequest, []);
        const { managed, address } = await section.find(pageRequest);
        if (!(await apply({ ...managed, actor: actorOf(pageRequest) }))) throw notFound();
        return redirectTo(`${address}?notice=${action === "freeze" ? "frozen" : "unfrozen"}`);
      },
    },
  ];
}

async function ask(
  pageRequest: UserRequest,
  section: CredentialsSection,
  { action, store }: FreezingPage,
): Promise<Response> {
  const credentials = await section.find(pageRequest);
  const { application, address } = credentials;
  const { freezing: words } = credentialsTextsFor(pageRequest.language);
  const props = pagePropsOf(pageRequest, credentials, `/${action}`);
  return renderPage(
    <DangerPage
      {...props}
      title={words[action][props.kind]}
      heading={words[`${action}Title`][props.kind](<DisplayName name={application.name} />)}
      consequences={consequencesOf(action, props, await countImpact(store.reader, application.id))}
      submit={words[action][props.kind]}
      cancelPath={address}
    />,
    { status: 200 },
  );
}

/** What an action leads to, in numbers. */
function consequencesOf(
  action: Action,
  { language, kind }: CredentialsPageProps,
  { users, tokens }: ApplicationImpact,
): readonly string[] {
  const { impact, freezing: words } = credentialsTextsFor(language);
  if (action === "unfreeze") return [words.unfrozenCalls[kind], words.notRevived[kind], words.secretsStay];
  return [
    ...(kind === "web" ? [impact.users(users)] : []),
    impact.tokens(tokens),
    words.frozenCalls[kind],
    words.notRevived[kind],
  ];
}
