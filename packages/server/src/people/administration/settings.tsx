import type { SettingInEffect } from "../../config/read-config.ts";
import { renderPage } from "../../pages/render-page.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { propsOf } from "./list-request.ts";
import { SettingsPage } from "./settings-page.tsx";

/** The page on which administrators see the settings in effect. */
export function settingsPages(settings: readonly SettingInEffect[]): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path: "/admin/settings",
      access: "administrator",
      handle: (pageRequest) =>
        renderPage(<SettingsPage {...propsOf(pageRequest)} settings={settings} />, { status: 200 }),
    },
  ];
}
