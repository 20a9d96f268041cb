import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { isNetwork, networkListMaximum } from "../model/network-list.ts";
import { TextArea } from "../pages/components/field.tsx";
import { linesOf } from "../pages/form-lines.ts";
import { credentialsTextsFor } from "./texts/credentials-texts.ts";

/** The name and id of the field. */
export const networkFieldName = "allowed_networks";

/** What is wrong with the networks that were entered, as sentences; undefined when they can be stored. */
export function networkProblem(text: string, language: Language): string | undefined {
  const { networks: words } = credentialsTextsFor(language);
  const lines = linesOf(text);
  if (lines.length > networkListMaximum) return words.tooMany;
  const wrong = lines.filter((line) => !isNetwork(line.text));
  return wrong.length === 0 ? undefined : wrong.map(({ number }) => words.malformed(number)).join(" ");
}

/** What the field shows. */
export type NetworkFieldProps = {
  readonly language: Language;
  readonly value: string;
  readonly error: string | undefined;
};

/** The networks that token calls may come from. */
export function NetworkField({ language, value, error }: NetworkFieldProps): JSX.Element {
  const { networks: words } = credentialsTextsFor(language);
  return (
    <TextArea
      id={networkFieldName}
      name={networkFieldName}
      label={words.label}
      hint={words.hint}
      error={error}
      value={value}
      required={false}
      rows={3}
    />
  );
}
