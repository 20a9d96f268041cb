import { escapeIdentifier, escapeLiteral, type Client } from "pg";

/**
 * Reads all that a database holds and writes the body of a procedure in PL/pgSQL that brings it back to that, whatever
 * rows and numbers were changed since. That takes less than a tenth of the time of another copy of the database, and
 * connections stay open.
 */
export async function restoreScript(client: Client): Promise<string> {
  const tables = await tablesParentsFirst(client);
  const inserts: string[] = [];
  for (const table of tables) inserts.push(...(await insertStatement(client, table)));
  const numbers: string[] = [];
  for (const sequence of await sequences(client)) numbers.push(await numberStatement(client, sequence));
  const guarded = await tablesWithTriggers(client);
  const deletes = tables.toReversed().map((table) => deleteStatement(table, guarded.includes(table)));
  const statements = [...deletes, ...inserts, ...numbers].map((statement) => `${statement};`);
  return ["begin", ...statements, "end"].join("\n");
}

/**
 * Triggers refuse to delete what is only ever added. Switching them off makes every connection plan its statements on
 * the table again, so it is done only where rows were added.
 */
function deleteStatement(table: string, hasTriggers: boolean): string {
  const name = escapeIdentifier(table);
  if (!hasTriggers) return `delete from ${name}`;
  return `if exists (select from ${name}) then
      alter table ${name} disable trigger user;
      delete from ${name};
      alter table ${name} enable trigger user;
    end if`;
}

/** Every table after those that its foreign keys point to. */
async function tablesParentsFirst(client: Client): Promise<readonly string[]> {
  const tables = await texts(
    client,
    // A part of a table has no rows that the table does not have.
    `select relname from pg_class where relnamespace = current_schema::regnamespace
      and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  const parents = new Map<string, readonly string[]>();
  for (const table of tables) parents.set(table, await parentsOf(client, table));
  const sorted = new Set<string>();
  const visit = (table: string): void => {
    for (const parent of parents.get(table) ?? []) if (!sorted.has(parent) && parent !== table) visit(parent);
    sorted.add(table);
  };
  tables.forEach(visit);
  return [...sorted];
}

function tablesWithTriggers(client: Client): Promise<readonly string[]> {
  return texts(
    client,
    `select distinct c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and c.relnamespace = current_schema::regnamespace`,
  );
}

function parentsOf(client: Client, table: string): Promise<readonly string[]> {
  return texts(
    client,
    // A key that points to a table in parts points to each part as well.
    `select parent.relname from pg_constraint join pg_class parent on parent.oid = confrelid
      where contype = 'f' and not parent.relispartition and conrelid = ${escapeLiteral(escapeIdentifier(table))}::regclass`,
  );
}

async function insertStatement(client: Client, table: string): Promise<readonly string[]> {
  const name = escapeIdentifier(table);
  const [rows] = await texts(client, `select json_agg(t)::text from ${name} t having count(*) > 0`);
  if (rows === undefined) return [];
  return [`insert into ${name} select * from json_populate_recordset(null::${name}, ${escapeLiteral(rows)})`];
}

function sequences(client: Client): Promise<readonly string[]> {
  return texts(client, "select sequencename from pg_sequences where schemaname = current_schema");
}

async function numberStatement(client: Client, sequence: string): Promise<string> {
  const name = escapeIdentifier(sequence);
  const [call] = await texts(
    client,
    `select format('perform setval(%L, %s, %L)', ${escapeLiteral(name)}, last_value, is_called) from ${name}`,
  );
  return call ?? "";
}

/** The first column of each row. */
async function texts(client: Client, query: string): Promise<readonly string[]> {
  const { rows } = await client.query<[string | null]>({ text: query, rowMode: "array" });
  return rows.flatMap(([text]) => text ?? []);
}
