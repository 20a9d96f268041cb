import type { JSX } from "hono/jsx/jsx-runtime";
import type { SettingInEffect } from "../../config/read-config.ts";
import { DataTable } from "../../pages/components/list.tsx";
import { AdministrationFrame, type AdministrationProps } from "./administration-frame.tsx";
import { administrationTextsFor } from "./texts/administration-texts.ts";

/** What the page of the settings shows. */
export type SettingsPageProps = AdministrationProps & { readonly settings: readonly SettingInEffect[] };

/** Every setting, its value and where that comes from. */
export function SettingsPage({ settings, ...props }: SettingsPageProps): JSX.Element {
  const { settings: words, common } = administrationTextsFor(props.language);
  return (
    <AdministrationFrame {...props} title={common.settings}>
      <p class="lead">{words.lead}</p>
      <DataTable
        caption={common.settings}
        rows={settings}
        columns={[
          {
            header: words.setting,
            isRowHeader: true,
            cell: ({ name, variable }) => (
              <>
                {words.meanings[name]}
                <br />
                <code>{variable}</code>
              </>
            ),
          },
          { header: words.value, cell: ({ text }) => (text === "" ? words.empty : <code>{text}</code>) },
          {
            header: words.source,
            cell: ({ source, flag }) => (
              <>
                {words.sources[source]}
                {source === "flag" ? (
                  <>
                    {" "}
                    <code>--{flag}</code>
                  </>
                ) : null}
              </>
            ),
          },
        ]}
      />
    </AdministrationFrame>
  );
}
