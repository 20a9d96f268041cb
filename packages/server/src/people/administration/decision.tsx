import type { Child } from "hono/jsx";
import { DangerPage } from "../../pages/danger-page.tsx";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm } from "../../session/read-form.ts";
import type { UserVisit } from "../../session/visit.ts";

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
  readonly describe: (visit: UserVisit) => Promise<Decision>;
  /** @returns the response, when it is not a redirect to what the decision was about */
  readonly apply: (visit: UserVisit) => Promise<Response | undefined>;
}

/** The page that says what a decision leads to, and its form. */
export function decisionPages({ path, describe, apply }: DecisionRoute): readonly PageRoute[] {
  const common = { path, access: "administrator", stepUp: true } as const;
  return [
    {
      ...common,
      method: "GET",
      async handle(visit: UserVisit) {
        const { about, ...decision } = await describe(visit);
        const { language, signedIn } = visit;
        const [action = ""] = visit.path.split("?", 1);
        const page = { language, path: visit.path, signedIn, action, submit: decision.title };
        return renderPage(<DangerPage {...page} {...decision} cancelPath={about} />, { status: 200 });
      },
    },
    {
      ...common,
      method: "POST",
      async handle(visit: UserVisit) {
        await readOwnForm(visit, []);
        const { about } = await describe(visit);
        return (await apply(visit)) ?? redirectTo(`${about}?notice=done`);
      },
    },
  ];
}
