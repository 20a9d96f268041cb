import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { scopesIn, type ScopeSet } from "../../model/scopes.ts";
import { textsFor } from "../../pages/texts/texts.ts";
import { PermissionList } from "./permission-list.tsx";

/** What a client of OAuth asks for, and what of the user's earlier consent stays. */
export interface AskedScopes {
  readonly asked: ScopeSet;
  /** What the user has agreed to before. */
  readonly held: ScopeSet;
  /** Where it is shown, when a program without a secret has it for agents' tools alone: they do less with a scope than calls of the API. */
  readonly agent?: WordsForAgents | undefined;
}

/** Which of the sentences for agents. */
export type WordsForAgents = keyof ReturnType<typeof textsFor>["scopeTexts"]["agents"];

/** What scopes let an application do, each in a sentence. */
export function scopeSentences(
  set: ScopeSet,
  language: Language,
  agent: WordsForAgents | undefined,
): readonly string[] {
  const { scopeTexts: words } = textsFor(language);
  return scopesIn(set).map((scope) => (agent && words.agents[agent][scope]) ?? words[scope]);
}

/** The scopes in words: what is new comes first, since that is what there is to decide. */
export function ScopeLists({
  language,
  asked,
  held,
  agent,
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
          <PermissionList icon="check" sentences={scopeSentences(set, language, agent)} />
        </>
      ))}
    </>
  );
}
