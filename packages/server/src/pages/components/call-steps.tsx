import type { JSX } from "hono/jsx/jsx-runtime";
import type { CallCommand } from "../call-commands.ts";
import type { Language } from "@survey-open-platform/service";
import { callTextsFor } from "../texts/call-texts.ts";
import { CommandBlock } from "./command-block.tsx";

/** Calls to make one after the other, each with what it is for. */
export function CallSteps({ language, calls }: CallStepsProps): JSX.Element {
  const texts = callTextsFor(language);
  return (
    <ol class="call-steps">
      {calls.map(({ id, command }) => (
        <li>
          <h3>{texts[id].title}</h3>
          <p>{texts[id].text}</p>
          <CommandBlock language={language} about={texts[id].title} command={command} />
        </li>
      ))}
    </ol>
  );
}

/** The calls, in the order in which they are to be made. */
export type CallStepsProps = { readonly language: Language; readonly calls: readonly CallCommand[] };
