import { hashToken, isRandomId, makeRandomId, makeToken } from "../model/token.ts";
import { SecretShownPage } from "../credentials/secret-shown-page.tsx";
import { appidOfRequest, makeAppid } from "../model/application.ts";
import { makePicture, pictureUploadMaximumBytes } from "../model/picture-upload.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { textsFor } from "../pages/texts/texts.ts";
import { actorOf } from "../session/actor.ts";
import type { PageRoute } from "../session/page-route.ts";
import { isUpload, readOwnForm, readOwnMultipart } from "../session/read-form.ts";
import { requestHashOf } from "../session/request-hash.ts";
import type { UserRequest } from "../session/page-request.ts";
import type { Store } from "../store/store.ts";
import {
  applicationFormFields,
  fieldsOf,
  newApplicationForm,
  problemsOf,
  type ApplicationForm,
  type ApplicationFormProblems,
} from "./application-form.ts";
import { ApplicationFormPage } from "./application-form-page.tsx";
import { addressOf } from "./application-for-user.ts";

import { consoleTextsFor } from "./texts/console-texts.ts";
import { registerApplication } from "../store/applications/change-application.ts";

const path = "/console/new";

/** `/console/new`: registers an application, and shows its first secret. */
export function registration(store: Store): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path,
      access: "user",
      handle: (pageRequest) => showForm(pageRequest, { status: 200, values: newApplicationForm }),
    },
    {
      method: "POST",
      path,
      access: "user",
      keepsForm: true,
      handle: (pageRequest) => register(store, pageRequest),
    },
  ];
}

const fieldNames = [...applicationFormFields, "request"] as const;
/** The logo with the other fields, which are at most as long as a form without a file may be. */
const maximumBytes = pictureUploadMaximumBytes + 64 * 1024;

/** Reads the form, with a file or without. */
async function readRegistration(pageRequest: UserRequest) {
  if (!isUpload(pageRequest))
    return { fields: await readOwnForm(pageRequest, fieldNames), file: new Uint8Array() };
  const { logo: file, ...contents } = await readOwnMultipart(pageRequest, {
    names: [...fieldNames, "logo"],
    maximumBytes,
  });
  const texts = fieldNames.map((name) => [name, Buffer.from(contents[name]).toString("utf8")]);
  // One entry for each name.
  return { fields: Object.fromEntries(texts) as Record<(typeof fieldNames)[number], string>, file };
}

/** The logo of a form: "" when no file was chosen. It is decoded last, when everything else can be stored. */
async function logoIn(file: Uint8Array): ReturnType<typeof makePicture> {
  return file.length === 0 ? { picture: "" } : makePicture(file);
}

async function register(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { fields: given, file } = await readRegistration(pageRequest);
  const { request, ...values } = given;
  const problems = problemsOf(values, pageRequest.language);
  if (problems !== undefined)
    return showForm(pageRequest, { status: 400, values, problems, requestId: request });
  const logo = await logoIn(file);
  if ("problem" in logo) {
    const logoProblem = textsFor(pageRequest.language).picture.problems[logo.problem];
    return showForm(pageRequest, { status: 400, values, logoProblem, requestId: request });
  }
  const requestHash = requestHashOf(pageRequest, request);
  const fields = fieldsOf(values);
  const secret = makeToken("secret");
  const registered = await store.write(registerApplication, {
    appid: fields.isPublic ? appidOfRequest(requestHash) : makeAppid(),
    ownerId: pageRequest.session.user.id,
    fields,
    logo: logo.picture,
    secret: fields.isPublic ? undefined : { hash: hashToken(secret), lastFour: secret.slice(-4) },
    requestHash,
    actor: actorOf(pageRequest),
  });
  if (registered.outcome === "too_many")
    return showForm(pageRequest, {
      status: 400,
      values,
      requestId: request,
      refusal: consoleTextsFor(pageRequest.language).form.problems.too_many,
    });
  const { appid } = registered;
  if (fields.isPublic) return redirectTo(`${addressOf(appid)}?notice=registered_public`);
  if (registered.outcome === "repeated") return redirectTo(`${addressOf(appid)}?notice=registered`);
  return renderPage(
    <SecretShownPage
      language={pageRequest.language}
      path={path}
      signedIn={pageRequest.signedIn}
      kind="web"
      appid={appid}
      secret={secret}
      nextPath={addressOf(appid)}
      isRegistered
    />,
    { status: 200, script: true },
  );
}

type FormView = {
  readonly status: number;
  readonly values: ApplicationForm;
  readonly problems?: ApplicationFormProblems;
  readonly logoProblem?: string;
  readonly requestId?: string;
  readonly refusal?: string;
};

function showForm(
  pageRequest: UserRequest,
  { status, requestId = "", ...shown }: FormView,
): Promise<Response> {
  return renderPage(
    <ApplicationFormPage
      language={pageRequest.language}
      path={path}
      signedIn={pageRequest.signedIn}
      mode="register"
      action={path}
      cancelPath="/console"
      requestId={isRandomId(requestId) ? requestId : makeRandomId()}
      {...shown}
    />,
    { status },
  );
}
