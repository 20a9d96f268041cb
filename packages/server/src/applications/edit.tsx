import { notFound } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { actorOf } from "../session/actor.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import type { UserRequest } from "../session/page-request.ts";
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
import { addressOf, applicationPath, applicationForUser, ownedBy } from "./application-for-user.ts";
import { editApplication } from "../store/applications/change-application.ts";

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
      async handle(pageRequest) {
        return showForm(pageRequest, {
          status: 200,
          values: formOf(await applicationForUser(store, pageRequest)),
        });
      },
    },
    {
      method: "POST",
      path,
      access: "user",
      stepUp: true,
      keepsForm: true,
      handle: (pageRequest) => edit(store, pageRequest),
    },
  ];
}

async function edit(store: Store, pageRequest: UserRequest): Promise<Response> {
  const given = await readOwnForm(pageRequest, applicationFormFields);
  const { appid, isPublic } = await applicationForUser(store, pageRequest);
  // Whether it has secrets was decided when it was registered.
  const values = { ...given, is_public: isPublic ? "on" : "" };
  const problems = problemsOf(values, pageRequest.language);
  if (problems !== undefined) return showForm(pageRequest, { status: 400, values, problems });
  const edited = { ...ownedBy(pageRequest), fields: fieldsOf(values), actor: actorOf(pageRequest) };
  if (!(await store.write(editApplication, edited))) throw notFound();
  return redirectTo(`${addressOf(appid)}?notice=edited`);
}

type FormView = {
  readonly status: number;
  readonly values: ApplicationForm;
  readonly problems?: ApplicationFormProblems;
};

function showForm(pageRequest: UserRequest, { status, ...shown }: FormView): Promise<Response> {
  const { appid } = ownedBy(pageRequest);
  return renderPage(
    <ApplicationFormPage
      language={pageRequest.language}
      path={addressOf(appid, "/edit")}
      signedIn={pageRequest.signedIn}
      mode="edit"
      action={addressOf(appid, "/edit")}
      cancelPath={addressOf(appid)}
      {...shown}
    />,
    { status },
  );
}
