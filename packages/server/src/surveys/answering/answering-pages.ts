import type { Config } from "../../config/settings.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import type { OpenRoute, PageRoute } from "../../session/page-route.ts";
import type { PageRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import { getChange, postChange } from "./change-answer.tsx";
import { showDone } from "./done.tsx";
import { getOwnAnswer, postOwnAnswer } from "./own-answer.tsx";
import type { UploadDependencies } from "./receive-uploads.ts";
import { type AnsweringDependencies, answeringDependencies } from "./form-progress.ts";
import { checkSurveyPassword } from "./check-survey-password.ts";
import { getRefusal, postRefusal } from "./refuse.tsx";
import { signOutRespondent } from "./respondent-sign-out.tsx";
import { storedKilobytes } from "./limits.ts";
import { getForm } from "./get-form.ts";
import { handlePost } from "./handle-post.ts";

const path = "/s2/:id/:hash/";

type Handle = (dependencies: AnsweringDependencies, pageRequest: PageRequest) => Promise<Response> | Response;

/**
 * The pages on which surveys are answered, for everyone who has the address.
 *
 * @param files undefined where the platform takes none
 */
export function answeringPages(
  store: Store,
  files: UploadDependencies | undefined,
  { addressMegabytesPerHour }: Pick<Config, "addressMegabytesPerHour">,
): readonly PageRoute[] {
  const storedOfAddress = storedKilobytes(addressMegabytesPerHour);
  const dependencies = answeringDependencies({ store, files, storedOfAddress });
  const route = (method: OpenRoute["method"], page: string, handle: Handle): OpenRoute => ({
    method,
    path: page,
    access: "anyone",
    handle: (pageRequest) => handle(dependencies, pageRequest),
  });
  return [
    { ...route("GET", path, getForm), isReturnable: true },
    route("POST", path, handlePost),
    route("POST", `${path}password`, checkSurveyPassword),
    { ...route("GET", `${path}change`, getChange), isReturnable: true },
    route("POST", `${path}change`, postChange),
    { ...route("GET", `${path}answer`, getOwnAnswer), isReturnable: true },
    route("POST", `${path}answer`, postOwnAnswer),
    route("GET", `${path}refuse`, getRefusal),
    route("POST", `${path}refuse`, postRefusal),
    route("POST", `${path}leave`, signOutRespondent),
    route("GET", `${path}done`, showDone),
    route("GET", path.slice(0, -1), addSlash),
  ];
}

/** The path stays encoded as it came: decoded, it may have characters that no header can hold (RFC 9110, section 5.5). */
function addSlash(_dependencies: AnsweringDependencies, pageRequest: PageRequest): Response {
  const { pathname, search } = new URL(pageRequest.context.req.url);
  return redirectTo(`${pathname}/${search}`);
}
