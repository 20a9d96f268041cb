import { renderPage } from "../pages/render-page.ts";
import type { Store } from "../store/store.ts";
import type { ConfirmationProblem } from "./sign-in-page.tsx";
import { StepUpPage } from "./step-up-page.tsx";
import type { UserRequest } from "./page-request.ts";
import { withReturnTo } from "./return-address.ts";
import { listPasskeys } from "../store/people/passkey-table.ts";
import { leadsToApplication } from "./authorization-link.ts";

export const stepUpPath = "/account/confirm";

/** A form that asks a signed-in user to confirm, new or refused. */
export interface StepUpFormView {
  readonly returnTo: string;
  readonly status: number;
  readonly problem?: ConfirmationProblem;
  readonly retryAfterSeconds?: number;
}

/** Shows the form with every way to confirm that the user has. */
export type ShowStepUpForm = (pageRequest: UserRequest, form: StepUpFormView) => Promise<Response>;

/** Makes the {@link ShowStepUpForm} of the platform. */
export function stepUpForm(store: Store): ShowStepUpForm {
  return async (pageRequest, { returnTo, status, problem, retryAfterSeconds }) =>
    renderPage(
      <StepUpPage
        language={pageRequest.language}
        path={withReturnTo(stepUpPath, returnTo)}
        signedIn={pageRequest.signedIn}
        returnTo={returnTo}
        problem={problem}
        retryAfterSeconds={retryAfterSeconds}
        offersPasskey={await hasPasskey(store, pageRequest)}
      />,
      { status, script: true, keepsOpener: leadsToApplication(returnTo), retryAfterSeconds },
    );
}

async function hasPasskey(store: Store, { relyingParty, session }: UserRequest): Promise<boolean> {
  return relyingParty !== undefined && (await listPasskeys(store.reader, session.user.id)).length > 0;
}
