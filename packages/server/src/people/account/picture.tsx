import { makePicture, pictureUploadMaximumBytes, type PictureProblem } from "../../model/picture-upload.ts";
import { makeRandomId } from "../../model/token.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { textsFor } from "../../pages/texts/texts.ts";
import { actorOf } from "../../session/actor.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm, readOwnUpload } from "../../session/read-form.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import { PicturePage } from "./picture-page.tsx";
import { setPicture } from "../../store/people/user-picture-table.ts";

const path = "/account/picture";
/** The file with what a form puts around it. */
const maximumBytes = pictureUploadMaximumBytes + 16 * 1024;

/** The pages about the user's own picture. */
export function picturePages(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => showPicture(pageRequest) },
    { method: "POST", path, access: "user", handle: (pageRequest) => upload(store, pageRequest) },
    {
      method: "POST",
      path: `${path}/remove`,
      access: "user",
      async handle(pageRequest) {
        await readOwnForm(pageRequest, []);
        await store.write(setPicture, { ...changeOf(pageRequest), picture: undefined });
        return redirectTo("/account?notice=picture_removed");
      },
    },
  ];
}

async function upload(store: Store, pageRequest: UserRequest): Promise<Response> {
  const made = await makePicture(await readOwnUpload(pageRequest, { name: "file", maximumBytes }));
  if ("problem" in made) return showPicture(pageRequest, made.problem);
  // A new name each time: the address says nothing about the user, and no cache has an old picture under it.
  const picture = { name: makeRandomId(), image: made.picture };
  await store.write(setPicture, { ...changeOf(pageRequest), picture });
  return redirectTo("/account?notice=picture_saved");
}

function changeOf(pageRequest: UserRequest) {
  return { userId: pageRequest.session.user.id, actor: actorOf(pageRequest) };
}

function showPicture(pageRequest: UserRequest, problem?: PictureProblem): Promise<Response> {
  const { language, signedIn, session } = pageRequest;
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
