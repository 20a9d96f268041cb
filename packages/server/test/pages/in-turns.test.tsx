import { expect, it } from "vitest";
import { turnsDuring } from "../../../surveys/test/support/turns-during.ts";
import { InTurns } from "../../src/pages/components/in-turns.tsx";
import { renderPage } from "../../src/pages/render-page.ts";

const items = Array.from({ length: 1000 }, (_, at) => `<${at}> & "more" ${"-".repeat(1000)}`);

const Item = ({ text }: { readonly text: string }) => (
  <li>
    <InTurns
      of={Array.from({ length: text.startsWith("<7") ? 30 : 2 }, () => "&")}
      each={(word) => <b>{word}</b>}
    />
    {text}
  </li>
);

async function html(node: Parameters<typeof renderPage>[0]): Promise<string> {
  return (await renderPage(node, { status: 200 })).text();
}

it("gives the same page as rendering it at once, also where a list is in a list", async () => {
  const some = items.slice(0, 100);
  const inTurns = await html(<ol>{<InTurns of={some} each={(text) => <Item text={text} />} />}</ol>);
  const parts = await Promise.all(some.map((text) => html(<Item text={text} />)));
  expect(inTurns).toBe(
    `<!doctype html><ol>${parts.map((part) => part.slice("<!doctype html>".length)).join("")}</ol>`,
  );
});

const longPage = () => html(<InTurns of={items} each={(text) => <Item text={text} />} />);

it("lets other work go on between the parts of a long list", async () => {
  // A megabyte, in pieces of 64 KB.
  expect(await turnsDuring(longPage)).toBeGreaterThanOrEqual(15);
});

it("gives each of many long lists a turn of its own", async () => {
  const list = <InTurns of={items.slice(0, 30)} each={(text) => <i>{text}</i>} />;
  expect(await turnsDuring(() => html(<>{Array.from({ length: 50 }, () => list)}</>))).toBeGreaterThanOrEqual(
    50,
  );
});
