import { credentialsTextsFor } from "../credentials/texts/credentials-texts.ts";
import { DisplayName, plainName } from "../pages/components/display-name.tsx";
import { Field } from "../pages/components/field.tsx";
import { DangerPage } from "../pages/danger-page.tsx";
import { notFound } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { actorOf } from "../session/actor.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import type { UserRequest } from "../session/page-request.ts";
import type { Store } from "../store/store.ts";
import { addressOf, applicationPath, applicationForUser, ownedBy } from "./application-for-user.ts";
import { consoleTextsFor } from "./texts/console-texts.ts";
import type { ConsoleTexts } from "./texts/en.ts";
import { countImpact, deleteApplication } from "../store/applications/application-state.ts";

/** The page that deletes an application. */
export function deletion(store: Store): readonly PageRoute[] {
  const common = { path: `${applicationPath}/delete`, access: "user", stepUp: true } as const;
  return [
    {
      ...common,
      method: "GET",
      handle: (pageRequest: UserRequest) => ask(store, pageRequest, { status: 200 }),
    },
    {
      ...common,
      method: "POST",
      async handle(pageRequest: UserRequest) {
        const { name } = await readOwnForm(pageRequest, ["name"]);
        const application = await applicationForUser(store, pageRequest);
        if (name.trim() !== application.name) return ask(store, pageRequest, { status: 400, typed: name });
        if (!(await store.write(deleteApplication, { ...ownedBy(pageRequest), actor: actorOf(pageRequest) })))
          throw notFound();
        return redirectTo("/console?notice=deleted");
      },
    },
  ];
}

type Asked = { readonly status: number; readonly typed?: string };

async function ask(store: Store, pageRequest: UserRequest, { status, typed }: Asked): Promise<Response> {
  const { language, signedIn } = pageRequest;
  const { id, appid, name } = await applicationForUser(store, pageRequest);
  const { danger: words } = consoleTextsFor(language);
  const { impact } = credentialsTextsFor(language);
  const { users, tokens } = await countImpact(store.reader, id);
  const address = addressOf(appid, "/delete");
  return renderPage(
    <DangerPage
      language={language}
      path={address}
      signedIn={signedIn}
      title={words.delete}
      heading={words.deleteTitle(<DisplayName name={name} />)}
      consequences={[impact.users(users), impact.tokens(tokens), words.deleted, words.openids]}
      submit={words.delete}
      cancelPath={addressOf(appid)}
    >
      <NameField words={words} name={name} typed={typed} />
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
