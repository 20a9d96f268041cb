import { redirectTo } from "../../pages/redirect-to.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { applicationPages } from "./applications.tsx";
import { auditPages } from "./audit.tsx";
import { clientPages } from "./clients.tsx";
import { healthPages, type AdministrationDependencies } from "./health.tsx";
import { invitationPages } from "./invitations.tsx";
import { passwordResetPages } from "./password-reset.tsx";
import { settingsPages } from "./settings.tsx";
import { teamPages } from "./teams.tsx";
import { userPages } from "./users.tsx";

/** The pages of administrators, and the one on which a user uses their password link. */
export function administrationPages(dependencies: AdministrationDependencies): readonly PageRoute[] {
  const { store, settings } = dependencies;
  return [
    { method: "GET", path: "/admin", access: "administrator", handle: () => redirectTo("/admin/users") },
    ...userPages(store),
    ...applicationPages(store),
    ...clientPages(store),
    ...teamPages(store),
    ...invitationPages(store),
    ...auditPages(store),
    ...settingsPages(settings),
    ...healthPages(dependencies),
    ...passwordResetPages(store),
  ];
}
