import { raw } from "hono/html";
import type { JSX } from "hono/jsx/jsx-runtime";
import { describe, expect, it } from "vitest";

const dangerous = `<b title="x" lang='y'>&`;
const harmless = "&lt;b title=&quot;x&quot; lang=&#39;y&#39;&gt;&amp;";

describe("the HTML of JSX", () => {
  it("escapes texts and values, and repeats HTML as it is", async () => {
    expect(await html(<p title={dangerous}>{dangerous}</p>)).toBe(`<p title="${harmless}">${harmless}</p>`);
    expect(await html(<p>{raw("<b>1</b>")}</p>)).toBe("<p><b>1</b></p>");
  });

  it("leaves out what is nothing, and writes attributes without a value as they are", async () => {
    const nothing = [undefined, null, true, false];
    expect(await html(<p class={undefined}>{nothing}</p>)).toBe("<p></p>");
    expect(await html(<input required readonly={false} aria-invalid={false} size={3} value="" />)).toBe(
      '<input required="" aria-invalid="false" size="3" value=""/>',
    );
  });

  it("renders components, also those that are waited for, in their order", async () => {
    const page = (
      <>
        <Late text="1" />
        {[2, <i>3</i>]}
        <p>
          <Late text={dangerous} />
        </p>
      </>
    );
    expect(await html(page)).toBe(`<b>1</b>2<i>3</i><p><b>${harmless}</b></p>`);
  });

  it("refuses what cannot be a part of a page", () => {
    const name = 'x="" onclick';
    const nodes = [<p {...{ [name]: "1" }} />, <p style={{ color: "red" }} />, <p>{Symbol("1")}</p>];
    for (const node of nodes) expect(() => render(node)).toThrow(TypeError);
  });

  it("does not end the process when a component fails that nothing waits for any more", async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => void unhandled.push(error);
    process.on("unhandledRejection", note);
    const page = (
      <>
        <FailsLate />
        <Fails />
      </>
    );
    expect(() => render(page)).toThrow("at once");
    await new Promise(setImmediate);
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
  });
});

async function Late({ text }: { readonly text: string }): Promise<JSX.Element> {
  await Promise.resolve();
  return <b>{text}</b>;
}

async function FailsLate(): Promise<JSX.Element> {
  await Promise.resolve();
  throw new Error("later");
}

function Fails(): JSX.Element {
  throw new Error("at once");
}

function render(node: JSX.Element): unknown {
  // The type says that a node is a string; it becomes one, or a promise of it, here.
  return (node as unknown as { readonly toString: () => unknown }).toString();
}

async function html(node: JSX.Element): Promise<unknown> {
  return await render(node);
}
