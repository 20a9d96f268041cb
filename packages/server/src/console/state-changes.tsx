import { DisplayName, plainName } from "../pages/components/display-name.tsx";
import { Field } from "../pages/components/field.tsx";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { actorOf } from "../session/actor.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import type { UserVisit } from "../session/visit.ts";
import type { ApplicationImpact, StateChange } from "../store/application-state.ts";
import type { Store } from "../store/store.ts";
import { DangerPage } from "./danger-page.tsx";
import { addressOf, applicationPath, notFound, ownApplication, ownedBy } from "./own-application.ts";
import { consoleTextsFor } from "./texts/console-texts.ts";
import type { ConsoleTexts } from "./texts/en.ts";

type Action = "freeze" | "unfreeze" | "delete";

/** What an action leads to, in numbers. */
const consequences: Readonly<
  Record<Action, (words: ConsoleTexts["danger"], impact: ApplicationImpact) => readonly string[]>
> = {
  freeze: (words, { users, tokens }) => [
    words.users(users),
    words.tokens(tokens),
    words.frozenCalls,
    words.notRevived,
  ],
  unfreeze: (words) => [words.unfrozenCalls, words.notRevived, words.secretsStay],
  delete: (words, { users, tokens }) => [
    words.users(users),
    words.tokens(tokens),
    words.deleted,
    words.openids,
  ],
};

/** The pages that freeze, unfreeze and delete an application. */
export function stateChanges(store: Store): readonly PageRoute[] {
  return [
    ...pagesOf(store, "freeze", (change) => store.freezeApplication(change)),
    ...pagesOf(store, "unfreeze", (change) => store.unfreezeApplication(change)),
    ...pagesOf(store, "delete", (change) => store.deleteApplication(change)),
  ];
}

function pagesOf(
  store: Store,
  action: Action,
  apply: (change: StateChange) => Promise<boolean>,
): readonly PageRoute[] {
  const common = { path: `${applicationPath}/${action}`, access: "user", stepUp: true } as const;
  return [
    { ...common, method: "GET", handle: (visit: UserVisit) => ask(store, visit, { action, status: 200 }) },
    {
      ...common,
      method: "POST",
      async handle(visit: UserVisit) {
        const { name } = await readOwnForm(visit, ["name"]);
        const application = await ownApplication(store, visit);
        if (action === "delete" && name.trim() !== application.name)
          return ask(store, visit, { action, status: 400, typed: name });
        if (!(await apply({ ...ownedBy(visit), actor: actorOf(visit) }))) throw notFound();
        return redirectTo(afterwards(action, application.appid));
      },
    },
  ];
}

function afterwards(action: Action, appid: string): string {
  if (action === "delete") return "/console?notice=deleted";
  return `${addressOf(appid)}?notice=${action === "freeze" ? "frozen" : "unfrozen"}`;
}

type Asked = { readonly action: Action; readonly status: number; readonly typed?: string };

async function ask(store: Store, visit: UserVisit, { action, status, typed }: Asked): Promise<Response> {
  const { language, signedIn } = visit;
  const application = await ownApplication(store, visit);
  const { danger: words } = consoleTextsFor(language);
  const { appid, name } = application;
  const impact = await store.countImpact(application.id);
  return renderPage(
    <DangerPage
      language={language}
      path={addressOf(appid, `/${action}`)}
      signedIn={signedIn}
      title={words[action]}
      heading={words[`${action}Title`](<DisplayName name={name} />)}
      consequences={consequences[action](words, impact)}
      action={addressOf(appid, `/${action}`)}
      submit={words[action]}
      cancelPath={addressOf(appid)}
    >
      {action === "delete" ? <NameField words={words} name={name} typed={typed} /> : null}
    </DangerPage>,
    { status },
  );
}

type NameFieldProps = {
  readonly words: ConsoleTexts["danger"];
  readonly name: string;
  readonly typed: string | undefined;
};

function NameField({ words, name, typed }: NameFieldProps) {
  return (
    <Field
      id="name"
      name="name"
      label={words.typeName(plainName(name))}
      error={typed === undefined ? undefined : words.wrongName}
      value={typed}
      autocomplete="off"
    />
  );
}
