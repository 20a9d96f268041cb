import type { JSX } from "hono/jsx/jsx-runtime";
import { plainName } from "../../pages/components/display-name.tsx";
import { Field, Select } from "../../pages/components/field.tsx";

/** What the fields show. */
export type ReceiverFieldsProps = {
  readonly words: Readonly<Record<"person" | "personHint" | "noTeam", string>>;
  readonly teamLabel: string;
  /** The teams of the user. */
  readonly teams: readonly { readonly id: number; readonly name: string }[];
  readonly typed?: { readonly person: string; readonly team: string } | undefined;
  readonly error?: string | undefined;
};

/** The fields that say which person or which team gets a survey. */
export function ReceiverFields({ words, teamLabel, teams, typed, error }: ReceiverFieldsProps): JSX.Element {
  const choices = teams.map(({ id, name }) => ({ value: String(id), label: plainName(name) }));
  return (
    <>
      <Field
        id="person"
        label={words.person}
        hint={words.personHint}
        error={error}
        value={typed?.person}
        autocomplete="off"
        maxlength={254}
        required={false}
      />
      {teams.length === 0 ? null : (
        <Select
          id="team"
          label={teamLabel}
          value={typed?.team ?? ""}
          options={[{ value: "", label: words.noTeam }, ...choices]}
        />
      )}
    </>
  );
}
