import { runInNewContext } from "node:vm";
import { decode } from "fast-png";
import { encode } from "uqr";
import { describe, expect, it } from "vitest";
import { surveyOfAda } from "./support/survey-of-ada.ts";

async function sharedByAda() {
  const survey = await surveyOfAda();
  const { html } = await survey.ada.get(`${survey.address}/share`);
  const [, link = ""] = /<code class="copyable"[^>]*>([^<]*)</.exec(html) ?? [];
  const fetched = async (file: string) => {
    const cookie = [...survey.ada.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return survey.platform.fetch(`${survey.address}/share/${file}`, { headers: { cookie } });
  };
  return { ...survey, html, link, fetched };
}

describe("the page on which a survey is shared", () => {
  it("has a button that copies and, without scripts, a text field for the address", async () => {
    const { html, link } = await sharedByAda();
    expect(link).toMatch(/^http:\/\/platform\.example\/s2\//);
    expect(html).toContain('<button type="button" class="button button-quiet copy-button" hidden');
    expect(html).toContain(`<noscript><input class="copy-field" type="text" readonly="" value="${link}"`);
  });

  it("has a hidden button for the sharing of a phone, which a script shows where there is one", async () => {
    const { html, link, platform } = await sharedByAda();
    expect(html).toContain(
      `<button id="share-on" type="button" class="button button-quiet" data-title="Lunch" data-url="${link}" hidden=""`,
    );
    const [, script = ""] = /<script src="([^"]*\/share\.[^"]*)" defer/.exec(html) ?? [];
    const source = await (await platform.fetch(script)).text();
    const shown = (share?: (shared: object) => Promise<void>) => {
      const button = {
        hidden: true,
        dataset: { title: "Lunch", url: link },
        click: () => {},
        addEventListener: (_: string, listener: () => void) => void (button.click = listener),
      };
      runInNewContext(source, { document: { getElementById: () => button }, navigator: { share } });
      return button;
    };
    expect(shown().hidden).toBe(true);
    const shared: object[] = [];
    const button = shown(async (given) => {
      shared.push(given);
      throw new Error("closed by the person");
    });
    expect(button.hidden).toBe(false);
    button.click();
    expect(shared).toEqual([{ title: "Lunch", url: link }]);
  });

  it("offers the code as PNG and SVG, with the address of the survey in it", async () => {
    const { html, link, fetched } = await sharedByAda();
    const { data: modules, size } = encode(link, { border: 4 });
    const png = await fetched("qr.png");
    expect(png.headers.get("content-type")).toBe("image/png");
    expect(png.headers.get("content-disposition")).toMatch(/^attachment; filename="survey-\d+-qr\.png"$/);
    const { width, height, data } = decode(new Uint8Array(await png.arrayBuffer()));
    expect([width, height]).toEqual([16 * size, 16 * size]);
    const isDark = modules.map((_, y) =>
      modules.map((__, x) => data[(16 * y + 8) * width + 16 * x + 8] === 0),
    );
    expect(isDark).toEqual(modules);
    const svg = await fetched("qr.svg");
    expect(svg.headers.get("content-type")).toBe("image/svg+xml");
    const [, path = ""] = / d="([^"]*)"/.exec(await svg.text()) ?? [];
    expect(html).toContain(`<path d="${path}"`);
    expect(path.match(/M/g)).toHaveLength(modules.flat().filter(Boolean).length);
  });
});
