import { pictureUploadMaximumBytes, makePicture, type PictureProblem } from "../model/picture-upload.ts";
import { notFound } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { textsFor } from "../pages/texts/texts.ts";
import { actorOf } from "../session/actor.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm, readOwnUpload } from "../session/read-form.ts";
import type { UserRequest } from "../session/page-request.ts";
import type { Store } from "../store/store.ts";
import { LogoPage } from "./logo-page.tsx";
import { addressOf, applicationPath, applicationForUser, ownedBy } from "./application-for-user.ts";
import { setLogo } from "../store/applications/change-application.ts";

const path = `${applicationPath}/logo`;
/** The file with what a form puts around it. */
const maximumBytes = pictureUploadMaximumBytes + 16 * 1024;

/** The pages about the logo of an application. */
export function logoPages(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => show(store, pageRequest) },
    { method: "POST", path, access: "user", handle: (pageRequest) => upload(store, pageRequest) },
    {
      method: "POST",
      path: `${path}/remove`,
      access: "user",
      async handle(pageRequest) {
        await readOwnForm(pageRequest, []);
        return changeLogo(store, pageRequest, "");
      },
    },
  ];
}

async function upload(store: Store, pageRequest: UserRequest): Promise<Response> {
  const file = await readOwnUpload(pageRequest, { name: "file", maximumBytes });
  // Before the picture is decoded: only the owner may let the server do that.
  await applicationForUser(store, pageRequest);
  const made = await makePicture(file);
  return "problem" in made
    ? show(store, pageRequest, made.problem)
    : changeLogo(store, pageRequest, made.picture);
}

async function changeLogo(store: Store, pageRequest: UserRequest, logo: string): Promise<Response> {
  const owned = ownedBy(pageRequest);
  if (!(await store.write(setLogo, { ...owned, logo, actor: actorOf(pageRequest) }))) throw notFound();
  return redirectTo(`${addressOf(owned.appid)}?notice=logo`);
}

async function show(store: Store, pageRequest: UserRequest, problem?: PictureProblem): Promise<Response> {
  const application = await applicationForUser(store, pageRequest);
  const { problems } = textsFor(pageRequest.language).picture;
  return renderPage(
    <LogoPage
      language={pageRequest.language}
      path={addressOf(application.appid, "/logo")}
      signedIn={pageRequest.signedIn}
      application={application}
      problem={problem && problems[problem]}
    />,
    { status: problem === undefined ? 200 : 400 },
  );
}
