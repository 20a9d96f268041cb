import { redirectTo } from "../pages/redirect-to.ts";
import type { Store } from "../store/store.ts";
import type { PageRoute } from "./page-route.ts";
import { passwordCheck } from "./password-check.ts";
import { readOwnForm } from "./read-form.ts";
import { returnAddressOrDefault } from "./return-address.ts";
import { stepUpPath, type ShowStepUpForm } from "./step-up-form.tsx";
import { confirmSession } from "../store/people/session-table.ts";

/** The page that asks for the password again before something dangerous. */
export function stepUpPages(store: Store, showForm: ShowStepUpForm): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path: stepUpPath,
      access: "user",
      handle(pageRequest) {
        const returnTo = returnAddressOrDefault(pageRequest, pageRequest.context.req.query("return_to"));
        return showForm(pageRequest, { returnTo, status: 200 });
      },
    },
    confirmPassword(store, showForm),
  ];
}

function confirmPassword(store: Store, showForm: ShowStepUpForm): PageRoute {
  const checkPassword = passwordCheck(store);
  return {
    method: "POST",
    path: stepUpPath,
    access: "user",
    async handle(pageRequest) {
      const { password, return_to } = await readOwnForm(pageRequest, ["password", "return_to"]);
      const returnTo = returnAddressOrDefault(pageRequest, return_to);
      if (password === "") return showForm(pageRequest, { returnTo, status: 400, problem: "missing" });
      const { user, hash } = pageRequest.session;
      const result = await checkPassword(
        pageRequest,
        { username: user.username, password },
        async (checked) => {
          const isConfirmed = await store.write(confirmSession, { ...checked, hash });
          return isConfirmed ? redirectTo(returnTo) : undefined;
        },
      );
      return result instanceof Response ? result : showForm(pageRequest, { ...result, returnTo });
    },
  };
}
