import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { mayAssign, teamRoles, type TeamRole } from "../model/team.ts";
import { DefinitionList } from "../pages/components/definition-list.tsx";
import { Select } from "../pages/components/field.tsx";
import { textsFor } from "../pages/texts/texts.ts";
import { teamTextsFor } from "./texts/team-texts.ts";

/** What the field shows. */
export type RoleFieldProps = {
  readonly language: Language;
  readonly label: string;
  /** The role of the member who chooses. */
  readonly ownRole: number;
  readonly value: string;
};

/** The choice of a role, with those that the member may give and what each includes. */
export function RoleField({ language, label, ownRole, value }: RoleFieldProps): JSX.Element {
  const { roles: words } = teamTextsFor(language);
  const { teamRoles: names } = textsFor(language);
  // The keys of the table are its names.
  const given = (Object.keys(teamRoles) as TeamRole[]).filter((name) => mayAssign(ownRole, teamRoles[name]));
  return (
    <>
      <Select
        id="role"
        name="role"
        label={label}
        value={value}
        options={given.map((name) => ({ value: String(teamRoles[name]), label: names[name] }))}
      />
      <DefinitionList items={given.map((name) => ({ term: names[name], details: words[name] }))} />
    </>
  );
}
