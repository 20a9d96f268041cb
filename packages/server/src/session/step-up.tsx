import { redirectTo } from "../pages/redirect-to.ts";
import type { Store } from "../store/store.ts";
import type { PageRoute } from "./page-route.ts";
import { passwordCheck } from "./password-check.ts";
import { readOwnForm } from "./read-form.ts";
import { returnAddressOrDefault } from "./return-address.ts";
import { stepUpPath, type ShowStepUpForm } from "./step-up-form.tsx";

/** The page that asks for the password again before something dangerous. */
export function stepUpPages(store: Store, showForm: ShowStepUpForm): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path: stepUpPath,
      access: "user",
      handle(visit) {
        const returnTo = returnAddressOrDefault(visit, visit.context.req.query("return_to"));
        return showForm(visit, { returnTo, status: 200 });
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
    async handle(visit) {
      const { password, return_to } = await readOwnForm(visit, ["password", "return_to"]);
      const returnTo = returnAddressOrDefault(visit, return_to);
      if (password === "") return showForm(visit, { returnTo, status: 400, problem: "missing" });
      const { user, hash } = visit.session;
      const result = await checkPassword(visit, { username: user.username, password }, async (checked) => {
        const isConfirmed = await store.confirmSession({ ...checked, hash });
        return isConfirmed ? redirectTo(returnTo) : undefined;
      });
      return result instanceof Response ? result : showForm(visit, { ...result, returnTo });
    },
  };
}
