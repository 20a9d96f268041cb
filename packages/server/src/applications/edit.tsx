import { notFound } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { actorOf } from "../session/actor.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import type { UserVisit } from "../session/visit.ts";
import type { Store } from "../store/store.ts";
import {
  applicationFormFields,
  fieldsOf,
  formOf,
  problemsOf,
  type ApplicationForm,
  type ApplicationFormProblems,
} from "./application-form.ts";
import { ApplicationFormPage } from "./application-form-page.tsx";
import { addressOf, applicationPath, ownApplication, ownedBy } from "./own-application.ts";

const path = `${applicationPath}/edit`;

/** The form that edits an application. */
export function editing(store: Store): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path,
      access: "user",
      // With another redirect address, codes of users would go elsewhere.
      stepUp: true,
      async handle(visit) {
        return showForm(visit, { status: 200, values: formOf(await ownApplication(store, visit)) });
      },
    },
    { method: "POST", path, access: "user", stepUp: true, handle: (visit) => edit(store, visit) },
  ];
}

async function edit(store: Store, visit: UserVisit): Promise<Response> {
  const values = await readOwnForm(visit, applicationFormFields);
  const { appid } = await ownApplication(store, visit);
  const problems = problemsOf(values, visit.language);
  if (problems !== undefined) return showForm(visit, { status: 400, values, problems });
  const edited = { ...ownedBy(visit), fields: fieldsOf(values), actor: actorOf(visit) };
  if (!(await store.editApplication(edited))) throw notFound();
  return redirectTo(`${addressOf(appid)}?notice=edited`);
}

type FormView = {
  readonly status: number;
  readonly values: ApplicationForm;
  readonly problems?: ApplicationFormProblems;
};

function showForm(visit: UserVisit, { status, ...shown }: FormView): Response {
  const { appid } = ownedBy(visit);
  return renderPage(
    <ApplicationFormPage
      language={visit.language}
      path={addressOf(appid, "/edit")}
      signedIn={visit.signedIn}
      mode="edit"
      action={addressOf(appid, "/edit")}
      cancelPath={addressOf(appid)}
      {...shown}
    />,
    { status },
  );
}
