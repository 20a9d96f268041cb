import type { JSX } from "hono/jsx/jsx-runtime";
import type { Language } from "./language.ts";
import { ScrolledTable } from "./scrolled-table.tsx";
import type { PeopleOfApplication } from "./status-facts.ts";
import { textsFor } from "./texts/texts.ts";

const states = ["good", "ending", "required"] as const;

interface SectionProps {
  readonly language: Language;
  readonly people: readonly PeopleOfApplication[];
}

/** How many people's consents stand how; nothing where no application has user mode. */
export function PeopleSection({ language, people }: SectionProps): JSX.Element | null {
  if (people.length === 0) return null;
  const texts = textsFor(language);
  const columns = [
    { says: texts.peopleColumns.application },
    ...states.map((state) => ({ says: texts.peopleColumns[state], isNumber: true })),
  ];
  return (
    <section class="section">
      <h2>{texts.people}</h2>
      <div class="card">
        <ScrolledTable label={texts.people} columns={columns}>
          {people.map(({ appid, counts }) => (
            <tr>
              <th scope="row">
                <code>{appid}</code>
              </th>
              {states.map((state) => (
                <td class="number">{counts[state]}</td>
              ))}
            </tr>
          ))}
        </ScrolledTable>
      </div>
    </section>
  );
}
