import { makePicture, pictureUploadMaximumBytes, type PictureProblem } from "../../model/picture-upload.ts";
import { makeRandomId } from "../../model/token.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { textsFor } from "../../pages/texts/texts.ts";
import { actorOf } from "../../session/actor.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm, readOwnUpload } from "../../session/read-form.ts";
import type { UserVisit } from "../../session/visit.ts";
import type { Store } from "../../store/store.ts";
import { PicturePage } from "./picture-page.tsx";
import { setPicture } from "../../store/people/user-picture-table.ts";

const path = "/account/picture";
/** The file with what a form puts around it. */
const maximumBytes = pictureUploadMaximumBytes + 16 * 1024;

/** The pages about the user's own picture. */
export function picturePages(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (visit) => showPicture(visit) },
    { method: "POST", path, access: "user", handle: (visit) => upload(store, visit) },
    {
      method: "POST",
      path: `${path}/remove`,
      access: "user",
      async handle(visit) {
        await readOwnForm(visit, []);
        await store.write(setPicture, { ...changeOf(visit), picture: undefined });
        return redirectTo("/account?notice=picture_removed");
      },
    },
  ];
}

async function upload(store: Store, visit: UserVisit): Promise<Response> {
  const made = await makePicture(await readOwnUpload(visit, { name: "file", maximumBytes }));
  if ("problem" in made) return showPicture(visit, made.problem);
  // A new name each time: the address says nothing about the user, and no cache has an old picture under it.
  const picture = { name: makeRandomId(), image: made.picture };
  await store.write(setPicture, { ...changeOf(visit), picture });
  return redirectTo("/account?notice=picture_saved");
}

function changeOf(visit: UserVisit) {
  return { userId: visit.session.user.id, actor: actorOf(visit) };
}

function showPicture(visit: UserVisit, problem?: PictureProblem): Response {
  const { language, signedIn, session } = visit;
  return renderPage(
    <PicturePage
      language={language}
      path={path}
      signedIn={signedIn}
      avatar={session.user.avatar}
      problem={problem && textsFor(language).picture.problems[problem]}
    />,
    { status: problem === undefined ? 200 : 400 },
  );
}
