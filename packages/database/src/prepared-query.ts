import { sql, type Compilable, type CompiledQuery, type Kysely, type RawBuilder } from "kysely";

/** Marks the place of a parameter in a query under construction: its name, or its index where the parameters are a list. */
type Placeholder<Parameters> = <Name extends keyof Parameters & (string | number)>(
  name: Name,
) => RawBuilder<Parameters[Name]>;

/** A query that is built and compiled on first use; later uses only pass parameters. */
export interface PreparedQuery<Schema, Parameters, Row> {
  compiledFor(kysely: Kysely<Schema>): BoundQuery<Parameters>;
  /** Never present; holds the row type. */
  readonly row?: Row;
}

/** The compiled text of a query, and how to fill its parameter list. */
export interface BoundQuery<Parameters> {
  readonly sql: string;
  bind(parameters: Parameters): readonly unknown[];
}

class NamedParameter {
  readonly name: string | number;

  constructor(name: string | number) {
    this.name = name;
  }
}

/**
 * Defines a query once, at module level, for repeated use with different parameters. Building a query
 * costs several times as much as running it on an embedded database.
 *
 * @example
 * ```ts
 * const findName = prepareQuery<Schema, { id: number }>()((db, param) =>
 *   db.selectFrom("users").select("name").where("id", "=", param("id")),
 * );
 * const [user] = await database.reader.run(findName, { id: 7 });
 * ```
 */
export function prepareQuery<Schema, Parameters>() {
  return <Row>(
    build: (db: Kysely<Schema>, param: Placeholder<Parameters>) => Compilable<Row>,
  ): PreparedQuery<Schema, Parameters, Row> => {
    const compiled = new WeakMap<Kysely<Schema>, BoundQuery<Parameters>>();
    return {
      compiledFor(kysely) {
        let bound = compiled.get(kysely);
        if (bound === undefined) {
          bound = bindable(build(kysely, (name) => sql`${sql.val(new NamedParameter(name))}`).compile());
          compiled.set(kysely, bound);
        }
        return bound;
      },
    };
  };
}

function bindable<Parameters>(query: CompiledQuery): BoundQuery<Parameters> {
  const slots = query.parameters;
  // A placeholder could only be made with the name of a parameter.
  const valueOf = (parameters: Parameters, { name }: NamedParameter) => parameters[name as keyof Parameters];
  return {
    sql: query.sql,
    bind: (parameters) =>
      slots.map((slot) => (slot instanceof NamedParameter ? valueOf(parameters, slot) : slot)),
  };
}
