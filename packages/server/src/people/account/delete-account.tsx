import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import { forgetPerson } from "../../session/forget-person.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm } from "../../session/read-form.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import { DeleteAccountPage } from "./delete-account-page.tsx";
import { accountTextsFor } from "./texts/account-texts.ts";
import { deleteOwnAccount, countOwned, findOwnDeletionProblem } from "../../store/people/delete-account.ts";

const path = "/account/delete";

/** The page that deletes the user's own account. */
export function deleteAccountPages(store: Store): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path,
      access: "user",
      stepUp: true,
      handle: (pageRequest) => showQuestion(store, pageRequest, 200),
    },
    {
      method: "POST",
      path,
      access: "user",
      stepUp: true,
      async handle(pageRequest) {
        const { username } = await readOwnForm(pageRequest, ["username"]);
        if (username !== pageRequest.session.user.username) return showQuestion(store, pageRequest, 400);
        const problem = await store.write(
          deleteOwnAccount,
          pageRequest.session.user.id,
          actorOf(pageRequest),
        );
        if (problem !== undefined) return showQuestion(store, pageRequest, 409);
        forgetPerson(pageRequest);
        pageRequest.cookies.clear("sop_device");
        return redirectTo("/");
      },
    },
  ];
}

async function showQuestion(
  store: Store,
  pageRequest: UserRequest,
  status: 200 | 400 | 409,
): Promise<Response> {
  const { language, signedIn, session } = pageRequest;
  const { deletion } = accountTextsFor(language);
  return renderPage(
    <DeleteAccountPage
      language={language}
      path={path}
      signedIn={signedIn}
      counts={await countOwned(store.reader, session.user.id)}
      obstacle={await findOwnDeletionProblem(store.reader, session.user.id)}
      problems={status === 400 ? { username: deletion.usernameProblem } : {}}
    />,
    { status },
  );
}
