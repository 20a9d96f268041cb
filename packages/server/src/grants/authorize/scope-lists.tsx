import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { scopesIn, type Scope, type ScopeSet } from "../../model/scopes.ts";
import { textsFor } from "../../pages/texts/texts.ts";
import { PermissionList } from "./permission-list.tsx";

/** What a client of OAuth asks for, and what of the user's earlier consent stays. */
export interface AskedScopes {
  readonly asked: ScopeSet;
  /** What the user has agreed to before. */
  readonly held: ScopeSet;
  /** Whether it is asked for by a program without a secret for agents' tools alone, which do less with a scope than calls of the API. */
  readonly isForAgent?: boolean;
}

/** The scopes in words: what is new comes first, since that is what there is to decide. */
export function ScopeLists({
  language,
  asked,
  held,
  isForAgent = false,
}: AskedScopes & { readonly language: Language }): JSX.Element {
  const { scopeTexts: words } = textsFor(language);
  const sentenceOf = (scope: Scope) => (isForAgent ? words.agent[scope] : undefined) ?? words[scope];
  const parts = [
    { title: held === 0 ? words.asked : words.added, set: asked & ~held },
    { title: words.held, set: held },
  ].filter(({ set }) => set !== 0);
  return (
    <>
      {parts.map(({ title, set }) => (
        <>
          <h3>{title}</h3>
          <PermissionList icon="check" sentences={scopesIn(set).map(sentenceOf)} />
        </>
      ))}
    </>
  );
}
