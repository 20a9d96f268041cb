/** The calls of one turn of the event loop are carried out together, as the platform does. */
export function oncePerTurn<Data>(
  run: (urls: readonly string[]) => readonly Data[],
): (url: string, done: (data: Data) => void) => void {
  let waiting: { readonly url: string; readonly done: (data: Data) => void }[] = [];
  const runAll = () => {
    const calls = waiting;
    waiting = [];
    const data = run(calls.map(({ url }) => url));
    for (const [at, { done }] of calls.entries()) done(data[at] as Data);
  };
  return (url, done) => {
    waiting.push({ url, done });
    if (waiting.length === 1) setImmediate(runAll);
  };
}
