import { KeptFormPage } from "../pages/kept-form-page.tsx";
import { PageError, type RefusedForm } from "../pages/page-error.ts";
import { renderPage } from "../pages/render-page.ts";
import type { PageRequest } from "./page-request.ts";
import type { PageRoute } from "./page-route.ts";
import { readRefusedForm } from "./read-form.ts";
import { signInAddress, stepUpAddress } from "./return-address.ts";

/** The longest form of a page that keeps it: two hundred options with long Chinese texts, percent-encoded. */
const maximumBytes = 2 * 1024 * 1024;
/** Of visitors, who cost little. */
const maximumBytesOfVisitor = 256 * 1024;

/**
 * Whether a refused form comes back to its user. The browser has to say that a page of this site sent it: a form of another site never
 * becomes one with a button that sends it (RFC 6749, section 10.12).
 */
export function keepsForm(route: PageRoute, { context }: PageRequest): boolean {
  const isKept = route.access !== "anyone" && route.method === "POST" && route.keepsForm === true;
  return isKept && context.req.header("sec-fetch-site") === "same-origin";
}

/**
 * Refuses a form, with what it says where that can be read.
 *
 * @throws `PageError` `csrf`, always
 */
export async function refuseKeeping(
  pageRequest: PageRequest,
  waitsFor: RefusedForm["waitsFor"],
): Promise<never> {
  const maximum = pageRequest.session === undefined ? maximumBytesOfVisitor : maximumBytes;
  const form = await readRefusedForm(pageRequest, maximum).catch(() => undefined);
  throw new PageError("csrf", {
    status: 403,
    ...(form === undefined ? {} : { form: { ...form, waitsFor } }),
  });
}

/** The page that gives a refused form back. Its text is in no address, and is stored nowhere. */
export function keptFormPage(
  form: RefusedForm,
  pageRequest: PageRequest,
  requestId: string,
): Promise<Response> {
  const { language, path, signedIn } = pageRequest;
  const [pathname = ""] = path.split("?", 1);
  const address = {
    sign_in: signInAddress(pathname),
    step_up: stepUpAddress(pathname),
    opening: undefined,
    sending: undefined,
  };
  return renderPage(
    <KeptFormPage
      {...{ language, form, signedIn, requestId }}
      path="/"
      action={path}
      firstAddress={address[form.waitsFor]}
    />,
    { status: 403 },
  );
}
