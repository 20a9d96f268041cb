import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { StoredRights } from "../store/caller-table.ts";
import type { Language } from "@survey-open-platform/service";
import { DataTable } from "./data-table.tsx";
import { Moment } from "./moment.tsx";
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
          <DataTable
            label={texts.callers}
            columns={[name, id, rights, added, state].map((header) => ({ header }))}
            rows={callers.map((caller) => cellsOf(caller, language))}
          />
        )}
      </div>
    </section>
  );
}

function cellsOf(caller: CallerView, language: Language): readonly Child[] {
  const { active, revoked } = textsFor(language);
  return [
    caller.name,
    <code>{caller.id}</code>,
    caller.rights.map((rights) => (
      <div>
        <code>{rights.appid}</code>: {rightsText(rights, language)}
      </div>
    )),
    <Moment at={caller.createdAt} />,
    caller.revokedAt === null ? (
      <span class="badge badge-success">{active}</span>
    ) : (
      <>
        <span class="badge badge-neutral">{revoked}</span> <Moment at={caller.revokedAt} />
      </>
    ),
  ];
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
