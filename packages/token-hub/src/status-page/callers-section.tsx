import type { JSX } from "hono/jsx/jsx-runtime";
import type { StoredRights } from "../store/caller-table.ts";
import type { Language } from "@survey-open-platform/service";
import { Moment } from "./moment.tsx";
import { ScrolledTable } from "./scrolled-table.tsx";
import type { CallerView } from "./status-facts.ts";
import { textsFor } from "./texts/texts.ts";

interface SectionProps {
  readonly language: Language;
  readonly callers: readonly CallerView[];
}

/** Who may ask the hub for what. */
export function CallersSection({ language, callers }: SectionProps): JSX.Element {
  const texts = textsFor(language);
  const { name, id, rights, added, state } = texts.callerColumns;
  return (
    <section class="section">
      <h2>{texts.callers}</h2>
      <div class="card">
        {callers.length === 0 ? (
          <p class="soft">{texts.noCallers}</p>
        ) : (
          <ScrolledTable label={texts.callers} columns={[name, id, rights, added, state].map(column)}>
            {callers.map((caller) => (
              <CallerRow language={language} caller={caller} />
            ))}
          </ScrolledTable>
        )}
      </div>
    </section>
  );
}

function column(says: string) {
  return { says };
}

interface RowProps {
  readonly language: Language;
  readonly caller: CallerView;
}

function CallerRow({ language, caller }: RowProps): JSX.Element {
  const { active, revoked } = textsFor(language);
  return (
    <tr>
      <th scope="row">{caller.name}</th>
      <td>
        <code>{caller.id}</code>
      </td>
      <td>
        {caller.rights.map((rights) => (
          <div>
            <code>{rights.appid}</code>: {rightsText(rights, language)}
          </div>
        ))}
      </td>
      <td>
        <Moment at={caller.createdAt} />
      </td>
      <td>
        {caller.revokedAt === null ? (
          <span class="badge badge-success">{active}</span>
        ) : (
          <>
            <span class="badge badge-neutral">{revoked}</span> <Moment at={caller.revokedAt} />
          </>
        )}
      </td>
    </tr>
  );
}

function rightsText({ token, report, users, proxyPaths }: StoredRights, language: Language): string {
  const { rights } = textsFor(language);
  return [
    ...(token ? [rights.token] : []),
    ...(report ? [rights.report] : []),
    ...(users ? [rights.users] : []),
    ...proxyPaths.map((path) => `${rights.proxy} ${path}`),
  ].join(", ");
}
