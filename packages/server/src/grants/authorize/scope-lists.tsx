import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { scopes, scopeBits, type ScopeSet } from "../../model/scopes.ts";
import { textsFor } from "../../pages/texts/texts.ts";
import { PermissionList } from "./permission-list.tsx";

/** What a client of OAuth asks for, and what of the user's earlier consent stays. */
export interface AskedScopes {
  readonly asked: ScopeSet;
  /** What the user has agreed to before. */
  readonly held: ScopeSet;
}

/** The scopes in words: what is new comes first, since that is what there is to decide. */
export function ScopeLists({
  language,
  asked,
  held,
}: AskedScopes & { readonly language: Language }): JSX.Element {
  const { scopeTexts: words } = textsFor(language);
  const parts = [
    { title: held === 0 ? words.asked : words.added, set: asked & ~held },
    { title: words.held, set: held },
  ].filter(({ set }) => set !== 0);
  return (
    <>
      {parts.map(({ title, set }) => (
        <>
          <h3>{title}</h3>
          <PermissionList
            icon="check"
            sentences={scopes.filter((scope) => (set & scopeBits[scope]) !== 0).map((scope) => words[scope])}
          />
        </>
      ))}
    </>
  );
}
