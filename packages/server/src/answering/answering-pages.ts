import { redirectTo } from "../pages/redirect-to.ts";
import type { PageRoute } from "../session/page-route.ts";
import type { Store } from "../store/store.ts";
import { showDone } from "./done.tsx";
import { answeringDependencies, answeringPath } from "./filling.ts";
import { givePassword } from "./give-password.ts";
import { openForm } from "./open-form.ts";
import type { FileTaking } from "./file-taking.ts";
import { takeForm } from "./take-form.ts";

const path = "/s2/:id/:hash/";

/** The pages on which surveys are answered, for everyone who has the address. */
export function answeringPages(store: Store, files: FileTaking | undefined): readonly PageRoute[] {
  const dependencies = answeringDependencies(store, files);
  return [
    {
      method: "GET",
      path,
      access: "anyone",
      isReturnable: true,
      handle: (visit) => openForm(dependencies, visit),
    },
    { method: "POST", path, access: "anyone", handle: (visit) => takeForm(dependencies, visit) },
    {
      method: "POST",
      path: `${path}password`,
      access: "anyone",
      handle: (visit) => givePassword(dependencies, visit),
    },
    {
      method: "GET",
      path: `${path}done`,
      access: "anyone",
      handle: (visit) => showDone(dependencies, visit),
    },
    {
      method: "GET",
      path: "/s2/:id/:hash",
      access: "anyone",
      handle: (visit) => redirectTo(answeringPath(visit) + new URL(visit.context.req.url).search),
    },
  ];
}
