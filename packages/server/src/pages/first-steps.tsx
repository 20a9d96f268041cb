import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { textsFor } from "./texts/texts.ts";

/** What an administrator does first with a new platform. */
export interface FirstStep {
  readonly id: keyof typeof addresses;
  readonly isDone: boolean;
}

const addresses = {
  address: "/admin/settings",
  mail: "/admin/settings",
  people: "/admin/invitations",
  survey: "/surveys/new",
} as const;

/** What is still to be done, each with its state; nothing once all is done. */
export function FirstSteps({
  language,
  steps,
}: {
  readonly language: Language;
  readonly steps: readonly FirstStep[];
}): JSX.Element | null {
  const { firstSteps: words } = textsFor(language);
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <section class="card">
      <h2>{words.title}</h2>
      <ul class="links">
        {steps.map(({ id, isDone }) => (
          <li>
            <a href={addresses[id]}>{words.steps[id].label}</a>
            <span>
              {isDone ? words.done : words.open} {words.steps[id].text}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
