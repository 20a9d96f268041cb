import { pictureUploadMaximumBytes, makePicture, type PictureProblem } from "../model/picture-upload.ts";
import { notFound } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { textsFor } from "../pages/texts/texts.ts";
import { actorOf } from "../session/actor.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm, readOwnUpload } from "../session/read-form.ts";
import type { UserVisit } from "../session/visit.ts";
import type { Store } from "../store/store.ts";
import { LogoPage } from "./logo-page.tsx";
import { addressOf, applicationPath, ownApplication, ownedBy } from "./own-application.ts";

const path = `${applicationPath}/logo`;
/** The file with what a form puts around it. */
const maximumBytes = pictureUploadMaximumBytes + 16 * 1024;

/** The pages about the logo of an application. */
export function logoPages(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (visit) => show(store, visit) },
    { method: "POST", path, access: "user", handle: (visit) => upload(store, visit) },
    {
      method: "POST",
      path: `${path}/remove`,
      access: "user",
      async handle(visit) {
        await readOwnForm(visit, []);
        return setLogo(store, visit, "");
      },
    },
  ];
}

async function upload(store: Store, visit: UserVisit): Promise<Response> {
  const file = await readOwnUpload(visit, { name: "file", maximumBytes });
  // Before the picture is decoded: only the owner may let the server do that.
  await ownApplication(store, visit);
  const made = await makePicture(file);
  return "problem" in made ? show(store, visit, made.problem) : setLogo(store, visit, made.picture);
}

async function setLogo(store: Store, visit: UserVisit, logo: string): Promise<Response> {
  const owned = ownedBy(visit);
  if (!(await store.setLogo({ ...owned, logo, actor: actorOf(visit) }))) throw notFound();
  return redirectTo(`${addressOf(owned.appid)}?notice=logo`);
}

async function show(store: Store, visit: UserVisit, problem?: PictureProblem): Promise<Response> {
  const application = await ownApplication(store, visit);
  const { problems } = textsFor(visit.language).picture;
  return renderPage(
    <LogoPage
      language={visit.language}
      path={addressOf(application.appid, "/logo")}
      signedIn={visit.signedIn}
      application={application}
      problem={problem && problems[problem]}
    />,
    { status: problem === undefined ? 200 : 400 },
  );
}
