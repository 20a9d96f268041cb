import { csrfTokenOf } from "@survey-open-platform/service";
import { PlatformError } from "../errors.ts";
import { hashToken, isRandomId } from "../model/token.ts";
import { showPasswordScriptPath } from "../pages/assets.ts";
import { Button } from "../pages/components/button.tsx";
import { ErrorSummary } from "../pages/components/error-summary.tsx";
import { Field } from "../pages/components/field.tsx";
import { HiddenFields } from "../pages/components/hidden-fields.tsx";
import { ShowPassword } from "../pages/components/show-password.tsx";
import { Layout } from "../pages/layout.tsx";
import { PageError } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { passwordProblem } from "../session/credential-fields.ts";
import { formTokenOf, openForm } from "../session/form-token.ts";
import type { PageRoute } from "../session/page-route.ts";
import { hashPassword } from "../session/password.ts";
import { readForm } from "../session/read-form.ts";
import type { Visit } from "../session/visit.ts";
import type { LinkedUser } from "../store/password-link-table.ts";
import { bucketsOfAddress } from "../store/rate-limit-table.ts";
import type { Store } from "../store/store.ts";
import { administrationTextsFor } from "./texts/administration-texts.ts";

const path = "/reset/:token";

/** Attempts of one address; each costs a password hash. */
const attemptsOfAddress = { perMinute: 3, burst: 20 };

/** The page on which a user sets a new password with a link that an administrator made. */
export function passwordResetPages(store: Store): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path,
      access: "anyone",
      async handle(visit) {
        const { user } = await findLink(store, visit);
        return showForm(visit, user, { status: 200 });
      },
    },
    { method: "POST", path, access: "anyone", handle: (visit) => setPassword(store, visit) },
  ];
}

/** @throws `PageError` `invitation_invalid` for a link that is unknown, used, too old or void */
async function findLink(
  store: Store,
  { context }: Visit,
): Promise<{ readonly hash: string; readonly user: LinkedUser }> {
  const token = context.req.param("token") ?? "";
  const hash = hashToken(token);
  const user = isRandomId(token) ? await store.findPasswordLink(hash) : undefined;
  if (user === undefined) throw new PageError("invitation_invalid", { status: 404 });
  return { hash, user };
}

async function setPassword(store: Store, visit: Visit): Promise<Response> {
  const { password } = await readForm(visit, formTokenOf(visit), ["password"]);
  const { hash, user } = await findLink(store, visit);
  await limitAttempts(store, visit);
  const problem = passwordProblem(password, user.username);
  if (problem !== undefined) return showForm(visit, user, { status: 400, problem });
  const reset = { hash, passwordHash: await hashPassword(password), address: visit.address.text };
  if (!(await store.resetPasswordByLink(reset, user.username)))
    throw new PageError("invitation_invalid", { status: 404 });
  visit.cookies.clear("sop_session");
  return redirectTo("/login");
}

/** @throws `PlatformError` `request_rate_limited` */
async function limitAttempts(store: Store, { address }: Visit): Promise<void> {
  const refusal = await store.takeFromEach(bucketsOfAddress(address, attemptsOfAddress, "password-link"));
  if (refusal?.retryAfterSeconds !== undefined)
    throw new PlatformError("request_rate_limited", { retryAfterSeconds: refusal.retryAfterSeconds });
}

interface ShownForm {
  readonly status: number;
  readonly problem?: NonNullable<ReturnType<typeof passwordProblem>>;
}

function showForm(visit: Visit, { username }: LinkedUser, { status, problem }: ShownForm): Response {
  const { language, context } = visit;
  const { reset: words } = administrationTextsFor(language);
  const address = `/reset/${context.req.param("token") ?? ""}`;
  const problems = problem === undefined ? {} : { password: words.problems[problem] };
  return renderPage(
    <Layout language={language} path={address} title={words.title}>
      <div class="card card-narrow">
        <h1>{words.title}</h1>
        <p>{words.lead(username)}</p>
        <ErrorSummary language={language} problems={problems} />
        <form method="post" action={address} class="stack">
          <HiddenFields values={{ csrf: csrfTokenOf(openForm(visit)) }} />
          <Field
            id="password"
            name="password"
            label={words.password}
            error={problems.password}
            type="password"
            autocomplete="new-password"
          />
          <ShowPassword language={language} />
          <p class="fine-print">{words.consequence}</p>
          <Button>{words.submit}</Button>
        </form>
      </div>
      <script src={showPasswordScriptPath} defer />
    </Layout>,
    { status, script: true },
  );
}
