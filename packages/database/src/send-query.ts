import type { Client, QueryConfig } from "pg";

/**
 * Runs a query.
 *
 * The library's own promise and its own time limit are not used: each assigns a function literal to a property of the query,
 * and V8 allocates such functions among old objects, so that the rows of every query live until the next full collection,
 * see docs/performance.md.
 *
 * @param limitMilliseconds when there is no result within this time, the connection is closed with all that it runs
 * @throws what the library throws, and an Error when the time is over
 */
export function sendQuery<Result>(
  client: Client,
  query: QueryConfig,
  limitMilliseconds?: number,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const limit = limitMilliseconds === undefined ? undefined : setTimeout(endLate, limitMilliseconds);
    client.query(query, (error: Error | null, result: unknown) => {
      clearTimeout(limit);
      if (error) reject(error);
      // The library does not know the type of the rows.
      else resolve(result as Result);
    });

    function endLate(): void {
      reject(new Error(`no result within ${limitMilliseconds} ms`));
      client.connection.stream.destroy();
    }
  });
}
