import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  assets,
  faviconPath,
  showPasswordScriptPath,
  stylesheet,
  stylesheetPath,
  surveyScriptPath,
} from "../../src/pages/assets.ts";

test("the address of a file changes with its content, so it may be cached for ever", () => {
  for (const [path, { body }] of assets) {
    const hash = createHash("sha256").update(body).digest("hex").slice(0, 16);
    expect(path).toMatch(new RegExp(`^/assets/[a-z-]+\\.${hash}\\.(?:css|svg|js)$`));
  }
});

test("every file is served as what it is", () => {
  expect(assets.get(stylesheetPath)?.contentType).toBe("text/css; charset=utf-8");
  expect(assets.get(faviconPath)?.contentType).toBe("image/svg+xml");
  expect(assets.get(showPasswordScriptPath)?.contentType).toBe("text/javascript; charset=utf-8");
  expect(assets.size).toBe(8);
});

test("no file loads another one, and only the script of surveys sends what it has, to where its form is sent", () => {
  const { body: surveyScript = "" } = assets.get(surveyScriptPath) ?? {};
  expect(surveyScript.match(/fetch\(address,|sendBeacon\(address,/g)).toHaveLength(2);
  for (const { body } of assets.values()) {
    // The one is a name; the other is in the comment that says where a library comes from.
    const names = [`xmlns="http://www.w3.org/2000/svg"`, "git://github.com/SortableJS/Sortable.git"];
    const text = names.reduce((rest, name) => rest.replace(name, ""), body);
    expect(text.replace("fetch(address,", "")).not.toMatch(/url\(|@import|https?:|\/\/|fetch|src=/);
  }
});

test("nothing moves for readers who asked for stillness", () => {
  const [moving = ""] =
    stylesheet.match(/@media \(prefers-reduced-motion: no-preference\) \{[^@]*?\n\}/) ?? [];
  expect(moving).toContain("transition");
  expect(stylesheet.replace(moving, "")).not.toMatch(/transition|animation/);
});
