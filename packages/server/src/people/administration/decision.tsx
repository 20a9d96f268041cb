import type { Child } from "hono/jsx";
import { DangerPage } from "../../pages/danger-page.tsx";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm } from "../../session/read-form.ts";
import type { UserRequest } from "../../session/page-request.ts";

/** What the page of a decision says. */
export interface Decision {
  readonly title: string;
  readonly heading: Child;
  readonly consequences: readonly string[];
  /** Whether something is lost by it. Default true. */
  readonly isDangerous?: boolean;
  /** The address of what the decision is about. */
  readonly about: string;
}

/** A decision of an administrator, on a page of its own that asks for the password again. */
export interface DecisionRoute {
  readonly path: string;
  /** @throws `PageError` when there is nothing to decide about */
  readonly describe: (pageRequest: UserRequest) => Promise<Decision>;
  /** @returns the response, when it is not a redirect to what the decision was about */
  readonly apply: (pageRequest: UserRequest) => Promise<Response | undefined>;
}

/** The page that says what a decision leads to, and its form. */
export function decisionPages({ path, describe, apply }: DecisionRoute): readonly PageRoute[] {
  const common = { path, access: "administrator", stepUp: true } as const;
  return [
    {
      ...common,
      method: "GET",
      async handle(pageRequest: UserRequest) {
        const { about, ...decision } = await describe(pageRequest);
        const { language, signedIn } = pageRequest;
        const [action = ""] = pageRequest.path.split("?", 1);
        const page = { language, path: pageRequest.path, signedIn, action, submit: decision.title };
        return renderPage(<DangerPage {...page} {...decision} cancelPath={about} />, { status: 200 });
      },
    },
    {
      ...common,
      method: "POST",
      async handle(pageRequest: UserRequest) {
        await readOwnForm(pageRequest, []);
        const { about } = await describe(pageRequest);
        return (await apply(pageRequest)) ?? redirectTo(`${about}?notice=done`);
      },
    },
  ];
}
